"""What was learned of Tableaux (`values.json`; see `ludotheque.lab.lessons`)."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from ludotheque.bots.lessons import FILE, read_lessons


@cache
def weights(players: int, teams: int) -> tuple[float, ...]:
    """The weights of the features (`kernels/values.py`) for a number of players in so many teams, or none."""
    return read_lessons(Path(__file__).with_name(FILE)).weights(players, {"teams": teams})
