"""The solved game, ready to be asked: values and mixes of any position of any layout, for points and for the match."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import permutations
from pathlib import Path
from types import ModuleType

from ludotheque.bots.solved import Progress
from ludotheque.games.novem import rules
from ludotheque.games.novem.rules import CELLS, SIDE, top
from ludotheque.games.novem.solve.kernels import solution as kernels
from ludotheque.games.novem.solve.kernels.solution import BOARDS, POINTS_ON_BOARD, MixSpace, Shape, Workspace
from ludotheque.rules import arrays, kernel
from ludotheque.rules.kernel import Reals

UPPER = (2, 7, 6, 9, 5, 1, 4, 3, 8)
"""The one layout that is solved: all 72 come from it by swapping rows, columns, and rows with columns."""
FULL = BOARDS - 1
MIDDLE = 2 * POINTS_ON_BOARD
PARTS = 64
"""In how many steps progress is shown for each table."""
LAST, FIRST = 0, 1
"""The shapes of tables: of the last game of a match, and of the first of two."""
FIRST_GAMES = ("first_rows", "first_columns")
"""Tables of the first game of two, by who attacks first."""
TABLES = ("points", "last", *FIRST_GAMES)


@dataclass(frozen=True, slots=True)
class Position:
    """A matrix game: what each pair of lines is worth to the rows, its value, and the mix of both sides."""

    payoff: tuple[tuple[float, ...], ...]
    value: float
    rows: tuple[float, ...]
    columns: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Alignment:
    """How a layout lies on the solved one: `rows[i]` is the line of the layout that the i-th solved row is."""

    turned: bool
    rows: tuple[int, ...]
    columns: tuple[int, ...]


@lru_cache(maxsize=128)
def alignment_of(upper: tuple[int, ...]) -> Alignment:
    """The alignment of a layout; a ValueError has the code of what is wrong with it."""
    for turned in (False, True):
        for rows in permutations(range(SIDE)):
            for columns in permutations(range(SIDE)):
                alignment = Alignment(turned, rows, columns)
                if all(upper[cell_in(alignment, cell)] == UPPER[cell] for cell in range(CELLS)):
                    return alignment
    raise ValueError("solve.no_such_layout")


def cell_in(alignment: Alignment, cell: int) -> int:
    """The crossing of the layout that a crossing of the solved one is."""
    row, column = alignment.rows[cell // SIDE], alignment.columns[cell % SIDE]
    return column * SIDE + row if alignment.turned else row * SIDE + column


class Solution:
    """All values, and the mixes made from them when asked."""

    def __init__(self, tables: dict[str, Reals], kernels: ModuleType = kernels) -> None:
        """`kernels` may be the compiled ones, for those who ask for many positions."""
        self.tables, self._kernels = tables, kernels
        self._second: dict[int, Reals] = {}

    def points(self, upper: Sequence[int], tiles: Sequence[int], attacker: int) -> Position:
        """Expected points to come, rows minus columns."""
        alignment = alignment_of(tuple(upper))
        board, attacks = self._place(alignment, tiles, attacker)
        values = self.tables["points"]
        sign = 1 - 2 * attacks

        def worth(cell: int, tile: int) -> float:
            if tile == 0:
                return float(values[board, 1 - attacks])
            return sign * tile + float(values[board - 3**cell, 1 - attacks])

        return self._position(alignment, board, worth, 0.0)

    def match(self, upper: Sequence[int], tiles: Sequence[int], attacker: int, ahead: int, first: int | None) -> Position:
        """The rows' chance to win the match, being so many points ahead.

        `first` is who attacked first in a first game of two; None in the last game of the match.
        """
        alignment = alignment_of(tuple(upper))
        board, attacks = self._place(alignment, tiles, attacker)
        lead = -ahead if alignment.turned else ahead
        if first is None:
            values, shape, end = self.tables["last"], shapes()[LAST], decided()
        else:
            begins = 1 - first if alignment.turned else first
            values = self.tables["first_rows" if begins == 0 else "first_columns"]
            shape, end = shapes()[FIRST], self.second_game(1 - begins)
        sign = 1 - 2 * attacks

        def worth(cell: int, tile: int) -> float:
            after = board - 3**cell if tile else board
            return kernels.read(values, shape, end, after, 1 - attacks, lead + sign * tile)

        return self._position(alignment, board, worth, 1.0, kernels.worth_of_passing(ahead))

    def second_game(self, attacker: int) -> Reals:
        """The rows' chance when the first game is over, by their lead, before the second layout is known."""
        if attacker in self._second:
            return self._second[attacker]
        chances = self._second[attacker] = decided()
        for ahead in range(-POINTS_ON_BOARD, POINTS_ON_BOARD + 1):
            chances[MIDDLE + ahead] = before_the_second(self.tables["last"], self.tables["last"], attacker, ahead)
        return chances

    @staticmethod
    def _place(alignment: Alignment, tiles: Sequence[int], attacker: int) -> tuple[int, int]:
        board = sum(int(tiles[cell_in(alignment, cell)]) * 3**cell for cell in range(CELLS))
        return board, 1 - attacker if alignment.turned else attacker

    def _position(
        self,
        alignment: Alignment,
        board: int,
        worth: Callable[[int, int], float],
        whole: float,
        forever: float | None = None,
    ) -> Position:
        """Solve the matrix of a position, and put it back as the layout lies.

        Turned, the sides change places, and what one has of the `whole` the other has not. `forever` is what passing for ever is
        worth to the rows in a match.
        """
        space = mix_space()
        payoff, empty = space.payoff, space.empty
        for cell in range(CELLS):
            left = board // 3**cell % 3
            tile = top(UPPER[cell], left)
            at = cell_in(alignment, cell)
            value = worth(cell, tile)
            payoff[at // SIDE, at % SIDE] = whole - value if alignment.turned else value
            empty[at // SIDE, at % SIDE] = left == 0
        if forever is None:
            value = self._kernels.matrix_game(payoff, space.p, space.q)
            self._kernels.even_mix(payoff, space.p, space.q, space.parts)
        else:
            value = self._kernels.safe_mix(space, forever)
        return Position(tuple(map(tuple, payoff.tolist())), float(value), tuple(space.p.tolist()), tuple(space.q.tolist()))


def before_the_second(rows: Reals, columns: Reals, attacker: int, ahead: int) -> float:
    """The rows' chance before the layout of the second game is known: half of all layouts are the solved one turned.

    `rows` is the table of the last game for who has the rows now, `columns` the one for who has them when the layout is turned.
    """
    same = kernels.read(rows, shapes()[LAST], decided(), FULL, attacker, ahead)
    turned = kernels.read(columns, shapes()[LAST], decided(), FULL, 1 - attacker, -ahead)
    return 0.5 * (float(same) + 1.0 - float(turned))


def mix_space() -> MixSpace:
    """Room for finding the mixes of one position."""
    return MixSpace(
        payoff=arrays.reals(SIDE, SIDE),
        empty=arrays.truths(SIDE, SIDE),
        p=arrays.reals(SIDE),
        q=arrays.reals(SIDE),
        parts=arrays.reals(kernels.PARTS, kernels.ROOM),
        worse=arrays.reals(SIDE, SIDE),
        other_p=arrays.reals(SIDE),
        other_q=arrays.reals(SIDE),
    )


def decided() -> Reals:
    """The rows' chance when all is over, by their lead: a draw counts half."""
    chances = arrays.reals(2 * MIDDLE + 1)
    chances[MIDDLE] = 0.5
    chances[MIDDLE + 1 :] = 1.0
    return chances


@cache
def shapes() -> tuple[Shape, Shape]:
    """How the tables of the last game of a match and of the first of two lie."""
    return _layout(LAST)[0], _layout(FIRST)[0]


@cache
def _layout(which: int) -> tuple[Shape, int]:
    """How a table lies, and how many values it holds."""
    shape = Shape(arrays.ints(BOARDS), arrays.ints(BOARDS))
    return shape, int(compiled().lay_out(arrays.numbers(UPPER), which == LAST, shape))


# Solving, and keeping what was solved --------------------------------------------------------------------------------


def folder() -> Path:
    """Where the tables are kept: a folder named after the source that made them."""
    sources = b"".join(Path(path).read_bytes() for path in (rules.__file__, kernels.__file__, __file__))
    return kernel.cache_home() / "solutions" / f"novem-{hashlib.sha256(sources).hexdigest()[:16]}"


class Tables(dict[str, Reals]):
    """The tables by name: those that were kept, and the others solved when they are asked for."""

    def __missing__(self, name: str) -> Reals:
        kept = arrays.kept(folder() / name)
        self[name] = self.solve(name) if kept is None else kept
        return self[name]

    def solve(self, name: str, progress: Progress = lambda done: None) -> Reals:
        """Solve a table, with those that it leans on, and keep it."""
        if name == "points":
            solved = solve_points()
        elif name == "last":
            solved = _solve_match(LAST, decided(), progress)
        else:
            solved = _solve_match(FIRST, Solution(self).second_game(1 - FIRST_GAMES.index(name)), progress)
        arrays.keep(folder() / name, solved)
        kept = arrays.kept(folder() / name)  # what could be kept is shared by all processes
        return solved if kept is None else kept


_found: list[Solution] = []


def solution(progress: Progress | None = None) -> Solution:
    """The solution, from the cache or solved now; where nothing is kept, each table when it is needed."""
    if not _found:
        tables = Tables()
        if kernel.carrier().lasting:
            _solve_all(tables, progress or (lambda done: None))
        _found.append(Solution(tables))
    return _found[0]


def _solve_all(tables: Tables, progress: Progress) -> None:
    for number, name in enumerate(TABLES):
        kept = arrays.kept(folder() / name)
        if kept is None:
            kept = tables.solve(name, lambda done, before=number: progress((before + done) / len(TABLES)))  # type: ignore[misc]
        tables[name] = kept


def solve_points() -> Reals:
    """Expected points of every board."""
    values = arrays.reals(BOARDS, 2)
    compiled().solve_points(_workspace(), values)
    return values


def _solve_match(which: int, end: Reals, progress: Progress) -> Reals:
    shape, size = _layout(which)
    values, space = arrays.reals(size), _workspace()
    cuts = [BOARDS * part // PARTS for part in range(PARTS + 1)]
    for part in range(PARTS):
        compiled().solve_match(space, shape, end, values, cuts[part], cuts[part + 1])
        progress((part + 1) / PARTS)
    return values


def compiled() -> ModuleType:
    """The kernels as machine code; bound to the rules, so that their cache knows of both files."""
    return kernel.compiled(kernels.__name__, rules=kernel.compiled(rules.__name__))


def _workspace() -> Workspace:
    return Workspace(
        upper=arrays.numbers(UPPER),
        matrices=arrays.reals(3, SIDE, SIDE),
        empty=arrays.truths(SIDE, SIDE),
        p=arrays.reals(SIDE),
        q=arrays.reals(SIDE),
        found=arrays.reals(2),
    )
