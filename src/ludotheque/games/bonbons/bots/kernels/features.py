"""What a learned judgement of Bonbons looks at: each seat's rounds by what is known of them, and what is known of the grid.

It is told of a position in counts (`counts`), at the beginning of a turn, seats as seen from the one whose turn it is.
"""

from __future__ import annotations

from ludotheque.games.bonbons.bots.kernels.counts import (
    SORTS,
    U,
    both,
    coins,
    hidden,
    lone,
    row_of,
    squares_alone,
    unseen_squares,
    wrapped,
)
from ludotheque.rules.kernel import Numbers, kernel

INLINE = False
KINDS_OF_PARTS, PARTS = 6, 6
"""A part is a seat; the first one to play after the mover is another thing than the second."""
TELLS = 6 * 6 + 9
"""Room for everything that is told of a position."""

ROWS = 56
"""Ways to have at most five rounds of three sorts."""
ROW_NUMBER = tuple(
    sum(1 for z in range(SORTS) for y in range(SORTS - z) for x in range(SORTS - y - z) if x + SORTS * y + U * z < row)
    for row in range(U * SORTS)
)
"""The number of a row; rows of more than five do not come up."""
ALONE, UNSEEN, HIDDEN, CASES = 33, 37, 33, 16
"""Squares alone, squares unseen, rounds unseen, from none on; and what is known of coins and wrapper."""
ROLES = 2
"""Whether it is judged for the seat to act, or for the one that played last."""
SEAT = ROWS + ALONE + UNSEEN + CASES + ROLES
"""What can be told of a seat: its row, what everybody's grid looks like, and whom it is judged for."""
SUMS = 31
"""Rounds of all seats of one sort."""


def rows(seats: int) -> int:
    """How many things can be told of a part."""
    return SEAT * seats


def wholes(seats: int) -> int:
    """How many things can be told of the whole."""
    return ALONE + UNSEEN + HIDDEN + CASES + 2 * SUMS + ROLES


@kernel
def describe(p: int, seats: int, reserve: int, role: int, told: Numbers) -> None:
    """Write what is to be said of a position: of every seat the numbers of what is so, then -1 - its place; of the whole, -9."""
    alone, squares = squares_alone(p), unseen_squares(p, seats, reserve)
    case = coins(p) * 2 + wrapped(p)
    pairs, lost, at = 0, 0, 0
    for seat in range(PARTS):
        if seat < seats:
            told[at] = SEAT * seat + ROW_NUMBER[row_of(p, seat)]
            told[at + 1] = SEAT * seat + ROWS + alone
            told[at + 2] = SEAT * seat + ROWS + ALONE + squares
            told[at + 3] = SEAT * seat + ROWS + ALONE + UNSEEN + case
            told[at + 4] = SEAT * seat + SEAT - ROLES + role
            pairs += both(p, seat)
            lost += lone(p, seat)
            at += 5
        told[at] = -1 - seat
        at += 1
    told[at] = alone
    told[at + 1] = ALONE + squares
    told[at + 2] = ALONE + UNSEEN + hidden(p, seats, reserve)
    told[at + 3] = ALONE + UNSEEN + HIDDEN + case
    told[at + 4] = ALONE + UNSEEN + HIDDEN + CASES + pairs
    told[at + 5] = ALONE + UNSEEN + HIDDEN + CASES + SUMS + lost
    told[at + 6] = ALONE + UNSEEN + HIDDEN + CASES + 2 * SUMS + role
    told[at + 7] = -9
