"""How much one guest or one address may ask for: buckets that fill up again with time."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

KEPT = 20_000


class Buckets:
    """One bucket per name; the longest unused ones are forgotten."""

    def __init__(self, rate: float, burst: float, now: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.burst, self._now = rate, burst, now
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, name: str, cost: float = 1.0) -> bool:
        """Whether there is enough left, and then take it."""
        now = self._now()
        left, then = self._buckets.pop(name, (self.burst, now))
        left = min(self.burst, left + (now - then) * self.rate)
        enough = left >= cost
        self._buckets[name] = (left - cost if enough else left, now)
        if len(self._buckets) > KEPT:
            self._buckets.popitem(last=False)
        return enough


class Counts:
    """How many of something there are under each name."""

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}

    def add(self, name: str, limit: int) -> bool:
        """Count one more, unless that would be too many."""
        count = self._counts.get(name, 0)
        if count >= limit:
            return False
        self._counts[name] = count + 1
        return True

    def drop(self, name: str) -> None:
        """Count one less."""
        count = self._counts.get(name, 0) - 1
        if count > 0:
            self._counts[name] = count
        else:
            self._counts.pop(name, None)
