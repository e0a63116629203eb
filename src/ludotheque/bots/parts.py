"""What each game brings for bots, found in the game's folder: a notebook, a playout policy, or a player of its own.

The folder `bots` of a game's package may hold `notebook.py` (a class `Notebook`), `levels.py` (`DIFFERENT`: the levels that are
not as usual) and `player.py` (a class `Player`); its folder `kernels` what runs compiled: `policy.py` and `worlds.py` (see the
modules of these names in `ludotheque.bots.kernels`). Whatever is missing is played in the general way. A guest's package has
the same shape.
"""

from __future__ import annotations

import importlib
import importlib.util
from functools import cache
from itertools import accumulate
from types import ModuleType

from ludotheque.rules.game import Game


def module_name(game: Game, part: str) -> str | None:
    """The dotted name of a part of a game's package, e.g. of `bots.kernels.policy`, or None when it has no such part."""
    steps = accumulate(part.split("."), "{}.{}".format, initial=game.package)
    return f"{game.package}.{part}" if all(map(_exists, steps)) else None


def module(game: Game, part: str) -> ModuleType | None:
    """A part of a game's package."""
    name = module_name(game, part)
    return importlib.import_module(name) if name else None


def completed(policy: ModuleType, usual: ModuleType) -> ModuleType:
    """A game's own policy, with the usual one's for what it does not say."""
    for name in ("NOTES", "LONGEST", "pick", "watch", "stands_for", "settled", "worth"):
        if not hasattr(policy, name):
            setattr(policy, name, getattr(usual, name))
    return policy


@cache
def _exists(name: str) -> bool:
    return importlib.util.find_spec(name) is not None
