"""What was learned from lessons: weights of the features of a side, for each number of players and its options; and how."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

FORMAT = "ludotheque.lessons/1"
FILE = "values.json"
"""In the folder `bots` of a game."""


class Lesson(msgspec.Struct, frozen=True):
    """What was learned for one number of players and its options."""

    players: int
    options: dict[str, bool | int]
    games: int
    """How many it was learned from,"""
    positions: int
    """and how many positions of these."""
    loss: float
    """How wrong it still is: minus the logarithm of what was said of the winner, on average, in positions of other games."""
    weights: tuple[float, ...]


class Lessons(msgspec.Struct, frozen=True, kw_only=True):
    """All that was learned of a game, and how."""

    format: str = FORMAT
    game: str
    command: str
    """What makes the same file again."""
    seed: int
    minutes: float
    """Of processor time."""
    lessons: tuple[Lesson, ...]

    def weights(self, players: int, options: Mapping[str, bool | int]) -> tuple[float, ...]:
        """The weights for so many players."""
        return next(lesson.weights for lesson in self.lessons if (lesson.players, lesson.options) == (players, options))


def read_lessons(path: Path) -> Lessons:
    """The file."""
    return msgspec.json.decode(path.read_bytes(), type=Lessons)


def write_lessons(path: Path, lessons: Lessons) -> None:
    """Put it there, a line for each lesson."""
    whole = msgspec.to_builtins(lessons)
    head = [f'"{name}":{msgspec.json.encode(value).decode()}' for name, value in whole.items() if name != "lessons"]
    lines = ",\n  ".join(msgspec.json.encode(lesson).decode() for lesson in whole["lessons"])
    path.write_text("{" + ",\n ".join([*head, f'"lessons":[\n  {lines}\n ]']) + "}\n", encoding="utf-8")
