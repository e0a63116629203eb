"""A store in PostgreSQL, over the net: nothing waits for it without end, and play goes on when it is back.

A short absence (a restart) is waited for; after that everything is answered at once, until somebody who keeps knocking finds it
open again. What is asynchronous in SQLAlchemy brings its mapper along, so this module is imported only when it is needed.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeVar
from weakref import WeakSet

import asyncpg
from sqlalchemy import URL, Executable, event, make_url, text
from sqlalchemy.exc import DBAPIError, IntegrityError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnectionFree
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from ludotheque.tables.store.append import SqlHand
from ludotheque.tables.store.database import Upgrade, touch
from ludotheque.tables.store.trouble import PATIENCE, CannotOpen, Spell, Trouble, Unavailable
from ludotheque.tables.store.upgrade import bring_up_to_date, is_old
from ludotheque.tables.store.writer import Work, write

T = TypeVar("T")

READERS = 8
KNOCK_EVERY = 0.2
CLOSE_WITHIN = 1.0
MIGRATION = 600.0
"""Seconds that a migration may take."""


class Postgres:
    """A pool of connections that read, and one that writes."""

    shared = True

    def __init__(self, url: str, patience: float = PATIENCE, *, create: bool = True) -> None:
        self.url: URL = make_url(url).set(drivername="postgresql+asyncpg")
        self.patience, self.create = patience, create
        self._reading = _Road("reading", self._engine(pool_size=READERS, isolation_level="AUTOCOMMIT"), patience)
        self._writing = _Road("writing", self._engine(pool_size=1), patience)

    def _engine(self, patience: float | None = None, **more: Any) -> AsyncEngine:
        patience = patience or self.patience
        limit = str(int(patience * 1000))
        settings = {
            "application_name": "ludotheque",
            "statement_timeout": limit,
            # A server that was cut off does not keep others from writing.
            "idle_in_transaction_session_timeout": limit,
        }
        arguments = {"timeout": patience, "command_timeout": patience + 1, "server_settings": settings}
        if "poolclass" not in more:
            more.update(max_overflow=0, pool_timeout=patience)
        return create_async_engine(self.url, connect_args=arguments, **more)

    async def open(self, upgrade: Upgrade | None = None) -> None:
        """Bring the schema up to date; two servers that start at once take turns."""
        place = self.url.set(drivername="postgresql").render_as_string(hide_password=True)
        try:
            old = await self._writing.use(lambda connection: connection.run_sync(is_old, place, create=self.create))
            await self.rows(text("SELECT 1"))  # so that there is one who reads, whoever takes all other connections later
            if old and upgrade is None:
                await self.upgrade()
        except CannotOpen:
            await self.close()
            raise
        except Unavailable as error:
            await self.close()
            raise CannotOpen(error.trouble, place=place, reason=error.reason.splitlines()[0]) from error
        if old and upgrade is not None:
            await upgrade(self.url.render_as_string(hide_password=False))
        self._reading.spell.quiet = self._writing.spell.quiet = False

    async def upgrade(self) -> None:
        """Run the migrations in this process."""
        engine = self._engine(MIGRATION, poolclass=NullPool)
        try:
            async with engine.begin() as connection:
                await connection.run_sync(bring_up_to_date)
        finally:
            await engine.dispose()

    async def close(self) -> None:
        """Hang up; who does not answer is left hanging."""
        await asyncio.gather(self._reading.close(), self._writing.close())

    async def rows(self, query: Executable) -> Sequence[Any]:
        """What a query finds."""

        async def read(connection: AsyncConnection) -> Sequence[Any]:
            return (await connection.execute(query)).all()

        return await self._reading.use(read)

    async def transaction(self, works: list[Work]) -> list[object]:
        """A whole batch, statement by statement. A commit that is not answered may have taken place."""

        async def commit(connection: AsyncConnection) -> list[object]:
            results = await connection.run_sync(lambda plain: write(SqlHand(plain), plain, works))
            try:
                await connection.commit()
            except Exception as error:
                if (trouble := _unavailable(error)) is not None and not _refused(error):
                    raise Unavailable(error, trouble.trouble, unknown=True) from error
                raise
            return results

        return await self._writing.use(commit)

    async def probe(self) -> Trouble | None:
        """What is known to be wrong; or else whether it answers, and after a failed write whether one would succeed."""
        for road in (self._reading, self._writing):
            if road.lost:
                return road.spell.now
        try:
            await self.rows(text("SELECT 1"))
            if self._writing.spell.now is not None:
                await self.transaction([touch])
        except Unavailable as error:
            return error.trouble
        return None


class _Road:
    """The way to the database that some connections take."""

    def __init__(self, name: str, engine: AsyncEngine, patience: float) -> None:
        self.engine, self.patience, self.spell = engine, patience, Spell(f"PostgreSQL, {name},")
        self._open = asyncio.Event()
        self._open.set()
        self._since = 0.0
        self._knocking: asyncio.Task[None] | None = None
        self._drivers: WeakSet[Any] = WeakSet()
        """The connections themselves, to be cut when they cannot be closed."""
        event.listen(engine.sync_engine, "connect", lambda made, _: self._drivers.add(made.driver_connection))

    @property
    def lost(self) -> bool:
        """Whether nobody answers at present."""
        return not self._open.is_set()

    async def use(self, work: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        """Do something with a connection, again if that is safe and there is time, or raise Unavailable."""
        loop = asyncio.get_running_loop()
        until, pause = loop.time() + self.patience, 0.02
        while True:
            await self._passable()
            try:
                async with self._connection(until) as connection:
                    result = await work(connection)
            except Exception as error:
                trouble = _unavailable(error)
                if trouble is None:
                    raise
                self._note(trouble)
                if trouble.unknown or loop.time() + pause > until or trouble.trouble == "hung":
                    raise trouble from error
            else:
                self.spell.well()
                return result
            await asyncio.sleep(pause)
            pause *= 2

    async def _passable(self) -> None:
        """Wait for who is away, but not longer than patience from when that began."""
        if self._open.is_set():
            return
        left = self._since + self.patience - asyncio.get_running_loop().time()
        try:
            async with asyncio.timeout(max(left, 0)):
                await self._open.wait()
        except TimeoutError:
            raise Unavailable(self.spell.reason, self.spell.now or "away") from None

    @asynccontextmanager
    async def _connection(self, until: float) -> AsyncIterator[AsyncConnection]:
        """A connection that is cut off at a time: who waits for an answer on it then gets an error at once."""
        loop = asyncio.get_running_loop()
        cut: asyncio.TimerHandle | None = None
        try:
            # The time to get one, and to give it back; between the two the cut is quicker and leaves nothing half done.
            async with asyncio.timeout_at(until + 0.5):
                async with self.engine.connect() as connection:
                    driver = connection.sync_connection.connection.driver_connection  # type: ignore[union-attr]
                    cut = loop.call_at(until, driver.terminate)  # type: ignore[union-attr]
                    yield connection
        except Exception as error:
            if loop.time() >= until and not isinstance(error, Unavailable):
                raise Unavailable(error, "hung") from error
            if loop.time() >= until and isinstance(error, Unavailable):
                error.trouble = "hung"
            raise
        finally:
            if cut is not None:
                cut.cancel()

    def _note(self, trouble: Unavailable) -> None:
        self.spell.failed(trouble)
        if trouble.trouble in ("away", "hung") and not self.lost:
            self._open.clear()
            self._since = asyncio.get_running_loop().time()
            self._knocking = asyncio.create_task(self._knock(), name="knocking at PostgreSQL")

    async def _knock(self) -> None:
        """Try to come in, with a connection of its own, until it works."""
        url = self.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while True:
            with contextlib.suppress(Exception):
                async with asyncio.timeout(self.patience):
                    connection = await asyncpg.connect(url)
                    try:
                        await connection.execute("SELECT 1")
                    finally:
                        connection.terminate()
                self._open.set()
                return
            await asyncio.sleep(KNOCK_EVERY)

    async def close(self) -> None:
        """Close what can be closed in time."""
        if self._knocking is not None:
            self._knocking.cancel()
            await asyncio.gather(self._knocking, return_exceptions=True)
        for driver in self._drivers if self.lost else ():
            driver.terminate()
        try:
            async with asyncio.timeout(CLOSE_WITHIN):
                await self.engine.dispose()
        except Exception:
            for driver in self._drivers:
                driver.terminate()


# What went wrong -----------------------------------------------------------------------------------------------------

_TROUBLES: dict[str, Trouble] = {
    "53300": "connections",
    "53100": "full",
    "25006": "readonly",
    "55P03": "locked",
    "57014": "locked",  # a statement's time is over: somebody held what it needed
    "58": "disk",
    "XX": "damaged",
    "53": "away",
    "57": "away",
    "08": "away",
    "40": "locked",  # two transactions stood in each other's way, and this one was rolled back
}


def _state(error: BaseException) -> str:
    origin = error.orig if isinstance(error, DBAPIError) else error
    return str(getattr(origin, "sqlstate", None) or "")


def _refused(error: Exception) -> bool:
    """Whether the database itself has said that it rolled back."""
    return _state(error)[:2] in ("40", "23", "25")


def _unavailable(error: Exception) -> Unavailable | None:
    """What an error means, if it is about the weather and not about us."""
    if isinstance(error, Unavailable):
        return error
    if isinstance(error, IntegrityError):
        return None
    state = _state(error)
    trouble = _TROUBLES.get(state) or _TROUBLES.get(state[:2])
    if trouble is None and isinstance(error, NoConnectionFree):
        trouble = "connections"
    if trouble is None and isinstance(error, TimeoutError):
        trouble = "hung"
    if trouble is None and not state:
        broken = isinstance(error, DBAPIError) and error.connection_invalidated
        if broken or isinstance(error, OSError | OperationalError | InterfaceError | asyncpg.InterfaceError):
            trouble = "away"
    if trouble is None and isinstance(error, asyncpg.InvalidCatalogNameError | asyncpg.InvalidAuthorizationSpecificationError):
        trouble = "away"
    return None if trouble is None else Unavailable(error, trouble)
