"""Moves tried out again and again, the same chances for each, until one is clearly best or the budget is spent."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt

from ludotheque.bots.base import Budget

SURE = 2.6
"""A move is out when it is behind by so many times the noise."""


@dataclass(slots=True)
class Tried:
    """A move, and what its trials came to."""

    action: int
    expected: float = 0.0
    """What was thought of it beforehand."""
    heeds: float = 1.0
    """How much trials count against that."""
    trials: int = 0
    total: float = 0.0
    squares: float = 0.0

    @property
    def chance(self) -> float:
        """What was expected, moved a part of the way to what its trials say."""
        return self.expected + self.heeds * (self.total / max(self.trials, 1) - self.expected)

    @property
    def noise(self) -> float:
        """How far that may be from the truth."""
        mean = self.total / self.trials
        return self.heeds * sqrt(max(self.squares / self.trials - mean * mean, 1e-4) / self.trials)

    def add(self, trials: int, total: float, squares: float) -> None:
        """Count some more trials: how many, the sum of their chances and of the squares of these."""
        self.trials += trials
        self.total += total
        self.squares += squares


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
        spent += rounds * len(running)
        if budget.seconds is not None and time.perf_counter() - began > budget.seconds:
            break
        if not every:
            best = max(running, key=lambda one: one.chance)
            running = [
                one for one in running if best.chance - one.chance < SURE * sqrt(best.noise**2 + one.noise**2) or one is best
            ]
