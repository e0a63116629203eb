"""What a go of Bonbons may come to, counted: every choice in it, and every tile that may turn up.

A go is what a player does until the turn passes or a pair brings another go (bonbons.8). All choices in it are the mover's, so
the best of each is the one that is best for the mover; what it comes to is told of every seat, from the mover on. Positions are
counts (`counts`); what a go ends in is worth what `ends` (bound when it is compiled) says.

The functions follow the phases of a turn, from the last one to the first.
"""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from typing import TYPE_CHECKING

from ludotheque.games.bonbons.bots.kernels.counts import (
    COINS,
    ON_DEAD_SEEN,
    ON_DEAD_UNSEEN,
    SEEN_COINS,
    A,
    C,
    E,
    U,
    both,
    coins,
    hidden,
    lone,
    one,
    seen_squares,
    squares_alone,
    unseen,
    unseen_coins,
    unseen_squares,
    unwrapped,
    wrapped,
)
from ludotheque.games.bonbons.bots.kernels.ends import NEVER, RESERVE, SEATS, Walk
from ludotheque.games.bonbons.rules import COIN_FIRST, COVERING, GIVING, ROUND, SQUARE, START, TWO_COINS
from ludotheque.rules.kernel import kernel

if TYPE_CHECKING:
    from ludotheque.games.bonbons.bots.kernels import ends

INLINE = False

LEAVE, PAIR, UNSEEN_SQUARE, UNSEEN_ROUND, KNOWN_SQUARE, KNOWN_COIN, KNOWN_ROUND, OWN = range(8)
"""Choices: stop, or turn a tile that shows nothing new and does not fit; turn what fits; something unseen; something seen; and
which round to give or to cover. A choice is such a number times `ABOUT`, and what it is about: a seat, what a tile is, a sort."""
ABOUT = 16
ON_HIDDEN, ON_NOTHING = 6, 7
"""What a turned square is: the seat of its round, if that was seen; or its round is unseen; or it fits no round."""
LOST = 8
"""What a turned round is: its seat, if its square was seen, or the seat and this."""
SOME = 24
"""Choices in one phase at most."""


# What may be chosen --------------------------------------------------------------------------------------------------


@kernel
def choices(w: Walk, p: int, phase: int, what: int) -> int:
    """Every choice in a phase that is not the same as another; of those that come to no more than another, some are left out."""
    seats, out, n = w.numbers[SEATS], w.choices, 0
    if phase == GIVING or phase == COVERING:
        for sort in range(3):
            if both(p, 0) * (sort == 0) + lone(p, 0) * (sort == 1) + unseen(p, 0) * (sort == 2) > 0:
                out[phase, n] = OWN * ABOUT + sort
                n += 1
        return n
    if phase == START:
        if what == 1:  # bonbons.8: this go may be declined
            out[phase, n] = LEAVE * ABOUT
            n += 1
        for seat in range(seats):
            if both(p, seat) > 0:
                out[phase, n] = KNOWN_SQUARE * ABOUT + seat
                n += 1
            if lone(p, seat) > 0:
                out[phase, n] = KNOWN_ROUND * ABOUT + LOST + seat
                n += 1
        if squares_alone(p) > 0:
            out[phase, n] = KNOWN_SQUARE * ABOUT + ON_HIDDEN
            n += 1
        if coins(p) == ON_DEAD_SEEN:
            out[phase, n] = KNOWN_SQUARE * ABOUT + ON_NOTHING
            n += 1
    elif phase != ROUND or seen_squares(p, seats) > (what < LOST):
        out[phase, n] = LEAVE * ABOUT
        n += 1
    if (phase == SQUARE and what < ON_HIDDEN) or (phase == ROUND and what < LOST):
        out[phase, n] = PAIR * ABOUT
        n += 1
    seen_coins = coins(p) if coins(p) <= SEEN_COINS else 0
    if seen_coins > (phase == COIN_FIRST) + 2 * (phase == TWO_COINS) and phase != SQUARE and phase != ROUND:
        out[phase, n] = KNOWN_COIN * ABOUT
        n += 1
    hunting = (phase == COIN_FIRST or phase == TWO_COINS) and unseen_coins(p) > 0
    if (phase == START or phase == ROUND or hunting) and unseen_squares(p, seats, w.numbers[RESERVE]) > 0:
        out[phase, n] = UNSEEN_SQUARE * ABOUT
        n += 1
    if phase == START or phase == SQUARE or phase == COIN_FIRST:
        for seat in range(seats):
            if unseen(p, seat) > 0:
                out[phase, n] = UNSEEN_ROUND * ABOUT + seat
                n += 1
    return n


