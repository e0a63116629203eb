"""Every position of Bonbons for two that may come up, in an order in which none comes before what it leads to.

Each turn that changes anything shows a square (4 less), shows a round (2 less) or finishes a pair or the coins (3 or more
less); the wrapper shows a square and adds a round. So positions are sorted by that weight.
"""

from __future__ import annotations

from ludotheque.games.bonbons.solve.kernels.solution import (
    COINS,
    MINE,
    ROW,
    SEEN_COINS,
    THEIRS,
    WRAPPED,
    A,
    B,
    C,
    D,
    E,
    O,
    U,
    coins,
    hidden,
    number,
    unseen_squares,
)
from ludotheque.rules.kernel import Ints, Reals, kernel

HEAVIEST = 512
"""More than any position weighs."""


@kernel
def weight(p: int, reserve: int) -> int:
    """Less for everything that comes later."""
    rounds = (p >> 6 & 7) + (p >> 15 & 7)
    pictures = (p & 7) + (p >> 9 & 7) + (p >> 3 & 7) + (p >> 12 & 7) + hidden(p, reserve)
    found = 4 * unseen_squares(p, reserve) + 2 * rounds + 3 * pictures
    if coins(p) <= SEEN_COINS:
        found += 4
    return found


@kernel
def sort_in(starts: Ints, found: Ints, dealt: int, reserve: int, first: int, last: int) -> None:
    """Put every position where those of its weight begin; without room for them, count how many follow each weight.

    Two are dealt so many rounds and so many are set aside; the coins are anything from `first` to `last`.
    """
    counting = len(found) == 0
    for wrapped in range(3):
        for known in range(first, last + 1):
            for own in range(1, ROW * ROW * ROW):
                a, c, u = own // (ROW * ROW), own // ROW % ROW, own % ROW
                mine = a + c + u
                if mine >= ROW or mine > dealt + (1 if wrapped == MINE else 0):
                    continue
                for other in range(1, ROW * ROW * ROW):
                    b, d, o = other // (ROW * ROW), other // ROW % ROW, other % ROW
                    theirs = b + d + o
                    if theirs >= ROW or theirs > dealt + (1 if wrapped == THEIRS else 0):
                        continue
                    p = a * A + c * C + u * U + b * B + d * D + o * O + known * COINS + wrapped * WRAPPED
                    for seen in range(hidden(p, reserve) + 1):
                        heavy = weight(p + seen * E, reserve)
                        if counting:
                            starts[heavy + 1] += 1
                        else:
                            found[starts[heavy]] = p + seen * E
                            starts[heavy] += 1


@kernel
def take_out(values: Reals, positions: Ints, kept: Reals) -> None:
    """The values of these positions in a row, to be kept."""
    for i in range(len(positions)):
        kept[i] = values[0, number(positions[i])]


@kernel
def put_back(values: Reals, positions: Ints, kept: Reals) -> None:
    """Values that were kept, where they belong."""
    for i in range(len(positions)):
        values[0, number(positions[i])] = kept[i]
