"""What a box says about itself, from `facts.json` in the game's folder: declared once, read by terminal, pages and documents."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec


class Facts(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The facts of a game. All may be left out; how many can play stands in its rules."""

    age: int | None = None
    """From how many years on."""
    minutes: int | None = None
    """About how long a game takes."""
    seats: int = 0
    """How many sit down when somebody just wants to play; 0 leaves it to the house."""
    sheet: bool = False
    """Whether there is a printed sheet of rules, so that what it does not say is worth a word."""
    ours: tuple[Literal["title", "age", "minutes"], ...] = ()
    """Which of these the house has added: the sheet does not give them."""
    credits: dict[str, str] = {}
    """Who made it, one sentence in each language."""
    levels: tuple[str, ...] = ()
    """The levels of bots that play differently here, weakest first; none named: all that there are."""


def read_facts(folder: Path, players: tuple[int, ...]) -> Facts:
    """The facts that lie in a game's folder; a file that is wrong is named, with what is wrong in it."""
    path = folder / "facts.json"
    facts = Facts()
    if path.exists():
        try:
            facts = msgspec.json.decode(path.read_bytes(), type=Facts)
        except msgspec.DecodeError as error:
            raise ValueError(f"{path}: {error}") from None
    if facts.seats == 0:
        return msgspec.structs.replace(facts, seats=2 if 2 in players else players[0])
    if facts.seats not in players:
        raise ValueError(f"{path}: {facts.seats} cannot sit down; the rules say {', '.join(map(str, players))}")
    return facts
