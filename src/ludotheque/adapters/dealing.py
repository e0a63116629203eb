"""A deal as one chance node after the other: dice that stop at each throw and ask how it comes out.

Rules throw dice through `below(dice, bound)` only, so a deal is a row of throws, each uniform below its bound. The dice here
answer the throws that are settled already and ask for the next one. The rules need not know: what they compute with is no number
until the throw comes out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from ludotheque.rules.core import Options
from ludotheque.rules.dice import Dice
from ludotheque.rules.game import Game
from ludotheque.rules.state import BaseState


class Asked(Exception):
    """A throw that is not settled yet: one of `bound` outcomes."""

    def __init__(self, bound: int) -> None:
        super().__init__(bound)
        self.bound = bound


class AskingDice:
    """Dice that come out as told, one throw after the other, and then ask."""

    def __init__(self, settled: Sequence[int]) -> None:
        self._settled = iter(settled)

    def __getitem__(self, _: object) -> Throw:
        return Throw(self)

    def __setitem__(self, _: object, number: object) -> None:
        """What follows is settled elsewhere."""

    def comes_out(self, bound: int) -> int:
        """The next throw."""
        outcome = next(self._settled, None)
        if outcome is None:
            raise Asked(bound)
        return outcome


class Throw:
    """What stands for a random word until it is known below what bound."""

    def __init__(self, dice: AskingDice, bound: int | None = None) -> None:
        self._dice, self._bound = dice, bound

    def __and__(self, _: int) -> Throw:
        return self

    def __xor__(self, _: Throw) -> Throw:
        return self

    def __add__(self, _: Throw) -> Throw:
        return self

    def __mul__(self, bound: int) -> Throw:
        return Throw(self._dice, bound)

    def __rshift__(self, _: int) -> Throw | int:
        return self if self._bound is None else self._dice.comes_out(self._bound)


def deal(game: Game, players: int, options: Options, settled: Sequence[int]) -> BaseState:
    """The state that these throws deal; raises Asked as long as one is missing."""
    state = game.blank(players, options)
    game.rules.deal(state, cast(Dice, AskingDice(settled)))
    return state


def bounds(game: Game, players: int, options: Options) -> list[int]:
    """The bounds of the throws of a deal that come out lowest each time; in a shuffle they are the same for all."""
    found: list[int] = []
    while True:
        try:
            deal(game, players, options, [0] * len(found))
        except Asked as asked:
            found.append(asked.bound)
        else:
            return found
