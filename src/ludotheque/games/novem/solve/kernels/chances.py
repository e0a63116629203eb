"""Match play put to the test: exact chances of elephant, or of who mixes as is given, against another mix and a best response.

The mixes are those that elephant plays, or such as depend on the board alone. What they come to is counted by plain recursion
over the positions: the other side mixes as is given for it (or plays every line equally often), or, knowing the mixes, plays the
best pair of lines (one for attacking, one for defending) of each board and lead. The two positions of a board lean on each other
through empty crossings; with fixed mixes they are two linear equations. Nothing of how the match was solved is used but the
tables that elephant plays from.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from typing import NamedTuple

from ludotheque.games.novem.rules import CELLS, SIDE, top
from ludotheque.games.novem.solve.kernels.solution import MixSpace, Shape, read, safe_mix, tiles_at, worth_of_passing
from ludotheque.rules.kernel import Ints, Reals, kernel

MIXED, BEST = 0, 2
"""Kinds of contest, by what the other side does; one more when elephant plays the columns. Values are always the rows' chance."""
CONTESTS = 4


class Workspace(NamedTuple):
    """Everything that contests work on."""

    upper: Ints
    """The layout that is solved."""
    shape: Shape
    """How the tables lie."""
    table: Reals
    end: Reals
    """What elephant goes by: the solved chances, and those when the game is over."""
    values: Reals
    ends: Reals
    """By contest: the rows' chance in every position, and when the game is over."""
    mixing: MixSpace
    mixes: Reals
    """The mixes at a board, by attacker and side: elephant's own,"""
    given: Reals
    """or these, by board, if there are any;"""
    others: Reals
    """and those of the other side in the same way; if there are none, it plays every line equally often."""
    gains: Reals
    """By attacker and line of the other side: what it brings the rows,"""
    passes: Reals
    """and how often it meets an empty crossing."""


@kernel
def contest(space: Workspace, first: int, last: int) -> None:
    """All contests for the boards `first` to `last` - 1."""
    shape = space.shape
    for board in range(first, last):
        if shape.start[board] < 0:
            continue
        for ahead in range(-shape.reach[board], shape.reach[board] + 1):
            forever = worth_of_passing(ahead)
            if len(space.given) > 0:
                take_given(space, board)
            else:
                own_mixes(space, board, ahead, forever)
            at = shape.start[board] + 2 * (ahead + shape.reach[board])
            for kind in range(CONTESTS):
                add_up(space, board, ahead, kind)
                x, y = mixed(space, board, kind, forever) if kind < BEST else best(space.gains, space.passes, kind, forever)
                space.values[kind, at], space.values[kind, at + 1] = x, y


@kernel
def take_given(space: Workspace, board: int) -> None:
    """Mix at a board as is given."""
    for attacker in range(2):
        for side in range(2):
            for i in range(SIDE):
                space.mixes[attacker, side, i] = space.given[board, attacker, side, i]


@kernel
def own_mixes(space: Workspace, board: int, ahead: int, forever: float) -> None:
    """How elephant mixes at a board, being so many points ahead."""
    mixing = space.mixing
    for attacker in range(2):
        for cell in range(CELLS):
            left = tiles_at(board, cell)
            tile = top(space.upper[cell], left)
            after = board - 3**cell if left > 0 else board
            lead = ahead + tile if attacker == 0 else ahead - tile
            mixing.payoff[cell // SIDE, cell % SIDE] = read(space.table, space.shape, space.end, after, 1 - attacker, lead)
            mixing.empty[cell // SIDE, cell % SIDE] = left == 0
        safe_mix(mixing, forever)
        for i in range(SIDE):
            space.mixes[attacker, 0, i], space.mixes[attacker, 1, i] = mixing.p[i], mixing.q[i]


@kernel
def add_up(space: Workspace, board: int, ahead: int, kind: int) -> None:
    """For either attacker and each line of the other side: what it brings the rows, and how often it meets an empty crossing."""
    mixes, gains, passes, values, end = space.mixes, space.gains, space.passes, space.values[kind], space.ends[kind]
    elephant = kind % 2
    for attacker in range(2):
        for line in range(SIDE):
            gains[attacker, line], passes[attacker, line] = 0.0, 0.0
        for cell in range(CELLS):
            row, column = cell // SIDE, cell % SIDE
            line, share = (column, mixes[attacker, 0, row]) if elephant == 0 else (row, mixes[attacker, 1, column])
            left = tiles_at(board, cell)
            if left == 0:
                passes[attacker, line] += share
            else:
                tile = top(space.upper[cell], left)
                lead = ahead + tile if attacker == 0 else ahead - tile
                gains[attacker, line] += share * read(values, space.shape, end, board - 3**cell, 1 - attacker, lead)


@kernel
def mixed(space: Workspace, board: int, kind: int, forever: float) -> tuple[float, float]:
    """The rows' chance in both positions of a board, the other side mixing as it does."""
    gains, passes, side = space.gains, space.passes, 1 - kind % 2
    g0, g1, p0, p1 = 0.0, 0.0, 0.0, 0.0
    for line in range(SIDE):
        first, second = 1.0 / SIDE, 1.0 / SIDE
        if len(space.others) > 0:
            first, second = space.others[board, 0, side, line], space.others[board, 1, side, line]
        g0 += first * gains[0, line]
        p0 += first * passes[0, line]
        g1 += second * gains[1, line]
        p1 += second * passes[1, line]
    return settled(g0, g1, p0, p1, forever)


@kernel
def best(gains: Reals, passes: Reals, kind: int, forever: float) -> tuple[float, float]:
    """The same with the best pair of lines for the other side."""
    sign = -1.0 if kind % 2 == 0 else 1.0  # against elephant's rows the columns seek the least
    most, best_x, best_y = -1e300, 0.0, 0.0
    for first in range(SIDE):
        for second in range(SIDE):
            x, y = settled(gains[0, first], gains[1, second], passes[0, first], passes[1, second], forever)
            if sign * (x + y) > most:
                most, best_x, best_y = sign * (x + y), x, y
    return best_x, best_y


@kernel
def settled(g0: float, g1: float, p0: float, p1: float, forever: float) -> tuple[float, float]:
    """What two positions are worth that pass into each other so often, and bring so much otherwise."""
    rest = 1.0 - p0 * p1
    if rest <= 1e-12:
        return forever, forever
    x = (g0 + p0 * g1) / rest
    return x, g1 + p1 * x
