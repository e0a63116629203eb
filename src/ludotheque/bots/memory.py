"""Memory as difficulty: what a seat has seen, and what of it is still known.

A fact is something seen at a place. It lasts for a while that is drawn when it is seen (the longer the better the memory,
and longer each time the same thing is seen again). Then it is gone, or, as happens to people, it moves to a
neighbouring place: the player is sure, and wrong. All of it is a pure function of the views and the seed.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import itemgetter


@dataclass(frozen=True, slots=True)
class Recall:
    """How well somebody remembers. Time is counted in entries of the record."""

    span: float = math.inf
    """Mean time a fact lasts."""
    slips: float = 0.0
    """The share of fading facts that are confused with a neighbour instead of forgotten."""
    strengthens: float = 2.0
    """How many times longer a fact lasts each time it is seen again while known."""


PERFECT = Recall()

_ORDER = itemgetter(0, 1)
LOOK = 3
"""What is seen again within so many entries is still the same look."""
MOST = 5
"""More looks than this strengthen a fact no further."""


@dataclass(frozen=True, slots=True)
class Fact:
    """Something seen at a place."""

    place: str
    what: str
    seen: int
    """When it was last seen, in entries of the record."""
    near: tuple[str, ...] = field(default=())
    """Places it may be confused with."""
    times: int = 1
    luck: tuple[float, float] = (0.0, 0.0)
    """Two numbers from 0 to 1 that are drawn when it is seen: whether it slips, and where to."""
    until: float = math.inf
    """When it is over; drawn as well."""


class Memory:
    """What one seat has seen and still knows."""

    def __init__(self, recall: Recall = PERFECT, seed: int = 0) -> None:
        self.recall, self.seed = recall, seed
        self._facts: dict[str, Fact] = {}
        self._lost: set[str] = set()
        """Places of facts that are forgotten for good: most of them, for who remembers little."""
        self._asked = 0
        self._believed: tuple[int, dict[str, Fact]] | None = None

    def note(self, place: str, what: str, now: int, near: Sequence[str] = ()) -> None:
        """See something at a place."""
        self._believed = None
        old = self._facts.get(place)
        times = 1
        if old is not None and old.what == what and now < old.until:
            times = min(old.times + (now - old.seen > LOOK), MOST)
        self._lost.discard(place)
        lasts, *luck = self._luck(f"{self.seed}/{place}/{what}/{now}")
        self._facts[place] = Fact(place, what, now, tuple(near), times, (luck[0], luck[1]), now + self._lasting(lasts, times))

    def forget(self, place: str) -> None:
        """That place is empty or open now: there is nothing to remember of it."""
        if self._facts.pop(place, None) is not None:
            self._lost.discard(place)
            self._believed = None

    def move(self, place: str, to: str, near: Sequence[str] = ()) -> None:
        """What lay at one place lies at another now, seen by all but what it is."""
        self._believed = None
        fact = self._facts.pop(place, None)
        self._lost -= {place, to}
        if fact is not None:
            self._facts[to] = replace(fact, place=to, near=tuple(near))
        else:
            self._facts.pop(to, None)

    def fact(self, place: str) -> Fact | None:
        """What was seen at a place and still lies there, remembered or not."""
        return self._facts.get(place)

    def facts(self) -> Iterator[Fact]:
        """Everything that was seen and still lies there, remembered or not (for a review, not for play)."""
        yield from self._facts.values()

    def beliefs(self, now: int) -> Mapping[str, Fact]:
        """What the seat believes to know, by place. Where two beliefs collide the fresher one stays."""
        if self._believed is not None and self._believed[0] == now:
            return self._believed[1]
        if now < self._asked:
            self._lost.clear()  # of the past more was known
        self._asked, placed = now, []
        for seen_at, fact in self._facts.items():
            if seen_at in self._lost:
                continue
            place = seen_at if now < fact.until else self._slip(fact, now)
            if place:
                placed.append((-fact.seen, seen_at, place, fact))
            else:
                self._lost.add(seen_at)
        placed.sort(key=_ORDER)
        believed: dict[str, Fact] = {}
        for _, _, place, fact in placed:
            believed.setdefault(place, fact)
        self._believed = (now, believed)
        return believed

    def knows(self, place: str, now: int) -> bool:
        """Whether what was seen at a place is still known there."""
        return place in self._facts and now < self._facts[place].until

    def _lasting(self, luck: float, times: int) -> float:
        """How long a fact lasts that was seen so often."""
        if math.isinf(self.recall.span):
            return math.inf
        return 1 - math.log(1.0 - luck) * self.recall.span * self.recall.strengthens ** (times - 1)

    def _slip(self, fact: Fact, now: int) -> str:
        """The neighbour that a faded fact is mistaken for, or "" once it is gone."""
        if not fact.near or fact.luck[0] >= self.recall.slips or now - fact.seen > 6 * self.recall.span:
            return ""
        return fact.near[int(fact.luck[1] * len(fact.near))]

    def _luck(self, text: str) -> tuple[float, float, float]:
        """What is drawn for one fact of one seat; nothing for those who never forget."""
        if math.isinf(self.recall.span):
            return (0.0, 0.0, 0.0)
        drawn = hashlib.blake2b(text.encode(), digest_size=21).digest()
        lasts, slips, where = (int.from_bytes(drawn[at : at + 7]) / 2**56 for at in (0, 7, 14))
        return lasts, slips, where
