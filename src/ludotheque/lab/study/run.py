"""Playing a study: in this process or in several, in any order, written down in one."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice

from ludotheque.lab.ladder import leave_with_the_starter
from ludotheque.lab.study.chunks import play_chunk, warm
from ludotheque.lab.study.file import Chunk, StudyFile, Totals
from ludotheque.lab.study.plan import Plan
from ludotheque.lab.study.sums import Sums

Work = tuple[int, int]
Played = Generator[tuple[Work, Sums], None, None]

LOST = 3
"""So often in a row, without a chunk in between, all workers may be lost before we give up."""
AHEAD = 3
"""Chunks that are given out for each worker."""


def play_study(
    study: StudyFile,
    *,
    most: int,
    workers: int = 1,
    enough: Callable[[Totals], bool] | None = None,
    progress: Callable[[int, Totals], None] | None = None,
) -> Totals:
    """Play until the study has `most` chunks, or until it is `enough` at the end of a round; answer what it came to.

    Whatever was played ahead when it is enough is thrown away, so that the same study comes out for any number of workers.
    """
    if _is_enough(study, enough):
        return study.totals
    missing = islice(study.plan.work(), study.chunks, most)
    if workers > 1:
        warm(study.plan)
    played = _here(study.plan, missing) if workers == 1 else _in_workers(study.plan, missing, workers)
    for (cell, number), sums in played:
        study.add(Chunk(cell, number, sums))
        if progress is not None:
            progress(study.chunks, study.totals)
        if _is_enough(study, enough):
            break
    played.close()
    return study.totals


def _is_enough(study: StudyFile, enough: Callable[[Totals], bool] | None) -> bool:
    rounds, rest = divmod(study.chunks, study.plan.chunks_of_a_round)
    return enough is not None and rounds > 0 and rest == 0 and enough(study.totals)


def _here(plan: Plan, missing: Iterator[Work]) -> Played:
    for work in missing:
        yield work, play_chunk(plan, *work)


def _in_workers(plan: Plan, missing: Iterator[Work], workers: int) -> Played:
    """The same from several processes, in order. When one is killed, what it was at is done again."""
    waiting: list[Work] = []
    done: dict[Work, Sums] = {}
    lost = 0
    while True:
        try:
            with _pool(workers) as pool:
                running: dict[Future[Sums], Work] = {
                    pool.submit(play_chunk, plan, *work): work for work in waiting if work not in done
                }
                try:
                    while True:
                        for work in islice(missing, max(AHEAD * workers - len(waiting), 0)):
                            waiting.append(work)
                            running[pool.submit(play_chunk, plan, *work)] = work
                        if not waiting:
                            return
                        if waiting[0] not in done:
                            for future in wait(running, return_when=FIRST_COMPLETED).done:
                                done[running[future]] = future.result()
                                del running[future]
                        while waiting and waiting[0] in done:
                            lost = 0
                            work = waiting.pop(0)
                            yield work, done.pop(work)
                finally:
                    pool.shutdown(wait=False, cancel_futures=True)
        except (BrokenProcessPool, OSError):  # the latter from a pool that broke while a worker was being started
            lost += 1
            if lost >= LOST:
                raise


def _pool(workers: int) -> ProcessPoolExecutor:
    spawn = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(workers, mp_context=spawn, initializer=_begin)


def _begin() -> None:
    """A worker leaves with who started it, who also says when to stop: not whoever presses Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    leave_with_the_starter()
