"""The player of Bonbons: between two, elephant plays the exact solution; otherwise everybody searches in the usual way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ludotheque.bots import player as usual
from ludotheque.bots.base import Budget
from ludotheque.bots.levels import level_of
from ludotheque.bots.verdict import Basis, Verdict
from ludotheque.games.bonbons.seen import View
from ludotheque.rules.core import Move
from ludotheque.rules.core import View as AnyView
from ludotheque.rules.game import Game

if TYPE_CHECKING:
    from ludotheque.games.bonbons.solve.reading import Table

SAME = 1e-12
"""Moves whose chances differ by less come to the same."""


class Player(usual.Player):
    """A bot of one level. Elephant forgets nothing, and for two who forget nothing every position is solved."""

    def __init__(self, game: Game, seat: int, level: str, seed: int, budget: Budget | None = None) -> None:
        super().__init__(game, seat, level_of(game, level), seed, budget)
        self.exact = level == "elephant"
        self._began = -1
        """The position in which this seat's last turn began."""
        self._waited: int | None = None

    def choose(self, view: AnyView, legal: Sequence[Move]) -> Move:
        """The move to play. Who is back where the last turn began has waited enough: a table must not stand still."""
        if self.exact and view.players == 2 and isinstance(view, View) and view.phase == "start":
            position = self._table(view).position
            self._waited = position if position == self._began else None
            self._began = position
        return super().choose(view, legal)

    def weigh(self, view: AnyView, explore: float = 0.7) -> list[Verdict]:
        """What each legal move is worth, best first: exactly, where that is known."""
        if not self.exact or view.players != 2:
            return super().weigh(view, explore)
        from ludotheque.games.bonbons.solve.reading import Judge
        from ludotheque.games.bonbons.solve.solution import solution

        assert isinstance(view, View)
        table, judge = self._table(view), Judge(solution(bool(view.options["quick"])), self._waited)
        alike: dict[tuple[object, ...], list[int]] = {}
        for move in usual.moves_of(self.game, view):
            alike.setdefault(table.kind(move), []).append(self.game.action(move))
        moves = self.game.rules.MOVES
        worth = sorted(((judge.worth(table, moves[same[0]]), same) for same in alike.values()), key=lambda one: -one[0])
        best = [same for chance, same in worth if chance > worth[0][0] - SAME]
        first = Verdict(best[0][0], worth[0][0], 1, tuple(action for same in best for action in same)[1:])
        return [first, *(Verdict(same[0], chance, 0, tuple(same[1:])) for chance, same in worth[len(best) :])]

    def basis(self, view: AnyView) -> Basis:
        """Between two who forget nothing every position is solved."""
        return "exact" if self.exact and view.players == 2 else "playouts"

    def _table(self, view: View) -> Table:
        from ludotheque.games.bonbons.solve.reading import read_table

        return read_table(view, self.notebook.known(view))
