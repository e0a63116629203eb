"""How a game is learned: by differences or by fitting, whichever it brings kernels for; on several cores, and in parts.

A part is some games of one course. What it comes to depends on the seed and on what was learned before and on nothing else, so
the same seed and the same number of games make the same file, however many processes there are and however often it was stopped
in between.
"""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from typing import Protocol

import msgspec

from ludotheque.games import game as find_game
from ludotheque.lab.ladder import leave_with_the_starter
from ludotheque.lab.learning import differences, fitting
from ludotheque.lab.learning.course import Course, Learning
from ludotheque.rules.game import Game


class NothingToLearn(Exception):
    """The game does not say what could be learned of its positions."""


class Way(Protocol):
    """A way to learn (a module)."""

    GAMES: int
    """Of each course, unless said."""
    BATCH: int
    """Games come in so many at a time."""
    GLIMPSE: int
    """So many tell how long others take."""

    def suits(self, game: Game) -> bool:
        """Whether a game brings what is needed for it."""

    def courses(self, game: Game, seed: int) -> tuple[Course, ...]:
        """What is to be learned of a game; nothing is known yet."""

    def learn_part(self, game: Game, course: Course, seed: int, games: int) -> Course:
        """Go on for a part of the games that a course has in all."""


WAYS: tuple[Way, ...] = (differences, fitting)


def way_of(game: Game) -> Way:
    """How a game is learned."""
    for way in WAYS:
        if way.suits(game):
            return way
    raise NothingToLearn(game.slug)


def begin(game: Game, seed: int, games: int | None = None) -> Learning:
    """Nothing is known yet."""
    way = way_of(game)
    wanted = way.GAMES if games is None else max(games - games % way.BATCH, way.BATCH)
    return Learning(game=game.slug, seed=seed, games=wanted, courses=way.courses(game, seed))


def learn_part(slug: str, course: Course, seed: int, games: int) -> tuple[Course, float]:
    """Learn a part, in a worker; answer what is known then, and the processor time that it took."""
    game, before = find_game(slug), time.process_time()
    return way_of(game).learn_part(game, course, seed, games), time.process_time() - before


def learn(learning: Learning, workers: int, keep: Callable[[Learning], None] = lambda learning: None) -> Learning:
    """Learn all that is left; `keep` is told after every part."""
    courses, seconds = list(learning.courses), learning.seconds
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=spawn, initializer=leave_with_the_starter) as pool:
        under_way: dict[Future[tuple[Course, float]], int] = {}

        def go_on(at: int) -> None:
            if courses[at].games < learning.games:
                under_way[pool.submit(learn_part, learning.game, courses[at], learning.seed, learning.games)] = at

        for at in range(len(courses)):
            go_on(at)
        while under_way:
            for future in wait(under_way, return_when=FIRST_COMPLETED).done:
                at = under_way.pop(future)
                courses[at], spent = future.result()
                seconds += spent
                learning = msgspec.structs.replace(learning, courses=tuple(courses), seconds=seconds)
                keep(learning)
                go_on(at)
    return learning


def games_within(game: Game, minutes: float, workers: int) -> int:
    """How many games of each course can be learned from in that time, by a glimpse of each."""
    glimpse, seconds = way_of(game).GLIMPSE, 0.0
    for course in begin(game, 0).courses:
        learn_part(game.slug, course, 0, glimpse)  # compiles what is needed
        seconds += learn_part(game.slug, course, 0, glimpse)[1]
    return max(int(60 * minutes * workers * glimpse / seconds), 1)
