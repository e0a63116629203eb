"""The player of Bonbons: elephant plays the exact solution between two, and with more counts what a go may come to.

All others search in the usual way.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ludotheque.bots import player as usual
from ludotheque.bots.base import Budget
from ludotheque.bots.levels import level_of
from ludotheque.bots.verdict import Basis, Verdict
from ludotheque.games.bonbons.bots import counts
from ludotheque.games.bonbons.seen import View
from ludotheque.rules.core import Move
from ludotheque.rules.core import View as AnyView
from ludotheque.rules.game import Game

if TYPE_CHECKING:
    from ludotheque.games.bonbons.solve.reading import Table

SAME = 1e-12
"""Moves whose chances differ by less come to the same."""
NOISE = 0.03
"""How far a judged chance may be from what it is (a standard error): so far two learnings of 30,000 games differ."""


class Player(usual.Player):
    """A bot of one level. Elephant forgets nothing, so that all it has to know of a table is some counts."""

    def __init__(self, game: Game, seat: int, level: str, seed: int, budget: Budget | None = None) -> None:
        super().__init__(game, seat, level_of(game, level), seed, budget)
        self.exact = level == "elephant"
        self._began = -1
        """The position in which this seat's last turn began."""
        self._waited: int | None = None

    def choose(self, view: AnyView, legal: Sequence[Move]) -> Move:
        """The move to play. Who is back where the last turn began has waited enough: a table must not stand still."""
        if self.exact and isinstance(view, View) and view.phase == "start":
            position = self._table(view).position if view.players == 2 else self._counts(view).position
            self._waited = position if position == self._began else None
            self._began = position
        return super().choose(view, legal)

    def weigh(self, view: AnyView, explore: float = 0.7) -> list[Verdict]:
        """What each legal move is worth, best first: exactly, where that is known."""
        if not self.exact:
            return super().weigh(view, explore)
        assert isinstance(view, View)
        return self._solved(view) if view.players == 2 else self._counted(view)

    def _solved(self, view: View) -> list[Verdict]:
        """By the solution for two."""
        from ludotheque.games.bonbons.solve.reading import Judge
        from ludotheque.games.bonbons.solve.solution import solution

        table, judge = self._table(view), Judge(solution(bool(view.options["quick"])), self._waited)
        alike: dict[tuple[object, ...], list[int]] = {}
        for move in usual.moves_of(self.game, view):
            alike.setdefault(table.kind(move), []).append(self.game.action(move))
        moves = self.game.rules.MOVES
        worth = sorted(((judge.worth(table, moves[same[0]]), same) for same in alike.values()), key=lambda one: -one[0])
        best = [same for chance, same in worth if chance > worth[0][0] - SAME]
        first = Verdict(best[0][0], worth[0][0], 1, tuple(action for same in best for action in same)[1:])
        return [first, *(Verdict(same[0], chance, 0, tuple(same[1:])) for chance, same in worth[len(best) :])]

    def _counted(self, view: View) -> list[Verdict]:
        """By all that this go may come to, and the learned judgement of what it leaves."""
        from ludotheque.games.bonbons.bots import goes  # imports Numba

        table, alike = self._counts(view), dict[int, list[int]]()
        for move in usual.moves_of(self.game, view):
            alike.setdefault(table.choice(move), []).append(self.game.action(move))
        found = goes.ready(view.players).weigh(table, list(alike), self._waited)
        verdicts = (Verdict(same[0], found[choice], 1, tuple(same[1:]), NOISE) for choice, same in alike.items())
        return sorted(verdicts, key=lambda verdict: (-verdict.chance, verdict.action))

    def basis(self, view: AnyView) -> Basis:
        """Between two who forget nothing every position is solved; with more it is judged."""
        if not self.exact:
            return "playouts"
        return "exact" if view.players == 2 else "positions"

    def _table(self, view: View) -> Table:
        from ludotheque.games.bonbons.solve.reading import read_table

        return read_table(view, self.notebook.known(view))

    def _counts(self, view: View) -> counts.Table:
        return counts.read_table(view, self.notebook.known(view))
