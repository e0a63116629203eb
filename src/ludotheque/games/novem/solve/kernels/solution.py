"""The equilibrium of Novem: kernels that solve a small matrix game, a cycle of two positions, and all positions of a board.

A position is a board (how many tiles are left at each of nine crossings, as a number in base three), who attacks (0: rows,
1: columns) and, for the match, how many points the rows are ahead. Values are the rows' (expected points to come, or
chance to win). After an empty crossing the same board is met with the token passed, so the two positions of a board lean on each
other: x = f(y) and y = g(x), both rising and never faster than their argument. Their fixed point is found by Newton's
method inside a shrinking bracket. Where a whole interval is fixed, the value is the point nearest to what playing on for
ever is worth: that is where longer and longer games tend to.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from math import nan
from typing import NamedTuple

from ludotheque.games.novem.rules import CELLS, SIDE, lower, top
from ludotheque.rules.kernel import Ints, Reals, Truths, kernel

BOARDS = 3**CELLS
POINTS_ON_BOARD = 90
TINY = 1e-14
STEPS = 200
NUDGE = 1e-9
"""How far towards what playing on for ever is worth it is asked whether a fixed point has neighbours; well below EDGE."""
PARTS = 19
"""Square parts of a 3 x 3 matrix: nine of one cell, nine of four, and the whole."""
SAME = 1e-13
"""Mixes that leave no more than this to gain are equally good."""
EDGE = 1e-7
"""How much worse an empty crossing is taken to be by who may not pass for ever: what its play may fall short of the value."""
GAP, ROWS_MIX, COLUMNS_MIX, ROOM = 0, 1, 4, 7
"""Columns of the room in which the parts of a matrix are compared."""


class Workspace(NamedTuple):
    """The arrays that solving works on, made once."""

    upper: Ints
    """The layout that is solved."""
    matrices: Reals
    """Three matrix games: after the rows took a tile, after the columns did, and the one being solved."""
    empty: Truths
    """Which crossings are empty."""
    p: Reals
    q: Reals
    """The mixes of rows and columns."""
    found: Reals
    """The values of both positions of a board."""


class MixSpace(NamedTuple):
    """The arrays that finding a safe mix works on: a matrix game, and room for its answers."""

    payoff: Reals
    empty: Truths
    p: Reals
    q: Reals
    """The mixes of rows and columns."""
    parts: Reals
    """The parts of the matrix, compared."""
    worse: Reals
    """The same game with empty crossings a little worse,"""
    other_p: Reals
    other_q: Reals
    """and its mixes."""


class Shape(NamedTuple):
    """How a table of the match lies: for each board where it starts (-1: it is over) and how great a lead it holds."""

    start: Ints
    reach: Ints


@kernel
def tiles_at(board: int, cell: int) -> int:
    """How many tiles are left at a crossing."""
    for _ in range(cell):
        board //= 3
    return board % 3


@kernel
def is_over(board: int) -> bool:
    """novem.9: a line has no tile left."""
    for line in range(SIDE):
        row, column = 0, 0
        for i in range(SIDE):
            row += tiles_at(board, line * SIDE + i)
            column += tiles_at(board, i * SIDE + line)
        if row == 0 or column == 0:
            return True
    return False


@kernel
def lay_out(upper: Ints, lasting: bool, shape: Shape) -> int:
    """Lay out a table of the match; how many values it holds.

    In the last game a lead greater than what is left decides; in the first one it cannot be greater than what was taken.
    """
    size = 0
    for board in range(BOARDS):
        left = 0
        for cell in range(CELLS):
            tiles = tiles_at(board, cell)
            if tiles > 0:
                left += lower(upper[cell])
            if tiles > 1:
                left += upper[cell]
        reach = left if lasting else POINTS_ON_BOARD - left
        shape.reach[board] = reach
        if is_over(board):
            shape.start[board] = -1
        else:
            shape.start[board] = size
            size += 2 * (2 * reach + 1)
    return size


@kernel
def matrix_game(a: Reals, p: Reals, q: Reals) -> float:
    """The value of a 3 x 3 matrix game for the rows, who maximise; the mixes go into p and q.

    Shapley and Snow: some square part of the matrix, solved for equal payoffs, gives optimal mixes. Every part is tried until one
    leaves nothing to gain, or else the one that leaves least.
    """
    return best_part(a, p, q, 0, PARTS)


@kernel
def best_part(a: Reals, p: Reals, q: Reals, start: int, stop: int) -> float:
    """The same with the parts `start` to `stop` - 1 only; the value is NaN when none of them has a mix."""
    best, value = 1e300, nan
    x0, x1, x2, y0, y1, y2 = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for part in range(start, stop):
        p0, p1, p2, q0, q1, q2 = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
        if part < 9:
            i, j = part // 3, part % 3
            p0, p1, p2 = 1.0 * (i == 0), 1.0 * (i == 1), 1.0 * (i == 2)
            q0, q1, q2 = 1.0 * (j == 0), 1.0 * (j == 1), 1.0 * (j == 2)
        elif part < 18:
            r, c = (part - 9) // 3, (part - 9) % 3  # the row and the column left out
            i, k = 1 if r == 0 else 0, 1 if r == 2 else 2
            j, m = 1 if c == 0 else 0, 1 if c == 2 else 2
            spread = a[i, j] - a[i, m] - a[k, j] + a[k, m]
            if spread == 0.0:
                continue
            pi, qj = (a[k, m] - a[k, j]) / spread, (a[k, m] - a[i, m]) / spread
            if not (0.0 <= pi <= 1.0 and 0.0 <= qj <= 1.0):
                continue
            p0 = pi if i == 0 else 0.0
            p1 = pi if i == 1 else (1.0 - pi if k == 1 else 0.0)
            p2 = 1.0 - pi if k == 2 else 0.0
            q0 = qj if j == 0 else 0.0
            q1 = qj if j == 1 else (1.0 - qj if m == 1 else 0.0)
            q2 = 1.0 - qj if m == 2 else 0.0
        else:
            p0, p1, p2 = even(
                a[0, 0] - a[0, 1], a[1, 0] - a[1, 1], a[2, 0] - a[2, 1], a[0, 0] - a[0, 2], a[1, 0] - a[1, 2], a[2, 0] - a[2, 2]
            )
            q0, q1, q2 = even(
                a[0, 0] - a[1, 0], a[0, 1] - a[1, 1], a[0, 2] - a[1, 2], a[0, 0] - a[2, 0], a[0, 1] - a[2, 1], a[0, 2] - a[2, 2]
            )
            if p0 < 0.0 or q0 < 0.0:
                continue
        most = max(a[0, 0] * q0 + a[0, 1] * q1 + a[0, 2] * q2, a[1, 0] * q0 + a[1, 1] * q1 + a[1, 2] * q2)
        most = max(most, a[2, 0] * q0 + a[2, 1] * q1 + a[2, 2] * q2)
        least = min(p0 * a[0, 0] + p1 * a[1, 0] + p2 * a[2, 0], p0 * a[0, 1] + p1 * a[1, 1] + p2 * a[2, 1])
        least = min(least, p0 * a[0, 2] + p1 * a[1, 2] + p2 * a[2, 2])
        if most - least < best:
            best, value = most - least, 0.5 * (most + least)
            x0, x1, x2, y0, y1, y2 = p0, p1, p2, q0, q1, q2
            if best <= 0.0:
                break
    p[0], p[1], p[2], q[0], q[1], q[2] = x0, x1, x2, y0, y1, y2
    return value


@kernel
def even_mix(a: Reals, p: Reals, q: Reals, parts: Reals) -> None:
    """Of all optimal mixes of a matrix game, the one in their middle.

    Where several are equally good on paper, some would pass an empty crossing back and forth for ever and never collect what the
    position is worth; the one in the middle plays every good line sometimes.
    """
    least = 1e300
    for part in range(PARTS):
        value = best_part(a, p, q, part, part + 1)
        parts[part, GAP] = 1e300
        if value != value:
            continue
        most, fewest = -1e300, 1e300
        for i in range(SIDE):
            most = max(most, a[i, 0] * q[0] + a[i, 1] * q[1] + a[i, 2] * q[2])
            fewest = min(fewest, p[0] * a[0, i] + p[1] * a[1, i] + p[2] * a[2, i])
            parts[part, ROWS_MIX + i], parts[part, COLUMNS_MIX + i] = p[i], q[i]
        parts[part, GAP] = most - fewest
        least = min(least, most - fewest)
    count = 0
    for i in range(SIDE):
        p[i], q[i] = 0.0, 0.0
    for part in range(PARTS):
        if parts[part, GAP] <= least + SAME:
            count += 1
            for i in range(SIDE):
                p[i] += parts[part, ROWS_MIX + i]
                q[i] += parts[part, COLUMNS_MIX + i]
    for i in range(SIDE):
        p[i] /= count
        q[i] /= count


@kernel
def safe_mix(space: MixSpace, forever: float) -> float:
    """The value of a position of the match, and mixes that collect it.

    Who loses by passing for ever needs a mix that is best even if an empty crossing were a little worse for it than it is: some
    of those that are optimal on paper let the other side pass for ever. Who gains by that needs no such care.
    """
    a, b = space.payoff, space.worse
    value = matrix_game(a, space.p, space.q)
    even_mix(a, space.p, space.q, space.parts)
    for i in range(SIDE):
        for j in range(SIDE):
            b[i, j] = a[i, j] + EDGE * (forever - a[i, j]) if space.empty[i, j] else a[i, j]
    even_mix(b, space.other_p, space.other_q, space.parts)
    for i in range(SIDE):
        if forever < value:
            space.p[i] = space.other_p[i]
        elif forever > value:
            space.q[i] = space.other_q[i]
    return value


@kernel
def even(u0: float, u1: float, u2: float, v0: float, v1: float, v2: float) -> tuple[float, float, float]:
    """The mix that makes both differences nought, or -1 first if there is none."""
    w0, w1, w2 = u1 * v2 - u2 * v1, u2 * v0 - u0 * v2, u0 * v1 - u1 * v0
    total = w0 + w1 + w2
    if total == 0.0:
        return -1.0, 0.0, 0.0
    w0, w1, w2 = w0 / total, w1 / total, w2 / total
    if w0 < 0.0 or w1 < 0.0 or w2 < 0.0:
        return -1.0, 0.0, 0.0
    return w0, w1, w2


@kernel
def with_empties(known: Reals, empty: Truths, passed: float, a: Reals) -> None:
    """The matrix of a position: what is known, and at empty crossings the value once the token has passed."""
    for i in range(SIDE):
        for j in range(SIDE):
            a[i, j] = passed if empty[i, j] else known[i, j]


@kernel
def slope(empty: Truths, p: Reals, q: Reals) -> float:
    """How often an empty crossing is met."""
    met = 0.0
    for i in range(SIDE):
        for j in range(SIDE):
            if empty[i, j]:
                met += p[i] * q[j]
    return met


@kernel
def solve_cycle(space: Workspace, forever: float, low: float, high: float) -> None:
    """The values of both positions of a board, given those after a tile is taken by the rows and by the columns."""
    rows, columns, a = space.matrices[0], space.matrices[1], space.matrices[2]
    empty, p, q = space.empty, space.p, space.q
    any_empty = False
    for i in range(SIDE):
        for j in range(SIDE):
            any_empty = any_empty or empty[i, j]
    x, y = forever, forever
    near, far, side = forever, forever, 0.0  # the answer lies between: at `near` the gap still points to it, at `far` no more
    found, found_falls, probing = forever, 0.0, False
    for _ in range(STEPS):
        with_empties(columns, empty, x, a)
        y = matrix_game(a, p, q)
        falls = slope(empty, p, q)
        with_empties(rows, empty, y, a)
        there = matrix_game(a, p, q)
        falls *= slope(empty, p, q)
        gap = there - x
        closed = abs(gap) <= TINY * max(1.0, abs(x))
        if probing and not closed:
            if abs(gap) >= 0.5 * (1.0 - found_falls) * abs(x - found):
                x = found  # alone on this side
                break
            near, far, probing = x, found, False  # the end of an interval lies in between
            x = 0.5 * (near + far)
            continue
        if not any_empty or (closed and x == forever):
            x = there
            break
        if closed and not probing and falls < 1.0 - 1e-9:
            # a fixed point; but it may be the wrong end of a whole interval, where slopes differ on both sides
            found, found_falls, probing = x, falls, True
            x += NUDGE * (forever - x)
            continue
        probing = False
        if side == 0.0:
            side = 1.0 if gap > 0.0 else -1.0
            far = high if gap > 0.0 else low
        if gap * side > 0.0 and not closed:
            near = x
        else:
            far = x
        if abs(far - near) <= 2.0 * TINY * max(1.0, abs(far)):
            x = far
            break
        guess = x + gap / (1.0 - falls) if falls < 1.0 - 1e-9 else far
        x = guess if min(near, far) < guess < max(near, far) else 0.5 * (near + far)
    with_empties(columns, empty, x, a)
    space.found[0], space.found[1] = x, matrix_game(a, p, q)


@kernel
def solve_points(space: Workspace, values: Reals) -> None:
    """Expected points to come, rows minus columns, for every board that is not over: `values[board, attacker]`."""
    matrices = space.matrices
    for board in range(BOARDS):  # taking a tile makes the number smaller
        if is_over(board):
            continue
        for cell in range(CELLS):
            left = tiles_at(board, cell)
            i, j = cell // SIDE, cell % SIDE
            space.empty[i, j] = left == 0
            if left > 0:
                tile = top(space.upper[cell], left)
                after = board - 3**cell
                matrices[0, i, j] = tile + values[after, 1]
                matrices[1, i, j] = -tile + values[after, 0]
        solve_cycle(space, 0.0, -100.0, 100.0)
        values[board, 0], values[board, 1] = space.found[0], space.found[1]


@kernel
def read(values: Reals, shape: Shape, end: Reals, board: int, attacker: int, ahead: int) -> float:
    """The rows' chance to win at a board when they are so many points ahead; `end[ahead + 180]` once the board is over."""
    start, widest = shape.start[board], shape.reach[board]
    if start < 0:
        return end[ahead + 2 * POINTS_ON_BOARD]
    if ahead > widest:
        return end[2 * POINTS_ON_BOARD + 2 * POINTS_ON_BOARD]
    if ahead < -widest:
        return end[0]
    return values[start + 2 * (ahead + widest) + attacker]


