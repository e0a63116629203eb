"""Uniformly random games in great numbers, counted inside the kernels."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any

import numpy as np

from ludotheque.games import game as find_game
from ludotheque.rules.batch import DECISIONS, ENTRIES, ENTRIES_SQUARED, FIRST_WINS, LIMITED, SHARE, WINS
from ludotheque.rules.compiled import APART
from ludotheque.rules.core import CHANCE, LIMIT, Json, Rules
from ludotheque.rules.dice import check_seed, new_dice
from ludotheque.rules.game import Game
from ludotheque.rules.play import Play
from ludotheque.rules.state import BY_LIMIT, RUNNING, BaseState, copy_state, from_record


@dataclass(frozen=True, slots=True)
class Tally:
    """What came of a number of games."""

    games: int
    decisions: int
    entries: int
    entries_squared: int
    limited: int
    """How many games reached the limit of any.1."""
    first_wins: float
    """Wins of the seat that starts."""
    wins: tuple[float, ...]
    """Wins per seat, a shared win counted in parts."""
    seconds: float

    @property
    def mean_entries(self) -> float:
        """The mean length of a record."""
        return self.entries / self.games

    @property
    def mean_entries_error(self) -> float:
        """Its standard error."""
        variance = self.entries_squared / self.games - self.mean_entries**2
        return sqrt(max(variance, 0.0) / self.games)

    def win_rate(self, seat: int) -> tuple[float, float]:
        """The share of wins of a seat, and its standard error."""
        return self._rate(self.wins[seat])

    def first_rate(self) -> tuple[float, float]:
        """The share of wins of the seat that starts, and its standard error."""
        return self._rate(self.first_wins)

    def _rate(self, wins: float) -> tuple[float, float]:
        rate = wins / self.games
        return rate, sqrt(max(rate * (1 - rate), 0.0) / self.games)


def playouts(
    game: Game | str,
    *,
    players: int,
    options: Mapping[str, bool | int] | None = None,
    games: int,
    seed: int = 0,
    threads: int = 1,
    careful: bool = False,
) -> Tally:
    """Random games in compiled play. The same seed gives the same games, whatever the number of threads."""
    played = find_game(game) if isinstance(game, str) else game
    kernels = played.compiled
    check_seed(seed)
    blank = kernels.blank(players, played.options(options))

    def some(start: int, count: int) -> np.ndarray:
        tally = np.zeros(APART + WINS + players, np.int64)
        kernels.batch.random_games(kernels.states(), blank, kernels.buffer(), kernels.dice(), tally, seed, start, count, careful)
        return tally[: WINS + players]

    kernels.warm_up()
    began = time.perf_counter()
    if threads == 1:
        tally = some(0, games)
    else:
        cuts = [games * part // threads for part in range(threads + 1)]
        with ThreadPoolExecutor(threads) as pool:
            tally = np.sum(list(pool.map(lambda part: some(cuts[part], cuts[part + 1] - cuts[part]), range(threads))), axis=0)
    return _tally(games, tally, time.perf_counter() - began)


def _tally(games: int, counts: Sequence[int] | np.ndarray, seconds: float) -> Tally:
    return Tally(
        games=games,
        decisions=int(counts[DECISIONS]),
        entries=int(counts[ENTRIES]),
        entries_squared=int(counts[ENTRIES_SQUARED]),
        limited=int(counts[LIMITED]),
        first_wins=int(counts[FIRST_WINS]) / SHARE,
        wins=tuple(int(wins) / SHARE for wins in counts[WINS:]),
        seconds=seconds,
    )


Logged = tuple[Json, list[int], Any]
"""A game in action numbers: its deal, its entries, its last position as a NumPy record."""

_LOG_AT_ONCE = 256


def logged_games(
    game: Game, *, players: int, options: Mapping[str, bool | int], games: int, seed: int, careful: bool = False
) -> Iterator[Logged]:
    """Random games in compiled play, with everything a record needs."""
    kernels = game.compiled
    blank = kernels.blank(players, options)
    buffer, dice = kernels.buffer(), kernels.dice()
    for start in range(0, games, _LOG_AT_ONCE):
        count = min(_LOG_AT_ONCE, games - start)
        states, starts = kernels.states(count), kernels.states(count)
        log, lengths = np.zeros((count, LIMIT), np.int64), np.zeros(count, np.int64)
        kernels.batch.logged_games(states, starts, blank, buffer, dice, log, lengths, seed, start, careful)
        for i in range(count):
            dealt = game.rules.dealt(from_record(starts[i], game.rules.State))
            yield dealt, log[i, : lengths[i]].tolist(), states[i]


def random_records(
    game: Game, *, players: int, options: Mapping[str, bool | int], games: int, seed: int, careful: bool = False
) -> Iterator[Json]:
    """Records of random games."""
    for deal, actions, _ in logged_games(game, players=players, options=options, games=games, seed=seed, careful=careful):
        play = Play(game, players, options, deal)
        for action in actions:
            play.enter_action(action)
        yield play.record()


def plain_playouts(
    game: Game | str,
    *,
    players: int,
    options: Mapping[str, bool | int] | None = None,
    games: int,
    seed: int = 0,
    careful: bool = False,
) -> Tally:
    """Random games in the plain carrier, one single move after the other, for comparison; no Numba is involved.

    Python's own generator chooses, which costs little next to a move; so these are not the games that `playouts` plays.
    """
    played = find_game(game) if isinstance(game, str) else game
    blank = played.blank(players, played.options(options))
    rules, engine = played.rules, played.engine
    legal, careless, step = rules.legal, rules.careless, engine.step
    chancy, buffer = len(rules.CHANCES) > 0, [0] * max(len(rules.MOVES), len(rules.CHANCES))
    counts = [0] * (WINS + players)
    dice, rng = new_dice(seed), Random(seed)
    began = time.perf_counter()
    for _ in range(games):
        state = copy_state(blank)
        rules.deal(state, dice)
        decisions = 0
        while state.ended == RUNNING:
            if chancy and rules.to_act(state) == CHANCE:
                step(state, _draw(rules, state, buffer, rng))
                continue
            actions = buffer[: legal(state, buffer)]
            action = rng.choice(actions)
            if careful and careless(state, action):
                action = rng.choice([other for other in actions if not careless(state, other)] or actions)
            step(state, action)
            decisions += 1
        counts[DECISIONS] += decisions
        counts[ENTRIES] += state.entries
        counts[ENTRIES_SQUARED] += state.entries**2
        counts[LIMITED] += state.ended == BY_LIMIT
        winners = [seat for seat in range(players) if engine.wins(state, seat)]
        for seat in winners:
            counts[WINS + seat] += SHARE // len(winners)
            counts[FIRST_WINS] += SHARE // len(winners) if seat == state.first else 0
    return _tally(games, counts, time.perf_counter() - began)


def _draw(rules: Rules, state: BaseState, weights: list[int], rng: Random) -> int:
    drawn = rng.choice(range(rules.chances(state, weights)))
    outcome = 0
    while drawn >= weights[outcome]:
        drawn -= weights[outcome]
        outcome += 1
    return outcome
