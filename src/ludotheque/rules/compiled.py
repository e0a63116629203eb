"""The compiled carrier of one game: its kernels, and arrays for them to work on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ludotheque.rules import defaults, kernel
from ludotheque.rules.core import LIMIT
from ludotheque.rules.kernel import Ints
from ludotheque.rules.state import record_type, to_record

if TYPE_CHECKING:
    from ludotheque.rules.core import Options
    from ludotheque.rules.game import Game

BATCH = "ludotheque.rules.batch"

APART = 64
"""Words of room in small arrays, so that those of two threads do not share a cache line and wait for each other."""


class Compiled:
    """The rules, the engine and the batches of a game as machine code. Making it costs nothing; the first call compiles."""

    def __init__(self, game: Game) -> None:
        package = game.package
        self.game = game
        self.rules = defaults.complete(kernel.compiled(f"{package}.rules"), kernel.compiled(defaults.__name__))
        self.engine = kernel.compiled("ludotheque.rules.engine", label=package, rules=self.rules)
        self.batch = kernel.compiled(BATCH, label=package, rules=self.rules, engine=self.engine)
        self.layout = record_type(game.rules.State)

    def states(self, count: int = 1) -> Any:
        """Room for so many states, all zero."""
        return np.zeros(count, self.layout)

    def blank(self, players: int, options: Options) -> Any:
        """One state in which only the number of players and the options are set."""
        blank = self.states()
        to_record(self.game.blank(players, options), self.game.rules.State, blank[0])
        return blank

    def buffer(self) -> Ints:
        """Room for legal actions or weights."""
        return np.zeros(APART + max(len(self.game.rules.MOVES), len(self.game.rules.CHANCES)), np.int64)

    def warm_up(self) -> None:
        """Compile the batches, or read them from the cache, by playing no game."""
        game = self.game
        blank = self.blank(*next(game.variants()))
        tally, log, lengths = np.zeros(16, np.int64), np.zeros((0, LIMIT), np.int64), np.zeros(0, np.int64)
        self.batch.random_games(self.states(), blank, self.buffer(), self.dice(), tally, 0, 0, 0, False)
        self.batch.logged_games(self.states(0), self.states(0), blank, self.buffer(), self.dice(), log, lengths, 0, 0, False)

    @staticmethod
    def dice() -> Ints:
        """Dice that a kernel seeds."""
        return np.zeros(APART, np.int64)


def is_warm(game: Game) -> bool:
    """Whether the machine code of a game's batches is already in the cache."""
    directory = kernel.cache_directory(game.package, BATCH, f"{game.package}.rules", "ludotheque.rules.engine")
    return any(directory.rglob("*.nbi"))
