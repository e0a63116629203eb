"""Group commit: one writer that puts what is waiting into one transaction, and answers when it is on the disk.

While a commit is being flushed, further writes gather; so durability costs one flush per batch, not per move.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

from sqlalchemy import Connection, bindparam, insert, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError

from ludotheque.tables.store import Conflict, Unavailable
from ludotheque.tables.store.schema import moves, tables

T = TypeVar("T")
BATCH = 512
RETRIES = 5


@dataclass(slots=True)
class Append:
    """Entries for the log of a table, which must have this version and no entry of these numbers yet."""

    table_id: str
    version: int
    rows: Sequence[dict[str, Any]]
    change: dict[str, Any] | None = None
    """Columns of the table's row that change with it."""


Work: TypeAlias = Append | Callable[[Connection], Any]
Transaction: TypeAlias = Callable[[list[Work], bool], Awaitable[list[Any]]]
"""Runs a batch in one transaction: all entries at once, or (False) each in a savepoint of its own."""
AtOnce: TypeAlias = Callable[[list[Append]], bool]
"""A database's own way to store all entries with their versions checked; False, and nothing stored, if one does not hold."""


@dataclass(slots=True)
class _Waiting:
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

    async def append(self, work: Append) -> None:
        """Store entries; returns when they are on the disk, or raises Conflict."""
        await self._submit(work)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Do some other writing, in a savepoint of its own."""
        result: T = await self._submit(work)
        return result

    async def _submit(self, work: Work) -> Any:
        if self._task.done():
            raise Unavailable
        waiting = _Waiting(work, self._loop.create_future())
        self._waiting.append(waiting)
        self._something.set()
        return await waiting.done

    async def close(self) -> None:
        """Write what is waiting, then stop."""
        while (self._waiting or self._busy) and not self._task.done():
            await asyncio.sleep(0.005)
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        for waiting in self._waiting:
            _answer(waiting, Unavailable())

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
                        _answer(waiting, Unavailable())
                    raise
                except Unavailable as error:
                    results = [error] * len(batch)
                except Exception as error:
                    results = [Unavailable(str(error)[:200])] * len(batch)
                finally:
                    self._busy = False
                for waiting, result in zip(batch, results, strict=True):
                    _answer(waiting, result)

    async def _commit(self, works: list[Work]) -> list[Any]:
        """One transaction for the batch; when an entry is taken, one savepoint each. A busy store is tried again."""
        together = True
        for attempt in range(RETRIES):
            try:
                return await self._transaction(works, together)
            except IntegrityError:
                together = False
            except (DBAPIError, OSError):
                if attempt == RETRIES - 1:
                    raise
                await asyncio.sleep(0.05 * 2**attempt)
        raise Unavailable


def _answer(waiting: _Waiting, result: Any) -> None:
    if waiting.done.done():
        return
    if isinstance(result, Exception):
        waiting.done.set_exception(result)
    else:
        waiting.done.set_result(result)


# In the transaction --------------------------------------------------------------------------------------------------


_VERSIONS = (
    select(tables.c.id, tables.c.version)
    .where(tables.c.id.in_(bindparam("wanted", expanding=True)))
    .order_by(tables.c.id)
    .with_for_update()
)
_ADD = insert(moves)


def write(connection: Connection, works: list[Work], together: bool, at_once: AtOnce | None = None) -> list[Any]:
    """Write a batch; what comes of each, an exception included."""
    results: list[Any] = [None] * len(works)
    appends = [(i, work) for i, work in enumerate(works) if isinstance(work, Append)]
    if appends:
        accepted = [work for _, work in appends]
        if together and at_once is not None and at_once(accepted):
            _change(connection, accepted)
        else:
            _append(connection, appends, results, together)
    for i, work in enumerate(works):
        if isinstance(work, Append):
            continue
        try:
            with connection.begin_nested():
                results[i] = work(connection)
        except IntegrityError:
            results[i] = Conflict()
        except DBAPIError:
            raise
        except Exception as error:
            results[i] = error
    return results


def _append(connection: Connection, appends: list[tuple[int, Append]], results: list[Any], together: bool) -> None:
    """All in the order of the tables' ids, so that two servers cannot wait for each other."""
    appends.sort(key=lambda item: item[1].table_id)
    wanted = list(dict.fromkeys(work.table_id for _, work in appends))
    versions: dict[str, int] = {row[0]: row[1] for row in connection.execute(_VERSIONS, {"wanted": wanted})}
    accepted: list[Append] = []
    for i, work in appends:
        if versions.get(work.table_id) != work.version:
            results[i] = Conflict()
            continue
        if together:
            accepted.append(work)
        else:
            try:
                with connection.begin_nested():
                    connection.execute(_ADD, list(work.rows))
                    _change(connection, [work])
            except IntegrityError:
                results[i] = Conflict()
                continue
        if work.change is not None and "version" in work.change:
            versions[work.table_id] = work.change["version"]
    if accepted:
        connection.execute(_ADD, [row for work in accepted for row in work.rows])
        _change(connection, accepted)


def _change(connection: Connection, works: list[Append]) -> None:
    for work in works:
        if work.change is not None:
            connection.execute(update(tables).where(tables.c.id == work.table_id).values(work.change))
