"""What was learned of a game: the small file `learned.json` in its folder `bots`, which `ludotheque learn` writes."""

from __future__ import annotations

import base64
import sys
from array import array
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

FILE = "learned.json"
FORMAT = "ludotheque.learned/2"
KINDS = {1: "b", 2: "h"}
"""Whole numbers that weights are rounded to, by their bytes."""
LOW_FIRST = sys.byteorder == "little"


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
    width: int
    """Bytes of each number below."""
    scales: tuple[float, ...]
    """What one is worth in them, for each kind."""
    numbers: str
    """The low bytes first, in base 64."""

    def weights(self) -> list[float]:
        """The weights themselves."""
        numbers = array(KINDS[self.width], base64.b64decode(self.numbers))
        if not LOW_FIRST:
            numbers.byteswap()
        scales = [scale for scale, count in zip(self.scales, self.shape, strict=True) for _ in range(count)]
        return [scale * number for scale, number in zip(scales, numbers, strict=True)]


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


def rounded(seats: int, games: int, shape: Sequence[int], weights: Sequence[float], width: int, **rest: Any) -> LearnedMind:
    """Weights as they are kept: each kind in whole numbers of its own scale."""
    numbers, scales, at = array(KINDS[width]), [], 0
    for count in shape:
        kind = weights[at : at + count]
        scale = max(max(map(abs, kind)), 1e-9) / (2 ** (8 * width - 1) - 1)
        numbers.extend(round(weight / scale) for weight in kind)
        scales.append(scale)
        at += count
    if not LOW_FIRST:
        numbers.byteswap()
    kept = base64.b64encode(numbers.tobytes()).decode()
    return LearnedMind(seats=seats, games=games, shape=tuple(shape), width=width, scales=tuple(scales), numbers=kept, **rest)


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
