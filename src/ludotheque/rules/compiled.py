"""The compiled carrier of one game: its kernels, and arrays for them to work on."""

from __future__ import annotations

from functools import cached_property
from types import ModuleType
from typing import TYPE_CHECKING, Any

from ludotheque.rules import arrays, defaults, kernel
from ludotheque.rules.core import LIMIT
from ludotheque.rules.kernel import Ints
from ludotheque.rules.state import to_record

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

    @cached_property
    def batch(self) -> ModuleType:
        """Whole batches of random games; those who think do not need them."""
        return kernel.compiled(BATCH, label=self.game.package, rules=self.rules, engine=self.engine)

    def states(self, count: int = 1) -> Any:
        """Room for so many states, all zero."""
        return arrays.states(self.game.rules.State, count)

    def blank(self, players: int, options: Options) -> Any:
        """One state in which only the number of players and the options are set."""
        blank = self.states()
        to_record(self.game.blank(players, options), self.game.rules.State, blank[0])
        return blank

    def buffer(self) -> Ints:
        """Room for legal actions or weights."""
        return arrays.ints(APART + max(len(self.game.rules.MOVES), len(self.game.rules.CHANCES)))

    def warm_up(self) -> None:
        """Compile the batches, or read them from the cache, by playing no game."""
        game = self.game
        blank = self.blank(*next(game.variants()))
        tally, log, lengths = arrays.ints(16), arrays.ints(0, LIMIT), arrays.ints(0)
        self.batch.random_games(self.states(), blank, self.buffer(), self.dice(), tally, 0, 0, 0, False)
        self.batch.logged_games(self.states(0), self.states(0), blank, self.buffer(), self.dice(), log, lengths, 0, 0, False)

    @staticmethod
    def dice() -> Ints:
        """Dice that a kernel seeds."""
        return arrays.ints(APART)


def is_warm(game: Game) -> bool:
    """Whether the machine code of a game's batches is already in the cache."""
    directory = kernel.cache_directory(game.package, BATCH, f"{game.package}.rules", "ludotheque.rules.engine")
    return any(directory.rglob("*.nbi"))
