"""Moves tried out again and again, the same chances for each, until one is clearly best or the budget is spent.

What a trial is, a game says: a kernel `bots/kernels/trials.py`, bound to its compiled rules, engine and policy.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from types import ModuleType

from ludotheque.bots.base import Budget
from ludotheque.rules import kernel
from ludotheque.rules.game import Game

SURE = 2.6
"""A move is out when it is behind by so many times the noise."""


@dataclass(slots=True)
class Tried:
    """A move, and what its trials came to."""

    action: int
    opinion: float = 0.0
    """How much better than usual it was thought to be beforehand."""
    faith: float = 0.0
    """How many trials that opinion counts for."""
    trials: int = 0
    total: float = 0.0
    squares: float = 0.0
    usual: float = 0.5
    """What the first trials of all moves came to: opinions are about differences, this makes them chances."""

    @property
    def chance(self) -> float:
        """What trials and opinion say together."""
        return (self.total + self.faith * (self.usual + self.opinion)) / max(self.trials + self.faith, 1)

    @property
    def noise(self) -> float:
        """How far that may be from the truth."""
        if not self.trials:
            return 0.5
        mean = self.total / self.trials
        return sqrt(max(self.squares / self.trials - mean * mean, 1e-4) * self.trials) / (self.trials + self.faith)

    def add(self, trials: int, total: float, squares: float) -> None:
        """Count some more trials: how many, the sum of their chances and of the squares of these."""
        self.trials += trials
        self.total += total
        self.squares += squares


def compiled_trials(game: Game) -> ModuleType:
    """A game's own kernels for trials as machine code."""
    kernels, folder, label = game.compiled, f"{game.package}.bots.kernels", f"{game.package}/trials"
    bound: dict[str, ModuleType] = {"rules": kernels.rules, "engine": kernels.engine}
    # under the same label as for a search: who does both compiles it once
    policy = kernel.compiled(f"{folder}.policy", label=f"{game.package}/{folder}.policy", **bound)
    return kernel.compiled(f"{folder}.trials", label=label, policy=policy, **bound)


def try_out(
    tried: Sequence[Tried], attempt: Callable[[Tried, int, int], None], budget: Budget, chunk: int, every: bool = False
) -> None:
    """Let `attempt(move, start, rounds)` make trials of every move, a chunk of each in turn, leaving out what is clearly worse.

    With `every`, none is left out.
    """
    began = time.perf_counter()
    running, spent = list(tried), 0
    most = budget.playouts or 1 << 40
    while spent < most and (len(running) > 1 or every):
        start = running[0].trials
        rounds = max(min(chunk, (most - spent) // len(running)), 1)
        for one in running:
            attempt(one, start, rounds)
        if spent == 0:
            usual = sum(one.total for one in tried) / (rounds * len(tried))
            for one in tried:
                one.usual = usual
        spent += rounds * len(running)
        if budget.seconds is not None and time.perf_counter() - began > budget.seconds:
            break
        if not every:
            best = max(running, key=lambda one: one.chance)
            running = [
                one for one in running if best.chance - one.chance < SURE * sqrt(best.noise**2 + one.noise**2) or one is best
            ]
