"""How the four levels differ: how well they remember, and how hard they think."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ludotheque.bots import parts
from ludotheque.bots.base import Budget
from ludotheque.bots.memory import PERFECT, Recall
from ludotheque.levels import LEVELS
from ludotheque.rules.game import Game


@dataclass(frozen=True, slots=True)
class Level:
    """One level of play."""

    recall: Recall
    playouts: int
    """At most so many playouts for a move, however much time is left."""
    seconds: float
    """The thinking time when no budget is given."""
    policy: bool = True
    """Whether it imagines sensible play (the game's policy) or just any."""


USUAL: Mapping[str, Level] = {
    "goldfish": Level(Recall(span=8, slips=0.3), playouts=48, seconds=0.014),
    "child": Level(Recall(span=30, slips=0.2), playouts=160, seconds=0.014),
    "adult": Level(Recall(span=120, slips=0.1), playouts=600, seconds=0.014),
    "elephant": Level(PERFECT, playouts=100_000, seconds=0.24),
}


def level_of(game: Game, name: str) -> Level:
    """A level in one game: as usual, or as the game says that it is different there."""
    if name not in LEVELS:
        raise LookupError(f"no level called {name!r}; there are {', '.join(LEVELS)}")
    own = parts.module(game, "bots.levels")
    different: Mapping[str, Level] = {} if own is None else own.DIFFERENT
    return different.get(name, USUAL[name])


def budget_of(level: Level, budget: Budget | None) -> Budget:
    """The budget to think with: never more playouts than the level thinks of, never more time than given."""
    if budget is None or (budget.seconds is None and budget.playouts is None):
        patience = 1.0 if budget is None else budget.patience
        return Budget(seconds=level.seconds * patience, playouts=level.playouts)
    playouts = level.playouts if budget.playouts is None else min(level.playouts, budget.playouts)
    return Budget(seconds=budget.seconds, playouts=playouts)