# To give and to cover ------------------------------------------------------------------------------------------------


@kernel
def sort_of(choice: int) -> int:
    """Which sort of round it is about."""
    return A if choice % ABOUT == 0 else C if choice % ABOUT == 1 else U


@kernel
def best_give(w: Walk, p: int, victim: int, out: int) -> None:
    """bonbons.12: the best round to give for one that was stolen."""
    w.found[out, 0] = NEVER
    for i in range(choices(w, p, GIVING, victim)):
        ends.give(w, p, victim, sort_of(w.choices[GIVING, i]), out + 1)
        ends.prefer(w, out)


@kernel
def best_cover(w: Walk, p: int, out: int) -> None:
    """bonbons.15: the best round to lay the coins on."""
    w.found[out, 0] = NEVER
    for i in range(choices(w, p, COVERING, 0)):
        ends.cover(w, p, sort_of(w.choices[COVERING, i]), out + 1)
        ends.prefer(w, out)


@kernel
def pair(w: Walk, p: int, seat: int, out: int) -> None:
    """A round of a seat was found and is none of those still to be found: the mover's own, or a theft (bonbons.11)."""
    if seat == 0:
        ends.again(w, p, out)
    else:
        best_give(w, p, seat, out)


# The last tile of a turn ---------------------------------------------------------------------------------------------


@kernel
def unseen_round(w: Walk, p: int, fits: bool, seat: int, out: int) -> None:
    """After a square, a round of a seat that nobody has seen; `fits`: the square's round is among the unseen ones."""
    all_, seen = hidden(p, w.numbers[SEATS], w.numbers[RESERVE]), squares_alone(p)
    p -= one(U, seat)
    ends.clear(w, out)
    if fits:
        pair(w, p - E, seat, out + 1)
        ends.add(w, out, 1)
    if seen > fits:
        ends.end(w, p - E + one(A, seat), out + 1)
        ends.add(w, out, seen - fits)
    if all_ > seen:
        ends.end(w, p + one(C, seat), out + 1)
        ends.add(w, out, all_ - seen)
    ends.share(w, out, all_)


@kernel
def last_square(w: Walk, p: int, fitting: int, out: int) -> None:
    """A square that nobody has seen and that is no coin ends the turn, unless it fits a round of `fitting`. Added up only."""
    seats, reserve = w.numbers[SEATS], w.numbers[RESERVE]
    ends.clear(w, out)
    for seat in range(seats):
        of_it = lone(p, seat)
        if seat == fitting:
            pair(w, p - one(C, seat), seat, out + 1)
            ends.add(w, out, 1)
            of_it -= 1
        if of_it > 0:
            ends.end(w, p - one(C, seat) + one(A, seat), out + 1)
            ends.add(w, out, of_it)
    nowhere = hidden(p, seats, reserve) - squares_alone(p)
    if nowhere > 0:
        ends.end(w, p + E, out + 1)
        ends.add(w, out, nowhere)
    if coins(p) == ON_DEAD_UNSEEN:
        ends.end(w, p + COINS, out + 1)
        ends.add(w, out, 1)
    if wrapped(p) == 0:
        ends.end(w, unwrapped(p, reserve), out + 1)
        ends.add(w, out, 1)


