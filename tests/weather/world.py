"""What everybody in a simulated world shares: the loop, the weather, chance, and a diary of what happened."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from contextlib import contextmanager

from tests.weather.clock import Loop
from tests.weather.sky import forecast, stream

BEGAN = 1_800_000_000.0
"""The time of day at which every world begins."""


class Wrong(AssertionError):
    """The house has broken one of its promises."""


class World:
    """One world, made of a seed."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.sky = forecast(seed)
        self.steady = self.sky.clocks_jump == 0
        """Whether all clocks show the same time."""
        self.prompt = self.sky.pages_read_slowly == 0
        """Whether what is written was decided in that moment."""
        self.loop = Loop(self.stream("order"))
        self.diary: list[tuple[float, tuple[object, ...]]] = []
        self.wrong: Wrong | None = None
        self.stormy = True
        self._number = 0

    def stream(self, name: str) -> random.Random:
        """Chance for one purpose."""
        return stream(self.seed, name)

    def note(self, *what: object) -> None:
        """Write into the diary."""
        self.diary.append((self.loop.time(), what))

    def count(self) -> int:
        """A new number."""
        self._number += 1
        return self._number

    def demand(self, holds: bool, *promise: object) -> None:
        """A promise of the house; the first one that is broken ends the world."""
        if not holds and self.wrong is None:
            self.note("WRONG", *promise)
            self.wrong = self.loop.halt = Wrong(" ".join(map(str, promise)))

    def story(self) -> Iterator[str]:
        """The diary, to be read."""
        for at, what in self.diary:
            yield f"{at:9.4f}  " + " ".join(word if isinstance(word, str) else repr(word) for word in what)


@contextmanager
def fixed_chance(seed: int) -> Iterator[None]:
    """What the house takes from the system's generator (through `secrets`) comes from the seed."""
    given = stream(seed, "system").randbytes
    before = os.urandom, random._urandom  # type: ignore[attr-defined]
    os.urandom = random._urandom = given  # type: ignore[attr-defined]
    try:
        yield
    finally:
        os.urandom, random._urandom = before  # type: ignore[attr-defined]
