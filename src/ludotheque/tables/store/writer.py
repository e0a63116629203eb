"""Group commit: one writer that puts what is waiting into one transaction, and answers when it is on the disk.

While a commit is being flushed, further writes gather; so durability costs one flush per batch, not per move.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple, TypeAlias, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import DataError, IntegrityError

from ludotheque.tables.model import Talk
from ludotheque.tables.store import Change, Conflict, Unavailable
from ludotheque.tables.store.append import Hand, append
from ludotheque.tables.store.append import Work as Append

log = logging.getLogger("ludotheque.store")

T = TypeVar("T")
BATCH = 512

Work: TypeAlias = Append | Callable[[Connection], object]
"""Changes of tables that belong together, or something else to write."""
Transaction: TypeAlias = Callable[[list[Work]], Awaitable[list[object]]]
"""Runs a batch in one transaction, and says what came of each."""


class _Waiting(NamedTuple):
    work: Work
    done: asyncio.Future[Any]


class Writer:
    """The only one that writes to the store, in this process."""

    def __init__(self, transaction: Transaction) -> None:
        self._transaction, self._loop = transaction, asyncio.get_running_loop()
        self._waiting: deque[_Waiting] = deque()
        self._something = asyncio.Event()
        self._busy = False
        self._task = asyncio.create_task(self._run(), name="writer")

    def append(self, changes: tuple[Change, ...]) -> asyncio.Future[list[Talk]]:
        """Store changes together; done when they are on the disk, or a Conflict."""
        return self._submit(changes)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Do some other writing."""
        result: T = await self._submit(work)
        return result

    def _submit(self, work: Work) -> asyncio.Future[Any]:
        waiting = _Waiting(work, self._loop.create_future())
        if self._task.done():
            _answer(waiting, Unavailable("the store is closed", "closed"))
        else:
            self._waiting.append(waiting)
            self._something.set()
        return waiting.done

    async def close(self) -> None:
        """Write what is waiting, then stop."""
        while (self._waiting or self._busy) and not self._task.done():
            await asyncio.sleep(0.005)
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        for waiting in self._waiting:
            _answer(waiting, Unavailable("the store is closed", "closed"))

    async def _run(self) -> None:
        while True:
            await self._something.wait()
            self._something.clear()
            while self._waiting:
                batch = [self._waiting.popleft() for _ in range(min(BATCH, len(self._waiting)))]
                self._busy = True
                try:
                    results = await self._commit([waiting.work for waiting in batch])
                except asyncio.CancelledError:
                    for waiting in batch:
                        _answer(waiting, Unavailable("the store is closed", "closed"))
                    raise
                except Unavailable as error:
                    results = [error] * len(batch)
                except Exception as error:
                    log.exception("a batch could not be written")
                    results = [Unavailable(error)] * len(batch)
                finally:
                    self._busy = False
                for waiting, result in zip(batch, results, strict=True):
                    _answer(waiting, result)

    async def _commit(self, works: list[Work]) -> list[object]:
        """One transaction for the batch; if something in it cannot be, one for each.

        A change that was stored although the answer was lost meets itself should it be tried again, and is a Conflict: who asked
        reads again, and finds it.
        """
        try:
            return await self._transaction(works)
        except (IntegrityError, DataError) as error:
            if len(works) == 1:
                return [Conflict(str(error.orig)[:200])]
            return [result for work in works for result in await self._commit([work])]


def _answer(waiting: _Waiting, result: object) -> None:
    if waiting.done.done():
        return
    if isinstance(result, Exception):
        waiting.done.set_exception(result)
        waiting.done.exception()  # whoever waited may have left; an error that nobody asks for is none of the loop's business
    else:
        waiting.done.set_result(result)


def write(hand: Hand, connection: Connection, works: list[Work]) -> list[object]:
    """Write a batch in the transaction of a connection; what comes of each, a Conflict included."""
    results: list[object] = [None] * len(works)
    appends = [(i, work) for i, work in enumerate(works) if isinstance(work, tuple)]
    if appends:
        for (i, _), result in zip(appends, append(hand, connection, [work for _, work in appends]), strict=True):
            results[i] = result
    for i, work in enumerate(works):
        if not isinstance(work, tuple):
            results[i] = work(connection)
    return results
