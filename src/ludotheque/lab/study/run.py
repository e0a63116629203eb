"""Playing a study: in this process or by a crew, in any order, written down in one."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from itertools import islice
from typing import Protocol

from ludotheque.lab.study.chunks import play_chunk, warm
from ludotheque.lab.study.file import Chunk, StudyFile, Totals
from ludotheque.lab.study.plan import Plan, Work
from ludotheque.lab.study.processes import Processes
from ludotheque.lab.study.sums import Sums

Played = Generator[tuple[Work, Sums], None, None]


class Crew(Protocol):
    """Who plays chunks beside this process: processes of this machine, or workers of a cluster."""

    @property
    def ahead(self) -> int:
        """How many chunks it wants to have at once, so that nobody waits for work."""

    def begin(self, work: Work) -> None:
        """Give a chunk out."""

    def finished(self) -> Iterable[tuple[Work, Sums]]:
        """Wait until something happens; chunks that were played meanwhile, maybe none."""

    def leave(self) -> None:
        """Nothing of what is still under way is wanted."""


class NoCluster(Exception):
    """A cluster cannot play, or not any more. Its words stand under `study.cluster.<code>`."""

    def __init__(self, code: str, **told: str) -> None:
        super().__init__(code, told)
        self.code, self.told = code, told


def play_study(
    study: StudyFile,
    *,
    wanted: Sequence[int],
    workers: int = 1,
    crew: Crew | None = None,
    enough: Callable[[Totals], bool] | None = None,
    progress: Callable[[int, Totals], None] | None = None,
) -> Totals:
    """Play until every cell has its wanted number of deals, or until it is `enough`; answer what it came to.

    A crew plays, if there is one, or so many workers. Whatever was played ahead when it is enough is thrown away, so that the
    same study comes out whoever plays it.
    """
    totals = study.totals
    if enough is not None and enough(totals):
        return totals
    missing = study.left(wanted)
    if crew is None and workers > 1:
        warm(study.plan)
        crew = Processes(study.plan, workers)
    played = _here(study.plan, missing) if crew is None else _in_order(crew, missing)
    for work, sums in played:
        study.add(Chunk(work.cell, totals.cells[work.cell].chunks, sums))
        if progress is not None:
            progress(study.chunks, totals)
        if enough is not None and enough(totals):
            break
    played.close()
    return totals


def _here(plan: Plan, missing: Iterator[Work]) -> Played:
    for work in missing:
        yield work, play_chunk(plan, *work)


def _in_order(crew: Crew, missing: Iterator[Work]) -> Played:
    """What a crew plays in any order, in the order of the work."""
    waiting: deque[Work] = deque()
    done: dict[Work, Sums] = {}
    try:
        while True:
            for work in islice(missing, max(crew.ahead - len(waiting), 0)):
                waiting.append(work)
                crew.begin(work)
            if not waiting:
                return
            if waiting[0] not in done:
                done.update(crew.finished())
            while waiting and waiting[0] in done:
                work = waiting.popleft()
                yield work, done.pop(work)
    finally:
        crew.leave()
