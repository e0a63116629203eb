"""The one way in which tables change: what it checks and what it writes, inside a transaction.

Every table concerned is locked, in the order of ids so that two servers cannot wait for each other; then what each decision was
made on is compared with what is there. So nothing is ever taken back, and no log gets a hole.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Protocol, TypeAlias

import msgspec
from sqlalchemy import Connection, Select, bindparam, delete, func, insert, select, update

from ludotheque.tables.denied import Denied, not_a_guest
from ludotheque.tables.model import StoredTable, Talk
from ludotheque.tables.store import NEW, Change, Conflict, StoredMove, Wake
from ludotheque.tables.store.fitting import Head, fit, seated_by, sitting
from ludotheque.tables.store.schema import guests, keys, moves, sitters, tables, talk

Work = tuple[Change, ...]
"""Changes that are stored together."""
Cell: TypeAlias = str | bytes | float | None
Row: TypeAlias = tuple[Cell, ...]
COLUMNS = ("table_id", "seq", "entry", "at", "command", "turn")
_encode = msgspec.json.encode
_talk = msgspec.json.Decoder(Talk)


class Hand(Protocol):
    """How a database does the two things that happen at every move."""

    def heads(self, ids: Sequence[str]) -> dict[str, Head]:
        """The heads of these tables, which nobody else changes until the end of the transaction."""

    def add(self, rows: list[Row]) -> None:
        """Insert entries, each with its COLUMNS."""


def only_moves(work: Work) -> bool:
    """Whether nothing but entries is stored: so it is with nearly all."""
    return all(change.only_moves for change in work)


def append(hand: Hand, connection: Connection | None, works: Sequence[Work]) -> list[list[Talk] | Conflict | Denied]:
    """Store what fits: for each work what was said in it, or why it was not stored. Without a connection, nothing but moves."""
    heads = hand.heads(sorted({change.table_id for work in works for change in work}))
    deleted = set() if connection is None else _deleted(connection, works)
    rejections = [_rejection(work, heads, deleted) for work in works]
    accepted = [work for work, problem in zip(works, rejections, strict=True) if problem is None]
    if rows := [_row(change.table_id, move) for work in accepted for change in work for move in change.entries]:
        hand.add(rows)
    return [problem or _store_rest(connection, work) for work, problem in zip(works, rejections, strict=True)]


def _rejection(work: Work, heads: dict[str, Head], deleted: set[str]) -> Conflict | Denied | None:
    if not deleted.isdisjoint(seated_by(work)):
        return not_a_guest()
    return None if fit(work, heads) else Conflict()


def _deleted(connection: Connection, works: Sequence[Work]) -> set[str]:
    """Those to be seated who were deleted. The rows of all others stay locked until the transaction ends."""
    seated = {guest for work in works for guest in seated_by(work)}
    if seated:
        there = select(guests.c.id).where(guests.c.id.in_(seated)).with_for_update(read=True, key_share=True)
        seated.difference_update(connection.scalars(there))
    if seated:  # older versions could delete a seated guest: such a seat may be stored again
        seated.difference_update(connection.scalars(select(sitters.c.guest).where(sitters.c.guest.in_(seated))))
    return seated


def _row(table_id: str, move: StoredMove) -> Row:
    return table_id, move.seq, move.entry, move.at, move.command, move.turn


def _store_rest(connection: Connection | None, work: Work) -> list[Talk]:
    """Everything but the entries."""
    if only_moves(work):
        return []
    assert connection is not None
    said: list[Talk] = []
    for change in work:
        _change_table(connection, change)
        if change.revoked:
            connection.execute(delete(keys).where(keys.c.table_id == change.table_id, keys.c.seat.in_(list(change.revoked))))
        for key in change.keys:
            owner = key.owner
            if key.new_owner:
                row = {"id": owner.id, "name": owner.name, "picture": owner.picture, "created": 0.0, "seen": 0.0}
                connection.execute(insert(guests), row)
            row = {"hash": key.hash, "guest": owner.id, "table_id": change.table_id, "seat": key.seat, "expires": key.expires}
            connection.execute(insert(keys), row)
        if change.talk:
            said += _say(connection, change)
    return said


def _change_table(connection: Connection, change: Change) -> None:
    """The table's own row, and who sits there."""
    columns = {} if change.wake is None else wake_columns(change.wake)
    if change.table is None:
        if columns:
            connection.execute(update(tables).where(tables.c.id == change.table_id).values(columns))
        return
    columns.update(table_columns(change.table))
    if change.version == NEW:
        connection.execute(insert(tables), {"id": change.table_id, "created": change.table.created, **columns})
    else:
        connection.execute(update(tables).where(tables.c.id == change.table_id).values(columns))
        connection.execute(delete(sitters).where(sitters.c.table_id == change.table_id))
    if rows := [{"table_id": change.table_id, "seat": seat, "guest": who} for seat, who in sitting(change.table).items()]:
        connection.execute(insert(sitters), rows)


