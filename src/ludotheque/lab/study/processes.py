"""Worker processes on this machine, one pipe each. What a killed worker was playing is played again by a new one."""

from __future__ import annotations

import multiprocessing
import signal
import traceback
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess

from ludotheque.lab.ladder import leave_with_the_starter
from ludotheque.lab.study.chunks import play_chunk
from ludotheque.lab.study.plan import Plan, Work
from ludotheque.lab.study.sums import Sums

LOST = 3
"""So many workers may be lost in a row, without a chunk in between, before we give up."""
AHEAD = 3
"""Chunks that are given out for each worker."""


class WorkersLost(ChildProcessError):
    """Workers die again and again."""


@dataclass(eq=False)
class Worker:
    """A process and what it plays."""

    process: SpawnProcess
    pipe: Connection
    work: Work | None = None


class Processes:
    """So many workers. Everything happens in the thread that calls: there is no other one that could see half of it."""

    def __init__(self, plan: Plan, count: int) -> None:
        self.ahead = AHEAD * count
        self._plan = plan
        self._waiting: deque[Work] = deque()
        self._workers = [self._start() for _ in range(count)]
        self._lost = 0

    def begin(self, work: Work) -> None:
        """Give a chunk out."""
        self._waiting.append(work)
        self._give_out()

    def finished(self) -> Sequence[tuple[Work, Sums]]:
        """Wait until a worker has played something, or is gone."""
        played = []
        working = {worker.pipe: worker for worker in self._workers if worker.work is not None}
        for pipe in wait(list(working)):
            worker = working[pipe]  # type: ignore[index]
            work, worker.work = worker.work, None
            assert work is not None
            try:
                answer = worker.pipe.recv()
            except (EOFError, OSError):
                self._replace(worker, work)
                continue
            if isinstance(answer, Exception):
                raise answer
            played.append((work, answer))
            self._lost = 0
        self._give_out()
        return played

    def leave(self) -> None:
        """Let all workers go."""
        for worker in self._workers:
            worker.process.kill()
        for worker in self._workers:
            worker.process.join()
            worker.pipe.close()

    def _give_out(self) -> None:
        for worker in list(self._workers):
            if self._waiting and worker.work is None:
                work = self._waiting.popleft()
                try:
                    worker.pipe.send(work)
                    worker.work = work
                except OSError:
                    self._replace(worker, work)

    def _replace(self, worker: Worker, work: Work) -> None:
        """Start another worker in place of one that is gone; its chunk comes first."""
        self._waiting.appendleft(work)
        worker.process.kill()
        worker.process.join()
        worker.pipe.close()
        self._lost += 1
        if self._lost >= LOST:
            raise WorkersLost(f"{LOST} workers ended in a row, the last one with exit code {worker.process.exitcode}")
        self._workers[self._workers.index(worker)] = self._start()

    def _start(self) -> Worker:
        spawn = multiprocessing.get_context("spawn")
        ours, theirs = spawn.Pipe()
        process = spawn.Process(target=_work, args=(self._plan, theirs), daemon=True)
        process.start()
        theirs.close()  # so that its end is seen when the process ends
        return Worker(process, ours)


def _work(plan: Plan, pipe: Connection) -> None:
    """Play what comes through the pipe. Ctrl-C is for the process that started this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    leave_with_the_starter()
    while True:
        try:
            answer: Sums | Exception = play_chunk(plan, *pipe.recv())
        except EOFError:
            return
        except Exception as error:
            error.add_note(traceback.format_exc())
            answer = error
        pipe.send(answer)
