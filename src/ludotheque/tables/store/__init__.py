"""The store: everything that outlives a process, and what a store is, whatever it is made of.

`sql.py` is one over SQLite or PostgreSQL, `memory.py` one without a disk. Nothing in this file knows a database, so the house
runs wherever Python does. A table changes by one road, `append`: whatever a decision changes is one value, stored in one
transaction or not at all.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

import msgspec

from ludotheque.tables.model import Guest, StoredTable, Talk
from ludotheque.tables.store.trouble import Trouble, Unavailable

__all__ = [
    "ANY",
    "NEW",
    "SOON",
    "Change",
    "Conflict",
    "Key",
    "Listed",
    "NewKey",
    "Noted",
    "Store",
    "StoredMove",
    "Unavailable",
    "Wake",
]


class Conflict(Exception):
    """Somebody else was first, or an entry would leave a hole: nothing was stored; read again."""


@dataclass(frozen=True, slots=True)
class Key:
    """What a token opens: everything of a guest, or one seat of one table (bots from outside)."""

    guest: Guest
    table_id: str | None = None
    seat: int | None = None


class StoredMove(msgspec.Struct, frozen=True):
    """One entry of a table's log."""

    seq: int
    entry: str
    """As in a record."""
    at: float
    command: str | None = None
    """Whose and which command this was, so that sent twice it is answered the same."""
    turn: int | None = None
    """Who is to act after it (a seat, CHANCE or OVER), so that lists need not replay; None in logs of an older version."""


class Wake(msgspec.Struct, frozen=True):
    """When a bot or a timer is due at a table, and which server sees to it until when; wall time."""

    at: float | None = None
    by: str | None = None
    until: float | None = None


@dataclass(frozen=True, slots=True)
class NewKey:
    """A bot's key to one seat; its owner is a new guest, unless the seat is somebody's own."""

    hash: str
    owner: Guest
    seat: int
    expires: float
    new_owner: bool = False


SOON: Final = 60.0
"""Seconds within which a table is seen to at which nobody waits for a long timer."""
NEW: Final = -1
"""The version of a table that is not there yet."""
ANY: Final = -2
"""For what is stored whatever the version of the table: things said."""


class Change(msgspec.Struct):
    """What one decision changes at one table."""

    table_id: str
    version: int
    """The version that the decision was made on, NEW or ANY; with another one in the store, it is a Conflict."""
    seq: int | None = None
    """How many entries the log had, if the decision depends on it; with more in the store, it is a Conflict."""
    entries: Sequence[StoredMove] = ()
    """The next entries of the log, numbered on from the last stored one; where they do not follow it, it is a Conflict."""
    table: StoredTable | None = None
    """The table from now on; its version is one higher."""
    wake: Wake | None = None
    """When somebody has to act next; None leaves it as it is."""
    talk: Sequence[Talk] = ()
    """Things said, which get the next numbers."""
    command: str | None = None
    """Whose and which command says the one thing that is said; what it has said before is not said again, and is the answer."""
    revoked: Collection[int] = ()
    """Seats to which bots' keys open no longer."""
    keys: Sequence[NewKey] = ()

    @property
    def only_moves(self) -> bool:
        """Whether nothing but entries is stored: so it is nearly always."""
        return not (self.table or self.wake or self.talk or self.revoked or self.keys)


@dataclass(frozen=True, slots=True)
class Listed:
    """A table in a list: how long its log is and who is to act, without replaying it."""

    table: StoredTable
    seq: int
    turn: int | None
    """None: before the first entry, or not told by an older version."""
    at: float = 0.0
    """When the last entry was made; 0 before the first."""


@dataclass(frozen=True, slots=True)
class Noted:
    """A table as it is noted, for who checks a whole store."""

    id: str
    table: StoredTable | None
    """None: it cannot be read."""
    sitters: dict[int, str]
    """Who is noted to sit where; under -1 a host without a seat."""


