"""The store without a disk: for a house that lives as long as its process, and for tests of everything above a store."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, field

import msgspec

from ludotheque.tables.denied import Denied, not_a_guest
from ludotheque.tables.model import Guest, StoredTable, Talk
from ludotheque.tables.store import SOON, Change, Conflict, Key, Listed, Noted, StoredMove, Wake
from ludotheque.tables.store.fitting import Head, fit, seated_by, sitting

_table = msgspec.json.Decoder(StoredTable).decode


@dataclass(slots=True)
class _Row:
    """A table, encoded so that nobody changes it from outside, and what is asked for without reading it."""

    doc: bytes
    version: int
    status: str
    public: bool
    game: str
    changed: float
    sitters: dict[int, str]
    wake: Wake = field(default_factory=Wake)
    log: list[StoredMove] = field(default_factory=list)
    said: list[Talk] = field(default_factory=list)
    said_by: dict[str, Talk] = field(default_factory=dict)
    lines: int = 0
    """How many things have been said; who deletes their own leaves the numbers of the others alone."""

    def happened(self) -> float:
        """When something happened there last."""
        return max(self.changed, self.log[-1].at if self.log else 0.0)


@dataclass(slots=True)
class KeyRow:
    """What a key opens, and until when."""

    guest: str
    expires: float
    table_id: str | None = None
    seat: int | None = None


class MemoryStore:
    """A `Store`. Several houses may share one; then it is `shared`."""

    def __init__(self, *, shared: bool = False) -> None:
        self.shared = shared
        self._tables: dict[str, _Row] = {}
        self._guests: dict[str, Guest] = {}
        self._keys: dict[str, KeyRow] = {}
        self._codes: dict[str, tuple[str, str, float]] = {}
        self._put_away: dict[str, set[str]] = {}

    async def open(self) -> None:
        """Nothing to do."""

    async def close(self) -> None:
        """Nothing to do: what is here stays."""

    async def probe(self) -> None:
        """Nothing is ever wrong here."""

    # Changing tables -------------------------------------------------------------------------------------------------

    def append(self, *changes: Change) -> asyncio.Future[list[Talk]]:
        """Store these changes together, or Conflict."""
        done: asyncio.Future[list[Talk]] = asyncio.get_running_loop().create_future()
        try:
            done.set_result(self.append_now(*changes))
        except (Conflict, Denied) as problem:
            done.set_exception(problem)
            done.exception()  # who waited may be gone
        return done

    def append_now(self, *changes: Change) -> list[Talk]:
        """The same, done when it returns."""
        self.check(*changes)
        return [line for change in changes for line in self._store(change)]

    def check(self, *changes: Change) -> None:
        """Raise Denied or Conflict if these changes cannot be stored."""
        if any(guest not in self._guests and not self.sits(guest) for guest in seated_by(changes)):
            raise not_a_guest()
        heads: dict[str, Head] = {
            change.table_id: (row.version, len(row.log)) for change in changes if (row := self._tables.get(change.table_id))
        }
        if not fit(changes, heads):
            raise Conflict

    def sits(self, guest: str) -> bool:
        """Whether a guest sits at a table, or is its host."""
        return any(guest in row.sitters.values() for row in self._rows())

    def _store(self, change: Change) -> list[Talk]:
        if change.table is not None:
            self._put(change.table)
        row = self._tables[change.table_id]
        row.log.extend(change.entries)
        if change.wake is not None:
            row.wake = change.wake
        for name, key in list(self._keys.items()):
            if key.table_id == change.table_id and key.seat in change.revoked:
                del self._keys[name]
        for new in change.keys:
            if new.new_owner:
                self._guests[new.owner.id] = new.owner
            self._keys[new.hash] = KeyRow(new.owner.id, new.expires, change.table_id, new.seat)
        if change.command in row.said_by:
            return [row.said_by[change.command]]
        said = [msgspec.structs.replace(line, n=row.lines + offset) for offset, line in enumerate(change.talk)]
        row.lines += len(said)
        row.said.extend(said)
        if change.command is not None:
            [row.said_by[change.command]] = said
        return said

    def _put(self, table: StoredTable) -> None:
        before = self._tables.get(table.id)
        row = _Row(
            msgspec.json.encode(table), table.version, table.status, table.public, table.game, table.changed, sitting(table)
        )
        if before is not None:
            row.wake, row.log = before.wake, before.log
            row.said, row.said_by, row.lines = before.said, before.said_by, before.lines
        self._tables[table.id] = row

    # Reading tables --------------------------------------------------------------------------------------------------

    async def table(self, table_id: str) -> StoredTable | None:
        """A table, or None."""
        row = self._tables.get(table_id)
        return None if row is None else _table(row.doc)

    async def read(self, table_id: str, since: int = 0) -> tuple[StoredTable, list[StoredMove]] | None:
        """A table and its log from an entry on."""
        row = self._tables.get(table_id)
        return None if row is None else (_table(row.doc), row.log[since:])

    async def moves(self, table_id: str, since: int = 0) -> list[StoredMove]:
        """The log of a table from an entry on."""
        row = self._tables.get(table_id)
        return [] if row is None else [move for move in row.log if move.seq >= since]

    async def talk(self, table_id: str, since: int = 0, limit: int = 100) -> list[Talk]:
        """What was said last, from a number on."""
        row = self._tables.get(table_id)
        return [] if row is None else [line for line in row.said if line.n >= since][-limit:]

    async def said(self, table_id: str, command: str) -> Talk | None:
        """What a command has said, if it has."""
        row = self._tables.get(table_id)
        return None if row is None else row.said_by.get(command)

    async def tables_of(self, guest: str, limit: int = 100, *, archived: bool = False) -> list[Listed]:
        """The tables at which a guest sits or plays host."""
        theirs = (row for row in self._rows() if guest in row.sitters.values())
        return self._list((row for row in theirs if archived or row.status != "archived"), limit)

    async def finished_of(self, guest: str, limit: int = 1000) -> list[StoredTable]:
        """Tables at which a guest sat and whose game may be over, archived ones too, the last changed first."""
        sat = (row for row in self._rows() if any(who == guest and seat >= 0 for seat, who in row.sitters.items()))
        found = sorted((row for row in sat if row.status in ("over", "archived")), key=lambda row: -row.changed)
        return [_table(row.doc) for row in found[:limit]]

    async def put_away(self, guest: str, table_id: str, away: bool) -> None:
        """Note that a guest does not want to see a table among theirs, or wants to again."""
        noted = self._put_away.setdefault(guest, set())
        (noted.add if away else noted.discard)(table_id)

    async def put_away_by(self, guest: str) -> set[str]:
        """The tables that a guest has put away."""
        return set(self._put_away.get(guest, ()))

    async def public_tables(self, game: str | None = None, limit: int = 50) -> list[Listed]:
        """Listed tables that are open or under way."""
        found = (row for row in self._rows() if row.public and row.status in ("open", "playing"))
        return self._list((row for row in found if game is None or row.game == game), limit)

    def _rows(self) -> list[_Row]:
        return list(self._tables.values())

    @staticmethod
    def _list(rows: Iterable[_Row], limit: int) -> list[Listed]:
        newest = sorted(rows, key=lambda row: -row.changed)[:limit]
        return [
            Listed(_table(row.doc), len(row.log), row.log[-1].turn if row.log else None, row.log[-1].at if row.log else 0.0)
            for row in newest
        ]

    async def count_tables(self) -> dict[str, int]:
        """How many tables there are, by status."""
        counts: dict[str, int] = {}
        for row in self._rows():
            counts[row.status] = counts.get(row.status, 0) + 1
        return counts

    async def versions(self, ids: Iterable[str]) -> dict[str, tuple[int, int, int]]:
        """Version, number of entries and number of lines of talk of each of these tables."""
        found = {table_id: row for table_id in ids if (row := self._tables.get(table_id))}
        return {name: (row.version, len(row.log), row.lines) for name, row in found.items()}

    async def all_tables(self, after: str = "", limit: int = 200) -> list[Noted]:
        """A page of all tables in the order of their ids."""
        ids = sorted(table_id for table_id in self._tables if table_id > after)[:limit]
        return [Noted(table_id, _table(row.doc), dict(row.sitters)) for table_id in ids if (row := self._tables[table_id])]

    async def idle_tables(self, before: float, limit: int = 200) -> list[StoredTable]:
        """Tables, not archived, at which nothing happened since then."""
        idle = [row for row in self._rows() if row.status != "archived" and row.happened() < before]
        return [_table(row.doc) for row in idle[:limit]]

    # What is due -----------------------------------------------------------------------------------------------------

    async def claim(self, server: str, now: float, lease: float, limit: int = 32) -> list[str]:
        """Tables at which a bot or a timer is overdue and nobody sees to it; now this server does, for a while."""
        due: list[tuple[float, str]] = []
        for table_id, row in self._tables.items():
            wake = row.wake
            if wake.at is not None and wake.at <= now:
                # who claims something for much longer than anybody does had a clock that was ahead
                free = wake.until is None or not now < wake.until <= now + 2 * lease
                if free or (wake.by == server and wake.at <= now - 1.0):
                    due.append((wake.at, table_id))
        claimed = [table_id for _, table_id in sorted(due)[:limit]]
        for table_id in claimed:
            row = self._tables[table_id]
            row.wake = Wake(row.wake.at, server, now + lease)
        return claimed

    async def misdated(self, now: float, limit: int = 200) -> list[str]:
        """Tables that wait by a clock that was ahead."""
        waiting = sorted(
            (row.wake.at, name) for name, row in self._tables.items() if row.wake.at is not None and row.wake.at > now
        )
        happened = {name: self._tables[name].happened() for _, name in waiting}
        return [name for at, name in waiting if happened[name] > now or at > happened[name] + SOON][:limit]

    # Guests ----------------------------------------------------------------------------------------------------------

    async def add_guest(self, guest: Guest, key_hash: str, now: float, expires: float) -> None:
        """A new guest with a first key."""
        if guest.id in self._guests or key_hash in self._keys:
            raise Conflict
        self._guests[guest.id] = guest
        self._keys[key_hash] = KeyRow(guest.id, expires)

    async def rename_guest(self, guest: Guest) -> None:
        """Another name or picture."""
        if guest.id in self._guests:
            self._guests[guest.id] = guest

    async def delete_guest(self, guest: str) -> bool:
        """Delete a guest, their keys, codes and messages. While they sit at a table, delete nothing and return False."""
        if self.sits(guest):
            return False
        self._guests.pop(guest, None)
        self._put_away.pop(guest, None)
        self._keys = {name: key for name, key in self._keys.items() if key.guest != guest}
        self._codes = {name: code for name, code in self._codes.items() if code[1] != guest}
        for row in self._rows():
            row.said[:] = [line for line in row.said if line.guest != guest]
            row.said_by = {command: line for command, line in row.said_by.items() if line.guest != guest}
        return True

    async def add_key(self, key_hash: str, guest: str, expires: float) -> None:
        """A further key of a guest."""
        if key_hash in self._keys:
            raise Conflict
        self._keys[key_hash] = KeyRow(guest, expires)

    async def find_key(self, key_hash: str, now: float) -> Key | None:
        """What a token opens, if it still does."""
        key = self._keys.get(key_hash)
        if key is None or key.expires <= now or key.guest not in self._guests:
            return None
        return Key(self._guests[key.guest], key.table_id, key.seat)

    async def add_code(self, code_hash: str, kind: str, target: str, expires: float) -> None:
        """A code to hand on."""
        if code_hash in self._codes:
            raise Conflict
        self._codes[code_hash] = (kind, target, expires)

    async def find_code(self, code_hash: str, kind: str, now: float, *, use_up: bool) -> str | None:
        """What a code stands for; a one-time code is used up by asking."""
        of_kind, target, expires = self._codes.get(code_hash, ("", "", 0.0))
        if of_kind != kind or expires <= now:
            return None
        if use_up:
            del self._codes[code_hash]
        return target

    async def sweep(self, now: float) -> None:
        """Forget keys and codes that have expired."""
        self._keys = {name: key for name, key in self._keys.items() if key.expires > now}
        self._codes = {name: code for name, code in self._codes.items() if code[2] > now}
