"""A crew of processes on this machine. When one is killed, what all of them were at is done again."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool

from ludotheque.lab.ladder import leave_with_the_starter
from ludotheque.lab.study.chunks import play_chunk
from ludotheque.lab.study.plan import Plan, Work
from ludotheque.lab.study.sums import Sums

LOST = 3
"""So often in a row, without a chunk in between, all workers may be lost before we give up."""
AHEAD = 3
"""Chunks that are given out for each worker."""
BROKEN = (BrokenProcessPool, OSError)
"""What a pool raises whose processes were killed; the latter if one was being started."""
BROKEN_AT_ONCE = (*BROKEN, ValueError)
"""The same while something is given out: of one that was just being started, a pipe may have been closed under it."""


class Processes:
    """So many workers."""

    def __init__(self, plan: Plan, count: int) -> None:
        self.ahead = AHEAD * count
        self._plan, self._count = plan, count
        self._pool = _pool(count)
        self._running: dict[Future[Sums], Work] = {}
        self._lost = 0

    def begin(self, work: Work) -> None:
        """Give a chunk out."""
        try:
            self._submit(work)
        except BROKEN_AT_ONCE as error:
            self._start_anew(error, work)

    def finished(self) -> Sequence[tuple[Work, Sums]]:
        """Wait until a worker has played something, or is gone."""
        played = []
        try:
            for future in wait(self._running, return_when=FIRST_COMPLETED).done:
                played.append((self._running[future], future.result()))
                del self._running[future]
        except BROKEN as error:
            self._start_anew(error)
        if played:
            self._lost = 0
        return played

    def leave(self) -> None:
        """Let all workers go."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _submit(self, work: Work) -> None:
        self._running[self._pool.submit(play_chunk, self._plan, *work)] = work

    def _start_anew(self, why: Exception, *more: Work) -> None:
        """Other workers, who do what was under way."""
        unfinished = [*self._running.values(), *more]
        self._lost += 1
        if self._lost >= LOST:
            raise why
        self.leave()
        self._pool, self._running = _pool(self._count), {}
        for work in unfinished:
            self.begin(work)


def _pool(workers: int) -> ProcessPoolExecutor:
    spawn = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(workers, mp_context=spawn, initializer=_begin)


def _begin() -> None:
    """A worker leaves with who started it, who also says when to stop: not whoever presses Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    leave_with_the_starter()
