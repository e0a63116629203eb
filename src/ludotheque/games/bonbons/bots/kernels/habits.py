"""How others play Bonbons, more or less: what somebody who learns plays against (`selfplay`).

The shares are those of `elephant-1` in 150 games of four, by what was known at the table (docs/bots.md). Bound to `goes`.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from typing import TYPE_CHECKING

from ludotheque.games.bonbons.bots.kernels.counts import (
    SEEN_COINS,
    A,
    C,
    U,
    both,
    coins,
    hidden,
    lone,
    seen_squares,
    squares_alone,
    unseen,
    unseen_squares,
)
from ludotheque.games.bonbons.bots.kernels.ends import RESERVE, SEATS, Walk
from ludotheque.games.bonbons.bots.kernels.goes import (
    ABOUT,
    KNOWN_COIN,
    KNOWN_ROUND,
    KNOWN_SQUARE,
    LEAVE,
    LOST,
    ON_HIDDEN,
    PAIR,
    UNSEEN_ROUND,
    UNSEEN_SQUARE,
)
from ludotheque.games.bonbons.rules import COIN_FIRST, COVERING, GIVING, ROUND, SQUARE, START, TWO_COINS
from ludotheque.rules.dice import below
from ludotheque.rules.kernel import Ints, kernel

if TYPE_CHECKING:
    from ludotheque.games.bonbons.bots.kernels import goes

INLINE = False


@kernel
def habit(w: Walk, p: int, phase: int, what: int, dice: Ints) -> int:
    """A choice in any phase."""
    if phase == START:
        return first_habit(w, p, dice)
    if phase == GIVING or phase == COVERING:
        return w.choices[phase, below(dice, goes.choices(w, p, phase, what))]
    if (phase == SQUARE and what < ON_HIDDEN) or (phase == ROUND and what < LOST):
        return PAIR * ABOUT
    seats, reserve = w.numbers[SEATS], w.numbers[RESERVE]
    squares, alone, rounds = unseen_squares(p, seats, reserve), squares_alone(p), max(hidden(p, seats, reserve), 1)
    if phase == ROUND:
        if squares > 0 and (seen_squares(p, seats) == 0 or often(dice, 0.4)):
            return UNSEEN_SQUARE * ABOUT
        return LEAVE * ABOUT
    if phase != SQUARE:
        if coins(p) == SEEN_COINS or (phase == COIN_FIRST and coins(p) == 2 and often(dice, 0.25)):
            return KNOWN_COIN * ABOUT
        if squares > 0 and often(dice, 0.2):
            return UNSEEN_SQUARE * ABOUT
    rows = in_rows(p, U, seats)
    tries = 0.6 if phase == COIN_FIRST else max(0.75 - 1.5 * alone / rounds, 0.1)
    if phase != TWO_COINS and rows > 0 and often(dice, tries):
        return UNSEEN_ROUND * ABOUT + nth(p, U, below(dice, rows))
    return LEAVE * ABOUT


@kernel
def first_habit(w: Walk, p: int, dice: Ints) -> int:
    """The first tile of a go: mostly a pair that was seen; a square the more often the likelier it is to lead to a pair."""
    seats, reserve = w.numbers[SEATS], w.numbers[RESERVE]
    pairs, lost, rows = in_rows(p, A, seats), in_rows(p, C, seats), in_rows(p, U, seats)
    squares, alone, rounds = unseen_squares(p, seats, reserve), squares_alone(p), max(hidden(p, seats, reserve), 1)
    if pairs > 0 and often(dice, 0.75):
        return KNOWN_SQUARE * ABOUT + nth(p, A, below(dice, pairs))
    if coins(p) == SEEN_COINS and often(dice, 0.75):
        return KNOWN_COIN * ABOUT
    if squares > 0 and (rows == 0 or often(dice, min(max(lost / squares + alone / rounds, 0.15), 0.9))):
        return UNSEEN_SQUARE * ABOUT
    if alone > 0 and often(dice, 0.12):
        return KNOWN_SQUARE * ABOUT + ON_HIDDEN
    if lost > 0 and often(dice, 0.12):
        return KNOWN_ROUND * ABOUT + LOST + nth(p, C, below(dice, lost))
    if rows > 0:
        return UNSEEN_ROUND * ABOUT + nth(p, U, below(dice, rows))
    return w.choices[START, below(dice, goes.choices(w, p, START, 0))]


@kernel
def often(dice: Ints, share: float) -> bool:
    """Whether something happens that happens in this share of cases."""
    return below(dice, 1000) < 1000 * share


@kernel
def of_sort(p: int, sort: int, seat: int) -> int:
    """How many rounds of a sort a seat has."""
    return both(p, seat) if sort == A else lone(p, seat) if sort == C else unseen(p, seat)


@kernel
def in_rows(p: int, sort: int, seats: int) -> int:
    """How many rounds of a sort all seats have."""
    count = 0
    for seat in range(seats):
        count += of_sort(p, sort, seat)
    return count


@kernel
def nth(p: int, sort: int, number: int) -> int:
    """The seat that has the round of that number among all of a sort."""
    seat = 0
    while number >= of_sort(p, sort, seat):
        number -= of_sort(p, sort, seat)
        seat += 1
    return seat
