"""How the store reaches its database: SQLite through two threads, PostgreSQL over the net.

Both read single statements and write batches; everything above them is the same. Alembic brings the schema up to date, and is
imported only when there is something to do.
"""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any, Protocol, TypeAlias

import msgspec
from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.pool import StaticPool

from ludotheque.tables.store.writer import Append, Work, write

MIGRATIONS = Path(__file__).parent / "migrations"
Upgrade: TypeAlias = Callable[[str], Awaitable[None]]
"""Brings the schema of the database at an address up to date."""


class Database(Protocol):
    """What the store asks of a database."""

    shared: bool
    """Whether other servers may work on it, too."""

    async def open(self, upgrade: Upgrade | None = None) -> None:
        """Bring the schema up to date, here or as `upgrade` does it, and begin."""

    async def close(self) -> None:
        """Let go."""

    async def rows(self, query: Any) -> Sequence[Any]:
        """What a query finds."""

    async def transaction(self, works: list[Work], together: bool) -> list[Any]:
        """Run a batch in one transaction: all entries at once, or (False) each in a savepoint of its own."""


def make_database(url: str) -> Database:
    """The database at an address."""
    return Sqlite(url) if make_url(url).get_backend_name() == "sqlite" else Postgres(url)


class Sqlite:
    """One file and two threads: handing single statements to and fro costs more than the statements."""

    shared = False

    def __init__(self, url: str) -> None:
        self.url = make_url(url).set(drivername="sqlite")
        # Single statements need no transaction to read, nor a rollback after it.
        self._reading = self._engine(pool_reset_on_return=None)
        self._writing = self._engine()
        event.listen(self._writing, "begin", _begin)
        self._plain: Any = None
        """The writer's connection without SQLAlchemy around it."""
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="reader")
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="writer")

    def _engine(self, **more: Any) -> Engine:
        engine = create_engine(self.url, poolclass=StaticPool, connect_args={"check_same_thread": False}, **more)
        event.listen(engine, "connect", _on_connect)
        return engine

    async def open(self, upgrade: Upgrade | None = None) -> None:
        """Bring the schema up to date."""
        with self._writing.begin() as connection:
            old = is_old(connection)
            if old and upgrade is None:
                bring_up_to_date(connection)
        if old and upgrade is not None:
            await upgrade(self.url.render_as_string(hide_password=False))
        self._plain = self._writing.raw_connection()

    async def close(self) -> None:
        """Let the threads go."""
        for thread, engine in ((self._reader, self._reading), (self._writer, self._writing)):
            thread.shutdown()
            engine.dispose()

    async def rows(self, query: Any) -> Sequence[Any]:
        """In the reader's thread."""
        return await asyncio.get_running_loop().run_in_executor(self._reader, self._read, query)

    def _read(self, query: Any) -> Sequence[Any]:
        with self._reading.connect() as connection:
            return connection.execute(query).all()

    async def transaction(self, works: list[Work], together: bool) -> list[Any]:
        """In the writer's thread, a whole batch in one visit."""
        return await asyncio.get_running_loop().run_in_executor(self._writer, self._write, works, together)

    def _write(self, works: list[Work], together: bool) -> list[Any]:
        appends = [work for work in works if isinstance(work, Append) and work.change is None]
        if together and len(appends) == len(works) and self._append(appends):
            return [None] * len(works)
        with self._writing.begin() as connection:
            return write(connection, works, together, lambda added: _append_at_once(connection.exec_driver_sql, added))

    def _append(self, appends: list[Append]) -> bool:
        """The most frequent batch, nothing but moves, straight to SQLite; False, and nothing written, if that does not work."""
        connection: sqlite3.Connection = self._plain.driver_connection
        try:
            connection.execute("BEGIN IMMEDIATE")
            done = _append_at_once(connection.execute, appends)
            connection.execute("COMMIT" if done else "ROLLBACK")
        except sqlite3.Error:  # whatever it is, the long way meets it again and says so
            connection.rollback()
            return False
        return done


# A thread that steps through rows asks for the interpreter's lock after each one, and gets it when the thread that serves
# lets go. So many rows are one statement and one step.
_OUTDATED = """
    SELECT 1 FROM json_each(?) AS wanted LEFT JOIN tables ON tables.id = wanted.value ->> 0
    WHERE tables.version IS NOT wanted.value ->> 1 LIMIT 1
"""
_COLUMNS = ("table_id", "seq", "entry", "at", "command")
_ROWS = 64


