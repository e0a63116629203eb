"""The ladder's cheat: an elephant with the game itself before its eyes, the bound from above. No table offers it.

The honest bots know nothing of it. An elephant asks its game to imagine one that agrees with its view; the cheat's elephant is
handed a game that answers with the one under way. What else there is to see, the module `cheat` of a game's package may say:
`known(state)` is everything, as the game's `imagine` takes it, for bots that deal anew what they do not know; and
`answer(elephant, view, state)` is a move that only who sees the game could choose, or None.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

from ludotheque.bots import make_bot, parts
from ludotheque.bots.base import Budget
from ludotheque.bots.notebook import Notebook
from ludotheque.bots.player import Player
from ludotheque.rules.core import Move, View
from ludotheque.rules.dice import Dice
from ludotheque.rules.game import Game
from ludotheque.rules.state import BaseState, copy_state


class OpenGame(Game):
    """A game that, asked to imagine one, shows the one under way."""

    state = BaseState()

    def imagine(self, view: View, known: Any = None, dice: Dice | None = None) -> BaseState:
        """The game as it is."""
        return copy_state(self.state)


class OpenBook(Notebook):
    """An elephant's notebook in which everything is known."""

    def __init__(self, honest: Notebook, game: OpenGame, known: Callable[[BaseState], object]) -> None:
        super().__init__(honest.seat, honest.memory)
        self._honest, self._game, self._known = honest, game, known

    def see(self, view: Any) -> None:
        """It remembers as well, so that it is never worse off than an elephant."""
        self._honest.see(view)

    def known(self, view: Any) -> Any:
        """Everything."""
        return self._known(self._game.state)

    def notes(self, view: Any, known: Any, state: Any) -> list[int]:
        """What the policy makes of that."""
        return self._honest.notes(view, known, state)

    def worlds(self, view: Any) -> int:
        """There is one."""
        return 1


class Cheat:
    """What an elephant does with the same budget, and knowing everything."""

    def __init__(self, game: Game, seat: int, seed: int, budget: Budget | None) -> None:
        self.game = OpenGame(game.package)
        self._elephant = cast(Player, make_bot(self.game, seat, "elephant", seed, budget))
        own = parts.module(game, "cheat")
        self._answer = getattr(own, "answer", None)
        if known := getattr(own, "known", None):
            self._elephant.notebook = OpenBook(self._elephant.notebook, self.game, known)

    def peek(self, state: BaseState) -> None:
        """Look at the game itself, before each of its moves."""
        self.game.state = state

    def see(self, view: View) -> None:
        """Look at the table."""
        self._elephant.see(view)

    def choose(self, view: View, legal: Sequence[Move]) -> Move:
        """The move to play."""
        answer: Move | None = self._answer and self._answer(self._elephant, view, self.game.state)
        chosen: Move = answer or self._elephant.choose(view, legal)
        return chosen
