"""Trials of the moves of Tonoo, ready to be asked: compiled kernels and the arrays they work on."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from ludotheque.bots.base import Budget
from ludotheque.bots.trials import Tried, compiled_trials, try_out
from ludotheque.bots.verdict import Verdict
from ludotheque.games import game as find_game
from ludotheque.games.tonoo.bots.kernels import policy
from ludotheque.games.tonoo.bots.kernels import trials as kernels
from ludotheque.games.tonoo.rules import State
from ludotheque.rules.arrays import ints, reals
from ludotheque.rules.state import to_record

CHUNK = 64
"""Trials of each move between two looks at the clock and at what is out of the running."""


class Trials:
    """Kernels and arrays for trials. Not for two threads at a time."""

    def __init__(self) -> None:
        game = find_game("tonoo")
        compiled = game.compiled
        self._trials = compiled_trials(game)
        self._layout = game.rules.State
        self.space = kernels.Workspace(
            world=compiled.states(),
            states=compiled.states(),
            notes=ints(policy.NOTES),
            buffer=compiled.buffer(),
            dice=compiled.dice(),
            sums=reals(2),
        )

    def weigh(
        self, world: State, actions: Sequence[int], budget: Budget, longest: int, seed: int, every: bool = False
    ) -> list[Verdict]:
        """What the moves are worth to the seat to act, each played on for so many entries. Best move first."""
        to_record(world, self._layout, self.space.world[0])
        sums = self.space.sums

        def attempt(one: Tried, start: int, rounds: int) -> None:
            sums[:] = 0.0
            self._trials.attempt(self.space, one.action, seed, start, rounds, longest)
            one.add(rounds, float(sums[0]), float(sums[1]))

        tried = [Tried(action) for action in actions]
        try_out(tried, attempt, budget, CHUNK, every)
        found = [Verdict(one.action, one.chance, one.trials, noise=one.noise) for one in tried]
        return sorted(found, key=lambda verdict: (-verdict.chance, -verdict.visits, verdict.action))


@cache
def ready() -> Trials:
    """The trials of this process."""
    return Trials()
