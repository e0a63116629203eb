"""How a game's views are drawn in a terminal: by `terminal.py` in its folder, or as any view can be drawn."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec

from rich.console import RenderableType

from ludotheque.rules.core import View
from ludotheque.rules.game import Game
from ludotheque.terminal.generic import generic_board
from ludotheque.texts import Words

Draw = Callable[[View, Words], RenderableType]


def board_of(game: Game) -> Draw:
    """How to draw a game's views."""
    if find_spec(f"{game.package}.terminal") is not None:
        draw: Draw = import_module(f"{game.package}.terminal").draw
        return draw
    return generic_board(game)
