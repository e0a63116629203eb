"""What was learned of a game: the small file `learned.json` in its folder `bots`, which `ludotheque learn` writes."""

from __future__ import annotations

import base64
from array import array
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

FILE = "learned.json"
FORMAT = "ludotheque.learned/1"
MOST = 32767
"""The largest of the whole numbers that weights are rounded to."""


class LearnedMind(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The weights for one number of seats in play, and for certain options where these were learned apart."""

    seats: int
    options: dict[str, bool | int] = {}
    games: int
    """How many it was learned from."""
    shape: tuple[int, ...]
    """How many numbers of each kind there are: a file that was learned by other features is not taken for one of these."""
    loss: float | None = None
    """How wrong it still is: minus the logarithm of what was said of the winner, on average, in positions of other games."""
    scale: float
    """What one is worth in the numbers below."""
    numbers: str
    """16 bits each, the low ones first, in base 64."""

    def weights(self) -> list[float]:
        """The weights themselves."""
        numbers = array("h", base64.b64decode(self.numbers))
        if array("h", b"\x01\x00")[0] != 1:
            numbers.byteswap()
        return [self.scale * number for number in numbers]


class Learned(msgspec.Struct, frozen=True, kw_only=True):
    """All that was learned, and how."""

    format: str = FORMAT
    game: str
    version: str
    """Of the house that learned."""
    made: str
    """On which day."""
    command: str
    """What makes the same file again."""
    seed: int
    minutes: float
    """Of processor time, over all processes."""
    minds: tuple[LearnedMind, ...]

    def mind(self, seats: int, options: Mapping[str, bool | int] | None = None) -> LearnedMind | None:
        """What was learned for so many seats."""
        return next((mind for mind in self.minds if (mind.seats, mind.options) == (seats, options or {})), None)


def rounded(seats: int, games: int, shape: Sequence[int], weights: Sequence[float], **rest: Any) -> LearnedMind:
    """Weights as they are kept."""
    scale = max(max(map(abs, weights)), 1e-9) / MOST
    numbers = array("h", (round(weight / scale) for weight in weights))
    if array("h", b"\x01\x00")[0] != 1:
        numbers.byteswap()
    kept = base64.b64encode(numbers.tobytes()).decode()
    return LearnedMind(seats=seats, games=games, shape=tuple(shape), scale=scale, numbers=kept, **rest)


def read_learned(path: Path) -> Learned:
    """The file; one that is wrong is named, with what is wrong in it."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Learned)
    except msgspec.DecodeError as error:
        raise ValueError(f"{path}: {error}") from None


def write_learned(path: Path, learned: Learned) -> None:
    """Put it there, a line for each number of seats."""
    whole = msgspec.json.decode(msgspec.json.encode(learned))
    lines = [f'"{name}":{msgspec.json.encode(value).decode()}' for name, value in whole.items() if name != "minds"]
    minds = ",\n  ".join(msgspec.json.encode(mind).decode() for mind in whole["minds"])
    path.write_text("{" + ",\n ".join([*lines, f'"minds":[\n  {minds}\n ]']) + "}\n", encoding="utf-8")


@cache
def learned_of(folder: Path) -> Learned | None:
    """What is shipped with a game, if anything is."""
    path = folder / "bots" / FILE
    return read_learned(path) if path.exists() else None
