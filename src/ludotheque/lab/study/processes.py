"""Worker processes on this machine, one pipe each. The chunk of a killed worker is played again by a new one."""

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
"""Give up when so many workers ended in a row without a finished chunk in between."""
AHEAD = 3
"""Chunks that are given out for each worker."""


class WorkersLost(ChildProcessError):
    """Too many workers ended in a row."""


@dataclass(eq=False)
class Worker:
    """A process and what it plays."""

    process: SpawnProcess
    pipe: Connection
    work: Work | None = None


class Processes:
    """A `Crew` of so many workers. It starts no thread: all of it happens in calls of one thread."""

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
        """Wait until a worker has finished a chunk or has ended."""
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
        """Kill all workers and wait for their end."""
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
        """Start another worker in place of one that has ended, and put its chunk at the head of the queue."""
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
        theirs.close()  # otherwise the end of the process would not close the pipe
        return Worker(process, ours)


def _work(plan: Plan, pipe: Connection) -> None:
    """Play the chunks that come through the pipe. Ctrl-C is for the process that started this one."""
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
