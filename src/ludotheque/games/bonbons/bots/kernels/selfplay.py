"""Games of Bonbons in counts, played by a judgement against others: what `ludotheque learn` learns from.

Everybody forgets nothing, so a game is its positions (`counts`), and chance draws which unseen tile turns up. One seat learns: it
plays the best go by the judgement as it is (`goes`), now and then something else. Of the others some do the same, and most err,
as the searching elephant of before does. Bound to `goes` and `ends`.
"""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, Any, NamedTuple

from ludotheque.bots.kernels.judgement import Mind, Thought
from ludotheque.games.bonbons.bots.kernels.counts import (
    COINS,
    NO_COINS,
    ON_DEAD_SEEN,
    ON_DEAD_UNSEEN,
    ON_UNSEEN,
    A,
    C,
    E,
    U,
    coins,
    hidden,
    lone,
    one,
    passed_on,
    squares_alone,
    to_find,
    unseen_squares,
    unwrapped,
    wrapped,
)
from ludotheque.games.bonbons.bots.kernels.ends import BARRED, BEGAN, FIRST, LAST, RESERVE, SEATS, Walk
from ludotheque.games.bonbons.bots.kernels.features import describe
from ludotheque.games.bonbons.bots.kernels.goes import (
    ABOUT,
    KNOWN_COIN,
    KNOWN_ROUND,
    KNOWN_SQUARE,
    LEAVE,
    LOST,
    ON_HIDDEN,
    ON_NOTHING,
    PAIR,
    UNSEEN_SQUARE,
)
from ludotheque.games.bonbons.rules import (
    COIN_FIRST,
    COVERING,
    DEALT,
    GIVING,
    QUICK_SQUARES,
    ROUND,
    SQUARE,
    START,
    SWEETS,
    TWO_COINS,
)
from ludotheque.rules.dice import below
from ludotheque.rules.kernel import Ints, kernel

if TYPE_CHECKING:
    from ludotheque.games.bonbons.bots.kernels import ends, goes

INLINE = False
STRAYS = 32
"""One go in so many begins with anything."""
ALIKE = 8
"""Of the others, one in so many does not err."""
SHARPNESS = 32.0
"""Who errs makes a choice that costs 1 / 32 of a win e times less often: so it was in 9,356 decisions of `elephant-1`."""
FINE = 1 << 20
"""A chance is drawn as finely as that."""
QUICK = 4
"""One game in so many is a quick one (bonbons.21)."""
POSITION, PHASE, WHAT = range(3)
"""A game under way: the position, the phase, and what lies turned or whose round was stolen."""
PASSED, FOUND_PAIR = 8, 9
"""Phases after a go: the turn passes, or a pair was found."""


class Room(NamedTuple):
    """What such games need besides what every learning has."""

    walk: Walk
    game: Ints


@kernel
def deal(w: Walk, quick: bool) -> int:
    """The position before the first turn."""
    seats, p = w.numbers[SEATS], NO_COINS * COINS if quick else 0
    w.numbers[RESERVE] = (QUICK_SQUARES - 1 if quick else SWEETS) - DEALT * seats
    for seat in range(seats):
        p += one(U, seat) * DEALT
        w.numbers[BEGAN + seat] = -1
    return p


@kernel
def happen(w: Walk, game: Ints, choice: int, dice: Ints) -> None:
    """What a choice leads to, chance drawn."""
    p, phase, what = game[POSITION], game[PHASE], game[WHAT]
    kind, about = choice // ABOUT, choice % ABOUT
    game[PHASE] = PASSED
    if phase == GIVING:
        sort = goes.sort_of(choice)
        game[POSITION] = p - sort + one(sort, what)
        game[PHASE] = FOUND_PAIR
    elif phase == COVERING:
        sort = goes.sort_of(choice)
        under = ON_DEAD_SEEN if sort == A else ON_DEAD_UNSEEN if sort == C else ON_UNSEEN
        game[POSITION] = p - sort + (under - coins(p)) * COINS
        if to_find(p, 0) == 1:
            game[PHASE] = FOUND_PAIR  # the last one, as good as found
    elif kind == PAIR:
        find(game, p - one(A, what), what)
    elif kind == KNOWN_SQUARE:
        game[PHASE], game[WHAT] = SQUARE, about
    elif kind == KNOWN_ROUND:
        game[PHASE], game[WHAT] = ROUND, about
    elif kind == KNOWN_COIN:
        game[PHASE] = COIN_FIRST if phase == START else TWO_COINS if phase == COIN_FIRST else COVERING
    elif kind == UNSEEN_SQUARE:
        draw_square(w, game, phase, below(dice, unseen_squares(p, w.numbers[SEATS], w.numbers[RESERVE])))
    elif kind != LEAVE:
        draw_round(game, phase, about, below(dice, hidden(p, w.numbers[SEATS], w.numbers[RESERVE])))


@kernel
def find(game: Ints, p: int, seat: int) -> None:
    """A pair: the mover's own, or a theft."""
    game[POSITION] = p
    game[PHASE] = FOUND_PAIR if seat == 0 else GIVING
    game[WHAT] = seat


@kernel
def draw_round(game: Ints, phase: int, seat: int, drawn: int) -> None:
    """The unseen round of that number is turned; those whose squares were seen come first, and first the one that fits."""
    p, alone = game[POSITION] - one(U, seat), squares_alone(game[POSITION])
    if phase == SQUARE and game[WHAT] == ON_HIDDEN and drawn == 0:
        find(game, p - E, seat)
        return
    game[POSITION] = p - E + one(A, seat) if drawn < alone else p + one(C, seat)
    if phase == START:
        game[PHASE] = ROUND
        game[WHAT] = seat if drawn < alone else LOST + seat