class Store(Protocol):
    """What the house asks of a store. Every method may raise Unavailable."""

    @property
    def shared(self) -> bool:
        """Whether other servers may work on the same store."""

    async def open(self) -> None:
        """Bring the schema up to date and begin."""

    async def close(self) -> None:
        """Write what is waiting and let go."""

    async def probe(self) -> Trouble | None:
        """What is wrong with the store, or None; it may take as long as the store is slow."""

    # Changing tables: the one road -----------------------------------------------------------------------------------

    def append(self, *changes: Change) -> asyncio.Future[list[Talk]]:
        """Store these changes together: on the disk when this is done, with what was said numbered; or Conflict, and nothing.

        Whoever is seated or made host must exist as a guest; otherwise Denied, and nothing is stored.

        The write goes on when whoever waits for it is cancelled, and the future with them: then, as after Unavailable, it is not
        known whether it happened.
        """

    # Reading tables --------------------------------------------------------------------------------------------------

    async def table(self, table_id: str) -> StoredTable | None:
        """A table, or None."""

    async def read(self, table_id: str, since: int = 0) -> tuple[StoredTable, list[StoredMove]] | None:
        """A table and its log from an entry on, as they were in one moment."""

    async def moves(self, table_id: str, since: int = 0) -> list[StoredMove]:
        """The log of a table from an entry on, in order."""

    async def talk(self, table_id: str, since: int = 0, limit: int = 100) -> list[Talk]:
        """What was said last, from a number on."""

    async def said(self, table_id: str, command: str) -> Talk | None:
        """What a command has said, if it has."""

    async def tables_of(self, guest: str, limit: int = 100, *, archived: bool = False) -> list[Listed]:
        """The tables at which a guest sits or plays host, the last changed first; archived ones only if they are asked for."""

    async def finished_of(self, guest: str, limit: int = 1000) -> list[StoredTable]:
        """Tables at which a guest sat and whose game may be over, archived ones too, the last changed first."""

    async def put_away(self, guest: str, table_id: str, away: bool) -> None:
        """Note that a guest does not want to see a table among theirs, or wants to again."""

    async def put_away_by(self, guest: str) -> set[str]:
        """The tables that a guest has put away."""

    async def public_tables(self, game: str | None = None, limit: int = 50) -> list[Listed]:
        """Listed tables that are open or under way, the last changed first."""

    async def count_tables(self) -> dict[str, int]:
        """How many tables there are, by status."""

    async def versions(self, ids: Iterable[str]) -> dict[str, tuple[int, int, int]]:
        """Version, number of entries and number of lines of talk of each of these tables."""

    async def all_tables(self, after: str = "", limit: int = 200) -> list[Noted]:
        """A page of all tables in the order of their ids."""

    async def idle_tables(self, before: float, limit: int = 200) -> list[StoredTable]:
        """Tables, not archived, at which nothing happened since then."""

    # What is due -----------------------------------------------------------------------------------------------------

    async def claim(self, server: str, now: float, lease: float, limit: int = 32) -> list[str]:
        """Tables at which a bot or a timer is overdue and nobody sees to it; now this server does, for a while.

        Its own are looked at again a second after their time, should its timer have been lost.
        """

    async def misdated(self, now: float, limit: int = 200) -> list[str]:
        """Tables that wait for a bot or a timer by a clock that was ahead, should it have gone back; the soonest first.

        What happened there last lies in the future, or they wait for longer than for a look or a bot. (Those that wait for a long
        timer are among them; whoever looks at them finds that they are right.)
        """

    # Guests ----------------------------------------------------------------------------------------------------------

    async def add_guest(self, guest: Guest, key_hash: str, now: float, expires: float) -> None:
        """A new guest with a first key."""

    async def rename_guest(self, guest: Guest) -> None:
        """Another name or picture."""

    async def delete_guest(self, guest: str) -> bool:
        """Delete a guest, their keys, codes and messages. While they sit at a table, delete nothing and return False."""

    async def add_key(self, key_hash: str, guest: str, expires: float) -> None:
        """A further key of a guest."""

    async def find_key(self, key_hash: str, now: float) -> Key | None:
        """What a token opens, if it still does."""

    async def add_code(self, code_hash: str, kind: str, target: str, expires: float) -> None:
        """A code to hand on."""

    async def find_code(self, code_hash: str, kind: str, now: float, *, use_up: bool) -> str | None:
        """What a code stands for; a one-time code is used up by asking."""

    async def sweep(self, now: float) -> None:
        """Forget keys and codes that have expired."""