@kernel
def worth_of_passing(ahead: int) -> float:
    """any.1: what it is worth to the rows to pass an empty crossing back and forth for ever, being so many points ahead."""
    return 1.0 if ahead > 0 else 0.0 if ahead < 0 else 0.5


@kernel
def solve_match(space: Workspace, shape: Shape, end: Reals, values: Reals, first: int, last: int) -> None:
    """Chances to win for the boards `first` to `last` - 1, for every lead within each board's reach."""
    matrices = space.matrices
    for board in range(first, last):
        if shape.start[board] < 0:
            continue
        reach = shape.reach[board]
        for ahead in range(-reach, reach + 1):
            for cell in range(CELLS):
                left = tiles_at(board, cell)
                i, j = cell // SIDE, cell % SIDE
                space.empty[i, j] = left == 0
                if left > 0:
                    tile = top(space.upper[cell], left)
                    after = board - 3**cell
                    matrices[0, i, j] = read(values, shape, end, after, 1, ahead + tile)
                    matrices[1, i, j] = read(values, shape, end, after, 0, ahead - tile)
            solve_cycle(space, worth_of_passing(ahead), 0.0, 1.0)
            at = shape.start[board] + 2 * (ahead + reach)
            values[at], values[at + 1] = space.found[0], space.found[1]
