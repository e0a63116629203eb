"""What each game's own bot adds: a notebook, a playout policy, or a player of its own. Found in the game's folder.

The folder `bots` of a game's package may hold `notebook.py` (a class `Notebook`), `policy.py` and `worlds.py` (see the modules of
these names in `ludotheque.bots`), `levels.py` (`LEVELS`) and `player.py` (a class `Player`). Whatever is missing is played in
the general way. A guest's package has the same shape.
"""

from __future__ import annotations

import importlib
import importlib.util
from functools import cache
from types import ModuleType

from ludotheque.rules.game import Game


def module_name(game: Game, part: str) -> str | None:
    """The dotted name of a part of a game's own bot, or None when it has no such part."""
    package = f"{game.package}.bots"
    return f"{package}.{part}" if _exists(package) and _exists(f"{package}.{part}") else None


def module(game: Game, part: str) -> ModuleType | None:
    """A part of a game's own bot."""
    name = module_name(game, part)
    return importlib.import_module(name) if name else None


@cache
def _exists(name: str) -> bool:
    return importlib.util.find_spec(name) is not None
