"""The store, over SQLite and PostgreSQL alike."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import create_engine, inspect

from ludotheque.tables.model import Guest, Seat, StoredTable, Talk
from ludotheque.tables.store.backup import back_up
from ludotheque.tables.store.schema import metadata
from ludotheque.tables.store.sql import Append, Conflict, Store, StoredMove
from ludotheque.tables.store.trouble import CannotOpen
from ludotheque.tables.store.upgrade import upgrade_apart

pytestmark = pytest.mark.anyio


def table(name: str = "t1", **more: object) -> StoredTable:
    seats = [Seat(kind="guest", guest="lea", name="Léa"), Seat(kind="open")]
    return StoredTable(id=name, game="tonoo", players=2, options={}, host="lea", seats=seats, **more)  # type: ignore[arg-type]


def entries(name: str, first: int, count: int = 1) -> Append:
    seqs = range(first, first + count)
    rows = [{"table_id": name, "seq": seq, "entry": f'"{seq}"', "at": 1.0, "command": None} for seq in seqs]
    return Append(name, 0, rows)


async def test_a_guest_is_found_by_a_key_until_it_expires(store: Store) -> None:
    await store.add_guest(Guest("lea", "Léa", "fox"), "hash", now=10, expires=100)
    found = await store.find_key("hash", now=99)
    assert found is not None
    assert found.guest == Guest("lea", "Léa", "fox")
    assert await store.find_key("hash", now=100) is None
    assert await store.find_key("other", now=10) is None


async def test_a_device_code_works_once_and_an_invitation_until_it_expires(store: Store) -> None:
    await store.add_code("d", "device", "lea", expires=100)
    await store.add_code("i", "table", "t1", expires=100)
    assert await store.find_code("d", "table", 1, use_up=False) is None
    assert [await store.find_code("d", "device", 1, use_up=True) for _ in range(2)] == ["lea", None]
    assert [await store.find_code("i", "table", 1, use_up=False) for _ in range(2)] == ["t1", "t1"]
    assert await store.find_code("i", "table", 100, use_up=False) is None


async def test_a_table_comes_back_as_it_was_stored(store: Store) -> None:
    await store.add_table(table(public=True))
    assert await store.table("t1") == table(public=True)
    assert await store.table("t2") is None
    assert [found.id for found in await store.tables_of("lea")] == ["t1"]
    assert [found.id for found in await store.public_tables("tonoo")] == ["t1"]
    assert await store.public_tables("novem") == []


async def test_who_changes_an_older_version_of_a_table_is_told_so(store: Store) -> None:
    await store.add_table(table())
    await store.change_table(table(version=1, public=True), expected=0)
    with pytest.raises(Conflict):
        await store.change_table(table(version=1), expected=0)
    found = await store.table("t1")
    assert found is not None
    assert found.public


async def test_an_entry_is_taken_once_and_the_log_has_no_gap(store: Store) -> None:
    await store.add_table(table())
    await store.append(entries("t1", 0, 2))
    with pytest.raises(Conflict):
        await store.append(entries("t1", 1, 3))
    assert [move.seq for move in await store.moves("t1")] == [0, 1]
    assert [move.seq for move in await store.moves("t1", since=1)] == [1]


async def test_entries_for_an_older_version_of_the_table_are_refused(store: Store) -> None:
    await store.add_table(table())
    await store.change_table(table(version=1), expected=0)
    with pytest.raises(Conflict):
        await store.append(entries("t1", 0))


async def test_one_conflict_in_a_batch_does_not_touch_the_others(store: Store) -> None:
    for number in range(20):
        await store.add_table(table(f"t{number}"))
    await store.append(entries("t3", 0))
    results = await asyncio.gather(*(store.append(entries(f"t{n}", 0)) for n in range(20)), return_exceptions=True)
    assert [type(result) for result in results if result is not None] == [Conflict]
    assert all([len(await store.moves(f"t{n}")) == 1 for n in range(20)])


async def test_entries_come_back_as_they_were_stored_whatever_is_in_them(store: Store) -> None:
    await store.add_table(table())
    entry, command, at = '{"seat":0,"move":{"type":"say","what":"\\"\u00e9\\u2028\'"}}', 'lea \u202e[1,"x"]', 1763251200.123456
    row = {"table_id": "t1", "seq": 0, "entry": entry, "at": at, "command": command}
    await store.append(Append("t1", 0, [row, {**row, "seq": 1, "command": None}]))
    assert await store.moves("t1") == [StoredMove(0, entry, at, command), StoredMove(1, entry, at, None)]


async def test_an_outdated_table_in_a_batch_does_not_touch_the_others(store: Store) -> None:
    for number in range(20):
        await store.add_table(table(f"t{number}"))
    await store.change_table(table("t3", version=1), expected=0)
    results = await asyncio.gather(*(store.append(entries(f"t{n}", 0)) for n in range(20)), return_exceptions=True)
    assert [type(result) for result in results if result is not None] == [Conflict]
    assert [len(await store.moves(f"t{n}")) for n in range(20)] == [1, 1, 1, 0, *[1] * 16]


async def test_many_writers_of_two_servers_at_one_table_leave_a_gapless_log(store: Store, store_url: str) -> None:
    await store.add_table(table())
    other = Store(store_url)
    await other.open()
    won = 0

    async def write(through: Store) -> None:
        nonlocal won
        for seq in range(25):
            try:
                await through.append(entries("t1", seq))
                won += 1
            except Conflict:
                continue

    await asyncio.gather(*(write(through) for through in (store, other) * 8))
    await other.close()
    assert [move.seq for move in await store.moves("t1")] == list(range(25))
    assert won == 25


async def test_talk_is_numbered_without_gaps_also_from_two_servers(store: Store, store_url: str) -> None:
    await store.add_table(table())
    other = Store(store_url)
    await other.open()
    line = Talk(n=0, at=0, kind="chat", guest="lea", text="hello")
    await asyncio.gather(*(through.add_talk("t1", line) for through in (store, other) * 5))
    await other.close()
    assert [said.n for said in await store.talk("t1")] == list(range(10))


async def test_what_is_due_is_claimed_by_one_server_until_its_time_is_up(store: Store, store_url: str) -> None:
    await store.add_table(table("t1"), {"wake": 10.0})
    await store.add_table(table("t2"), {"wake": 50.0})
    other = Store(store_url)
    await other.open()
    first, second = await asyncio.gather(store.claim("a", 20, 5), other.claim("b", 20, 5))
    assert sorted([first, second]) == [[], ["t1"]]
    loser, name = (other, "b") if first else (store, "a")
    assert await loser.claim(name, 24, 5) == []
    assert await loser.claim(name, 26, 5) == ["t1"]
    await other.close()


async def test_a_deleted_guest_leaves_nothing_behind(store: Store) -> None:
    await store.add_guest(Guest("lea", "Léa", "fox"), "hash", now=10, expires=100)
    await store.add_table(table())
    await store.add_talk("t1", Talk(n=0, at=0, kind="chat", guest="lea", text="hello"))
    await store.delete_guest("lea")
    assert await store.find_key("hash", 11) is None
    assert await store.talk("t1") == []
    assert await store.tables_of("lea") == []


async def test_idle_tables_are_archived_and_busy_ones_are_not(store: Store) -> None:
    await store.add_table(table("old", changed=1.0))
    await store.add_table(table("new", changed=100.0))
    await store.add_table(table("busy", changed=1.0))
    await store.append(Append("busy", 0, [{"table_id": "busy", "seq": 0, "entry": "0", "at": 100.0, "command": None}]))
    assert await store.archive(before=50.0) == ["old"]
    assert await store.count_tables() == {"archived": 1, "open": 2}


async def test_the_migrations_lead_to_the_schema(store: Store) -> None:
    def compare(connection: object) -> None:
        found = inspect(connection)  # type: ignore[call-overload]
        for wanted in metadata.tables.values():
            columns = {column["name"]: column for column in found.get_columns(wanted.name)}
            assert set(columns) == {column.name for column in wanted.columns}
            assert all(columns[column.name]["nullable"] == column.nullable for column in wanted.columns)
            assert {index["name"] for index in found.get_indexes(wanted.name)} == {index.name for index in wanted.indexes}

    await store.writer.write(compare)


async def test_the_schema_can_be_brought_up_to_date_by_another_process(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'house.sqlite3'}", upgrade_apart)
    await store.open()
    await store.add_table(table())
    assert await store.count_tables() == {"open": 1}
    await store.close()
    with pytest.raises(CannotOpen, match="schema"):
        await upgrade_apart(f"sqlite:///{tmp_path / 'no such folder' / 'house.sqlite3'}")


async def test_a_backup_taken_while_writing_is_a_whole_store(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'house.sqlite3'}")
    await store.open()
    await store.add_table(table())
    writing = asyncio.create_task(_keep_writing(store))
    await asyncio.to_thread(back_up, f"sqlite:///{tmp_path / 'house.sqlite3'}", tmp_path / "copy.sqlite3")
    writing.cancel()
    await asyncio.gather(writing, return_exceptions=True)
    await store.close()
    engine = create_engine(f"sqlite:///{tmp_path / 'copy.sqlite3'}")
    with engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA integrity_check").scalar() == "ok"
        seqs = [row[0] for row in connection.exec_driver_sql("SELECT seq FROM moves ORDER BY seq")]
    engine.dispose()
    assert seqs == list(range(len(seqs)))


async def _keep_writing(store: Store) -> None:
    for seq in range(10_000):
        await store.append(entries("t1", seq))
