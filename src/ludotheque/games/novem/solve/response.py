"""How much a best response gains against fixed mixes: an independent check of the solution, and the measure of habits.

Nothing of the solver is used: for each board the responder tries every pair of pure lines (one for attacking, one for
defending); the two positions of the board are then two linear equations. A pair that never leaves an
empty crossing is worth nought.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

from ludotheque.games.novem.rules import CELLS, SIDE, top
from ludotheque.games.novem.solve.kernels.solution import BOARDS
from ludotheque.games.novem.solve.solution import FULL, UPPER
from ludotheque.rules import arrays
from ludotheque.rules.kernel import Reals

Mixes = Callable[[tuple[int, ...], int], tuple[tuple[float, ...], tuple[float, ...]]]
"""The mix of rows and of columns for the tiles left at each crossing and who attacks (0: rows)."""


def best_response(mixes: Mixes, responder: int) -> Reals:
    """Points to come, rows minus columns, when the responder (0: rows) plays best against the other's mixes."""
    values = arrays.reals(BOARDS, 2)
    for board in range(BOARDS):
        tiles = tuple(board // 3**cell % 3 for cell in range(CELLS))
        if _over(tiles):
            continue
        fixed = [mixes(tiles, attacker)[1 - responder] for attacker in (0, 1)]
        gains = arrays.reals(2, SIDE)
        passes = arrays.reals(2, SIDE)
        for attacker, row, column in product((0, 1), range(SIDE), range(SIDE)):
            cell = row * SIDE + column
            own, other = (row, column) if responder == 0 else (column, row)
            share = fixed[attacker][other]
            if tiles[cell] == 0:
                passes[attacker, own] += share
            else:
                tile = top(UPPER[cell], tiles[cell])
                gains[attacker, own] += share * ((tile if attacker == 0 else -tile) + values[board - 3**cell, 1 - attacker])
        values[board] = _best_pair(gains, passes, 1 if responder == 0 else -1)
    return values


def exploitability(mixes: Mixes) -> tuple[float, float]:
    """What best responses gain together over a whole game: the rows attacking first, the columns attacking first.

    Half of it is what one side gives away on average; it is nought for an equilibrium.
    """
    rows, columns = best_response(mixes, 0), best_response(mixes, 1)
    return float(rows[FULL, 0] - columns[FULL, 0]), float(rows[FULL, 1] - columns[FULL, 1])


def _best_pair(gains: Reals, passes: Reals, sign: int) -> tuple[float, float]:
    """Values of both positions under the pair of pure lines that is best for both at once."""
    best = (-1e300, -1e300)
    for first, second in product(range(SIDE), repeat=2):
        a, b, c, d = gains[0, first], passes[0, first], gains[1, second], passes[1, second]
        rest = 1.0 - b * d
        x = (a + b * c) / rest if rest > 1e-12 else 0.0
        y = c + d * x if rest > 1e-12 else 0.0
        best = max(best, (sign * x, sign * y), key=sum)
    return sign * best[0], sign * best[1]


def _over(tiles: tuple[int, ...]) -> bool:
    rows = [sum(tiles[line * SIDE : line * SIDE + SIDE]) for line in range(SIDE)]
    return 0 in rows or 0 in [sum(tiles[line::SIDE]) for line in range(SIDE)]
