"""The search of one game, ready to be asked: compiled kernels, the arrays they work on, and the clock."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from ludotheque.bots import parts
from ludotheque.bots.base import Budget
from ludotheque.bots.kernels.search import COLUMNS, FIRST, KEY, NEXT, ROOT, VISITS
from ludotheque.bots.verdict import Verdict
from ludotheque.games import game as find_game
from ludotheque.rules import kernel
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

        def bound(module: str, **more: Any) -> Any:
            return kernel.compiled(module, label=label, rules=kernels.rules, engine=kernels.engine, **more)

        usual = bound(UNIFORM)
        watcher = _completed(bound(own), usual)  # who sees what belongs to the game, also when it is played out just anyhow
        picker = _completed(bound(policy), usual)
        self._search: Any = kernel.compiled(
            "ludotheque.bots.kernels.search",
            label=label,
            rules=kernels.rules,
            engine=kernels.engine,
            usual=usual,  # bound, so that the cache knows of it: policies lack some of its kernels
            policy=picker,
            watcher=watcher,
            worlds=bound(parts.module_name(game, "bots.kernels.worlds") or AS_IMAGINED, policy=watcher),
        )
        self._longest: int = picker.LONGEST
        self._layout = game.rules.State
        self._buffer, self._dice = kernels.buffer(), kernels.dice()
        self._worlds, self._states = kernels.states(WORLDS), kernels.states()
        self._world_notes, self._notes = np.zeros((WORLDS, watcher.NOTES), np.int64), np.zeros(watcher.NOTES, np.int64)
        self._tree, self._total = np.zeros((NODES, COLUMNS), np.int64), np.zeros(NODES, np.float64)
        self._path, self._used = np.zeros(DEPTH, np.int64), np.zeros(1, np.int64)
        self._at, self._rewards = np.zeros(2 * len(self._buffer), np.int64), np.zeros(max(game.players), np.float64)
        self._pace = 20_000.0  # playouts a second, corrected as it goes

    def weigh(
        self, imagine: Callable[[int], World], budget: Budget, seed: list[int], explore: float = 0.7, worlds: int = WORLDS
    ) -> list[Verdict]:
        """Search for the seat to act; `imagine(number)` gives imagined games, of which `worlds` are enough. Best move first."""
        began = time.perf_counter()
        count = self._imagine(imagine, min(worlds, WORLDS), budget, began)
        self._dice[:] = seed
        self._tree[:1], self._total[: self._used[0]] = 0, 0.0
        self._used[0] = 1
        start, most = 0, budget.playouts or 1_000_000
        while start < most:
            rounds = min(CHUNK, most - start)
            if budget.seconds is not None:
                left = budget.seconds - (time.perf_counter() - began)
                if left <= 0 and start > 0:
                    break
                rounds = min(max(int(left * self._pace / 2), 4), 2_000, most - start)
            before = time.perf_counter()
            self._run(count, start, rounds, explore)
            self._pace = 0.5 * self._pace + 0.5 * rounds / max(time.perf_counter() - before, 1e-6)
            start += rounds
        return self._verdicts()

    def _imagine(self, imagine: Callable[[int], World], most: int, budget: Budget, began: float) -> int:
        wanted = most if budget.playouts is None else min(most, budget.playouts, max(8, budget.playouts // 8))
        for number in range(wanted):
            state, notes = imagine(number)
            to_record(state, self._layout, self._worlds[number])
            self._world_notes[number, : len(notes)] = notes
            if budget.seconds is not None and number >= 3 and time.perf_counter() - began > IMAGINING * budget.seconds:
                return number + 1
        return wanted

    def _run(self, count: int, start: int, rounds: int, explore: float) -> None:
        self._search.think(
            self._worlds[:count], self._world_notes[:count], self._states, self._notes, self._tree, self._total, self._path,
            self._at, self._rewards, self._used, self._buffer, self._dice, start, rounds, explore, self._longest,
        )  # fmt: skip

    def _verdicts(self) -> list[Verdict]:
        found = []
        twins = self._twins()
        child = int(self._tree[ROOT, FIRST])
        while child > 0:
            visits, action = int(self._tree[child, VISITS]), int(self._tree[child, KEY])
            chance = float(self._total[child]) / visits if visits else 0.0
            found.append(Verdict(action, chance, visits, twins.get(action, ())))
            child = int(self._tree[child, NEXT])
        return sorted(found, key=lambda verdict: (-verdict.visits, -verdict.chance, verdict.action))

    def _twins(self) -> dict[int, tuple[int, ...]]:
        """The legal moves that were not tried because another one, by which they are found here, comes to the same."""
        count = self._search.stand_ins(self._worlds, self._world_notes[0], self._buffer, self._at)
        twins: dict[int, tuple[int, ...]] = {}
        for action, tried in zip(self._buffer[:count].tolist(), self._at[:count].tolist(), strict=True):
            if tried != action:
                twins[tried] = (*twins.get(tried, ()), action)
        self._at[:count] = 0
        return twins


def _completed(policy: Any, usual: Any) -> Any:
    """A game's own policy, with the usual kernels for what it does not say."""
    for name in ("NOTES", "LONGEST", "pick", "watch", "stands_for", "settled", "worth"):
        if not hasattr(policy, name):
            setattr(policy, name, getattr(usual, name))
    return policy


@cache
def ready(slug: str, own_policy: bool = True) -> Search:
    """The search of a game in this process."""
    return Search(find_game(slug), own_policy)
