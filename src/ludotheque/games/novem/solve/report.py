"""What `ludotheque solve` prints of this game: the value of each class of layout, and the mixes of any position.

Headings, sides and mistakes are codes; the words behind them are the game's.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ludotheque.bots.solved import Cell, Progress, Rows
from ludotheque.games.novem.rules import CELLS, COLUMNS, ROWS, SIDE, STACK_SUM, lower
from ludotheque.games.novem.solve.chances import Chances, chances, mixes_of
from ludotheque.games.novem.solve.kernels.solution import POINTS_ON_BOARD
from ludotheque.games.novem.solve.solution import UPPER, Position, solution
from ludotheque.levels import LEVELS
from ludotheque.rules.core import Options

MEASURES = ("points", "match", "levels")
"""Expected points, chances to win a match (of one game, and of two; so the options of a table make no difference here), or what
habits cost in one."""
SIDES = ("board.rows", "board.columns")
FULL_BOARD = (2,) * CELLS
BETWEEN_ROWS = ". "
UNSAID = ("0", "-1")
"""Of a position: nobody leads, and it is not the first game of two."""
ACROSS = tuple(UPPER[cell % SIDE * SIDE + cell // SIDE] for cell in range(CELLS))


def values(measure: str, options: Options, progress: Progress) -> Rows:
    """Every class of layout (all others come from these two by swapping rows or columns) with either attacker.

    For the match: elephant's exact chances against uniform play and against a best response. For the levels: how often a best
    response wins against each.
    """
    solved = solution(progress)
    if measure == "levels":
        return [row for level, above in pairwise(LEVELS) for row in _costs(level, above, progress)]
    if measure == "match":
        return [row for games, exact in enumerate(chances(progress), start=1) for row in _chances(games, exact)]
    found: Rows = []
    for upper in (UPPER, ACROSS):
        for attacker, name in enumerate(SIDES):
            points = solved.points(upper, FULL_BOARD, attacker)
            one = solved.match(upper, FULL_BOARD, attacker, 0, None)
            two = solved.match(upper, FULL_BOARD, attacker, 0, attacker)
            found.append(
                {
                    "solve.layout": " ".join("".join(map(str, upper[row * SIDE : row * SIDE + SIDE])) for row in range(SIDE)),
                    "solve.attacks_first": name,
                    "solve.points": (points.value, "+.9f"),
                    "solve.one_game": (one.value, ".6%"),
                    "solve.two_games": (two.value, ".6%"),
                }
            )
    return found


def _chances(games: int, found: Chances) -> Rows:
    """A row for each side and first attacker, and one for all."""

    def row(side: str, first: str, *shown: float) -> dict[str, Cell]:
        headings = ("solve.value", "solve.against_uniform", "solve.against_best")
        chances = {heading: (chance, ".6%") for heading, chance in zip(headings, shown, strict=True)}
        return {"solve.games": str(games), "solve.elephant_plays": side, "solve.attacks_first": first, **chances}

    tables = (found.value, found.against_mix, found.against_best)
    rows = [row(SIDES[side], SIDES[begins], *(table[side][begins] for table in tables)) for side in (0, 1) for begins in (0, 1)]
    return [*rows, row("solve.either", "solve.either", *(sum(map(sum, table)) / 4 for table in tables))]


def _costs(level: str, above: str, progress: Progress) -> Rows:
    """How often a best response wins against a level, and the level above: the mean over sides and first attackers.

    Of the best response also the least of them: the seat that is worst for it.
    """
    rows: Rows = []
    mixes = mixes_of(level)
    costs, contests = chances(progress, mixes), chances(progress, mixes_of(above), mixes)
    for games, (cost, contest) in enumerate(zip(costs, contests, strict=True), start=1):
        wins = [1 - chance for side in cost.against_best for chance in side]
        rows.append(
            {
                "solve.level": f"level.{level}",
                "solve.games": str(games),
                "solve.response_wins": (sum(wins) / 4, ".6%"),
                "solve.worst_seat": (min(wins), ".6%"),
                "solve.above_wins": (sum(map(sum, contest.against_mix)) / 4, ".6%"),
            }
        )
    return rows


def position(text: str, measure: str, options: Options, progress: Progress) -> Rows:
    """The mixes of a position: `LAYOUT/TILES/ATTACKER[/LEAD[/FIRST]]`.

    Nine upper values and nine counts of tiles left, row by row, with dots or blanks between rows or without; who attacks (0 rows,
    1 columns), by how much the rows lead, and, in the first game of two, who attacked first.
    """
    if measure == "levels":
        raise ValueError("solve.levels_are_of_all")
    upper, tiles, attacker, ahead, first = _read(text)
    if measure == "match":
        return _rows(solution(progress).match(upper, tiles, attacker, ahead, first), ".9%")
    return _rows(solution(progress).points(upper, tiles, attacker), "+.9f")


def _read(text: str) -> tuple[tuple[int, ...], tuple[int, ...], int, int, int | None]:
    """The layout, the tiles, who attacks, the lead of the rows, and perhaps who attacked first; or the code of what is wrong."""
    parts = text.split("/")
    try:
        upper, tiles = (tuple(int(sign) for sign in part if sign not in BETWEEN_ROWS) for part in parts[:2])
        attacker, ahead, first = map(int, (*parts[2:], *UNSAID[len(parts) - 3 :]))
    except ValueError:
        raise ValueError("solve.form") from None
    if len(upper) != CELLS or len(tiles) != CELLS:
        raise ValueError("solve.form")
    games = 1 if first >= 0 else 2
    if not (max(tiles) <= 2 and attacker in (0, 1) and first in (-1, 0, 1) and _goes_on(tiles)):
        raise ValueError("solve.no_such_position")
    if abs(ahead) > games * POINTS_ON_BOARD - _left(upper, tiles):
        raise ValueError("solve.no_such_position")
    return upper, tiles, attacker, ahead, None if first < 0 else first


def _goes_on(tiles: Sequence[int]) -> bool:
    """Whether there is a tile left in every line."""
    lines = [tiles[line * SIDE : line * SIDE + SIDE] for line in range(SIDE)] + [tiles[line::SIDE] for line in range(SIDE)]
    return all(map(any, lines))


def _left(upper: Sequence[int], tiles: Sequence[int]) -> int:
    """The points that still lie on a board."""
    return sum((0, lower(value), STACK_SUM)[count] for value, count in zip(upper, tiles, strict=True))


def _rows(found: Position, form: str) -> Rows:
    """What each pair of lines is worth, with both mixes beside it, and in the corner the value."""
    rows: Rows = []
    for row in range(SIDE):
        payoffs: dict[str, Cell] = {COLUMNS[column]: (found.payoff[row][column], "+.4f") for column in range(SIDE)}
        rows.append({"": ROWS[row], **payoffs, "solve.mix": (found.rows[row], ".4%")})
    mixes: dict[str, Cell] = {COLUMNS[column]: (found.columns[column], ".4%") for column in range(SIDE)}
    return [*rows, {"": "solve.mix", **mixes, "solve.mix": (found.value, form)}]
