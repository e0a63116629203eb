"""Where a learning stands: what has been learned so far of each number of seats, and the file that it is gone on from."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np

from ludotheque.bots.learned import LearnedMind, rounded

FORMAT = "ludotheque.learning/2"


class WrongLearning(Exception):
    """What lies there was begun by another command."""


class Course(msgspec.Struct, frozen=True, kw_only=True):
    """What has been learned so far for one number of seats, and for certain options where these are learned apart."""

    seats: int
    options: dict[str, bool | int] = {}
    shape: tuple[int, ...]
    """How many weights of each kind there are,"""
    width: int
    """and how many bytes each is shipped in."""
    games: int = 0
    """It was learned from."""
    loss: float | None = None
    numbers: bytes
    """The weights, and then whatever is needed to go on, as they are."""

    def mind(self) -> LearnedMind:
        """What was learned, as it is shipped."""
        weights = np.frombuffer(self.numbers)[: sum(self.shape)]
        return rounded(self.seats, self.games, self.shape, weights.tolist(), self.width, options=self.options, loss=self.loss)


class Learning(msgspec.Struct, frozen=True, kw_only=True):
    """All courses of a game."""

    format: str = FORMAT
    game: str
    seed: int
    games: int
    """For each course."""
    seconds: float = 0.0
    """Of processor time."""
    courses: tuple[Course, ...]

    @property
    def done(self) -> int:
        """Games of all courses so far."""
        return sum(course.games for course in self.courses)

    def of_the_same_command(self, other: Learning) -> bool:
        """Whether one can be gone on with for the other."""
        return _command(self) == _command(other)


def _command(learning: Learning) -> object:
    shapes = [(course.seats, course.options, course.shape) for course in learning.courses]
    return learning.format, learning.game, learning.seed, learning.games, shapes


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
