"""The player of Tonoo: who is sure of everything looks turns ahead by what was learned, others search games that may be."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ludotheque.bots import player as usual
from ludotheque.bots.base import Budget
from ludotheque.bots.learned import learned_of
from ludotheque.bots.levels import level_of
from ludotheque.bots.verdict import Basis, Verdict
from ludotheque.games.tonoo.rules import MOVES, State, legal
from ludotheque.rules.dice import new_dice
from ludotheque.rules.game import Game

from .kernels.policy import NOTES, stands_for
from .levels import AHEAD


class Player(usual.Player):
    """A bot of one level."""

    learned = True
    """Whether it knows what was learned."""

    def __init__(self, game: Game, seat: int, level: str, seed: int, budget: Budget | None = None) -> None:
        super().__init__(game, seat, level_of(game, level), seed, budget)
        self._ahead = AHEAD.get(level, 0)

    def weigh(self, view: Any, explore: float = 0.7) -> list[Verdict]:
        """What each legal move is worth, best first."""
        if not self._sure(view):
            return super().weigh(view, explore)
        if not self._has_learned(view):
            return self._try_out(view, explore)
        from ludotheque.bots import lookahead  # imports Numba

        world, ready = self._world(view), lookahead.ready(self.game.slug)
        mind = ready.mind(view.eliminated.count(False))
        assert mind is not None
        found = ready.weigh(world, mind, self.budget, self.seed + view.entries, explore > 1)
        return [replace(one, action=action) for one in found for action in (one.action, *twins(world, one.action))]

    def _sure(self, view: Any) -> bool:
        return self._ahead > 0 and self.notebook.worlds(view) == 1

    def _has_learned(self, view: Any) -> bool:
        """Whether something was learned for as many as are in play."""
        found = learned_of(self.game.folder) if self.learned else None
        return found is not None and found.mind(view.eliminated.count(False)) is not None

    def _world(self, view: Any) -> Any:
        """The game as it stands."""
        return self.game.imagine(view, self.notebook.known(view), new_dice(self.seed, 2 * view.entries))

    def _try_out(self, view: Any, explore: float) -> list[Verdict]:
        """Moves played on by the policy for rounds."""
        from . import trials

        world = self._world(view)
        buffer = [0] * len(self.game.rules.MOVES)
        count = legal(world, buffer)
        seed = self.seed + view.entries
        return trials.ready().weigh(world, buffer[:count], self.budget, self._ahead, seed, explore > 1)

    def basis(self, view: Any) -> Basis:
        """Positions are looked at ahead and judged; who is not sure of them plays games on."""
        return "positions" if self._sure(view) and self._has_learned(view) else "playouts"


def twins(world: State, action: int) -> tuple[int, ...]:
    """Other actions that come to the same: one cylinder is like another that holds the same."""
    buffer, sure = [0] * len(MOVES), [1] * NOTES
    count = legal(world, buffer)
    return tuple(other for other in buffer[:count] if other != action and stands_for(world, sure, other) == action)
