"""The store: everything that outlives a process, in SQLite or PostgreSQL."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from typing import Any

import msgspec
from sqlalchemy import Connection, and_, delete, func, insert, or_, select, update

from ludotheque.tables.model import Guest, StoredTable, Talk
from ludotheque.tables.store import Conflict, Key, StoredMove, Unavailable
from ludotheque.tables.store.database import PATIENCE, Upgrade, make_database
from ludotheque.tables.store.schema import codes, guests, keys, moves, sitters, tables, talk
from ludotheque.tables.store.trouble import Trouble
from ludotheque.tables.store.writer import Append, Writer

__all__ = ["Append", "Conflict", "Key", "Store", "StoredMove", "Unavailable"]

log = logging.getLogger("ludotheque.store")

CLOSE_WITHIN = 2.0
"""Seconds that are left for what is still waiting to be written when a server leaves."""
_encode = msgspec.json.encode
_table = msgspec.json.Decoder(StoredTable)
_talk = msgspec.json.Decoder(Talk)


class Store:
    """Reads of its own, writes through one writer."""

    def __init__(self, url: str, upgrade: Upgrade | None = None, *, patience: float = PATIENCE, alone: bool = False) -> None:
        """`alone`: a server's own store, which no other process may serve at the same time (if it is a SQLite file)."""
        self._database, self._upgrade = make_database(url, patience, alone=alone), upgrade
        self._rows = self._database.rows
        self.writer: Writer

    @property
    def shared(self) -> bool:
        """Whether other servers may work on the same store."""
        return self._database.shared

    async def open(self) -> None:
        """Bring the schema up to date and begin."""
        await self._database.open(self._upgrade)
        self.writer = Writer(self._database.transaction)

    async def close(self) -> None:
        """Write what is waiting and let go."""
        try:
            async with asyncio.timeout(CLOSE_WITHIN):
                await self.writer.close()
        except TimeoutError:
            log.error("what was waiting could not be written")
        await self._database.close()

    async def probe(self) -> Trouble | None:
        """What is wrong with the database, or None."""
        return await self._database.probe()

    # Guests ----------------------------------------------------------------------------------------------------------

    async def add_guest(self, guest: Guest, key_hash: str, now: float, expires: float) -> None:
        """A new guest with a first key."""

        def work(connection: Connection) -> None:
            row = {"id": guest.id, "name": guest.name, "picture": guest.picture, "created": now, "seen": now}
            connection.execute(insert(guests), row)
            connection.execute(insert(keys), {"hash": key_hash, "guest": guest.id, "expires": expires})

        await self.writer.write(work)

    async def add_key(
        self, key_hash: str, guest: str, expires: float, table_id: str | None = None, seat: int | None = None
    ) -> None:
        """A further key of a guest."""
        row = {"hash": key_hash, "guest": guest, "table_id": table_id, "seat": seat, "expires": expires}
        await self.writer.write(lambda connection: connection.execute(insert(keys), row))

    async def find_key(self, key_hash: str, now: float) -> Key | None:
        """What a token opens, if it still does."""
        query = (
            select(guests, keys.c.table_id, keys.c.seat)
            .join(keys, keys.c.guest == guests.c.id)
            .where(keys.c.hash == key_hash, keys.c.expires > now)
        )
        for row in await self._rows(query):
            return Key(Guest(row.id, row.name, row.picture), row.table_id, row.seat)
        return None

    async def drop_keys(self, table_id: str, seat: int) -> None:
        """Bots' keys to a seat open it no longer."""
        query = delete(keys).where(keys.c.table_id == table_id, keys.c.seat == seat)
        await self.writer.write(lambda connection: connection.execute(query))

    async def rename_guest(self, guest: Guest) -> None:
        """Another name or picture."""
        query = update(guests).where(guests.c.id == guest.id).values(name=guest.name, picture=guest.picture)
        await self.writer.write(lambda connection: connection.execute(query))

    async def delete_guest(self, guest: str) -> None:
        """The guest, their keys and codes, and what they said."""

        def work(connection: Connection) -> None:
            for query in (
                delete(keys).where(keys.c.guest == guest),
                delete(codes).where(codes.c.target == guest),
                delete(talk).where(talk.c.guest == guest),
                delete(sitters).where(sitters.c.guest == guest),
                delete(guests).where(guests.c.id == guest),
            ):
                connection.execute(query)

        await self.writer.write(work)

    async def add_code(self, code_hash: str, kind: str, target: str, expires: float) -> None:
        """A code to hand on."""
        row = {"hash": code_hash, "kind": kind, "target": target, "expires": expires}
        await self.writer.write(lambda connection: connection.execute(insert(codes), row))

    async def find_code(self, code_hash: str, kind: str, now: float, *, use_up: bool) -> str | None:
        """What a code stands for; a one-time code is used up by asking."""
        matches = and_(codes.c.hash == code_hash, codes.c.kind == kind, codes.c.expires > now)
        if not use_up:
            return next((row.target for row in await self._rows(select(codes.c.target).where(matches))), None)

        def work(connection: Connection) -> str | None:
            found = connection.execute(delete(codes).where(matches).returning(codes.c.target))
            return found.scalar()

        return await self.writer.write(work)

    # Tables ----------------------------------------------------------------------------------------------------------

    async def add_table(self, table: StoredTable, wake: dict[str, Any] | None = None) -> None:
        """A new table."""

        def work(connection: Connection) -> None:
            row = {**table_columns(table), "id": table.id, "created": table.created, **(wake or {})}
            connection.execute(insert(tables), row)
            _seat(connection, table)

        await self.writer.write(work)

    async def change_table(self, table: StoredTable, expected: int, wake: dict[str, Any] | None = None) -> None:
        """Store a changed table, whose version must still be `expected`; else Conflict."""

        def work(connection: Connection) -> None:
            query = update(tables).where(tables.c.id == table.id, tables.c.version == expected)
            changed = connection.execute(query.values({**table_columns(table), **(wake or {})}))
            if changed.rowcount != 1:
                raise Conflict
            connection.execute(delete(sitters).where(sitters.c.table_id == table.id))
            _seat(connection, table)

        await self.writer.write(work)

    async def table(self, table_id: str) -> StoredTable | None:
        """A table, or None."""
        rows = await self._rows(select(tables.c.doc).where(tables.c.id == table_id))
        return _table.decode(rows[0].doc) if rows else None

    async def tables_of(self, guest: str, limit: int = 100) -> list[StoredTable]:
        """The tables at which a guest sits or plays host."""
        query = (
            select(tables.c.doc)
            .where(tables.c.id.in_(select(sitters.c.table_id).where(sitters.c.guest == guest)), tables.c.status != "archived")
            .order_by(tables.c.changed.desc())
            .limit(limit)
        )
        return [_table.decode(row.doc) for row in await self._rows(query)]

    async def public_tables(self, game: str | None = None, limit: int = 50) -> list[StoredTable]:
        """Listed tables that are open or under way."""
        query = select(tables.c.doc).where(tables.c.public.is_(True), tables.c.status.in_(("open", "playing")))
        if game is not None:
            query = query.where(tables.c.game == game)
        return [_table.decode(row.doc) for row in await self._rows(query.order_by(tables.c.changed.desc()).limit(limit))]

    async def count_tables(self) -> dict[str, int]:
        """How many tables there are, by status."""
        rows = await self._rows(select(tables.c.status, func.count().label("count")).group_by(tables.c.status))
        return {row.status: row[1] for row in rows}

    async def versions(self, ids: Iterable[str]) -> dict[str, tuple[int, int, int]]:
        """Version, number of entries and number of lines of talk of each of these tables."""
        ids = list(ids)
        entries = select(func.count()).where(moves.c.table_id == tables.c.id).scalar_subquery()
        said = select(func.coalesce(func.max(talk.c.n) + 1, 0)).where(talk.c.table_id == tables.c.id).scalar_subquery()
        found: dict[str, tuple[int, int, int]] = {}
        for start in range(0, len(ids), 200):
            query = select(tables.c.id, tables.c.version, entries, said).where(tables.c.id.in_(ids[start : start + 200]))
            found.update({row[0]: (row[1], row[2], row[3]) for row in await self._rows(query)})
        return found

    # The log ---------------------------------------------------------------------------------------------------------

    async def moves(self, table_id: str, since: int = 0) -> list[StoredMove]:
        """The log of a table from an entry on."""
        query = select(moves).where(moves.c.table_id == table_id, moves.c.seq >= since).order_by(moves.c.seq)
        return [StoredMove(row.seq, row.entry, row.at, row.command) for row in await self._rows(query)]

    async def append(self, work: Append) -> None:
        """Add entries to a log; on the disk when this returns."""
        await self.writer.append(work)

    async def add_talk(self, table_id: str, line: Talk) -> Talk:
        """Keep something that was said; it gets the next number."""

        def work(connection: Connection) -> Talk:
            last = connection.execute(select(func.coalesce(func.max(talk.c.n), -1)).where(talk.c.table_id == table_id))
            numbered = msgspec.structs.replace(line, n=int(last.scalar_one()) + 1)
            row = {"table_id": table_id, "n": numbered.n, "guest": line.guest, "doc": _encode(numbered).decode()}
            connection.execute(insert(talk), row)
            return numbered

        for _ in range(8):  # another server may take the number
            try:
                return await self.writer.write(work)
            except Conflict:
                await asyncio.sleep(0.01)
        raise Unavailable

    async def talk(self, table_id: str, since: int = 0, limit: int = 100) -> list[Talk]:
        """What was said last, from a number on."""
        query = select(talk.c.doc).where(talk.c.table_id == table_id, talk.c.n >= since).order_by(talk.c.n.desc()).limit(limit)
        return [_talk.decode(row.doc) for row in reversed(await self._rows(query))]

    # What is due -----------------------------------------------------------------------------------------------------

    async def claim(self, server: str, now: float, lease: float, limit: int = 32) -> list[str]:
        """Tables at which a bot or a timer is overdue and nobody sees to it; now this server does, for a while.

        Its own are looked at again a second after their time, should its timer have been lost.
        """
        free = or_(tables.c.claimed_until.is_(None), tables.c.claimed_until <= now)
        mine = and_(tables.c.claimed_by == server, tables.c.wake <= now - 1.0)
        due = select(tables.c.id).where(tables.c.wake <= now, or_(free, mine)).order_by(tables.c.wake).limit(limit)
        if not await self._rows(due.limit(1)):
            return []
        query = update(tables).where(tables.c.id.in_(due.with_for_update(skip_locked=True)))
        query = query.values(claimed_by=server, claimed_until=now + lease)

        def work(connection: Connection) -> list[str]:
            return [row.id for row in connection.execute(query.returning(tables.c.id))]

        return await self.writer.write(work)

    async def set_wake(self, table_id: str, version: int, wake: dict[str, Any]) -> None:
        """When somebody has to act next, if the table is still as it was."""
        query = update(tables).where(tables.c.id == table_id, tables.c.version == version).values(wake)
        await self.writer.write(lambda connection: connection.execute(query))

    async def archive(self, before: float) -> list[str]:
        """Put tables away at which nothing happened since then."""
        idle = and_(tables.c.changed < before, tables.c.status != "archived")
        idle = and_(idle, ~select(moves.c.seq).where(moves.c.table_id == tables.c.id, moves.c.at >= before).exists())
        rows = await self._rows(select(tables.c.doc).where(idle).limit(200))
        put_away = []
        for stored in (_table.decode(row.doc) for row in rows):
            expected = stored.version
            stored.status, stored.version = "archived", expected + 1
            try:
                await self.change_table(stored, expected, {"wake": None})
            except Conflict:
                continue
            put_away.append(stored.id)
        return put_away

    async def sweep(self, now: float) -> None:
        """Forget keys and codes that have expired."""

        def work(connection: Connection) -> None:
            connection.execute(delete(keys).where(keys.c.expires <= now))
            connection.execute(delete(codes).where(codes.c.expires <= now))

        await self.writer.write(work)


def table_columns(table: StoredTable) -> dict[str, Any]:
    """The columns of a table's row."""
    return {
        "game": table.game,
        "status": table.status,
        "public": table.public,
        "doc": _encode(table).decode(),
        "version": table.version,
        "changed": table.changed,
    }


def _seat(connection: Connection, table: StoredTable) -> None:
    taken = [(number, seat.guest) for number, seat in enumerate(table.seats) if seat.guest is not None]
    rows = [{"table_id": table.id, "seat": number, "guest": guest} for number, guest in taken]
    if table.host and all(row["guest"] != table.host for row in rows):
        rows.append({"table_id": table.id, "seat": -1, "guest": table.host})
    if rows:
        connection.execute(insert(sitters), rows)
