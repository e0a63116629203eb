"""The store of a page: everything in memory, and every change on the device's shelf before memory has it.

One house at a time has the shelf (the page sees to that), so nobody else changes what is in memory here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping
from typing import Protocol, TypeVar

import msgspec

from ludotheque.tables.denied import Denied
from ludotheque.tables.model import Guest, StoredTable, Talk
from ludotheque.tables.store import Change, Conflict, StoredMove, Unavailable, Wake
from ludotheque.tables.store.memory import KeyRow, MemoryStore

T = TypeVar("T")
KINDS = ("table", "log", "wake", "talk", "guest", "key", "code", "away")
"""What is on the shelf, by the beginning of its name; a table first, then what belongs to it."""


class NoRoom(Unavailable):
    """The device is full: nothing was written, and only its owner can do something about it."""

    def __init__(self, reason: object) -> None:
        super().__init__(reason, "full")

    @property
    def code(self) -> str:
        """What people are told."""
        return "no_room"


class Shelf(Protocol):
    """Where a page keeps texts by their names."""

    async def read(self) -> Mapping[str, str]:
        """Everything that is there."""

    async def write(self, put: Mapping[str, str], drop: Collection[str]) -> None:
        """Put these and drop those: when it is done, all of it is on the device; or Unavailable, and nothing is."""


class Spoken(msgspec.Struct, frozen=True):
    """Something said, and the command that said it."""

    line: Talk
    command: str | None = None


class PocketStore(MemoryStore):
    """A `Store`."""

    def __init__(self, shelf: Shelf) -> None:
        super().__init__()
        self.shelf = shelf
        self._turn = asyncio.Lock()
        self._writing: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Take everything from the shelf."""
        found = await self.shelf.read()
        for kind in KINDS:
            for name in sorted(name for name in found if name.startswith(f"{kind}/")):
                self._take(kind, name.removeprefix(f"{kind}/"), found[name])

    async def close(self) -> None:
        """Wait for what is being written."""
        await asyncio.gather(*self._writing, return_exceptions=True)

    # Changing tables -------------------------------------------------------------------------------------------------

    def append(self, *changes: Change) -> asyncio.Future[list[Talk]]:
        """Store these changes together, or Conflict. The write goes on when whoever waits for it is cancelled."""
        done: asyncio.Future[list[Talk]] = asyncio.get_running_loop().create_future()
        task = asyncio.get_running_loop().create_task(self._append(changes, done))
        self._writing.add(task)
        task.add_done_callback(self._writing.discard)
        return done

    async def _append(self, changes: tuple[Change, ...], done: asyncio.Future[list[Talk]]) -> None:
        try:
            async with self._turn:
                self.check(*changes)
                put, drop = dict[str, str](), list[str]()
                for change in changes:
                    self._write_down(change, put, drop)
                await self.shelf.write(put, drop)
                said = self.append_now(*changes)
            if not done.done():
                done.set_result(said)
        except (Conflict, Denied, Unavailable) as error:
            if not done.done():
                done.set_exception(error)
                done.exception()  # who waited may be gone

    def _write_down(self, change: Change, put: dict[str, str], drop: list[str]) -> None:
        """What the shelf will hold of a change."""
        table, row = change.table_id, self._tables.get(change.table_id)
        if change.table is not None:
            put[f"table/{table}"] = _text(change.table)
        for move in change.entries:
            put[f"log/{table}/{move.seq:06}"] = _text(move)
        if change.wake is not None:
            put[f"wake/{table}"] = _text(change.wake)
        drop += [f"key/{name}" for name, key in self._keys.items() if key.table_id == table and key.seat in change.revoked]
        for new in change.keys:
            if new.new_owner:
                put[f"guest/{new.owner.id}"] = _text(new.owner)
            put[f"key/{new.hash}"] = _text(KeyRow(new.owner.id, new.expires, table, new.seat))
        if row is None or change.command not in row.said_by:
            for number, line in enumerate(change.talk, 0 if row is None else row.lines):
                put[f"talk/{table}/{number:06}"] = _text(Spoken(msgspec.structs.replace(line, n=number), change.command))

    # Guests ----------------------------------------------------------------------------------------------------------

    async def add_guest(self, guest: Guest, key_hash: str, now: float, expires: float) -> None:
        """A new guest with a first key."""
        async with self._turn:
            if guest.id in self._guests or key_hash in self._keys:
                raise Conflict
            await self._write({f"guest/{guest.id}": guest, f"key/{key_hash}": KeyRow(guest.id, expires)})
            await super().add_guest(guest, key_hash, now, expires)

    async def rename_guest(self, guest: Guest) -> None:
        """Another name or picture."""
        async with self._turn:
            if guest.id in self._guests:
                await self._write({f"guest/{guest.id}": guest})
                await super().rename_guest(guest)

    async def delete_guest(self, guest: str) -> bool:
        """Delete a guest, their keys, codes and messages. While they sit at a table, delete nothing and return False."""
        async with self._turn:
            if self.sits(guest):
                return False
            drop = [f"guest/{guest}", f"away/{guest}"]
            drop += [f"key/{name}" for name, key in self._keys.items() if key.guest == guest]
            drop += [f"code/{name}" for name, code in self._codes.items() if code[1] == guest]
            for table, row in self._tables.items():
                drop += [f"talk/{table}/{line.n:06}" for line in row.said if line.guest == guest]
            await self._write({}, drop)
            return await super().delete_guest(guest)

    async def add_key(self, key_hash: str, guest: str, expires: float) -> None:
        """A further key of a guest."""
        async with self._turn:
            if key_hash in self._keys:
                raise Conflict
            await self._write({f"key/{key_hash}": KeyRow(guest, expires)})
            await super().add_key(key_hash, guest, expires)

    async def add_code(self, code_hash: str, kind: str, target: str, expires: float) -> None:
        """A code to hand on."""
        async with self._turn:
            if code_hash in self._codes:
                raise Conflict
            await self._write({f"code/{code_hash}": (kind, target, expires)})
            await super().add_code(code_hash, kind, target, expires)

    async def find_code(self, code_hash: str, kind: str, now: float, *, use_up: bool) -> str | None:
        """What a code stands for; a one-time code is used up by asking."""
        async with self._turn:
            if use_up and await super().find_code(code_hash, kind, now, use_up=False) is not None:
                await self._write({}, [f"code/{code_hash}"])
            return await super().find_code(code_hash, kind, now, use_up=use_up)

    async def put_away(self, guest: str, table_id: str, away: bool) -> None:
        """Note that a guest does not want to see a table among theirs, or wants to again."""
        async with self._turn:
            noted = self._put_away.get(guest, set())
            await self._write({f"away/{guest}": sorted(noted | {table_id} if away else noted - {table_id})})
            await super().put_away(guest, table_id, away)

    async def sweep(self, now: float) -> None:
        """Forget keys and codes that have expired."""
        async with self._turn:
            drop = [f"key/{name}" for name, key in self._keys.items() if key.expires <= now]
            drop += [f"code/{name}" for name, code in self._codes.items() if code[2] <= now]
            if drop:
                await self._write({}, drop)
                await super().sweep(now)

    async def _write(self, put: Mapping[str, object], drop: Collection[str] = ()) -> None:
        await self.shelf.write({name: _text(what) for name, what in put.items()}, drop)

    # Taking from the shelf -------------------------------------------------------------------------------------------

    def _take(self, kind: str, name: str, text: str) -> None:
        """Put something into memory that was on the shelf. A table comes before what belongs to it (see `KINDS`)."""
        owner, _, number = name.partition("/")
        if kind == "table":
            self._put(_read(text, StoredTable))
        elif kind == "log":
            self._tables[owner].log.append(_read(text, StoredMove))
        elif kind == "wake":
            self._tables[owner].wake = _read(text, Wake)
        elif kind == "talk":
            spoken = _read(text, Spoken)
            self._tables[owner].said.append(spoken.line)
            self._tables[owner].lines = int(number) + 1
            if spoken.command is not None:
                self._tables[owner].said_by[spoken.command] = spoken.line
        elif kind == "guest":
            self._guests[name] = _read(text, Guest)
        elif kind == "key":
            self._keys[name] = _read(text, KeyRow)
        elif kind == "code":
            self._codes[name] = _read(text, tuple[str, str, float])
        elif kind == "away":
            self._put_away[name] = _read(text, set[str])


def _text(what: object) -> str:
    return msgspec.json.encode(what).decode()


def _read(text: str, kind: type[T]) -> T:
    return msgspec.json.decode(text, type=kind)
