"""The opponent made to measure in the terminal: how strong it is in each box is kept in a file of the user's."""

from __future__ import annotations

import json
import secrets
from pathlib import Path

from ludotheque.measure import BEGINS, BEYOND, MOST, level_at, moved, neighbours
from ludotheque.places import data_directory
from ludotheque.rules.core import Outcome
from ludotheque.texts import Words


class Measured:
    """It in one box, for one game."""

    def __init__(self, slug: str, language: str) -> None:
        self._slug, self._words, self._file = slug, Words(language), kept_in()
        self.strength = read(self._file).get(slug, BEGINS)
        self.level = level_at(self.strength, secrets.randbits(62))

    def before(self) -> str:
        """How strong it is, and how it plays this game."""
        return self._words("measure.before", {"strength": self._told(self.strength), "level": self._words(f"level.{self.level}")})

    def after(self, outcome: Outcome) -> str:
        """Where it goes after a game of one person (seat 0) and others like it; that is kept."""
        won, lost = 0 in outcome.winners, 1 in outcome.winners
        if won != lost:
            self.strength = moved(self.strength, beaten=won)
            kept = {**read(self._file), self._slug: self.strength}
            try:
                self._file.parent.mkdir(parents=True, exist_ok=True)
                fresh = self._file.with_suffix(".new")
                fresh.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
                fresh.replace(self._file)
            except OSError as error:
                return self._words("measure.not_kept", {"file": str(self._file), "why": error.strerror or ""})
        return self._words("measure.after", {"strength": self._told(self.strength)})

    def _told(self, strength: int) -> str:
        low, high = (self._words(f"level.{level}") for level in neighbours(strength))
        return low if low == high else self._words("measure.between", {"low": low, "high": high})


def kept_in() -> Path:
    """Where it is kept."""
    return data_directory() / "measure.json"


def read(file: Path) -> dict[str, int]:
    """What is kept; nothing where there is no such file, or one that nobody of ours wrote."""
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    if not isinstance(found, dict):
        return {}
    return {game: kept for game, kept in found.items() if type(kept) is int and -BEYOND <= kept <= MOST + BEYOND}
