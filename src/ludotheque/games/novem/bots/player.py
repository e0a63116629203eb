"""The player of Novem: elephant plays the exact equilibrium of the match; the others have habits that can be found out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ludotheque.bots.base import Budget
from ludotheque.bots.levels import level_of
from ludotheque.bots.memory import Memory
from ludotheque.bots.verdict import Basis, Verdict
from ludotheque.games.novem.rules import CELLS, SIDE, View, lower, top
from ludotheque.rules.core import Move
from ludotheque.rules.dice import new_dice, roll
from ludotheque.rules.game import Game

from .notebook import Notebook

if TYPE_CHECKING:
    from ludotheque.games.novem.solve.solution import Position

HABITS = {"goldfish": 0.97, "child": 0.79, "adult": 0.53, "elephant": 0.0}
"""How often each level follows its habit instead of a good mix: as often as it takes for the level above to win six of ten."""
ROUNDS = 300
"""How often two sides answer each other to find a mix; what is left to gain is then a fraction of a point."""


def habit(upper: Sequence[int], tiles: Sequence[int], attacks: bool, rows: bool) -> tuple[float, ...]:
    """What comes to mind first: attack along the greatest tile, defend where there is least to take."""
    tops = [top(upper[cell], tiles[cell]) for cell in range(CELLS)]
    lines = [[tops[line * SIDE + i] if rows else tops[i * SIDE + line] for i in range(SIDE)] for line in range(SIDE)]
    worth = [max(line) for line in lines] if attacks else [-sum(line) for line in lines]
    favourite = worth.index(max(worth))
    return tuple(1.0 if line == favourite else 0.0 for line in range(SIDE))


def blend(good: Sequence[float], usual: Sequence[float], share: float) -> tuple[float, ...]:
    """A good mix, with a habit in it."""
    return tuple((1 - share) * one + share * other for one, other in zip(good, usual, strict=True))


def this_round(tops: Sequence[int], rows_attack: bool) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """A good mix of both sides for what one round can bring: each answers what the other has played so far, again and again."""
    played, taken = ([1] * SIDE, [1] * SIDE), [tops[row * SIDE : row * SIDE + SIDE] for row in range(SIDE)]
    rows, columns = [sum(line) for line in taken], [sum(line[column] for line in taken) for column in range(SIDE)]
    for _ in range(ROUNDS):
        best_row = rows.index(max(rows) if rows_attack else min(rows))
        best_column = columns.index(min(columns) if rows_attack else max(columns))
        played[0][best_row] += 1
        played[1][best_column] += 1
        for line in range(SIDE):  # what each line would bring against all that was played so far
            rows[line] += taken[line][best_column]
            columns[line] += taken[best_row][line]
    mixes = [tuple(count / sum(side) for count in side) for side in played]
    return mixes[0], mixes[1]


class Player:
    """A bot of one level. It needs no search: every position is solved."""

    def __init__(self, game: Game, seat: int, level: str, seed: int, budget: Budget | None = None) -> None:
        self.game, self.seat, self.level, self.seed = game, seat, level, seed
        self.notebook = Notebook(seat, Memory(level_of(game, level).recall, seed))
        self._seen = -1

    def see(self, view: Any) -> None:
        """Look at the table."""
        if view.entries > self._seen:
            self._seen = view.entries
            self.notebook.see(view)

    def choose(self, view: Any, legal: Sequence[Move]) -> Move:
        """A line, drawn from the mix."""
        return self._drawn(view, self._mix(view))

    def offhand(self, view: Any, legal: Sequence[Move]) -> Move:
        """A line without the solution: the same habits, and otherwise a mix that is good for this round alone."""
        rows, columns = this_round([top(view.board[cell], view.tiles[cell]) for cell in range(CELLS)], view.attacker == 0)
        return self._drawn(view, rows if self.seat == 0 else columns)

    def _drawn(self, view: View, good: Sequence[float]) -> Move:
        share = HABITS[self.level]
        own = habit(view.board, view.tiles, view.attacker == self.seat, self.seat == 0)
        mix = blend(good, own, share) if share else good
        drawn = roll(new_dice(self.seed, view.entries)) / 2**32
        for line in range(SIDE):
            drawn -= mix[line]
            if drawn < 0:
                return self._move(line)
        return self._move(max(range(SIDE), key=mix.__getitem__))

    def weigh(self, view: View, explore: float = 0.0) -> list[Verdict]:
        """The exact chance of each line against the other side's best mix, the line played most often first."""
        position = self.position(view)
        rows = self.seat == 0
        other = position.columns if rows else position.rows
        found = []
        for line, share in enumerate(position.rows if rows else position.columns):
            payoffs = position.payoff[line] if rows else [row[line] for row in position.payoff]
            chance = sum(weight * payoff for weight, payoff in zip(other, payoffs, strict=True))
            found.append(Verdict(self.seat * SIDE + line, chance if rows else 1 - chance, round(share * 1e6)))
        return sorted(found, key=lambda verdict: (-verdict.visits, verdict.action))

    def basis(self, view: View) -> Basis:
        """Every position is solved."""
        return "exact"

    def _move(self, line: int) -> Move:
        return self.game.rules.MOVES[self.seat * SIDE + line]

    def _mix(self, view: View) -> tuple[float, ...]:
        """Elephant thinks of the match, the others of points."""
        from ludotheque.games.novem.solve.solution import solution

        position = self.position(view) if self.level == "elephant" else solution().points(view.board, view.tiles, view.attacker)
        return position.rows if self.seat == 0 else position.columns

    def position(self, view: View) -> Position:
        """What each pair of lines is worth in the match, as far as this seat remembers how it stands."""
        from ludotheque.games.novem.solve.solution import solution

        more = view.number + 1 < int(view.options["games"])
        first = view.attacker ^ (view.entries // 2 & 1) if more else None  # the token passes with every round
        return solution().match(view.board, view.tiles, view.attacker, self._ahead(view), first)

    def _ahead(self, view: View) -> int:
        """By how much the rows lead: what was counted, and in the game under way what is remembered."""
        ahead = sum(before[0] - before[1] for before in view.totals)
        if view.points is not None:
            return ahead + view.points[0] - view.points[1]
        known = self.notebook.known(view)
        for level, takers in enumerate((known.upper, known.lower)):
            for cell, seat in enumerate(takers):
                if seat is not None:
                    tile = view.board[cell] if level == 0 else lower(view.board[cell])
                    ahead += tile if seat == 0 else -tile
        return ahead
