"""What a seat makes of the views it gets: the base of every game's own notebook.

A game's notebook says what there is to remember in that game, and hands what is believed to `imagine`. A game without one
gets this one, which remembers nothing: then a bot plays from the view alone.
"""

from __future__ import annotations

from typing import Any

import msgspec

from ludotheque.bots.memory import Memory
from ludotheque.rules.core import Move, View

MANY = 1_000_000


class Recalled(msgspec.Struct, frozen=True):
    """Something a player saw earlier that bears on a move. Its words stand under `seen.<code>` in the game's catalogue."""

    code: str
    args: dict[str, int | str]
    entry: int
    """The entry of the record after which it was seen."""
    turns: int = 0
    """How many turns of this seat have begun since; 0: in the turn under way."""


class Notebook:
    """A pure fold over the views of one seat."""

    def __init__(self, seat: int, memory: Memory) -> None:
        self.seat, self.memory = seat, memory

    def see(self, view: Any) -> None:
        """Look at the next view of the seat."""

    def known(self, view: Any) -> Any:
        """What is believed besides the view, as the game's `imagine` takes it; None for nothing."""
        return None

    def notes(self, view: Any, known: Any, state: Any) -> list[int]:
        """What the policy has to know of a game imagined from what is `known`, besides its state."""
        return []

    def worlds(self, view: Any) -> int:
        """How many games are worth imagining: 1 when nothing is uncertain, or when the kernel deals anew what is."""
        return MANY

    def recall(self, view: View, move: Move) -> tuple[Recalled, ...]:
        """What this seat has been shown that bears on a move, remembered or not; what bears on it most comes first."""
        return ()
