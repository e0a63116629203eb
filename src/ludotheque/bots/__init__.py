"""Players made of code: they see views, remember as people do, and search. They never get a state.

What runs compiled lies in a folder `kernels`, here and in every game's folder; the module that calls it has the same name one
folder up (`search` calls `kernels.search`), and is ordinary Python like everything else. Importing this package does not import
Numba; thinking does, in a worker process.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib.metadata import entry_points
from typing import TypeAlias

from ludotheque.bots import parts
from ludotheque.bots.base import Bot, Budget
from ludotheque.bots.player import usual_player
from ludotheque.bots.random import RandomBot
from ludotheque.games import game as find_game
from ludotheque.levels import LEVELS
from ludotheque.rules.game import Game

Maker: TypeAlias = "Callable[[Game, int, int, Budget | None], Bot]"
"""What an entry point of the group `ludotheque.bots` names: it builds a bot from a game, a seat, a seed and a budget."""


def make_bot(game: Game | str, seat: int, level: str, seed: int, budget: Budget | None = None) -> Bot:
    """A bot for a seat: one of the four levels, or a named bot (`random`, or one that another distribution brings)."""
    played = find_game(game) if isinstance(game, str) else game
    if level in LEVELS:
        own = parts.module(played, "bots.player")
        make: Callable[[Game, int, str, int, Budget | None], Bot] = usual_player if own is None else own.Player
        return make(played, seat, level, seed, budget)
    if level not in named_bots():
        raise LookupError(f"no bot called {level!r}; there are {', '.join(bot_names())}")
    return named_bots()[level](played, seat, seed, budget)


def bot_names() -> tuple[str, ...]:
    """Every name that `make_bot` takes."""
    return (*LEVELS, *named_bots())


@cache
def named_bots() -> Mapping[str, Maker]:
    """Bots that are not a level: the random one, and those of other installed distributions."""
    found: dict[str, Maker] = {"random": lambda game, seat, seed, budget: RandomBot(game, seat, seed)}
    for entry in entry_points(group="ludotheque.bots"):
        if entry.name in found or entry.name in LEVELS:
            raise ValueError(f"entry point {entry.name!r} of ludotheque.bots takes a name that is taken")
        found[entry.name] = entry.load()
    return found


__all__ = ["LEVELS", "Bot", "Budget", "Maker", "bot_names", "make_bot", "named_bots"]
