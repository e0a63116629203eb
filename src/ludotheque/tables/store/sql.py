"""The store over SQLite or PostgreSQL: reads of its own, writes through one writer."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from typing import Any

import msgspec
from sqlalchemy import Connection, Select, and_, delete, func, insert, literal, null, or_, select, union_all, update

from ludotheque.tables.model import Guest, StoredTable, Talk
from ludotheque.tables.store import SOON, Change, Key, Listed, Noted, StoredMove
from ludotheque.tables.store.append import said_by
from ludotheque.tables.store.database import Upgrade, make_database
from ludotheque.tables.store.schema import codes, guests, keys, moves, put_away, sitters, tables, talk
from ludotheque.tables.store.trouble import PATIENCE, Trouble
from ludotheque.tables.store.writer import Writer

log = logging.getLogger("ludotheque.store")

CLOSE_WITHIN = 2.0
"""Seconds that are left for what is still waiting to be written when a server leaves."""

_LAST = select(moves.c.seq).where(moves.c.table_id == tables.c.id).order_by(moves.c.seq.desc()).limit(1)
_LISTED = select(
    tables.c.doc, *(_LAST.with_only_columns(column).scalar_subquery() for column in (moves.c.seq, moves.c.turn, moves.c.at))
)
_table = msgspec.json.Decoder(StoredTable)
_talk = msgspec.json.Decoder(Talk)


class SqlStore:
    """A `Store`."""

    def __init__(
        self,
        url: str,
        upgrade: Upgrade | None = None,
        *,
        patience: float = PATIENCE,
        alone: bool = False,
        create: bool = True,
    ) -> None:
        """`alone`: a server's own store, which no other process may serve at the same time (if it is a SQLite file).

        Without `create`, `open` raises `CannotOpen` where there is no store.
        """
        self._database, self._upgrade = make_database(url, patience, alone=alone, create=create), upgrade
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

    async def add_key(self, key_hash: str, guest: str, expires: float) -> None:
        """A further key of a guest."""
        row = {"hash": key_hash, "guest": guest, "expires": expires}
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

    async def rename_guest(self, guest: Guest) -> None:
        """Another name or picture."""
        query = update(guests).where(guests.c.id == guest.id).values(name=guest.name, picture=guest.picture)
        await self.writer.write(lambda connection: connection.execute(query))

    async def delete_guest(self, guest: str) -> bool:
        """Delete a guest, their keys, codes and messages. While they sit at a table, delete nothing and return False."""

        def work(connection: Connection) -> bool:
            connection.execute(
                select(guests.c.id).where(guests.c.id == guest).with_for_update()
            )  # no other transaction can seat them
            if connection.execute(select(sitters.c.seat).where(sitters.c.guest == guest).limit(1)).first() is not None:
                return False
            for query in (
                delete(keys).where(keys.c.guest == guest),
                delete(codes).where(codes.c.target == guest),
                update(talk).where(talk.c.guest == guest).values(guest=None, doc="", command=None),  # the numbers of others stay
                delete(put_away).where(put_away.c.guest == guest),
                delete(guests).where(guests.c.id == guest),
            ):
                connection.execute(query)
            return True

        return await self.writer.write(work)

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

    def append(self, *changes: Change) -> asyncio.Future[list[Talk]]:
        """Store these changes together, or Conflict."""
        return self.writer.append(changes)

    async def table(self, table_id: str) -> StoredTable | None:
        """A table, or None."""
        rows = await self._rows(select(tables.c.doc).where(tables.c.id == table_id))
        return _table.decode(rows[0].doc) if rows else None

    async def tables_of(self, guest: str, limit: int = 100, *, archived: bool = False) -> list[Listed]:
        """The tables at which a guest sits or plays host, the last changed first; archived ones only if they are asked for."""
        theirs = _LISTED.where(tables.c.id.in_(select(sitters.c.table_id).where(sitters.c.guest == guest)))
        return await self._list(theirs if archived else theirs.where(tables.c.status != "archived"), limit)

    async def finished_of(self, guest: str, limit: int = 1000) -> list[StoredTable]:
        """Tables at which a guest sat and whose game may be over, archived ones too, the last changed first."""
        seated = select(sitters.c.table_id).where(sitters.c.guest == guest, sitters.c.seat >= 0)
        query = select(tables.c.doc).where(tables.c.id.in_(seated), tables.c.status.in_(("over", "archived")))
        return [_table.decode(row.doc) for row in await self._rows(query.order_by(tables.c.changed.desc()).limit(limit))]

    async def put_away(self, guest: str, table_id: str, away: bool) -> None:
        """Note that a guest does not want to see a table among theirs, or wants to again."""
        noted = (put_away.c.guest == guest, put_away.c.table_id == table_id)

        def work(connection: Connection) -> None:
            connection.execute(delete(put_away).where(*noted))
            if away:
                connection.execute(insert(put_away), {"guest": guest, "table_id": table_id})

        await self.writer.write(work)

    async def put_away_by(self, guest: str) -> set[str]:
        """The tables that a guest has put away."""
        return {row.table_id for row in await self._rows(select(put_away.c.table_id).where(put_away.c.guest == guest))}

    async def public_tables(self, game: str | None = None, limit: int = 50) -> list[Listed]:
        """Listed tables that are open or under way, the last changed first."""
        query = _LISTED.where(tables.c.public.is_(True), tables.c.status.in_(("open", "playing")))
        return await self._list(query if game is None else query.where(tables.c.game == game), limit)

    async def _list(self, query: Select[Any], limit: int) -> list[Listed]:
        rows = await self._rows(query.order_by(tables.c.changed.desc()).limit(limit))
        return [Listed(_table.decode(doc), 0 if seq is None else seq + 1, turn, at or 0.0) for doc, seq, turn, at in rows]

    async def count_tables(self) -> dict[str, int]:
        """How many tables there are, by status."""
        rows = await self._rows(select(tables.c.status, func.count().label("count")).group_by(tables.c.status))
        return {row.status: row[1] for row in rows}

    async def versions(self, ids: Iterable[str]) -> dict[str, tuple[int, int, int]]:
        """Version, number of entries and number of lines of talk of each of these tables."""
        ids = list(ids)
        entries = select(func.coalesce(func.max(moves.c.seq) + 1, 0)).where(moves.c.table_id == tables.c.id).scalar_subquery()
        said = select(func.coalesce(func.max(talk.c.n) + 1, 0)).where(talk.c.table_id == tables.c.id).scalar_subquery()
        found: dict[str, tuple[int, int, int]] = {}
        for start in range(0, len(ids), 200):
            query = select(tables.c.id, tables.c.version, entries, said).where(tables.c.id.in_(ids[start : start + 200]))
            found.update({row[0]: (row[1], row[2], row[3]) for row in await self._rows(query)})
        return found

    async def all_tables(self, after: str = "", limit: int = 200) -> list[Noted]:
        """A page of all tables in the order of their ids."""
        query = select(tables.c.id, tables.c.doc).where(tables.c.id > after).order_by(tables.c.id).limit(limit)
        found = await self._rows(query)
        sitting: dict[str, dict[int, str]] = {row.id: {} for row in found}
        for row in await self._rows(select(sitters).where(sitters.c.table_id.in_(list(sitting)))):
            sitting[row.table_id][row.seat] = row.guest
        return [Noted(row.id, _readable(row.doc), sitting[row.id]) for row in found]

    async def idle_tables(self, before: float, limit: int = 200) -> list[StoredTable]:
        """Tables, not archived, at which nothing happened since then."""
        played = select(moves.c.seq).where(moves.c.table_id == tables.c.id, moves.c.at >= before).exists()
        query = select(tables.c.doc).where(tables.c.changed < before, tables.c.status != "archived", ~played).limit(limit)
        return [_table.decode(row.doc) for row in await self._rows(query)]

    # The log ---------------------------------------------------------------------------------------------------------

    async def read(self, table_id: str, since: int = 0) -> tuple[StoredTable, list[StoredMove]] | None:
        """A table and its log from an entry on, by one statement: as they were in one moment."""
        nothing = (literal(0.0).label("at"), null().label("command"), null().label("turn"))
        row = select(literal(-1).label("seq"), tables.c.doc.label("entry"), *nothing).where(tables.c.id == table_id)
        log = select(moves.c.seq, moves.c.entry, moves.c.at, moves.c.command, moves.c.turn)
        log = log.where(moves.c.table_id == table_id, moves.c.seq >= since)
        rows = await self._rows(union_all(row, log).order_by("seq"))
        if not rows or rows[0].seq >= 0:
            return None
        return _table.decode(rows[0].entry), [StoredMove(*found) for found in rows[1:]]

    async def moves(self, table_id: str, since: int = 0) -> list[StoredMove]:
        """The log of a table from an entry on."""
        query = select(moves).where(moves.c.table_id == table_id, moves.c.seq >= since).order_by(moves.c.seq)
        return [StoredMove(row.seq, row.entry, row.at, row.command, row.turn) for row in await self._rows(query)]

    async def talk(self, table_id: str, since: int = 0, limit: int = 100) -> list[Talk]:
        """What was said last, from a number on."""
        wanted = (talk.c.table_id == table_id, talk.c.n >= since, talk.c.doc != "")
        query = select(talk.c.doc).where(*wanted).order_by(talk.c.n.desc()).limit(limit)
        return [_talk.decode(row.doc) for row in reversed(await self._rows(query))]

    async def said(self, table_id: str, command: str) -> Talk | None:
        """What a command has said, if it has."""
        return next((_talk.decode(row.doc) for row in await self._rows(said_by(table_id, command))), None)

    # What is due -----------------------------------------------------------------------------------------------------

    async def claim(self, server: str, now: float, lease: float, limit: int = 32) -> list[str]:
        """Tables at which a bot or a timer is overdue and nobody sees to it; now this server does, for a while.

        Its own are looked at again a second after their time, should its timer have been lost.
        """
        until = tables.c.claimed_until
        # who claims something for much longer than anybody does had a clock that was ahead
        free = or_(until.is_(None), until <= now, until > now + 2 * lease)
        mine = and_(tables.c.claimed_by == server, tables.c.wake <= now - 1.0)
        due = select(tables.c.id).where(tables.c.wake <= now, or_(free, mine)).order_by(tables.c.wake).limit(limit)
        if not await self._rows(due.limit(1)):
            return []
        query = update(tables).where(tables.c.id.in_(due.with_for_update(skip_locked=True)))
        query = query.values(claimed_by=server, claimed_until=now + lease)

        def work(connection: Connection) -> list[str]:
            return [row.id for row in connection.execute(query.returning(tables.c.id))]

        return await self.writer.write(work)

    async def misdated(self, now: float, limit: int = 200) -> list[str]:
        """Tables that wait by a clock that was ahead."""
        last = func.coalesce(select(func.max(moves.c.at)).where(moves.c.table_id == tables.c.id).scalar_subquery(), 0.0)
        late = and_(tables.c.wake > tables.c.changed + SOON, tables.c.wake > last + SOON)
        query = select(tables.c.id).where(tables.c.wake > now, or_(tables.c.changed > now, last > now, late))
        query = query.order_by(tables.c.wake, tables.c.id).limit(limit)
        return [row.id for row in await self._rows(query)]

    async def sweep(self, now: float) -> None:
        """Forget keys and codes that have expired."""

        def work(connection: Connection) -> None:
            connection.execute(delete(keys).where(keys.c.expires <= now))
            connection.execute(delete(codes).where(codes.c.expires <= now))

        await self.writer.write(work)


def _readable(doc: str) -> StoredTable | None:
    try:
        return _table.decode(doc)
    except msgspec.MsgspecError:
        return None