# Coins ---------------------------------------------------------------------------------------------------------------


@kernel
def after_two_coins(w: Walk, p: int, choice: int, out: int) -> None:
    """bonbons.17: two coins lie turned; stop, or one more square."""
    if choice // ABOUT == LEAVE:
        ends.end(w, p, out)
    elif choice // ABOUT == KNOWN_COIN:
        best_cover(w, p, out)
    else:
        last_square(w, p, -1, out)
        if unseen_coins(p) > 0:
            best_cover(w, p, out + 1)
            ends.add(w, out, unseen_coins(p))
        ends.share(w, out, unseen_squares(p, w.numbers[SEATS], w.numbers[RESERVE]))


@kernel
def best_after_two_coins(w: Walk, p: int, out: int) -> None:
    """The best of it."""
    w.found[out, 0] = NEVER
    for i in range(choices(w, p, TWO_COINS, 0)):
        after_two_coins(w, p, w.choices[TWO_COINS, i], out + 1)
        ends.prefer(w, out)


@kernel
def after_coin(w: Walk, p: int, choice: int, out: int) -> None:
    """bonbons.14: a coin was turned first; stop, look at a round (no match), or go on for the other two."""
    kind = choice // ABOUT
    if kind == LEAVE:
        ends.end(w, p, out)
    elif kind == UNSEEN_ROUND:
        unseen_round(w, p, False, choice % ABOUT, out)
    elif kind == KNOWN_COIN:
        best_after_two_coins(w, p, out)
    else:
        last_square(w, p, -1, out)
        if unseen_coins(p) > 0:
            best_after_two_coins(w, p + COINS, out + 1)
            ends.add(w, out, unseen_coins(p))
        ends.share(w, out, unseen_squares(p, w.numbers[SEATS], w.numbers[RESERVE]))


@kernel
def best_after_coin(w: Walk, p: int, out: int) -> None:
    """The best of it."""
    w.found[out, 0] = NEVER
    for i in range(choices(w, p, COIN_FIRST, 0)):
        after_coin(w, p, w.choices[COIN_FIRST, i], out + 1)
        ends.prefer(w, out)


# The second tile -----------------------------------------------------------------------------------------------------


@kernel
def after_square(w: Walk, p: int, what: int, choice: int, out: int) -> None:
    """bonbons.7: a square lies turned; stop, or turn a round."""
    kind = choice // ABOUT
    if kind == LEAVE:
        ends.end(w, p, out)
    elif kind == PAIR:
        pair(w, p - one(A, what), what, out)
    else:
        unseen_round(w, p, what == ON_HIDDEN, choice % ABOUT, out)


@kernel
def best_after_square(w: Walk, p: int, what: int, out: int) -> None:
    """The best of it."""
    w.found[out, 0] = NEVER
    for i in range(choices(w, p, SQUARE, what)):
        after_square(w, p, what, w.choices[SQUARE, i], out + 1)
        ends.prefer(w, out)


@kernel
def after_round(w: Walk, p: int, what: int, choice: int, out: int) -> None:
    """bonbons.7: a round was turned first, and a square must follow: what fits, another one that was seen, or an unseen one."""
    kind = choice // ABOUT
    if kind == LEAVE:
        ends.end(w, p, out)
    elif kind == PAIR:
        pair(w, p - one(A, what), what, out)
    else:
        last_square(w, p, what - LOST, out)
        if unseen_coins(p) > 0:
            ends.end(w, p + COINS, out + 1)  # bonbons.17: no match
            ends.add(w, out, unseen_coins(p))
        ends.share(w, out, unseen_squares(p, w.numbers[SEATS], w.numbers[RESERVE]))


@kernel
def best_after_round(w: Walk, p: int, what: int, out: int) -> None:
    """The best of it."""
    w.found[out, 0] = NEVER
    for i in range(choices(w, p, ROUND, what)):
        after_round(w, p, what, w.choices[ROUND, i], out + 1)
        ends.prefer(w, out)


