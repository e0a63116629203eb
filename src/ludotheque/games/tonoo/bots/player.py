"""The player of Tonoo: who is sure of everything tries moves out for rounds; who forgot something searches games that may be."""

from __future__ import annotations

from typing import Any

from ludotheque.bots import player as usual
from ludotheque.bots.base import Budget
from ludotheque.bots.levels import level_of
from ludotheque.bots.verdict import Verdict
from ludotheque.games.tonoo.rules import legal
from ludotheque.rules.dice import new_dice
from ludotheque.rules.game import Game

from .levels import AHEAD


class Player(usual.Player):
    """A bot of one level."""

    def __init__(self, game: Game, seat: int, level: str, seed: int, budget: Budget | None = None) -> None:
        super().__init__(game, seat, level_of(game, level), seed, budget)
        self._ahead = AHEAD.get(level, 0)

    def weigh(self, view: Any, explore: float = 0.7) -> list[Verdict]:
        """What each legal move is worth, best first."""
        if not self._ahead or self.notebook.worlds(view) > 1:
            return super().weigh(view, explore)
        from . import trials  # imports Numba

        known, dice = self.notebook.known(view), new_dice(self.seed, 2 * view.entries)
        world: Any = self.game.imagine(view, known, dice)
        buffer = [0] * len(self.game.rules.MOVES)
        count = legal(world, buffer)
        seed = self.seed + view.entries
        return trials.ready().weigh(world, buffer[:count], self.budget, self._ahead, seed, explore > 1)
