"""The bot that plays any legal move: the floor of every ladder."""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.bots.memory import Memory
from ludotheque.bots.player import notebook_of
from ludotheque.rules.core import Move, View
from ludotheque.rules.dice import below, new_dice
from ludotheque.rules.game import Game


class RandomBot:
    """Uniformly random moves, leaving out those that it knows to throw the game away at once."""

    def __init__(self, game: Game, seat: int, seed: int) -> None:
        self.game, self.seat, self.seed = game, seat, seed
        self.notebook = notebook_of(game, seat, Memory())

    def see(self, view: View) -> None:
        """It remembers only what it needs not to be careless."""
        self.notebook.see(view)

    def choose(self, view: View, legal: Sequence[Move]) -> Move:
        """Any of them."""
        dice = new_dice(self.seed, view.entries)
        state = self.game.imagine(view, self.notebook.known(view), dice)
        careful = [move for move in legal if not self.game.rules.careless(state, self.game.action(move))] or list(legal)
        return careful[below(dice, len(careful))]
