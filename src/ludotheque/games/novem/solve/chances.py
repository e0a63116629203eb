"""What elephant's match play comes to against uniform play and against a best response, exactly: the tables of `contest`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ludotheque.games.novem.solve.kernels import chances as kernels
from ludotheque.games.novem.solve.kernels import solution as solver
from ludotheque.games.novem.solve.kernels.chances import BEST, CONTESTS, UNIFORM
from ludotheque.games.novem.solve.kernels.solution import BOARDS, POINTS_ON_BOARD, SIDE
from ludotheque.games.novem.solve.solution import (
    FULL,
    MIDDLE,
    PARTS,
    UPPER,
    Progress,
    compiled,
    decided,
    safe_room,
    shape,
    solution,
)
from ludotheque.rules import kernel


@dataclass(frozen=True, slots=True)
class Chances:
    """Elephant's chance to win a match, a draw counting half, by who it plays (0: rows) and who attacks first."""

    value: tuple[tuple[float, float], tuple[float, float]]
    """In equilibrium."""
    against_uniform: tuple[tuple[float, float], tuple[float, float]]
    against_best: tuple[tuple[float, float], tuple[float, float]]

    @property
    def mean_against_uniform(self) -> float:
        """Over both sides, both first attackers and so over every layout."""
        return sum(map(sum, self.against_uniform)) / 4

    @property
    def exploitability(self) -> float:
        """The most that a best response gains on the value of the match, whoever elephant plays."""
        return max(
            worth - found
            for worths, founds in zip(self.value, self.against_best, strict=True)
            for worth, found in zip(worths, founds, strict=True)
        )


def chances(progress: Progress | None = None) -> tuple[Chances, Chances]:
    """For a match of one game and for one of two."""
    tell = progress or (lambda done: None)
    solved = solution()
    left, start_last, reach_first, start_first, _ = shape()
    ends = np.array([decided()] * CONTESTS)
    last = tables(start_last, left, decided(), solved.tables["last"], ends, progress=lambda done: tell(done / 3))

    def second_game(kind: int, attacker: int, ahead: int) -> float:
        """The rows' chance before the second layout is known: half of all layouts are the solved one turned."""
        same = solver.read(last[kind], start_last, left, decided(), FULL, attacker, ahead)
        turned = solver.read(last[kind ^ 1], start_last, left, decided(), FULL, 1 - attacker, -ahead)
        return 0.5 * (float(same) + 1.0 - float(turned))

    first = []
    for begins, name in enumerate(("first_rows", "first_columns")):
        ends = np.array([decided()] * CONTESTS)
        for kind in range(CONTESTS):
            for ahead in range(-POINTS_ON_BOARD, POINTS_ON_BOARD + 1):
                ends[kind, MIDDLE + ahead] = second_game(kind, 1 - begins, ahead)
        end = solved.second_game(1 - begins)
        table = solved.tables[name]
        first.append(
            tables(start_first, reach_first, end, table, ends, progress=lambda done, n=begins: tell((1 + n + done) / 3))  # type: ignore[misc]
        )

    def at_first(begins: int, values: Any, game: int) -> float:
        start, reach = (start_last, left) if game == 1 else (start_first, reach_first)
        return float(values[start[FULL] + 2 * reach[FULL] + begins])

    one = _chances(
        lambda kind, begins: at_first(begins, last[kind], 1),
        lambda begins: at_first(begins, solved.tables["last"], 1),
    )
    two = _chances(
        lambda kind, begins: at_first(begins, first[begins][kind], 2),
        lambda begins: at_first(begins, solved.tables[("first_rows", "first_columns")[begins]], 2),
    )
    return one, two


def _chances(found: Any, value: Any) -> Chances:
    """Tables hold the rows' chance; elephant's is that or one minus it."""

    def own(side: int, chance: float) -> float:
        return chance if side == 0 else 1.0 - chance

    def by_side(ask: Any) -> Any:
        return tuple(tuple(own(side, ask(side, begins)) for begins in (0, 1)) for side in (0, 1))

    return Chances(
        value=by_side(lambda side, begins: value(begins)),
        against_uniform=by_side(lambda side, begins: found(UNIFORM + side, begins)),
        against_best=by_side(lambda side, begins: found(BEST + side, begins)),
    )


def tables(
    start: Any, reach: Any, end: Any, table: Any, ends: Any, boards: int = BOARDS, progress: Progress | None = None
) -> Any:
    """The rows' chance in every position of the first so many boards, one table for each contest."""
    values = np.zeros((CONTESTS, len(table)))
    room = (
        np.zeros((SIDE, SIDE)), np.zeros((2, 2, SIDE)), np.zeros(SIDE), np.zeros(SIDE), np.zeros((SIDE, SIDE), np.bool_),
        *safe_room(), np.zeros((2, SIDE)), np.zeros((2, SIDE)),
    )  # fmt: skip
    contests: Any = kernel.compiled(kernels.__name__, solver=compiled())  # bound, so that its cache knows of both files
    cuts = [boards * part // PARTS for part in range(PARTS + 1)]
    for part in range(PARTS):
        contests.contest(np.array(UPPER), cuts[part], cuts[part + 1], start, reach, end, np.asarray(table), ends, values, *room)
        if progress is not None:
            progress((part + 1) / PARTS)
    return values
