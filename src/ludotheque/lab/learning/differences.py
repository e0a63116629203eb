"""Learning by differences: a judgement plays against itself, and every position is taught what the next one was worth.

For a game that brings `bots/kernels/features.py` and `bots/kernels/turns.py`, or its own way to play against itself
(`bots/selfplay.py`, with the functions of `selfplay`). What comes of it is a small network for each number of seats
(`bots/kernels/judgement.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import sqrt
from typing import Any

import msgspec
import numpy as np

from ludotheque.bots import parts
from ludotheque.bots.judgement import mind_of, shape_of, thought_of
from ludotheque.bots.kernels.judgement import DEEP, MOST_SEATS, WIDE, Mind, Thought
from ludotheque.games import game as find_game
from ludotheque.lab.learning import selfplay
from ludotheque.lab.learning.course import Course
from ludotheque.lab.learning.kernels.differences import BATCH, School
from ludotheque.rules import kernel
from ludotheque.rules.arrays import ints, reals
from ludotheque.rules.dice import new_dice, roll
from ludotheque.rules.game import Game

__all__ = ["BATCH", "GAMES", "GLIMPSE", "Learner", "courses", "learn_part", "suits"]
GAMES = 8000
PART = GLIMPSE = 200 * BATCH
"""Games in a part."""
WIDTH = 1
"""Bytes of a weight, shipped: a network of thousands does not need more, and pages have to fetch it."""
FAST, SLOW = 2e-3, 1e-4
"""How far a step of learning goes, at the beginning and at the end."""
TRUST = 0.7
"""How much of what is taught is what really came of a game, from turn to turn; the rest is what was expected."""
LONGEST = 400
"""Turns after which a game is given up, and judged instead."""
KERNELS = "ludotheque.lab.learning.kernels"


class Learner:
    """Kernels and arrays for learning one game with so many seats."""

    def __init__(self, game: Game, seats: int) -> None:
        playing = _playing(game)
        told, bound = playing.features(game), playing.kernels(game)
        self._learning = kernel.compiled(f"{KERNELS}.differences", label=f"{game.package}/judgement", **bound)
        self._playing = bound["selfplay"]
        self.mind = mind_of(told, seats, [0.0] * sum(shape_of(told, seats)))
        self.thought = thought_of(told)
        self.school = _school(game, self.mind, self.thought, told.KINDS_OF_PARTS)

    def run(self, course: Course, seed: int, games: int) -> Course:
        """Learn a part of so many games."""
        kept = (self.mind.weights, self.school.mean, self.school.squares)
        for array, numbers in zip(kept, np.split(np.frombuffer(course.numbers), 3), strict=True):
            array[:] = numbers
        count = min(PART, games - course.games)
        rate = FAST + (SLOW - FAST) * course.games / games
        start, batches = course.games // BATCH, count // BATCH
        self._learning.learn(self.school, self.mind, self.thought, seed, start, batches, rate, TRUST)
        return msgspec.structs.replace(course, games=course.games + count, numbers=np.concatenate(kept).tobytes())

    def contest(self, ours: Course, theirs: Course | None, seed: int, games: int) -> int:
        """How many games who learned one thing wins, one turn ahead, among those who learned another or play by the policy."""
        own, other = self._mind(ours), self._mind(theirs or ours)
        return int(self._playing.contest(self.school, own, other, self.thought, seed, 0, games, theirs is None))

    def _mind(self, course: Course) -> Mind:
        return Mind(np.frombuffer(course.numbers)[: sum(course.shape)].copy(), self.mind.places)


def _school(game: Game, mind: Mind, thought: Thought, kinds: int) -> School:
    size = len(mind.weights)
    return School(
        dice=game.compiled.dice(),
        history=ints(LONGEST, len(thought.told)),
        turn_of=ints(LONGEST),
        strayed=ints(LONGEST),
        worth=reals(LONGEST + 1, MOST_SEATS),
        slopes=reals(size),
        mean=reals(size),
        squares=reals(size),
        deltas=reals(3, max(DEEP, kinds * WIDE, MOST_SEATS)),
        room=_playing(game).room(game, mind, thought),
    )


def _playing(game: Game) -> Any:
    """How a game plays against itself."""
    return parts.module(game, "bots.selfplay") or selfplay


def suits(game: Game) -> bool:
    """Whether a game says what a judgement could look at."""
    return _playing(game).features(game) is not None


def courses(game: Game, seed: int) -> tuple[Course, ...]:
    """One for each number of seats: a small weight drawn for everything."""
    playing = _playing(game)
    shapes = {seats: shape_of(playing.features(game), seats) for seats in playing.seats(game)}
    return tuple(
        Course(seats=seats, shape=shape, width=WIDTH, numbers=_first(shape, seed, seats)) for seats, shape in shapes.items()
    )


def _first(shape: Sequence[int], seed: int, seats: int) -> bytes:
    """About normal numbers, small enough that everybody's chances are much alike at first; then means and squares of slopes."""
    dice = new_dice(seed, 1 << 40 | seats)
    spread = [0.1, 0.1, 1 / sqrt(DEEP), 0.03]
    numbers = [by * sqrt(3) * (2 * roll(dice) / 2**32 - 1) for by, count in zip(spread, shape, strict=True) for _ in range(count)]
    return np.array(numbers + [0.0] * (2 * len(numbers))).tobytes()


@cache
def _learner(slug: str, seats: int) -> Learner:
    return Learner(find_game(slug), seats)


def learn_part(game: Game, course: Course, seed: int, games: int) -> Course:
    """Go on for a part of so many games."""
    return _learner(game.slug, course.seats).run(course, seed, games)
