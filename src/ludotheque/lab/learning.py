"""Learning the judgement of a game from games against itself: in parts, on several cores, and to be gone on with.

A part is some games for one number of seats. What it comes to depends on the seed and on what was learned before and on nothing
else, so the same seed and the same number of games make the same file, however many processes there are and however often it
was stopped in between.
"""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from functools import cache
from math import sqrt
from pathlib import Path

import msgspec
import numpy as np

from ludotheque.bots.judgement import Parts, mind_of, parts_of, shape_of, thought_of
from ludotheque.bots.kernels.judgement import DEEP, MOST_SEATS, WIDE
from ludotheque.bots.kernels.turns import FACTS
from ludotheque.bots.learned import LearnedMind, rounded
from ludotheque.games import game as find_game
from ludotheque.lab.kernels.learning import BATCH, LONGEST, School
from ludotheque.lab.ladder import leave_with_the_starter
from ludotheque.rules import kernel
from ludotheque.rules.arrays import ints, reals
from ludotheque.rules.dice import new_dice, roll
from ludotheque.rules.game import Game
from ludotheque.rules.state import to_record

FORMAT = "ludotheque.learning/1"
PART = 200
"""Batches of games in a part."""
FAST, SLOW = 2e-3, 1e-4
"""How far a step of learning goes, at the beginning and at the end."""
TRUST = 0.7
"""How much of what is taught is what really came of a game, from turn to turn; the rest is what was expected."""
USUAL = 3
"""The variant that is usually played is learned so many times as often."""


class NothingToLearn(Exception):
    """The game does not say what a judgement could look at."""


class WrongLearning(Exception):
    """What lies there was begun by another command."""


class Memory(msgspec.Struct, frozen=True):
    """What has been learned so far for one number of seats."""

    batches: int
    numbers: bytes
    """Weights, means and squares of their slopes, as they are."""


class Learning(msgspec.Struct, frozen=True, kw_only=True):
    """Where a learning stands: what it goes on from."""

    format: str = FORMAT
    game: str
    seed: int
    games: int
    """For each number of seats."""
    seconds: float = 0.0
    """Of processor time."""
    shapes: dict[int, tuple[int, ...]]
    memories: dict[int, Memory]

    def minds(self) -> tuple[LearnedMind, ...]:
        """What was learned, as it is shipped."""
        made = []
        for seats, memory in sorted(self.memories.items()):
            weights = np.frombuffer(memory.numbers)[: sum(self.shapes[seats])]
            made.append(rounded(seats, memory.batches * BATCH, self.shapes[seats], weights.tolist()))
        return tuple(made)

    @property
    def done(self) -> int:
        """Games of all numbers of seats so far."""
        return BATCH * sum(memory.batches for memory in self.memories.values())


@dataclass(frozen=True, slots=True)
class Task:
    """A part to learn, in a worker."""

    slug: str
    seats: int
    seed: int
    games: int
    memory: Memory


class Learner:
    """Kernels and arrays for learning one game with so many seats."""

    def __init__(self, game: Game, seats: int) -> None:
        found = parts_of(game)
        if found is None:
            raise NothingToLearn(game.slug)
        self._learning = kernel.compiled("ludotheque.lab.kernels.learning", label=found.label, **found.bound)
        self.mind = mind_of(found.plain, seats, [0.0] * sum(shape_of(found.plain, seats)))
        self.thought = thought_of(found.plain)
        self.school = _school(game, found, seats, len(self.mind.weights))

    def run(self, task: Task) -> tuple[Memory, int]:
        """Learn a part; answer what is known then, and how many turns were played."""
        kept = (self.mind.weights, self.school.mean, self.school.squares)
        for array, numbers in zip(kept, np.split(np.frombuffer(task.memory.numbers), 3), strict=True):
            array[:] = numbers
        start, last = task.memory.batches, task.games // BATCH
        count = min(PART, last - start)
        rate = FAST + (SLOW - FAST) * start / last
        turns = self._learning.learn(self.school, self.mind, self.thought, task.seed, start, count, rate, TRUST)
        return Memory(start + count, np.concatenate(kept).tobytes()), int(turns)


