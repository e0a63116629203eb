"""What a notebook believes of what it was shown, asked at every decision of its seat: for bots of the house, which have one."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log

import msgspec

from ludotheque.bots.memory import Memory

LAGS = (1, 4, 8, 16, 32, 64, 128, 100_000)
"""Where one class of ages ends and the next begins, in entries of the record."""
ENOUGH = 1.92
"""How much less likely, as a logarithm, the ends of a 95 % interval are than its middle (half of chi-squared's quantile)."""


class Share(msgspec.Struct, frozen=True):
    """Of so many times that a fact of some age was asked for."""

    asked: int = 0
    known: int = 0
    mistaken: int = 0
    """Believed to be elsewhere."""


class Life(msgspec.Struct, frozen=True):
    """A fact that was seen once: when it was last known, and when it was found forgotten (0: never)."""

    known: int
    gone: int


class Beliefs(msgspec.Struct, frozen=True):
    """What came of one game."""

    shares: tuple[Share, ...]
    """One for each class of ages."""
    lives: tuple[Life, ...]


class Examiner:
    """Asks one notebook, through one game."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._counts = [[0, 0, 0] for _ in LAGS[1:]]
        self._lives: dict[tuple[int, str, str], Life] = {}

    def ask(self, now: int) -> None:
        """Everything that was shown and still lies there."""
        beliefs = self._memory.beliefs(now)
        slipped = {(fact.place, fact.seen) for place, fact in beliefs.items() if place != fact.place}
        for fact in self._memory.facts():
            lag = now - fact.seen
            if lag < LAGS[0]:
                continue
            known = self._memory.knows(fact.place, now)
            counts = self._counts[class_of(lag)]
            counts[0] += 1
            counts[1] += known
            counts[2] += (fact.place, fact.seen) in slipped
            key = (fact.seen, fact.what, ",".join(fact.near))
            if fact.times == 1 and (key not in self._lives or not self._lives[key].gone):
                self._lives[key] = Life(lag, 0) if known else Life(self._lives[key].known if key in self._lives else 0, lag)

    def told(self) -> Beliefs:
        """All of it."""
        return Beliefs(tuple(Share(*counts) for counts in self._counts), tuple(self._lives.values()))


def class_of(lag: int) -> int:
    """Which class of ages a lag belongs to."""
    return next(number for number, end in enumerate(LAGS[1:]) if lag < end)


def span_of(lives: Sequence[Life]) -> tuple[float, float, float] | None:
    """The mean time a fact lasts and its interval, by likelihood; -1 for ever, None if nothing was asked.

    A fact lasts one entry and then a time that is exponential; it is known to have ended between two questions.
    """

    def likely(span: float) -> float:
        total = 0.0
        for life in lives:
            last = exp(-max(life.known - 1, 0) / span)
            total += log(max(last - (exp(-max(life.gone - 1, 0) / span) if life.gone else 0.0), 1e-300))
        return total

    asked = [life for life in lives if max(life.known, life.gone) > 1]
    if not asked:
        return None
    spans = [2 ** (step / 16) for step in range(-64, 225)]
    values = [likely(span) for span in spans]
    best = max(range(len(spans)), key=lambda at: values[at])
    held = [span for span, value in zip(spans, values, strict=True) if value > values[best] - ENOUGH]
    ends = (0.0 if held[0] == spans[0] else held[0], -1.0 if held[-1] == spans[-1] else held[-1])
    return (-1.0 if best == len(spans) - 1 else 0.0 if best == 0 else spans[best]), *ends
