"""Who is next: moves that a table waits for, then hints, then reviews; in each, address by address and table by table."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING

from ludotheque.bots.service.messages import Answer, Request

if TYPE_CHECKING:
    from ludotheque.bots.service.process import Worker


class Kind(IntEnum):
    """What is asked for, the most urgent first."""

    MOVE = 0
    HINT = 1
    REVIEW = 2


MOST = {Kind.HINT: 64, Kind.REVIEW: 32}
"""So many hints may wait, so many reviews be under way. Moves are not counted: a table waits for one at a time."""
MOST_OF_ONE = {Kind.HINT: 16, Kind.REVIEW: 8}
"""The same for one address."""
LIMIT = {Kind.MOVE: 10.0, Kind.HINT: 10.0, Kind.REVIEW: 20.0}
"""Seconds after which a worker that does not answer is taken for dead. Thinking itself ends much earlier, by its own clock."""


class Busy(Exception):
    """Not now: `code` says why, and what to do."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class NoAnswer(Exception):
    """No worker could answer."""


@dataclass(eq=False)
class Job:
    """One thing to think about, for one worker to answer."""

    kind: Kind
    payer: str
    table: str
    key: str
    """What a worker keeps of it for the next time."""
    size: int
    """How much of it there is by now, in views (or entries of a record)."""
    request: Callable[[int], Request]
    """The request to a worker that has so much of it already."""
    answer: asyncio.Future[Answer]
    tries: int = 0
    since: float = field(default_factory=time.monotonic)

    def asked_of(self, worker: Worker) -> Request:
        """The request as this worker needs it."""
        return self.request(worker.has(self.key))


class Jobs:
    """The three queues."""

    def __init__(self) -> None:
        self._waiting: dict[Kind, OrderedDict[str, OrderedDict[str, deque[Job]]]] = {kind: OrderedDict() for kind in Kind}
        self._lengths: Counter[Kind] = Counter()
        self._admitted: Counter[tuple[Kind, str]] = Counter()
        self._admitted_in_all: Counter[Kind] = Counter()

    def admit(self, kind: Kind, payer: str) -> None:
        """Let one more hint or review in, or refuse it."""
        if self._admitted[kind, payer] >= MOST_OF_ONE[kind] or self._admitted_in_all[kind] >= MOST[kind]:
            raise Busy("thinking_busy")
        self._admitted[kind, payer] += 1
        self._admitted_in_all[kind] += 1

    def dismiss(self, kind: Kind, payer: str) -> None:
        """It is answered, or nobody waits for it any more."""
        self._admitted_in_all[kind] -= 1
        self._admitted[kind, payer] -= 1
        if not self._admitted[kind, payer]:
            del self._admitted[kind, payer]

    def add(self, job: Job) -> None:
        """One more."""
        self._lengths[job.kind] += 1
        self._waiting[job.kind].setdefault(job.payer, OrderedDict()).setdefault(job.table, deque()).append(job)

    def add_again(self, job: Job) -> None:
        """One that a worker died of goes before all others of its kind."""
        self._lengths[job.kind] += 1
        payers = self._waiting[job.kind]
        tables = payers.setdefault(job.payer, OrderedDict())
        tables.setdefault(job.table, deque()).appendleft(job)
        tables.move_to_end(job.table, last=False)
        payers.move_to_end(job.payer, last=False)

    def take(self) -> Job | None:
        """The next one that somebody still waits for; whoever it is for goes to the end of the row."""
        for kind, payers in self._waiting.items():
            while payers:
                payer, tables = next(iter(payers.items()))
                table, jobs = next(iter(tables.items()))
                job = jobs.popleft()
                self._lengths[kind] -= 1
                tables.move_to_end(table)
                payers.move_to_end(payer)
                if not jobs:
                    del tables[table]
                if not tables:
                    del payers[payer]
                if not job.answer.done():
                    return job
        return None

    def take_all(self) -> list[Job]:
        """Everything that waits."""
        found = []
        while (job := self.take()) is not None:
            found.append(job)
        return found

    def length(self, kind: Kind) -> int:
        """How many wait; some of them may have been given up."""
        return self._lengths[kind]
