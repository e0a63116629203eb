"""What match play comes to against another mix and against a best response, exactly: elephant's, and that of each level."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from ludotheque.bots.solved import Progress
from ludotheque.games.novem.rules import CELLS, SIDE, State
from ludotheque.games.novem.solve.kernels import chances as kernels
from ludotheque.games.novem.solve.kernels.chances import BEST, CONTESTS, MIXED
from ludotheque.games.novem.solve.kernels.solution import BOARDS, POINTS_ON_BOARD, Shape
from ludotheque.games.novem.solve.solution import (
    FIRST,
    FIRST_GAMES,
    FULL,
    LAST,
    MIDDLE,
    PARTS,
    UPPER,
    Solution,
    before_the_second,
    compiled,
    decided,
    mix_space,
    shapes,
    solution,
)
from ludotheque.rules import arrays, kernel
from ludotheque.rules.kernel import Reals

Pairs: TypeAlias = tuple[tuple[float, float], tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Chances:
    """Somebody's chance to win a match, a draw counting half, by the side they play (0: rows) and who attacks first."""

    value: Pairs
    """Of elephant, in equilibrium."""
    against_mix: Pairs
    """Against what the other side was said to play, or all lines alike."""
    against_best: Pairs

    @property
    def exploitability(self) -> float:
        """The most that a best response gains on the value of the match, whichever side elephant plays."""
        return max(
            worth - found
            for worths, founds in zip(self.value, self.against_best, strict=True)
            for worth, found in zip(worths, founds, strict=True)
        )


def chances(progress: Progress | None = None, given: Reals | None = None, others: Reals | None = None) -> tuple[Chances, Chances]:
    """For a match of one game and for one of two; of elephant, or of who mixes as is given for each board; against others."""
    tell = progress or (lambda done: None)
    solved, mixes = solution(), (given, others)
    one_game, two_games = shapes()[LAST], shapes()[FIRST]
    ends = _all_decided()
    last = tables(one_game, solved.tables["last"], decided(), ends, progress=lambda done: tell(done / 3), mixes=mixes)
    first = []
    for begins, name in enumerate(FIRST_GAMES):
        ends = _all_decided()
        for kind in range(CONTESTS):
            for ahead in range(-POINTS_ON_BOARD, POINTS_ON_BOARD + 1):
                ends[kind, MIDDLE + ahead] = before_the_second(last[kind], last[kind ^ 1], 1 - begins, ahead)

        def told(done: float, before: int = 1 + begins) -> None:
            tell((before + done) / 3)

        first.append(tables(two_games, solved.tables[name], solved.second_game(1 - begins), ends, progress=told, mixes=mixes))

    def at_first(shape: Shape, values: Reals, begins: int) -> float:
        return float(values[shape.start[FULL] + 2 * shape.reach[FULL] + begins])

    one = _chances(
        lambda kind, begins: at_first(one_game, last[kind], begins),
        lambda begins: at_first(one_game, solved.tables["last"], begins),
    )
    two = _chances(
        lambda kind, begins: at_first(two_games, first[begins][kind], begins),
        lambda begins: at_first(two_games, solved.tables[FIRST_GAMES[begins]], begins),
    )
    return one, two


def _all_decided() -> Reals:
    ends = arrays.reals(CONTESTS, 2 * MIDDLE + 1)
    for kind in range(CONTESTS):
        ends[kind, :] = decided()
    return ends


def _chances(found: Callable[[int, int], float], value: Callable[[int], float]) -> Chances:
    """Tables hold the rows' chance; elephant's is that or one minus it."""

    def own(side: int, chance: float) -> float:
        return chance if side == 0 else 1.0 - chance

    def by_side(ask: Callable[[int, int], float]) -> Pairs:
        rows, columns = ((own(side, ask(side, 0)), own(side, ask(side, 1))) for side in (0, 1))
        return rows, columns

    return Chances(
        value=by_side(lambda side, begins: value(begins)),
        against_mix=by_side(lambda side, begins: found(MIXED + side, begins)),
        against_best=by_side(lambda side, begins: found(BEST + side, begins)),
    )


def tables(
    shape: Shape,
    table: Reals,
    end: Reals,
    ends: Reals,
    boards: int = BOARDS,
    progress: Progress | None = None,
    mixes: tuple[Reals | None, Reals | None] = (None, None),
) -> Reals:
    """The rows' chance in every position of the first so many boards, one table for each contest.

    Elephant plays by `table` and `end`, unless `mixes` are given: first those of who plays in its place, then those of the other
    side. `ends` are the rows' chances when the game is over, for each contest.
    """
    given, others = (arrays.reals(0, 2, 2, SIDE) if one is None else one for one in mixes)
    space = kernels.Workspace(
        upper=arrays.numbers(UPPER),
        shape=shape,
        table=table,
        end=end,
        values=arrays.reals(CONTESTS, len(table)),
        ends=ends,
        mixing=mix_space(),
        mixes=arrays.reals(2, 2, SIDE),
        given=given,
        others=others,
        gains=arrays.reals(2, SIDE),
        passes=arrays.reals(2, SIDE),
    )
    contests = kernel.compiled(kernels.__name__, solution=compiled(), rules=kernel.compiled(State.__module__))
    cuts = [boards * part // PARTS for part in range(PARTS + 1)]
    for part in range(PARTS):
        contests.contest(space, cuts[part], cuts[part + 1])
        if progress is not None:
            progress((part + 1) / PARTS)
    return space.values


def mixes_of(level: str) -> Reals | None:
    """How a level with a habit mixes at every board, by attacker and side; None for elephant, who looks at the score too."""
    from ludotheque.games.novem.bots.player import HABITS, blend, habit

    if not HABITS[level]:
        return None
    solved, mixes = Solution(solution().tables, compiled()), arrays.reals(BOARDS, 2, 2, SIDE)
    for board in range(BOARDS):
        tiles = tuple(board // 3**cell % 3 for cell in range(CELLS))
        for attacker in (0, 1):
            good = solved.points(UPPER, tiles, attacker)
            for side, mix in enumerate((good.rows, good.columns)):
                usual = habit(UPPER, tiles, attacker == side, rows=side == 0)
                mixes[board, attacker, side] = blend(mix, usual, HABITS[level])
    return mixes
