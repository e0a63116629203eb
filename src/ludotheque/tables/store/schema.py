"""The schema of the store, the same for SQLite and PostgreSQL. It changes by migrations only (`migrations/versions`).

Moves are append-only: their primary key is what makes a move accepted once. `doc` columns hold the JSON of a structure in
`model.py`, whose fields grow by defaults.
"""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Float, Index, Integer, MetaData, String, Table, Text

metadata = MetaData()

guests = Table(
    "guests",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", Text, nullable=False),
    Column("picture", Text, nullable=False),
    Column("created", Float(53), nullable=False),
    Column("seen", Float(53), nullable=False),
)

keys = Table(
    "keys",
    metadata,
    Column("hash", String(64), primary_key=True),  # SHA-256 of a token; the token itself is not kept
    Column("guest", String(32), nullable=False, index=True),
    Column("table_id", String(32)),  # a bot's key opens one seat of one table
    Column("seat", Integer),
    Column("expires", Float(53), nullable=False),
)

codes = Table(
    "codes",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("target", String(32), nullable=False),  # a guest for another device, a table for an invitation
    Column("expires", Float(53), nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("status", String(16), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("doc", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("created", Float(53), nullable=False),
    Column("changed", Float(53), nullable=False),
    Column("wake", Float(53)),  # when somebody has to act for a bot or a timer
    Column("claimed_by", String(32)),
    Column("claimed_until", Float(53)),
    Index("tables_by_wake", "wake"),
    Index("tables_by_status", "status", "public", "changed"),
)

sitters = Table(
    "sitters",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("guest", String(32), nullable=False, index=True),
)

put_away = Table(
    "put_away",
    metadata,
    Column("guest", String(32), primary_key=True),
    Column("table_id", String(32), primary_key=True),  # a table that this guest does not want to see among theirs
)

moves = Table(
    "moves",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("entry", Text, nullable=False),  # as in a record
    Column("at", Float(53), nullable=False),
    Column("command", Text),  # whose and which command this was, so that sent twice it is answered the same
    Column("turn", Integer),  # who is to act after it, so that lists need not replay
)

talk = Table(
    "talk",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("guest", String(32), index=True),
    Column("doc", Text, nullable=False),
    Column("command", Text),  # whose and which command said it, so that sent twice it is said once
    Index("talk_by_command", "table_id", "command", unique=True),
)
