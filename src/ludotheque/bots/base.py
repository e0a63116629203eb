"""What a bot is: the interface of our own bots and of those that others bring."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from ludotheque.rules.core import Move, View


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a bot may think: so many seconds, or (to be deterministic for a seed) so many playouts."""

    seconds: float | None = None
    playouts: int | None = None
    patience: float = 1.0
    """How many times its own seconds a level may take where neither is given: on a slow device, more than one."""


class Bot(Protocol):
    """A player made of code, built with a game, a seat, a level and a seed."""

    def see(self, view: View) -> None:
        """Look at the table. Called for every view of the seat, in order, also when it is not the seat's turn."""

    def choose(self, view: View, legal: Sequence[Move]) -> Move:
        """The move to play, given the view (already seen) and the legal moves."""
