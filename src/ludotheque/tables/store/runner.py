"""A runner: a thread that does one thing after the other for the loop that serves.

Unlike an executor's thread it is never waited for without end: not by who asked, and not by a process that wants to leave while a
disk hangs.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from ludotheque.tables.store.trouble import Unavailable

T = TypeVar("T")


class _Job:
    __slots__ = ("args", "begun", "done", "given_up", "loop", "work")

    def __init__(self, work: Callable[..., Any], args: tuple[object, ...], loop: asyncio.AbstractEventLoop) -> None:
        self.work, self.args, self.loop = work, args, loop
        self.done: asyncio.Future[Any] = loop.create_future()
        self.begun = self.given_up = False

    def give_up(self) -> None:
        """It took too long; what has not begun by now is left alone."""
        self.given_up = True
        if not self.done.done():
            self.done.set_exception(Unavailable("the disk does not answer", "hung", unknown=self.begun))

    def answer(self, result: object, error: BaseException | None) -> None:
        """In the loop that asked."""
        if self.done.done():
            return
        if error is None:
            self.done.set_result(result)
        else:
            self.done.set_exception(error)


class Runner:
    """One thread."""

    def __init__(self, name: str, patience: float) -> None:
        self.patience = patience
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    async def do(self, work: Callable[..., T], *args: object) -> T:
        """Have something done; Unavailable if it takes longer than patience lasts."""
        loop = asyncio.get_running_loop()
        job = _Job(work, args, loop)
        self._jobs.put(job)
        timer = loop.call_later(self.patience, job.give_up)
        try:
            result: T = await job.done
            return result
        finally:
            timer.cancel()

    def stop(self) -> None:
        """End after what is being done."""
        self._jobs.put(None)

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            if job.given_up:
                continue
            job.begun = True
            result, error = None, None
            try:
                result = job.work(*job.args)
            except BaseException as raised:
                error = raised
            with contextlib.suppress(RuntimeError):  # the loop has ended meanwhile
                job.loop.call_soon_threadsafe(job.answer, result, error)
            del job, result, error  # nothing is kept alive by an idle runner
