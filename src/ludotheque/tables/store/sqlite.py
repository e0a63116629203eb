"""A store in one SQLite file: one thread reads, one writes, and one looks now and then whether the file is whole."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar, cast

from sqlalchemy import Connection, Engine, Executable, create_engine, event, make_url, text
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.pool import PoolProxiedConnection, StaticPool

from ludotheque.tables.store.append import SqliteHand, append, only_moves
from ludotheque.tables.store.append import Work as Append
from ludotheque.tables.store.database import Upgrade, touch
from ludotheque.tables.store.place import claim, find_file, make_file
from ludotheque.tables.store.runner import Runner
from ludotheque.tables.store.trouble import PATIENCE, CannotOpen, Spell, Trouble, Unavailable
from ludotheque.tables.store.upgrade import bring_up_to_date, is_old
from ludotheque.tables.store.writer import Work, write

T = TypeVar("T")

PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "cache_size=-512")
"""Durable, and concurrent with readers."""
LOOK_EVERY = 20.0
"""Seconds between two looks at the whole file, which take at most a hundredth of one core's time."""
CLOSE_WITHIN = 1.5
CHECKED_AT_ONCE = 64 * 1024 * 1024
"""Bytes of a file that is looked through before the house opens; a larger one is looked through meanwhile."""


