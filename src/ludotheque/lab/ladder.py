"""The ladder: bots against each other on all cores, with the same deals for every pairing, and what can be said for sure."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from itertools import combinations
from math import log10, sqrt
from statistics import fmean, stdev

from ludotheque.bots.base import Budget
from ludotheque.games import game as find_game
from ludotheque.lab.bouts import Bout, bout
from ludotheque.lab.luck import luck_of
from ludotheque.rules.core import Json, Options

Z = 1.96
"""Intervals hold 95 %."""


@dataclass(frozen=True, slots=True)
class Task:
    """One game to play: who sits where, on which deal."""

    pairing: int
    slug: str
    options: Mapping[str, bool | int]
    names: tuple[str, ...]
    seed: int
    budgets: tuple[Budget | None, ...]
    seats: tuple[int, ...]
    """Where the first one of the pairing sits: one seat, or all seats of a team."""
    less_luck: bool = False
    """Whether to tell how lucky everybody was."""


@dataclass(slots=True)
class Pairing:
    """One bot against others of one kind: with two players one of each, with more one against all others, or one team."""

    first: str
    second: str
    players: int
    games: int = 0
    won: float = 0.0
    slowest: dict[str, float] = field(default_factory=dict)
    less_luck: list[float] = field(default_factory=list)
    """Of every game what the first one won, less its luck, if that was asked for."""

    @property
    def rate(self) -> float:
        """The share of wins of the first one; its fair share is one by the number of players, or of teams."""
        return self.won / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's interval for that share."""
        n, p = max(self.games, 1), self.rate
        middle, wide = (p + Z * Z / (2 * n)) / (1 + Z * Z / n), Z * sqrt(p * (1 - p) / n + Z * Z / (4 * n * n)) / (1 + Z * Z / n)
        return max(middle - wide, 0.0), min(middle + wide, 1.0)

    @property
    def fair(self) -> tuple[float, float]:
        """The mean of wins less luck, and how far the truth may be on either side of it in 95 of 100 cases."""
        return fmean(self.less_luck), Z * stdev(self.less_luck) / sqrt(self.games) if self.games > 1 else 1.0

    def count(self, played: Bout, seats: Sequence[int], luck: Sequence[float] = ()) -> None:
        """Add one game, and perhaps how lucky each seat was in it."""
        self.games += 1
        won = sum(played.shares[seat] for seat in seats)
        self.won += won
        if luck:
            self.less_luck.append(won - sum(luck[seat] for seat in seats))
        for at, slowest in enumerate(played.slowest):
            name = self.first if at in seats else self.second
            self.slowest[name] = max(self.slowest.get(name, 0.0), slowest)


def pairings(names: Sequence[str], neighbours: bool) -> list[tuple[str, str]]:
    """Who meets whom: all, or only each one the next one in the list."""
    return list(zip(names[1:], names[:-1], strict=True)) if neighbours else [(b, a) for a, b in combinations(names, 2)]


def tasks(
    slug: str,
    options: Options,
    pairs: Sequence[tuple[str, str]],
    players: int,
    games: int,
    seed: int,
    budgets: Mapping[str, Budget],
    less_luck: bool = False,
) -> Iterator[Task]:
    """Every game of a ladder: the same deals for every pairing, the first one in each seat in turn.

    Where seats win together, the first one has all seats of a side.
    """
    sides = find_game(slug).rules.sides(players, options)
    for number in range(games):
        deal, side = divmod(number, sides)
        seats = tuple(range(side, players, sides))
        for pairing, (first, second) in enumerate(pairs):
            names = tuple(first if at in seats else second for at in range(players))
            given = tuple(budgets.get(name) for name in names)
            yield Task(pairing, slug, dict(options), names, seed + deal, given, seats, less_luck)


def leave_with_the_starter() -> None:
    """Watch the process that started this one: killed, it cannot close its pool, and a worker would wait for it for ever."""

    def leave() -> None:
        starter = multiprocessing.parent_process()
        if starter is not None:
            starter.join()
            os._exit(0)

    threading.Thread(target=leave, daemon=True).start()


def climb(
    slug: str,
    *,
    players: int,
    options: Options,
    pairs: Sequence[tuple[str, str]],
    games: int,
    seed: int = 0,
    budgets: Mapping[str, Budget] | None = None,
    workers: int | None = None,
    less_luck: bool = False,
    progress: Callable[[int, int], None] | None = None,
    keep: Callable[[Json], None] | None = None,
) -> list[Pairing]:
    """Play a ladder and answer what each pairing came to; `keep` gets every record, in the order of the games."""
    board = [Pairing(first, second, players) for first, second in pairs]
    planned = list(tasks(slug, options, pairs, players, games, seed, budgets or {}, less_luck))
    done: dict[int, Bout] = {}
    written = 0
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers or os.cpu_count(), mp_context=spawn, initializer=leave_with_the_starter) as pool:
        waiting = {pool.submit(play_task, task): number for number, task in enumerate(planned)}
        for finished, future in enumerate(as_completed(waiting)):
            number = waiting[future]
            done[number], luck = future.result()
            board[planned[number].pairing].count(done[number], planned[number].seats, luck)
            while written in done:
                played = done.pop(written)
                if keep is not None:
                    keep(played.record)
                written += 1
            if progress is not None:
                progress(finished + 1, len(planned))
    return board


def play_task(task: Task) -> tuple[Bout, list[float]]:
    """Play one game, in a worker; tell how lucky everybody was, if that was asked for."""
    played = bout(find_game(task.slug), task.options, task.names, task.seed, task.budgets)
    return played, luck_of(played.record) if task.less_luck else []


def elo(board: Sequence[Pairing], anchor: str | None = None, rounds: int = 2000) -> dict[str, float]:
    """Ratings that explain the pairings of two best (Bradley and Terry, by minorisation); the anchor, or the lowest, is nought.

    Half a win is added on both sides of each pairing, so that a clean sweep does not climb to infinity.
    """
    names = list(dict.fromkeys(name for pairing in board for name in (pairing.second, pairing.first)))
    strength = dict.fromkeys(names, 1.0)
    met = [(p.first, p.second, p.won + 0.5, p.games - p.won + 0.5) for p in board if p.players == 2]
    for _ in range(rounds):
        wins = dict.fromkeys(names, 0.0)
        weight = dict.fromkeys(names, 0.0)
        for first, second, won, lost in met:
            wins[first] += won
            wins[second] += lost
            share = (won + lost) / (strength[first] + strength[second])
            weight[first] += share
            weight[second] += share
        strength = {name: wins[name] / weight[name] if weight[name] else 1.0 for name in names}
        mean = sum(strength.values()) / len(names)
        strength = {name: value / mean for name, value in strength.items()}
    ratings = {name: 400 * log10(value) for name, value in strength.items()}
    zero = ratings[anchor] if anchor in ratings else min(ratings.values(), default=0.0)
    return {name: rating - zero for name, rating in ratings.items()}
