"""What `ludotheque solve` prints of this game: the value of each class of layout, and the mixes of any position."""

from __future__ import annotations

from itertools import pairwise

from ludotheque.games.novem.rules import CELLS, COLUMNS, ROWS, SIDE
from ludotheque.games.novem.solve.chances import Chances, chances, mixes_of
from ludotheque.games.novem.solve.solution import UPPER, Position, Progress, solution
from ludotheque.levels import LEVELS
from ludotheque.rules.core import Options

MEASURES = ("points", "match", "levels")
"""Expected points, chances to win a match (of one game, and of two; so the options of a table make no difference here), or what
habits cost in one."""
FULL_BOARD = (2,) * CELLS
ACROSS = tuple(UPPER[cell % SIDE * SIDE + cell // SIDE] for cell in range(CELLS))


def values(measure: str, options: Options, progress: Progress) -> list[dict[str, str]]:
    """Every class of layout (all others come from these two by swapping rows or columns) with either attacker.

    For the match: elephant's exact chances against uniform play and against a best response. For the levels: how often a best
    response wins against each.
    """
    solved = solution(progress)
    if measure == "levels":
        return [row for level, above in pairwise(LEVELS) for row in _costs(level, above, progress)]
    if measure == "match":
        return [row for games, exact in enumerate(chances(progress), start=1) for row in _chances(games, exact)]
    found = []
    for upper in (UPPER, ACROSS):
        for attacker, name in enumerate(("rows", "columns")):
            points = solved.points(upper, FULL_BOARD, attacker)
            one = solved.match(upper, FULL_BOARD, attacker, 0, None)
            two = solved.match(upper, FULL_BOARD, attacker, 0, attacker)
            found.append(
                {
                    "layout": " ".join("".join(map(str, upper[row * SIDE : row * SIDE + SIDE])) for row in range(SIDE)),
                    "attacks first": name,
                    "points, rows - columns": f"{points.value:+.9f}",
                    "rows win, one game": f"{one.value:.6%}",
                    "rows win, two games": f"{two.value:.6%}",
                }
            )
    return found


def _chances(games: int, found: Chances) -> list[dict[str, str]]:
    """A row for each side and first attacker, and one for all."""

    def row(side: str, first: str, shown: tuple[float, float, float]) -> dict[str, str]:
        value, uniform, best = (f"{chance:.6%}" for chance in shown)
        headings = ("games", "elephant plays", "attacks first", "value", "against uniform play", "against a best response")
        return dict(zip(headings, (str(games), side, first, value, uniform, best), strict=True))

    tables = (found.value, found.against_mix, found.against_best)
    names = ("rows", "columns")
    rows = [
        row(names[side], names[begins], (tables[0][side][begins], tables[1][side][begins], tables[2][side][begins]))
        for side in (0, 1)
        for begins in (0, 1)
    ]
    means = tuple(sum(map(sum, table)) / 4 for table in tables)
    return [*rows, row("either", "either", (means[0], means[1], means[2]))]


def _costs(level: str, above: str, progress: Progress) -> list[dict[str, str]]:
    """How often a best response wins against a level, and the level above: the mean over sides and first attackers.

    Of the best response also the least of them: the seat that is worst for it.
    """
    rows, mixes = [], mixes_of(level)
    costs, contests = chances(progress, mixes), chances(progress, mixes_of(above), mixes)
    for games, (cost, contest) in enumerate(zip(costs, contests, strict=True), start=1):
        wins = [1 - chance for side in cost.against_best for chance in side]
        rows.append(
            {
                "level": level,
                "games": str(games),
                "a best response wins": f"{sum(wins) / 4:.6%}",
                "in the worst seat": f"{min(wins):.6%}",
                "the level above wins": f"{sum(map(sum, contest.against_mix)) / 4:.6%}",
            }
        )
    return rows


def position(text: str, measure: str, options: Options, progress: Progress) -> list[dict[str, str]]:
    """The mixes of a position: `LAYOUT/TILES/ATTACKER[/LEAD[/FIRST]]`.

    Nine upper values, nine counts of tiles left, who attacks (0 rows, 1 columns), by how much the rows lead, and, in the first
    game of two, who attacked first.
    """
    parts = text.split("/")
    if not 3 <= len(parts) <= 5 or len(parts[0]) != CELLS or len(parts[1]) != CELLS or not "".join(parts[:3]).isdecimal():
        raise ValueError("LAYOUT/TILES/ATTACKER[/LEAD[/FIRST]], e.g. 276951438/222222222/0")
    upper, tiles = tuple(map(int, parts[0])), tuple(map(int, parts[1]))
    if max(tiles) > 2 or parts[2] not in "01":
        raise ValueError("0, 1 or 2 tiles at a crossing; attacker 0 or 1")
    if measure == "match":
        first = int(parts[4]) if len(parts) > 4 else None
        found = solution(progress).match(upper, tiles, int(parts[2]), int(parts[3]) if len(parts) > 3 else 0, first)
    else:
        found = solution(progress).points(upper, tiles, int(parts[2]))
    return _rows(found)


def _rows(found: Position) -> list[dict[str, str]]:
    rows = []
    for row in range(SIDE):
        payoffs = {COLUMNS[column]: f"{found.payoff[row][column]:+.4f}" for column in range(SIDE)}
        rows.append({"": ROWS[row], **payoffs, "mix": f"{found.rows[row]:.4%}"})
    rows.append({"": "mix", **{COLUMNS[c]: f"{found.columns[c]:.4%}" for c in range(SIDE)}, "mix": f"{found.value:+.9f}"})
    return rows