@cache
def _add(rows: int) -> str:
    """One refused row is the end of the whole batch here, so SQLite need not keep what the statement has changed."""
    places = ", ".join("(?, ?, ?, ?, ?)" for _ in range(rows))
    return f"INSERT OR ROLLBACK INTO moves ({', '.join(_COLUMNS)}) VALUES {places}"


def _append_at_once(execute: Callable[[str, tuple[Any, ...]], Any], appends: list[Append]) -> bool:
    versions = msgspec.json.encode([(work.table_id, work.version) for work in appends]).decode()
    if execute(_OUTDATED, (versions,)).fetchone() is not None:
        return False
    rows = [row for work in appends for row in work.rows]
    for start in range(0, len(rows), _ROWS):
        some = rows[start : start + _ROWS]
        execute(_add(len(some)), tuple([row[column] for row in some for column in _COLUMNS]))
    return True


def _on_connect(connection: Any, _: Any) -> None:
    """Durable, concurrent with readers, and with transactions begun by us."""
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "cache_size=-512"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Connection) -> None:
    # A transaction that reads first and writes later might not get the lock; so it is taken at once.
    connection.exec_driver_sql("BEGIN IMMEDIATE")


class Postgres:
    """A server of databases. What is asynchronous in SQLAlchemy brings its mapper along, so it is imported here only."""

    shared = True

    def __init__(self, url: str) -> None:
        from sqlalchemy.ext.asyncio import create_async_engine

        self.url: URL = make_url(url).set(drivername="postgresql+asyncpg")
        self._reading = create_async_engine(self.url, pool_size=8, max_overflow=0, pool_pre_ping=True)
        self._writing = create_async_engine(self.url, pool_size=1, max_overflow=0, pool_pre_ping=True)

    async def open(self, upgrade: Upgrade | None = None) -> None:
        """Bring the schema up to date; two servers that start at once take turns."""
        async with self._writing.begin() as connection:
            old = await connection.run_sync(is_old)
            if old and upgrade is None:
                await connection.run_sync(bring_up_to_date)
        if old and upgrade is not None:
            await upgrade(self.url.render_as_string(hide_password=False))

    async def close(self) -> None:
        """Hang up."""
        await self._reading.dispose()
        await self._writing.dispose()

    async def rows(self, query: Any) -> Sequence[Any]:
        """What a query finds."""
        async with self._reading.connect() as connection:
            return (await connection.execute(query)).all()

    async def transaction(self, works: list[Work], together: bool) -> list[Any]:
        """A whole batch, statement by statement."""
        async with self._writing.begin() as connection:
            return await connection.run_sync(write, works, together)


# The schema ----------------------------------------------------------------------------------------------------------


def is_old(connection: Connection) -> bool:
    """Whether the schema may need a migration. Alembic is slow and large to import, so it is asked only then."""
    from sqlalchemy import inspect, text

    newest = max(path.stem[:4] for path in (MIGRATIONS / "versions").glob("0*.py"))
    if not inspect(connection).has_table("alembic_version"):
        return True
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar() != newest


def bring_up_to_date(connection: Connection) -> None:
    """Run the migrations, in the transaction of this connection."""
    from alembic import command
    from alembic.config import Config

    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7243392)")
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


async def upgrade_apart(url: str) -> None:
    """Run the migrations in a process of their own, so that the one that serves stays free of Alembic (11 MiB)."""
    command = (sys.executable, "-m", "ludotheque.tables.store.database")
    process = await asyncio.create_subprocess_exec(*command, stdin=asyncio.subprocess.PIPE)
    await process.communicate(url.encode())  # not as an argument: it may hold a password
    if process.returncode:
        raise RuntimeError("the schema could not be brought up to date")


async def _upgrade_here(url: str) -> None:
    database = make_database(url)
    await database.open()
    await database.close()


# Copies --------------------------------------------------------------------------------------------------------------


def back_up(url: str, into: Path) -> None:
    """A consistent copy of a SQLite store, also while it is being served."""
    if into.exists():
        raise FileExistsError(into)
    source = sqlite3.connect(str(make_url(url).database))
    target = sqlite3.connect(into)
    try:
        source.backup(target, pages=2000, sleep=0.01)
    finally:
        target.close()
        source.close()


if __name__ == "__main__":
    asyncio.run(_upgrade_here(sys.stdin.read()))
