"""What the weather of a seed is like: which faults there are, how many, and when they end.

Each seed has some of the faults, not all: a house that never gets as far as the second move has little to get wrong.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, fields

STORM = (3.0, 8.0)
"""For how many (virtual) seconds a storm lasts."""


def stream(seed: int, name: str) -> random.Random:
    """Chance for one purpose, so that a change in one place does not change everything else."""
    return random.Random(f"{seed} {name}")


@dataclass
class Sky:
    """Probabilities (of one call, message, thought) and rates (a second)."""

    store_fails: float = 0.0
    """A call fails and nothing was done."""
    store_fails_late: float = 0.0
    """A write fails although it was done ..."""
    store_ghosts: float = 0.0
    """... or although it will be done later ..."""
    store_repeats: float = 0.0
    """... or is done a second time, because the answer to the first got lost on the way."""
    store_is_slow: float = 0.0
    store_goes_away: float = 0.0
    bus_drops: float = 0.0
    bus_is_slow: float = 0.0
    bus_repeats: float = 0.0
    bus_goes_away: float = 0.0
    thinkers_die: float = 0.0
    thinkers_hang: float = 0.0
    thinkers_cheat: float = 0.0
    thinkers_are_slow: float = 0.0
    servers_die: float = 0.0
    servers_stop: float = 0.0
    clocks_jump: float = 0.0
    lines_break: float = 0.0
    pages_read_slowly: float = 0.0
    memory_is_short: float = 0.0

    def __str__(self) -> str:
        found = {field.name: getattr(self, field.name) for field in fields(self)}
        return ", ".join(f"{name} {likely:.2f}" for name, likely in found.items() if likely) or "fine weather"


MOST = Sky(
    store_fails=0.15,
    store_fails_late=0.15,
    store_ghosts=0.08,
    store_repeats=0.08,
    store_is_slow=0.15,
    store_goes_away=0.25,
    bus_drops=0.6,
    bus_is_slow=0.5,
    bus_repeats=0.3,
    bus_goes_away=0.15,
    thinkers_die=0.3,
    thinkers_hang=0.2,
    thinkers_cheat=0.3,
    thinkers_are_slow=0.5,
    servers_die=0.4,
    servers_stop=0.15,
    clocks_jump=0.4,
    lines_break=0.3,
    pages_read_slowly=0.2,
    memory_is_short=1.0,
)


def forecast(seed: int) -> Sky:
    """The weather of a seed; one in ten is fine, so that what fails there is no fault of the weather."""
    chance = stream(seed, "sky")
    sky = Sky()
    if chance.random() < 0.1:
        return sky
    for field in fields(sky):
        if chance.random() < 0.5:
            setattr(sky, field.name, getattr(MOST, field.name) * chance.random())
    return sky