def _school(game: Game, found: Parts, seats: int, size: int) -> School:
    compiled, most = game.compiled, found.turns.MOST
    usual = game.options({})
    variants = [options for players, options in game.variants() if players == seats]
    templates = compiled.states(len(variants) + USUAL)
    for at, options in enumerate([*variants, *[usual] * USUAL]):
        to_record(game.blank(seats, game.options(options)), game.rules.State, templates[at])
    return School(
        templates=templates,
        states=compiled.states(),
        after=compiled.states(most),
        facts=ints(most, FACTS),
        values=reals(most, MOST_SEATS),
        sums=reals(MOST_SEATS),
        buffer=compiled.buffer(),
        dice=compiled.dice(),
        history=ints(LONGEST, found.plain.TELLS),
        turn_of=ints(LONGEST),
        strayed=ints(LONGEST),
        worth=reals(LONGEST + 1, MOST_SEATS),
        slopes=reals(size),
        mean=reals(size),
        squares=reals(size),
        deltas=reals(3, max(DEEP, found.plain.KINDS_OF_PARTS * WIDE, MOST_SEATS)),
    )


def begin(game: Game, seed: int, games: int, seats: Sequence[int] | None = None) -> Learning:
    """A learning of which nothing is done yet: a small weight drawn for everything."""
    found = parts_of(game)
    if found is None:
        raise NothingToLearn(game.slug)
    wanted = tuple(seats or game.players)
    shapes = {one: shape_of(found.plain, one) for one in wanted}
    memories = {one: Memory(0, _first_weights(shapes[one], seed, one)) for one in wanted}
    return Learning(game=game.slug, seed=seed, games=games - games % BATCH, shapes=shapes, memories=memories)


def _first_weights(shape: Sequence[int], seed: int, seats: int) -> bytes:
    """About normal numbers, small enough that everybody's chances are much alike at first."""
    dice = new_dice(seed, 1 << 40 | seats)
    spread = [0.1, 0.1, 1 / sqrt(DEEP), 0.03]
    numbers = [by * sqrt(3) * (2 * roll(dice) / 2**32 - 1) for by, count in zip(spread, shape, strict=True) for _ in range(count)]
    return np.array(numbers + [0.0] * (2 * len(numbers))).tobytes()


@cache
def _learner(slug: str, seats: int) -> Learner:
    return Learner(find_game(slug), seats)


def learn_part(task: Task) -> tuple[Memory, float]:
    """Learn a part, in a worker; answer what is known then, and the processor time that it took."""
    learner, before = _learner(task.slug, task.seats), time.process_time()
    memory, _ = learner.run(task)
    return memory, time.process_time() - before


def learn(
    learning: Learning,
    workers: int,
    keep: Callable[[Learning], None] = lambda learning: None,
) -> Learning:
    """Learn all that is left; `keep` is told after every part."""
    memories, seconds = dict(learning.memories), learning.seconds
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=spawn, initializer=leave_with_the_starter) as pool:
        under_way: dict[Future[tuple[Memory, float]], int] = {}

        def go_on(seats: int) -> None:
            if memories[seats].batches * BATCH < learning.games:
                task = Task(learning.game, seats, learning.seed, learning.games, memories[seats])
                under_way[pool.submit(learn_part, task)] = seats

        for seats in memories:
            go_on(seats)
        while under_way:
            for future in wait(under_way, return_when=FIRST_COMPLETED).done:
                seats = under_way.pop(future)
                memories[seats], spent = future.result()
                seconds += spent
                learning = msgspec.structs.replace(learning, memories=dict(memories), seconds=seconds)
                keep(learning)
                go_on(seats)
    return learning


def games_within(game: Game, minutes: float, workers: int, seats: Sequence[int] | None = None) -> int:
    """How many games for each number of seats can be learned from in that time, by the first part of each."""
    seconds = 0.0
    for one, memory in begin(game, 0, PART * BATCH, seats).memories.items():
        learn_part(Task(game.slug, one, 0, PART * BATCH, memory))  # compiles what is needed
        seconds += learn_part(Task(game.slug, one, 0, PART * BATCH, memory))[1]
    return max(int(60 * minutes * workers * PART * BATCH / seconds), 1)


def read_learning(path: Path) -> Learning | None:
    """Where a learning stopped, if one lies there."""
    if not path.exists():
        return None
    try:
        return msgspec.msgpack.decode(path.read_bytes(), type=Learning)
    except msgspec.DecodeError as error:
        raise WrongLearning(f"{path}: {error}") from None


def write_learning(path: Path, learning: Learning) -> None:
    """Who reads it in this moment has the old one or the new one."""
    part = path.with_name(f"{path.name}.new")
    part.write_bytes(msgspec.msgpack.encode(learning))
    part.replace(path)
