"""How much slower this device thinks than the machine that made the house, and how much longer its bots may think for that.

The same thoughts, so many playouts in the same few positions of a box, are timed when kernels are made (`packing/kernels.py`) and
again where they run. A device that takes three times as long gives its bots three times the seconds, so that they come as far.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping

from ludotheque.bots import LEVELS, make_bot
from ludotheque.bots.base import Budget
from ludotheque.games import game as find_game
from ludotheque.rules.core import CHANCE, Json
from ludotheque.rules.play import Play

LIMIT = 4.0
"""At most so many times the usual seconds: elephant's move then takes about one."""
THOUGHT, THOUGHTS = Budget(playouts=200), 3
SHORT = 0.002
"""Seconds below which nothing is told by a comparison: a box that was solved answers at once everywhere."""


class Pace:
    """The paces of all boxes, each measured once, when somebody first thinks about it."""

    def __init__(self, usual: Mapping[str, float], clock: Callable[[], float] = time.perf_counter) -> None:
        """`usual` has the seconds of the thought for each box, where the house was made."""
        self._usual, self._clock = usual, clock
        self._known: dict[str, float] = {}

    def patience(self, slug: str) -> float:
        """How many times longer its bots may think. A box without machine code is slow enough for all there is."""
        if slug not in self._known:
            self._known[slug] = min(max(self._slower(slug), 1.0), LIMIT)
        return self._known[slug]

    def _slower(self, slug: str) -> float:
        usual = self._usual.get(slug)
        if usual is None:
            return LIMIT
        return seconds(slug, self._clock, 1) / usual if usual > SHORT else 1.0


def seconds(slug: str, clock: Callable[[], float], times: int = 3) -> float:
    """How long the thoughts take: the shortest of a few rounds, after one that fetches whatever they need."""
    _think(slug)
    return min(_timed(slug, clock) for _ in range(times))


def _timed(slug: str, clock: Callable[[], float]) -> float:
    began = clock()
    _think(slug)
    return clock() - began


def _think(slug: str) -> None:
    for play in _positions(slug):
        view = play.view(play.to_act)
        bot = make_bot(play.game, play.to_act, LEVELS[-1], 7, THOUGHT)
        bot.see(view)
        bot.choose(view, play.legal())


def _positions(slug: str) -> Iterator[Play]:
    """A game's first positions in which there is something to choose, in its largest variant; always the same object."""
    game, found = find_game(slug), 0
    variant: tuple[int, Json] = list(game.variants())[-1]
    players, options = variant
    play = game.new(players=players, seed=7, **options)
    while found < THOUGHTS and play.outcome is None:
        if play.to_act == CHANCE:
            play.draw(play.chances()[0][0])
            continue
        if len(play.legal()) > 1:
            found += 1
            yield play
        play.play(play.legal()[0])
