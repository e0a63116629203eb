"""The search of one game, ready to be asked: compiled kernels, the arrays they work on, and the clock."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache
from math import sqrt
from types import ModuleType

from ludotheque.bots import parts
from ludotheque.bots.base import Budget
from ludotheque.bots.kernels.search import COLUMNS, FIRST, KEY, NEXT, ROOT, VISITS, Workspace
from ludotheque.bots.verdict import Verdict
from ludotheque.games import game as find_game
from ludotheque.rules import kernel
from ludotheque.rules.arrays import ints, reals
from ludotheque.rules.game import Game
from ludotheque.rules.state import BaseState, to_record

WORLDS = 192
"""At most so many games are imagined for one move."""
NODES = 150_000
DEPTH = 24
CHUNK = 32
IMAGINING = 0.3
"""The share of the time that may go into imagining."""

UNIFORM = "ludotheque.bots.kernels.policy"
AS_IMAGINED = "ludotheque.bots.kernels.worlds"

World = tuple[BaseState, list[int]]
"""An imagined game, and the notes that go with it."""


class Search:
    """Kernels and arrays for searching one game with one playout policy. Not for two threads at a time."""

    def __init__(self, game: Game, own_policy: bool = True) -> None:
        kernels = game.compiled
        own = parts.module_name(game, "bots.kernels.policy") or UNIFORM
        policy = own if own_policy else UNIFORM
        label = f"{game.package}/{policy}"

        def bound(module: str, **more: ModuleType) -> ModuleType:
            return kernel.compiled(module, label=label, rules=kernels.rules, engine=kernels.engine, **more)

        usual = bound(UNIFORM)
        watcher = parts.completed(bound(own), usual)  # who sees what belongs to the game, also when it is played out just anyhow
        picker = parts.completed(bound(policy), usual)
        self._search = kernel.compiled(
            "ludotheque.bots.kernels.search",
            label=label,
            rules=kernels.rules,
            engine=kernels.engine,
            usual=usual,  # bound, so that the cache knows of it: policies lack some of its kernels
            policy=picker,
            watcher=watcher,
            worlds=bound(parts.module_name(game, "bots.kernels.worlds") or AS_IMAGINED, policy=watcher),
        )
        self._layout = game.rules.State
        buffer = kernels.buffer()
        self._space = Workspace(
            worlds=kernels.states(WORLDS),
            world_notes=ints(WORLDS, watcher.NOTES),
            states=kernels.states(),
            notes=ints(watcher.NOTES),
            tree=ints(NODES, COLUMNS),
            total=reals(NODES),
            used=ints(1),
            path=ints(DEPTH),
            at=ints(2 * len(buffer)),
            rewards=reals(max(game.players)),
            buffer=buffer,
            dice=kernels.dice(),
        )
        self._pace = 20_000.0  # playouts a second, corrected as it goes

    def weigh(
        self, imagine: Callable[[int], World], budget: Budget, seed: list[int], explore: float = 0.7, worlds: int = WORLDS
    ) -> list[Verdict]:
        """Search for the seat to act; `imagine(number)` gives imagined games, of which `worlds` are enough. Best move first."""
        began = time.perf_counter()
        count = self._imagine(imagine, min(worlds, WORLDS), budget, began)
        space = self._space
        space.dice[: len(seed)] = seed
        space.tree[:1], space.total[: space.used[0]] = 0, 0.0
        space.used[0] = 1
        start, most = 0, budget.playouts or 1_000_000
        while start < most:
            rounds = min(CHUNK, most - start)
            if budget.seconds is not None:
                left = budget.seconds - (time.perf_counter() - began)
                if left <= 0 and start > 0:
                    break
                rounds = min(max(int(left * self._pace / 2), 4), 2_000, most - start)
            before = time.perf_counter()
            self._search.think(space, count, start, rounds, explore)
            self._pace = 0.5 * self._pace + 0.5 * rounds / max(time.perf_counter() - before, 1e-6)
            start += rounds
        return self._verdicts()

    def _imagine(self, imagine: Callable[[int], World], most: int, budget: Budget, began: float) -> int:
        wanted = most if budget.playouts is None else min(most, budget.playouts, max(8, budget.playouts // 8))
        for number in range(wanted):
            state, notes = imagine(number)
            to_record(state, self._layout, self._space.worlds[number])
            self._space.world_notes[number, : len(notes)] = notes
            if budget.seconds is not None and number >= 3 and time.perf_counter() - began > IMAGINING * budget.seconds:
                return number + 1
        return wanted

    def _verdicts(self) -> list[Verdict]:
        found = []
        twins = self._twins()
        tree, total = self._space.tree, self._space.total
        child = int(tree[ROOT, FIRST])
        while child > 0:
            visits, action = int(tree[child, VISITS]), int(tree[child, KEY])
            chance = float(total[child]) / visits if visits else 0.0
            found.append(Verdict(action, chance, visits, twins.get(action, ()), _noise(float(total[child]), visits)))
            child = int(tree[child, NEXT])
        return sorted(found, key=lambda verdict: (-verdict.visits, -verdict.chance, verdict.action))

    def _twins(self) -> dict[int, tuple[int, ...]]:
        """The legal moves that were not tried because another one, by which they are found here, comes to the same."""
        buffer, at = self._space.buffer, self._space.at
        count = self._search.stand_ins(self._space)
        twins: dict[int, tuple[int, ...]] = {}
        for action, tried in zip(buffer[:count].tolist(), at[:count].tolist(), strict=True):
            if tried != action:
                twins[tried] = (*twins.get(tried, ()), action)
        at[:count] = 0
        return twins


def _noise(won: float, tried: int) -> float:
    """The standard error of a share; with one more won and one more lost, so that three of three are not certain."""
    share = (won + 1) / (tried + 2)
    return sqrt(share * (1 - share) / (tried + 2))


@cache
def ready(slug: str, own_policy: bool = True) -> Search:
    """The search of a game in this process."""
    return Search(find_game(slug), own_policy)