class Sqlite:
    """One file. Handing single statements to and fro costs more than the statements, so a batch is one visit."""

    shared = False

    def __init__(self, url: str, patience: float = PATIENCE, *, alone: bool = False, create: bool = True) -> None:
        self.url = make_url(url).set(drivername="sqlite")
        self.file = Path(str(self.url.database))
        self.patience, self.alone, self.create = patience, alone, create
        # Single statements need no transaction to read, nor a rollback after it.
        self._reading = self._engine(pool_reset_on_return=None)
        self._writing = self._engine()
        event.listen(self._writing, "begin", _begin)
        self._plain: PoolProxiedConnection | None = None
        """The writer's connection without SQLAlchemy around it."""
        self._reader = self._writer = self._looker = None  # type: Runner | None
        self._read_spell, self._write_spell, self._file_spell = Spell("reading"), Spell("writing"), Spell("the store's file")
        self._lock: int | None = None
        self._looking: asyncio.Task[None] | None = None
        self._looked_through: sqlite3.Connection | None = None

    def _engine(self, **more: Any) -> Engine:
        engine = create_engine(self.url, poolclass=StaticPool, connect_args={"check_same_thread": False}, **more)
        event.listen(engine, "connect", self._on_connect)
        return engine

    def _on_connect(self, connection: Any, _: Any) -> None:
        connection.isolation_level = None  # transactions are begun by us
        cursor = connection.cursor()
        # Who holds the file for longer than this is reported, before the thread itself is given up.
        for pragma in (*PRAGMAS, f"busy_timeout={int(self.patience * 700)}"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    # Opening and closing ---------------------------------------------------------------------------------------------

    async def open(self, upgrade: Upgrade | None = None) -> None:
        """Make or tighten the file, bring its schema up to date, and begin; one server at a time."""
        if not self.create:
            find_file(self.file)
        make_file(self.file)
        if self.alone:
            self._lock = claim(self.file)
        try:
            await self._open(upgrade)
        except (DBAPIError, sqlite3.Error) as error:
            self._let_go()
            raise self._cannot_open(error) from error
        except BaseException:
            self._let_go()
            raise
        self._reader, self._writer = Runner("reader", self.patience), Runner("writer", self.patience)
        for spell in (self._read_spell, self._write_spell, self._file_spell):
            spell.quiet = False
        if self.alone:
            self._looker = Runner("looker", 3600.0)
            self._looking = asyncio.create_task(self._look_after(), name="looker")

    async def _open(self, upgrade: Upgrade | None) -> None:
        if self.alone and self.file.stat().st_size <= CHECKED_AT_ONCE:
            damage = self._damage()
            if damage is not None:
                raise CannotOpen("damaged", place=str(self.file), reason=damage)
        with self._writing.begin() as connection:
            old = is_old(connection, str(self.file), create=self.create)
        if old:
            # A schema is changed by who is alone with it, never beside a server that runs.
            lock = claim(self.file) if self._lock is None else None
            try:
                await (upgrade or _upgrade_here)(self.url.render_as_string(hide_password=False))
            finally:
                if lock is not None:
                    os.close(lock)

    async def upgrade(self) -> None:
        """Run the migrations in this process."""
        with self._writing.begin() as connection:
            bring_up_to_date(connection)
        self._writing.dispose()

    async def close(self) -> None:
        """Let the threads go; one that is stuck is left behind."""
        if self._looking is not None:
            self._looking.cancel()
            if (looked_through := self._looked_through) is not None:
                looked_through.interrupt()
            await asyncio.gather(self._looking, return_exceptions=True)
        for runner, engine in ((self._reader, self._reading), (self._writer, self._writing)):
            if runner is not None:
                runner.patience = CLOSE_WITHIN
                with contextlib.suppress(Unavailable):
                    await runner.do(engine.dispose)
        self._let_go()

    def _let_go(self) -> None:
        for runner in (self._reader, self._writer, self._looker):
            if runner is not None:
                runner.stop()
        if self._reader is None:
            self._reading.dispose()
            self._writing.dispose()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def _cannot_open(self, error: Exception) -> CannotOpen:
        trouble = _unavailable(error)
        return CannotOpen(trouble.trouble if trouble else "disk", place=str(self.file), reason=str(_origin(error)))

    # Reading and writing ---------------------------------------------------------------------------------------------

    async def rows(self, query: Executable) -> Sequence[Any]:
        """In the reader's thread."""
        return await self._by(self._reader, self._read_spell, self._read, query)

    async def transaction(self, works: list[Work]) -> list[object]:
        """In the writer's thread, a whole batch in one visit."""
        return await self._by(self._writer, self._write_spell, self._write, works)

    async def _by(self, runner: Runner | None, spell: Spell, work: Callable[..., T], *args: Any) -> T:
        if runner is None:
            raise Unavailable("the store is closed", "closed")
        try:
            result = await runner.do(work, *args)
        except Unavailable as error:
            spell.failed(error)
            raise
        spell.well()
        return result

    def _read(self, query: Executable) -> Sequence[Any]:
        try:
            with self._reading.connect() as connection:
                return connection.execute(query).all()
        except DBAPIError as error:
            self._give_up(error, self._reading)
            raise

    def _write(self, works: list[Work]) -> list[object]:
        moves = [work for work in works if isinstance(work, tuple) and only_moves(work)]
        committing = False
        try:
            if len(moves) == len(works):
                return self._append(moves)
            with self._writing.connect() as connection, connection.begin() as transaction:
                results = write(SqliteHand(_driver(connection.connection)), connection, works)
                committing = True
                transaction.commit()
                return results
        except IntegrityError:
            raise
        except (DBAPIError, sqlite3.Error) as error:
            self._plain = None
            self._give_up(error, self._writing, unknown=committing)
            raise

    def _append(self, moves: list[Append]) -> list[object]:
        """The most frequent batch, nothing but moves, straight to SQLite."""
        if self._plain is None:
            self._plain = self._writing.raw_connection()
        connection = _driver(self._plain)
        committing = False
        try:
            connection.execute("BEGIN IMMEDIATE")
            results = append(SqliteHand(connection), None, moves)
            committing = True
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            with contextlib.suppress(sqlite3.Error):
                connection.rollback()
            if (trouble := _unavailable(error, unknown=committing)) is not None:
                raise trouble from error
            raise
        return list(results)

    def _give_up(self, error: Exception, engine: Engine, *, unknown: bool = False) -> None:
        """Raise what the weather has done; the connection may be the worse for it, and the next one is new."""
        trouble = _unavailable(error, unknown=unknown)
        if trouble is not None:
            if trouble.trouble != "locked":
                engine.dispose()
            raise trouble from error

    # Looking after the file ------------------------------------------------------------------------------------------

    async def probe(self) -> Trouble | None:
        """A look at the file's first pages; and when the last write failed, whether one would succeed now."""
        if self._file_spell.now is not None:
            return self._file_spell.now
        try:
            await self.rows(text("SELECT id FROM tables LIMIT 1"))
            if self._write_spell.now is not None:
                await self.transaction([touch])
        except Unavailable as error:
            return error.trouble
        return None

    async def _look_after(self) -> None:
        took = 0.0
        while True:
            await asyncio.sleep(max(LOOK_EVERY, 100 * took))
            began = time.perf_counter()
            assert self._looker is not None
            damage = await self._looker.do(self._damage)
            if damage is None:
                self._file_spell.well()
            else:
                self._file_spell.failed(Unavailable(damage, "damaged"))
            took = time.perf_counter() - began

    def _damage(self) -> str | None:
        """What is wrong with the file, read by a connection that has nothing in its cache."""
        if not self.file.exists():
            return f"{self.file} is gone"
        connection = sqlite3.connect(f"file:{self.file}?mode=rw", uri=True, timeout=self.patience)
        self._looked_through = connection
        try:
            found = str(connection.execute("PRAGMA quick_check(1)").fetchone()[0])
            return None if found == "ok" else found.splitlines()[-1]
        except sqlite3.OperationalError:
            return None  # interrupted, or locked: nothing is known
        except sqlite3.DatabaseError as error:
            return str(error)
        finally:
            self._looked_through = None
            connection.close()


async def _upgrade_here(url: str) -> None:
    await Sqlite(url).upgrade()


def _driver(connection: PoolProxiedConnection) -> sqlite3.Connection:
    return cast(sqlite3.Connection, connection.driver_connection)


def _begin(connection: Connection) -> None:
    # A transaction that reads first and writes later might not get the lock; so it is taken at once.
    connection.exec_driver_sql("BEGIN IMMEDIATE")


# What went wrong -----------------------------------------------------------------------------------------------------

_TROUBLES: dict[int, Trouble] = {
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_PROTOCOL: "locked",
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_READONLY: "readonly",
    sqlite3.SQLITE_PERM: "readonly",
    sqlite3.SQLITE_CANTOPEN: "disk",
    sqlite3.SQLITE_IOERR: "disk",
    sqlite3.SQLITE_NOMEM: "disk",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
}


def _origin(error: BaseException | None) -> BaseException | None:
    return error.orig if isinstance(error, DBAPIError) else error


def _unavailable(error: Exception, *, unknown: bool = False) -> Unavailable | None:
    """What an error of SQLite means, if it is about the weather and not about us."""
    origin = _origin(error)
    code = getattr(origin, "sqlite_errorcode", None)
    trouble = None if code is None else _TROUBLES.get(code & 0xFF)
    return None if trouble is None else Unavailable(origin, trouble, unknown=unknown)
