"""Exact solutions: what a game's own module (or package) `solve` offers, found in the game's folder."""

from __future__ import annotations

from typing import Protocol, cast

from ludotheque.bots import parts
from ludotheque.bots.solved import Progress, Rows
from ludotheque.rules.core import Options
from ludotheque.rules.game import Game


class Solved(Protocol):
    """What the module `solve` of a game provides."""

    MEASURES: tuple[str, ...]
    """What values can be counted in, e.g. points or chances to win a match; the first one unless another is asked for."""

    def values(self, measure: str, options: Options, progress: Progress) -> Rows:
        """What the game is worth, solving it first if that was never done."""

    def position(self, text: str, measure: str, options: Options, progress: Progress) -> Rows:
        """What to play in one position and what it is worth. A ValueError says, or is the code of, how one is written."""


def solution_of(game: Game) -> Solved | None:
    """The exact solution of a game, if it brings one."""
    return cast("Solved | None", parts.module(game, "solve"))
