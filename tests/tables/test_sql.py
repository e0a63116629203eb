"""The store's schema and its copies."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import create_engine, inspect, text

from ludotheque.tables.model import Guest, Seat
from ludotheque.tables.store import NEW, Change, Store, Unavailable
from ludotheque.tables.store.backup import back_up
from ludotheque.tables.store.schema import metadata
from ludotheque.tables.store.sql import SqlStore
from ludotheque.tables.store.trouble import CannotOpen
from ludotheque.tables.store.upgrade import MIGRATIONS, upgrade_apart
from tests.tables.guests import welcome
from tests.tables.test_store import entries, seqs, table

pytestmark = pytest.mark.anyio


async def test_the_migrations_lead_to_the_schema(store: Store) -> None:
    if not isinstance(store, SqlStore):
        pytest.skip("no schema")

    def compare(connection: object) -> None:
        found = inspect(connection)  # type: ignore[call-overload]
        for wanted in metadata.tables.values():
            columns = {column["name"]: column for column in found.get_columns(wanted.name)}
            assert set(columns) == {column.name for column in wanted.columns}
            assert all(columns[column.name]["nullable"] == column.nullable for column in wanted.columns)
            assert {index["name"] for index in found.get_indexes(wanted.name)} == {index.name for index in wanted.indexes}

    await store.writer.write(compare)


async def test_the_schema_can_be_brought_up_to_date_by_another_process(tmp_path: Path) -> None:
    store = SqlStore(f"sqlite:///{tmp_path / 'house.sqlite3'}", upgrade_apart)
    await store.open()
    await welcome(store)
    await store.append(Change("t1", NEW, table=table()))
    assert await store.count_tables() == {"open": 1}
    await store.close()
    with pytest.raises(CannotOpen, match="schema"):
        await upgrade_apart(f"sqlite:///{tmp_path / 'no such folder' / 'house.sqlite3'}")


async def test_a_backup_taken_while_writing_is_a_whole_store(tmp_path: Path) -> None:
    store = SqlStore(f"sqlite:///{tmp_path / 'house.sqlite3'}")
    await store.open()
    await welcome(store)
    await store.append(Change("t1", NEW, table=table()))
    writing = asyncio.create_task(_keep_writing(store))
    await asyncio.to_thread(back_up, f"sqlite:///{tmp_path / 'house.sqlite3'}", tmp_path / "copy.sqlite3")
    writing.cancel()
    await asyncio.gather(writing, return_exceptions=True)
    await store.close()
    engine = create_engine(f"sqlite:///{tmp_path / 'copy.sqlite3'}")
    with engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA integrity_check").scalar() == "ok"
        copied = [row[0] for row in connection.exec_driver_sql("SELECT seq FROM moves ORDER BY seq")]
    engine.dispose()
    assert copied == list(range(len(copied)))


async def _keep_writing(store: Store) -> None:
    for seq in range(10_000):
        await store.append(entries("t1", seq))


async def test_an_outage_is_told_once_and_so_is_its_end(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """GROUND 18: failed writes are logged, once per outage and not once per move."""
    store = SqlStore(f"sqlite:///{tmp_path / 'house.sqlite3'}", patience=1.0)
    await store.open()
    await welcome(store)
    await store.append(Change("t1", NEW, table=table()))
    with caplog.at_level(logging.WARNING, "ludotheque.store"):
        with closing(sqlite3.connect(tmp_path / "house.sqlite3", isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            for _ in range(3):
                with pytest.raises(Unavailable):
                    await store.append(entries("t1", 0))
            other.execute("ROLLBACK")
        await store.append(entries("t1", 0))
        await store.append(entries("t1", 1))
    assert [record.levelname for record in caplog.records] == ["ERROR", "WARNING"]
    assert "failed 3 times" in caplog.records[1].message
    await store.close()


async def test_one_write_that_cannot_be_does_not_touch_the_others(tmp_path: Path) -> None:
    store = SqlStore(f"sqlite:///{tmp_path / 'house.sqlite3'}")
    await store.open()
    await welcome(store)
    await store.append(Change("t1", NEW, table=table()))
    await store.add_code("c", "device", "lea", 1.0)
    results = await asyncio.gather(
        store.append(entries("t1", 0)), store.add_code("c", "device", "lea", 1.0), store.sweep(0.0), return_exceptions=True
    )
    assert [type(result).__name__ for result in results] == ["list", "Conflict", "NoneType"]
    assert await seqs(store) == [0]
    await store.close()


async def test_a_store_of_the_first_schema_is_brought_up_to_date_with_its_moves(tmp_path: Path) -> None:
    from alembic import command
    from alembic.config import Config

    url = f"sqlite:///{tmp_path / 'house.sqlite3'}"
    engine = create_engine(url)
    with engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        connection.execute(text("INSERT INTO moves (table_id, seq, entry, at) VALUES ('t1', 0, '0', 1.0)"))
    engine.dispose()
    store = SqlStore(url)
    await store.open()
    assert [(move.seq, move.turn) for move in await store.moves("t1")] == [(0, None)]
    await store.close()


async def test_figures_that_are_gone_have_relatives(tmp_path: Path) -> None:
    """A store of a version with twelve figures is opened by this one."""
    place = tmp_path / "house.sqlite3"
    store = SqlStore(f"sqlite:///{place}")
    await store.open()
    seat = Seat(kind="guest", guest="lea", name='"picture":"hare"', picture="hare")
    await store.add_guest(Guest("lea", "hare", "lynx"), "hash", now=1, expires=100)
    await store.append(Change("t1", NEW, table=msgspec.structs.replace(table(), seats=[seat])))
    await store.close()
    with closing(sqlite3.connect(place)) as older:
        older.execute("DROP TABLE put_away")
        older.execute("UPDATE alembic_version SET version_num = '0003'")
        older.commit()
    await store.open()
    read = await store.table("t1")
    found = await store.find_key("hash", now=2)
    await store.close()
    assert read is not None
    assert read.seats == [msgspec.structs.replace(seat, picture="rabbit")]
    assert found is not None
    assert found.guest == Guest("lea", "hare", "cat")