def _say(connection: Connection, change: Change) -> list[Talk]:
    table_id, command = change.table_id, change.command
    if command is not None and (before := connection.execute(said_by(table_id, command)).scalar()):
        return [_talk.decode(before)]
    last = connection.execute(select(func.coalesce(func.max(talk.c.n), -1)).where(talk.c.table_id == table_id)).scalar_one()
    said = [msgspec.structs.replace(line, n=int(last) + 1 + offset) for offset, line in enumerate(change.talk)]
    rows = [
        {"table_id": table_id, "n": line.n, "guest": line.guest, "doc": _encode(line).decode(), "command": command}
        for line in said
    ]
    connection.execute(insert(talk), rows)
    return said


def said_by(table_id: str, command: str) -> Select[str]:
    """What a command has said."""
    return select(talk.c.doc).where(talk.c.table_id == table_id, talk.c.command == command)


def table_columns(table: StoredTable) -> dict[str, Cell]:
    """The columns of a table's row."""
    return {
        "game": table.game,
        "status": table.status,
        "public": table.public,
        "doc": _encode(table).decode(),
        "version": table.version,
        "changed": table.changed,
    }


def wake_columns(wake: Wake) -> dict[str, Cell]:
    """The columns that say what is due."""
    return {"wake": wake.at, "claimed_by": wake.by, "claimed_until": wake.until}


class SqliteHand:
    """Straight to SQLite, past SQLAlchemy.

    A thread that steps through rows asks for the interpreter's lock after each one, and gets it when the thread that serves
    lets go. So many rows are one statement and one step, in both directions.
    """

    _HEADS = """
        SELECT json_group_array(json_array(id, version, (SELECT coalesce(max(seq) + 1, 0) FROM moves WHERE table_id = tables.id)))
        FROM tables WHERE id IN (SELECT value FROM json_each(?))
    """
    _ROWS = 64

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._execute = connection.execute

    def heads(self, ids: Sequence[str]) -> dict[str, Head]:
        """SQLite has one writer at a time: the transaction itself is the lock."""
        found = self._execute(self._HEADS, (_encode(ids).decode(),)).fetchone()[0]
        return {table_id: (version, seq) for table_id, version, seq in msgspec.json.decode(found)}

    def add(self, rows: list[Row]) -> None:
        """Many rows a statement. One that is refused is the end of the whole batch, so SQLite need not keep a way back."""
        for start in range(0, len(rows), self._ROWS):
            some = rows[start : start + self._ROWS]
            places = ", ".join(["(?, ?, ?, ?, ?, ?)"] * len(some))
            self._execute(
                f"INSERT OR ROLLBACK INTO moves ({', '.join(COLUMNS)}) VALUES {places}", [cell for row in some for cell in row]
            )


class SqlHand:
    """Over any database, PostgreSQL above all."""

    _LOCKED = (
        select(tables.c.id, tables.c.version)
        .where(tables.c.id.in_(bindparam("wanted", expanding=True)))
        .order_by(tables.c.id)
        .with_for_update()
    )
    # A statement of its own: only one that begins when the lock is held sees what others have committed before.
    _ENDS = select(
        tables.c.id, select(func.coalesce(func.max(moves.c.seq) + 1, 0)).where(moves.c.table_id == tables.c.id).scalar_subquery()
    ).where(tables.c.id.in_(bindparam("wanted", expanding=True)))
    _ADD = insert(moves)

    def __init__(self, connection: Connection) -> None:
        self._execute = connection.execute

    def heads(self, ids: Sequence[str]) -> dict[str, Head]:
        """Lock the rows, then look where the logs end."""
        versions = {row[0]: row[1] for row in self._execute(self._LOCKED, {"wanted": ids})}
        return {row[0]: (versions[row[0]], row[1]) for row in self._execute(self._ENDS, {"wanted": list(versions)})}

    def add(self, rows: list[Row]) -> None:
        """All at once."""
        self._execute(self._ADD, [dict(zip(COLUMNS, row, strict=True)) for row in rows])
