"""What the store asks of a database, and which one lies at an address.

Both kinds read single statements and write batches, never wait for ever, and say what is wrong in the words of `trouble.py`;
everything above them is the same.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol, TypeAlias

from sqlalchemy import Connection, Executable, make_url, text

from ludotheque.tables.store.trouble import PATIENCE, CannotOpen, Trouble
from ludotheque.tables.store.writer import Work

Upgrade: TypeAlias = Callable[[str], Awaitable[None]]
"""Brings the schema of the database at an address up to date."""


class Database(Protocol):
    """A database. What it cannot do in time it answers with `Unavailable`; at the start with `CannotOpen`."""

    shared: bool
    """Whether other servers may work on it, too."""

    async def open(self, upgrade: Upgrade | None = None) -> None:
        """Bring the schema up to date, here or as `upgrade` does it, and begin."""

    async def upgrade(self) -> None:
        """Run the migrations in this process, and nothing else."""

    async def close(self) -> None:
        """Let go, within a second or two whatever hangs."""

    async def rows(self, query: Executable) -> Sequence[Any]:
        """What a query finds."""

    async def transaction(self, works: list[Work]) -> list[object]:
        """Run a batch in one transaction, and say what came of each."""

    async def probe(self) -> Trouble | None:
        """What is wrong, as far as a look and what has happened so far can tell."""


def make_database(url: str, patience: float = PATIENCE, *, alone: bool = False, create: bool = True) -> Database:
    """The database at an address; `alone`: this process serves it, and no other may at the same time (SQLite).

    Without `create`, `open` raises `CannotOpen` where there is no store.
    """
    if make_url(url).get_backend_name() == "sqlite":
        from ludotheque.tables.store.sqlite import Sqlite

        return Sqlite(url, patience, alone=alone, create=create)
    try:
        from ludotheque.tables.store.postgres import Postgres
    except ImportError as missing:
        raise CannotOpen("scale", package=str(missing.name)) from missing
    return Postgres(url, patience, create=create)


def touch(connection: Connection) -> None:
    """The smallest write that changes nothing."""
    connection.execute(text("UPDATE alembic_version SET version_num = version_num"))