# The first tile ------------------------------------------------------------------------------------------------------


@kernel
def first_square(w: Walk, p: int, out: int) -> None:
    """A turn that begins with a square that nobody has seen."""
    seats, reserve = w.numbers[SEATS], w.numbers[RESERVE]
    ends.clear(w, out)
    for seat in range(seats):
        if lone(p, seat) > 0:
            best_after_square(w, p - one(C, seat) + one(A, seat), seat, out + 1)
            ends.add(w, out, lone(p, seat))
    nowhere = hidden(p, seats, reserve) - squares_alone(p)
    if nowhere > 0:
        best_after_square(w, p + E, ON_HIDDEN, out + 1)
        ends.add(w, out, nowhere)
    if coins(p) == ON_DEAD_UNSEEN:
        best_after_square(w, p + COINS, ON_NOTHING, out + 1)
        ends.add(w, out, 1)
    if wrapped(p) == 0:
        best_after_square(w, unwrapped(p, reserve), ON_NOTHING, out + 1)
        ends.add(w, out, 1)
    if unseen_coins(p) > 0:
        best_after_coin(w, p + COINS, out + 1)
        ends.add(w, out, unseen_coins(p))
    ends.share(w, out, unseen_squares(p, seats, reserve))


@kernel
def first_round(w: Walk, p: int, seat: int, out: int) -> None:
    """A turn that begins with a round of a seat that nobody has seen."""
    all_, seen = hidden(p, w.numbers[SEATS], w.numbers[RESERVE]), squares_alone(p)
    p -= one(U, seat)
    ends.clear(w, out)
    if seen > 0:
        best_after_round(w, p - E + one(A, seat), seat, out + 1)
        ends.add(w, out, seen)
    if all_ > seen:
        best_after_round(w, p + one(C, seat), LOST + seat, out + 1)
        ends.add(w, out, all_ - seen)
    ends.share(w, out, all_)


@kernel
def begin(w: Walk, p: int, choice: int, out: int) -> None:
    """The first tile of a go."""
    kind, about = choice // ABOUT, choice % ABOUT
    if kind == LEAVE:
        ends.end(w, p, out)
    elif kind == KNOWN_SQUARE:
        best_after_square(w, p, about, out)
    elif kind == KNOWN_ROUND:
        best_after_round(w, p, about, out)
    elif kind == KNOWN_COIN:
        best_after_coin(w, p, out)
    elif kind == UNSEEN_SQUARE:
        first_square(w, p, out)
    else:
        first_round(w, p, about, out)


@kernel
def weigh(w: Walk, p: int, phase: int, what: int, choice: int, out: int) -> None:
    """What a choice in any phase comes to; `what` is what lies turned, or whose round was stolen."""
    if phase == START:
        begin(w, p, choice, out)
    elif phase == SQUARE:
        after_square(w, p, what, choice, out)
    elif phase == ROUND:
        after_round(w, p, what, choice, out)
    elif phase == COIN_FIRST:
        after_coin(w, p, choice, out)
    elif phase == TWO_COINS:
        after_two_coins(w, p, choice, out)
    elif phase == GIVING:
        ends.give(w, p, what, sort_of(choice), out)
    else:
        ends.cover(w, p, sort_of(choice), out)


@kernel
def best_choice(w: Walk, p: int, phase: int, what: int, out: int) -> int:
    """The best choice of a phase; what it comes to goes into a row."""
    w.found[out, 0] = NEVER - 1.0
    chosen, count = -1, choices(w, p, phase, what)
    for i in range(count):
        weigh(w, p, phase, what, w.choices[phase, i], out + 1)
        if w.found[out + 1, 0] > w.found[out, 0]:
            chosen = w.choices[phase, i]
        ends.prefer(w, out)
    return chosen
