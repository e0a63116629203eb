"""What studies have found of a box: the small file `studied.json` in a game's folder, which `ludotheque studies` writes.

docs/lab.md says what is played and what each number means. A game without the file has nothing to show, and that is all.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

FILE = "studied.json"
FORMAT = "ludotheque.studied/1"

Found = tuple[float, float, float]
"""A value, and its 95 % interval from low to high."""


class StudiedLengths(msgspec.Struct, frozen=True):
    """How many games had how many decisions, in bars of `size` from `first` on; the longest are in the last one."""

    first: int
    size: int
    games: list[int]
    parts: dict[str, Found]
    """So many games in a hundred ("10", "50", "90") have not more decisions than this."""


class StudiedPlay(msgspec.Struct, frozen=True):
    """What came of one variant for so many players, all of them alike."""

    players: int
    options: dict[str, bool | int]
    by: str
    """Who played, as `ludotheque study --bots` writes it."""
    games: int
    results: dict[str, Found]
    """By the name of the statistic; where there is one for each seat or place, `name.number`."""
    lengths: StudiedLengths


class StudiedDuel(msgspec.Struct, frozen=True):
    """One player (or team) among others of another kind: what skill, or memory, is worth."""

    players: int
    options: dict[str, bool | int]
    what: Literal["skill", "memory"]
    hero: str
    others: str
    games: int
    fair: float
    """The share of wins if it were worth nothing."""
    wins: Found


class Studied(msgspec.Struct, frozen=True, kw_only=True):
    """All that was found of a box, and how."""

    format: str = FORMAT
    version: str
    """Of the house that played."""
    made: str
    """On which day."""
    command: str
    seed: int
    sources: str
    """A digest of the sources that the results follow from."""
    rules: str
    """A digest of what the rules do: of some games played by them. Other words in the sources leave it as it is."""
    seconds: float
    """How long people take over a decision."""
    minutes: int | None
    """What the box says a game takes, which `seconds` is made from; none where it says nothing."""
    kinds: dict[str, str]
    """How each statistic is written: mean, part, share, advantage, correlation or root."""
    plays: list[StudiedPlay]
    duels: list[StudiedDuel]


def read_studied(folder: Path) -> Studied | None:
    """What lies in a game's folder, if anything does; a file that is wrong is named, with what is wrong in it."""
    path = folder / FILE
    if not path.exists():
        return None
    try:
        return msgspec.json.decode(path.read_bytes(), type=Studied)
    except msgspec.DecodeError as error:
        raise ValueError(f"{path}: {error}") from None


def write_studied(folder: Path, studied: Studied) -> Path:
    """Put it there, a line for each table, so that a change can be read."""
    whole = msgspec.json.decode(msgspec.json.encode(studied))
    lines = [f'"{name}":{msgspec.json.encode(value).decode()}' for name, value in whole.items() if name not in ("plays", "duels")]
    for name in ("plays", "duels"):
        rows = ",\n  ".join(msgspec.json.encode(row).decode() for row in whole[name])
        lines.append(f'"{name}":[\n  {rows}\n ]' if rows else f'"{name}":[]')
    path = folder / FILE
    path.write_text("{" + ",\n ".join(lines) + "}\n", encoding="utf-8")
    return path
