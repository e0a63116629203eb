"""The tree of Tableaux, ready to be asked: compiled kernels, what was learned, the arrays it grows in, and the clock."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import cache
from math import sqrt

from ludotheque.bots.base import Budget
from ludotheque.bots.learned import learned_of
from ludotheque.bots.trials import compiled_trials
from ludotheque.bots.verdict import Verdict
from ludotheque.games import game as find_game
from ludotheque.games.tableaux.bots.kernels import hunches, values
from ludotheque.games.tableaux.bots.kernels import tree as kernels
from ludotheque.games.tableaux.bots.kernels.trials import PILE, Workspace
from ludotheque.games.tableaux.bots.signs import Signs
from ludotheque.games.tableaux.rules import KINDS, SEATS
from ludotheque.games.tableaux.seen import View
from ludotheque.rules import kernel
from ludotheque.rules.arrays import ints, reals

ROOM = 150_000
"""Nodes; when there is no room for more the tree is followed, but no longer grows."""
CHUNK = 32
"""Rounds between two looks at the clock."""
TRIED = 0.2
"""A move that was met less than so many times as often as the one met most is not chosen for what it happened to come to,"""
HARDLY = 0.1
"""but counts for so much less."""


class Trees:
    """Kernels and arrays for trees. Not for two threads at a time."""

    def __init__(self) -> None:
        game = find_game("tableaux")
        bound = {"rules": game.compiled.rules, "engine": game.compiled.engine}
        folder, trials = f"{game.package}.bots.kernels", compiled_trials(game)
        bound["policy"] = kernel.compiled(f"{folder}.policy", label=f"{game.package}/{folder}.policy", **bound)
        bound["values"] = kernel.compiled(values.__name__, label=f"{game.package}/tree", **bound)
        self._tree = kernel.compiled(kernels.__name__, label=f"{game.package}/tree", trials=trials, **bound)
        self.tree = kernels.Tree(
            nodes=ints(ROOM, kernels.COLUMNS),
            sums=reals(ROOM, kernels.SUMS),
            path=ints(kernels.DEPTH),
            tally=ints(2),
            weights=reals(values.WEIGHTS),
            features=reals(values.FEATURES),
            stands=reals(SEATS),
            leanings=reals(SEATS, hunches.COLUMNS),
            odds=reals(SEATS, KINDS),
        )

    def sit_down(self, view: View, signs: Signs) -> None:
        """At whose table it is, and what others showed of their hands."""
        self.tree.weights[:] = weights(view.players, int(view.options["teams"]))
        for seat, leanings in enumerate(signs.leanings):
            self.tree.leanings[seat, :] = leanings

    def weigh(self, space: Workspace, count: int, budget: Budget, seed: int, every: bool = False) -> list[Verdict]:
        """What the moves are worth in the worlds that trials look at; the most promising ones are tried most often.

        With `every`, each of the first so many of `actions` is tried as often as any other; without, who can finish a tableau
        thinks of nothing else.
        """
        self._tree.plant(space, self.tree, int(space.free[PILE] == 0))
        began, spent, rounds = time.perf_counter(), 0, 0
        most = budget.playouts or 1 << 40
        while spent < most:
            if every:
                chunk = max(min(CHUNK, most - spent) // count, 1)
                self._tree.grow_all(space, self.tree, seed, rounds, chunk, count)
            else:
                chunk = min(CHUNK, most - spent)
                self._tree.grow(space, self.tree, seed, rounds, chunk, kernels.ANY)
            rounds += chunk
            spent += chunk * count if every else chunk
            passed = time.perf_counter() - began
            if budget.seconds is not None and passed > budget.seconds:
                break
            left = most - spent if budget.seconds is None else min(most - spent, rounds * (budget.seconds / passed - 1))
            if not every and self._lead() > left:
                break
        found = list(self._found())
        enough = TRIED * max(verdict.visits for verdict in found)
        return [verdict if verdict.visits >= enough else _hardly(verdict) for verdict in found]

    def _lead(self) -> int:
        """How much more often the move that was met most was met than the next one; if there is none, more than can be."""
        visits = sorted(int(self.tree.nodes[child, kernels.VISITS]) for child in self._first_moves())
        return visits[-1] - visits[-2] if len(visits) > 1 else 1 << 40

    def _first_moves(self) -> Iterator[int]:
        child = int(self.tree.nodes[0, kernels.FIRST])
        while child >= 0:
            yield child
            child = int(self.tree.nodes[child, kernels.NEXT])

    def _found(self) -> Iterator[Verdict]:
        for child in self._first_moves():
            action, visits = (int(self.tree.nodes[child, column]) for column in (kernels.KEY, kernels.VISITS))
            total, squares = (float(self.tree.sums[child, column]) for column in (kernels.TOTAL, kernels.SQUARES))
            mean = total / max(visits, 1)
            noise = sqrt(max(squares / visits - mean * mean, 1e-4) / visits) if visits else 0.5
            yield Verdict(action, mean, visits, noise=noise)


def _hardly(verdict: Verdict) -> Verdict:
    return Verdict(verdict.action, max(verdict.chance - HARDLY, 0.0), verdict.visits, noise=verdict.noise)


@cache
def ready() -> Trees:
    """The trees of this process."""
    return Trees()


@cache
def weights(players: int, teams: int) -> list[float]:
    """What was learned of so many players in so many teams, or none: the weights of features (`kernels/values.py`)."""
    learned = learned_of(find_game("tableaux").folder)
    mind = None if learned is None else learned.mind(players, {"teams": teams})
    assert mind is not None, "learned.json comes with the game"
    return mind.weights()
