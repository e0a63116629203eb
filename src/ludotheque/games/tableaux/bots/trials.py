"""Trials of the moves of Tableaux, ready to be asked: compiled kernels, the arrays they work on, and the clock."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from functools import cache

from ludotheque.bots.base import Budget
from ludotheque.bots.trials import Tried, compiled_trials, try_out
from ludotheque.bots.verdict import Verdict
from ludotheque.games import game as find_game
from ludotheque.games.tableaux.bots.kernels import policy
from ludotheque.games.tableaux.bots.kernels import sight as sighting
from ludotheque.games.tableaux.bots.kernels import trials as kernels
from ludotheque.games.tableaux.imagine import Unseen
from ludotheque.games.tableaux.rules import DEALT, IN_THE_BOX, SEATS, State
from ludotheque.rules import kernel
from ludotheque.rules.arrays import ints, reals
from ludotheque.rules.state import to_record

WORLDS = 24
"""Games imagined one by one, where what is hidden cannot simply be dealt again."""
CHUNK = 8
"""Trials of each move between two looks at the clock and at what is out of the running."""
POINT = 0.09
"""What a point is worth in winning chance, to begin with."""
FAITH = 2
"""How many trials of a move the policy's own opinion of it counts for."""


class Trials:
    """Kernels and arrays for trials. Not for two threads at a time."""

    most = WORLDS
    """So many games can be looked at together."""

    def __init__(self) -> None:
        game = find_game("tableaux")
        compiled = game.compiled
        self._trials = compiled_trials(game)
        self._layout = game.rules.State
        buffer = compiled.buffer()
        self._worlds = compiled.states(WORLDS)
        self.space = kernels.Workspace(
            worlds=self._worlds,
            world_notes=ints(policy.NOTES),
            states=compiled.states(),
            notes=ints(policy.NOTES),
            sure=ints(SEATS * DEALT),
            sures=ints(SEATS),
            free=ints(kernels.FREE),
            places=ints(2, IN_THE_BOX),
            loose=ints(IN_THE_BOX),
            actions=ints(len(buffer)),
            liked=reals(len(buffer)),
            buffer=buffer,
            dice=compiled.dice(),
            stands=reals(SEATS),
            sums=reals(len(buffer), 2),
            seen=ints(sighting.COLUMNS),
        )
        self._one_world = self.space._replace(worlds=self._worlds[:1])
        self._sight = kernel.compiled(sighting.__name__, label=f"{game.package}/sight", trials=self._trials)

    def look(self, worlds: Sequence[State], notes: Sequence[int], unseen: Unseen | None) -> None:
        """What is known, where it takes more than a view: games that may be, and which cards of the first may be dealt again."""
        self.space = space = self.space._replace(worlds=self._worlds[: len(worlds)])
        for number, world in enumerate(worlds):
            to_record(world, self._layout, space.worlds[number])
        space.world_notes[:] = notes
        space.free[:] = 0
        if unseen is None:
            return
        space.free[kernels.LOOSE] = len(unseen.loose)
        space.loose[: len(unseen.loose)] = sorted(unseen.loose)
        for seat, (hand, size) in enumerate(zip(unseen.hands, unseen.sizes, strict=True)):
            space.sure[seat * DEALT : seat * DEALT + len(hand)] = hand
            space.sures[seat] = len(hand)
            space.free[kernels.HAND + seat] = size - len(hand)
        for on in unseen.openings:
            space.free[kernels.OPENING + on] = 1
        for which, (known, size) in enumerate(((unseen.pile, unseen.size_of_pile), (unseen.discard, unseen.size_of_discard))):
            places = [place for place in range(size) if place not in known]
            space.places[which, : len(places)] = places
            space.free[kernels.PILE + which] = len(places)

    def see(self, row: Sequence[int]) -> None:
        """What lies open and what is believed (`sight.written`); all else is dealt again for every trial."""
        self.space = self._one_world
        self.space.seen[: len(row)] = row
        self._sight.look(self.space)

    def first_thought(self, seed: int) -> int:
        """What the policy plays, not knowing what is dealt again."""
        action: int = self._trials.first_thought(self.space, seed)
        return action

    def likings(self) -> dict[int, float]:
        """What the policy thinks of each legal move in the first of the games that may be, in points."""
        count = self._trials.likings(self.space)
        return dict(zip(self.space.actions[:count].tolist(), self.space.liked[:count].tolist(), strict=True))

    def weigh(self, liked: Mapping[int, float], budget: Budget, longest: int, seed: int, every: bool = False) -> list[Verdict]:
        """Try the moves, the same deals for each, until one is clearly best or the budget is spent. Best move first."""
        usual = sum(liked.values()) / len(liked)
        tried = [Tried(action, POINT * (liking - usual), FAITH) for action, liking in liked.items()]
        if every or (budget.playouts or 1 << 40) <= CHUNK * len(tried):  # with so few none is ever out of the running
            self._try_all(tried, budget, longest, seed)
        else:
            at = {one.action: place for place, one in enumerate(tried)}
            try_out(tried, lambda one, start, rounds: self._try(one, at[one.action], start, rounds, longest, seed), budget, CHUNK)
        found = [Verdict(one.action, min(max(one.chance, 0.0), 1.0), one.trials, noise=one.noise) for one in tried]
        return sorted(found, key=lambda verdict: (-verdict.chance, verdict.action))

    def _try(self, one: Tried, at: int, start: int, rounds: int, longest: int, seed: int) -> None:
        self._trials.attempt(self.space, at, seed, start, rounds, longest)
        total, squares = self.space.sums[at].tolist()
        one.trials, one.total, one.squares = one.trials + rounds, total, squares

    def _try_all(self, tried: Sequence[Tried], budget: Budget, longest: int, seed: int) -> None:
        """Every move as often as any other: a call for a chunk of each."""
        began, spent, trials, count = time.perf_counter(), 0, 0, len(tried)
        most = budget.playouts or 1 << 40
        while spent < most:
            rounds = max(min(CHUNK, (most - spent) // count), 1)
            self._trials.attempt_all(self.space, count, seed, trials, rounds, longest)
            if spent == 0:
                usual = sum(total for total, _ in self.space.sums[:count].tolist()) / (rounds * count)
            trials += rounds
            spent += rounds * count
            if budget.seconds is not None and time.perf_counter() - began > budget.seconds:
                break
        for one, (total, squares) in zip(tried, self.space.sums[:count].tolist(), strict=True):
            one.usual = usual
            one.add(trials, total, squares)


@cache
def ready() -> Trials:
    """The trials of this process."""
    return Trials()