@kernel
def draw_square(w: Walk, game: Ints, phase: int, drawn: int) -> None:
    """The unseen square of that number is turned."""
    p, seats, what = game[POSITION], w.numbers[SEATS], ON_NOTHING
    nowhere = hidden(p, seats, w.numbers[RESERVE]) - squares_alone(p)
    for seat in range(seats):
        if 0 <= drawn < lone(p, seat):
            if phase == ROUND and game[WHAT] == LOST + seat and drawn == 0:
                find(game, p - one(C, seat), seat)
                return
            game[POSITION] = p - one(C, seat) + one(A, seat)
            what = seat
        drawn -= lone(p, seat)
    dead = coins(p) == ON_DEAD_UNSEEN
    coin = False
    if what < ON_HIDDEN:
        pass
    elif drawn < nowhere:
        game[POSITION] = p + E
        what = ON_HIDDEN
    elif dead and drawn == nowhere:
        game[POSITION] = p + COINS
    elif wrapped(p) == 0 and drawn == nowhere + dead:
        game[POSITION] = unwrapped(p, w.numbers[RESERVE])
    else:
        coin = True
        if phase != TWO_COINS:
            game[POSITION] = p + COINS
    if coin and phase != ROUND:
        game[PHASE] = COIN_FIRST if phase == START else TWO_COINS if phase == COIN_FIRST else COVERING
    elif phase == START:
        game[PHASE] = SQUARE
        game[WHAT] = what


@kernel
def go(w: Walk, game: Ints, choice: int, dice: Ints) -> None:
    """Play a go to its end, from its first choice on."""
    happen(w, game, choice, dice)
    while game[PHASE] < PASSED:
        happen(w, game, goes.best_choice(w, game[POSITION], game[PHASE], game[WHAT], 0), dice)


@kernel
def err(w: Walk, p: int, phase: int, what: int, dice: Ints) -> int:
    """A choice of somebody who errs: the more it costs, the less often it is made."""
    chosen, total, count = -1, 0.0, goes.choices(w, p, phase, what)
    for i in range(count):
        goes.weigh(w, p, phase, what, w.choices[phase, i], 0)
        weight = exp(SHARPNESS * w.found[0, 0])
        total += weight
        if below(dice, FINE) * total < weight * FINE:
            chosen = w.choices[phase, i]
    return chosen


@kernel
def erring_go(w: Walk, game: Ints, dice: Ints) -> None:
    """Play a go of somebody who errs."""
    while game[PHASE] < PASSED:
        happen(w, game, err(w, game[POSITION], game[PHASE], game[WHAT], dice), dice)


@kernel
def declines(w: Walk, p: int) -> bool:
    """bonbons.8: whether the mover does not want the go that a pair brings."""
    ends.end(w, p, 0)
    return w.found[0, 0] > w.values[ends.look_up(w, p, FIRST), 0]


@kernel
def bar(w: Walk, p: int, mover: int) -> None:
    """Who is back where its last turn began does not pass again: a game must not stand still."""
    w.numbers[BARRED] = passed_on(p, w.numbers[SEATS]) if w.numbers[BEGAN + mover] == p else -1
    w.numbers[BEGAN + mover] = p


@kernel
def keep(school: Any, w: Walk, told: Ints, p: int, mover: int, role: int, turn: int) -> None:
    """Keep a position of the one who learns, and what it is judged as."""
    seats = w.numbers[SEATS]
    at = ends.look_up(w, p, role)
    describe(p, seats, w.numbers[RESERVE], role, told)
    for i in range(len(told)):
        school.history[turn, i] = told[i]
    school.turn_of[turn] = mover
    school.strayed[turn] = 0
    for seat in range(seats):
        school.worth[turn, (mover + seat) % seats] = w.values[at, seat]


@kernel
def play(school: Any, mind: Mind, thought: Thought) -> int:
    """Play one game in which somebody learns; keep the positions in which that seat is to act or has just played."""
    w, dice, game, told = school.room.walk, school.dice, school.room.game, thought.told
    ends.forget(w)
    seats, mover, turn, fresh = w.numbers[SEATS], 0, 0, True
    own, others = below(dice, seats), 0
    for seat in range(seats):
        others |= (below(dice, ALIKE) != 0) << seat
    game[POSITION] = deal(w, below(dice, QUICK) == 0)
    while turn + 2 < len(school.turn_of):
        p = game[POSITION]
        game[PHASE] = START
        w.numbers[BARRED] = -1
        if mover != own and others >> mover & 1 == 1:
            erring_go(w, game, dice)
        else:
            if fresh:
                bar(w, p, mover)
            choice = goes.best_choice(w, p, START, 0, 0)
            if mover == own:
                keep(school, w, told, p, mover, FIRST, turn)
                for seat in range(seats):
                    school.worth[turn, (mover + seat) % seats] = w.found[0, seat]
                if below(dice, STRAYS) == 0:
                    school.strayed[turn] = 1
                    w.numbers[BARRED] = -1
                    choice = w.choices[START, below(dice, goes.choices(w, p, START, 0))]
                turn += 1
            go(w, game, choice, dice)
            w.numbers[BARRED] = -1
        fresh = game[PHASE] == PASSED
        if not fresh and to_find(game[POSITION], 0) == 0:
            for seat in range(seats):
                school.worth[turn, seat] = seat == mover
            return turn
        if not fresh and (mover == own or others >> mover & 1 == 0):
            fresh = declines(w, game[POSITION])
        if fresh:
            game[POSITION] = passed_on(game[POSITION], seats)
            mover = (mover + 1) % seats
            if (mover + seats - 1) % seats == own:
                keep(school, w, told, game[POSITION], mover, LAST, turn)
                turn += 1
    for seat in range(seats):
        school.worth[turn, seat] = school.worth[turn - 1, seat]
    return turn
