"""A game's own board in a terminal (`terminal.py` in its folder); any other game is drawn from its view as a list."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec

import msgspec
from rich.console import RenderableType
from rich.table import Table

from ludotheque.rules.core import View
from ludotheque.rules.game import Game
from ludotheque.texts import Words

Draw = Callable[[View, Words], RenderableType]

_IN_EVERY_VIEW = frozenset(View.__struct_fields__)


def board_of(game: Game) -> Draw:
    """How to draw a game's views."""
    if find_spec(f"{game.package}.terminal") is not None:
        draw: Draw = import_module(f"{game.package}.terminal").draw
        return draw
    return draw_any


def draw_any(view: View, words: Words) -> RenderableType:
    """A view as a list of what it holds: makes a game without a board playable."""
    table = Table.grid(padding=(0, 2))
    for name in view.__struct_fields__:
        if name not in _IN_EVERY_VIEW:
            table.add_row(name, msgspec.json.encode(getattr(view, name)).decode())
    return table
