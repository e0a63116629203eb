"""PostgreSQL below the store: restarted, hung, out of connections. Nothing waits for ever, and all goes on afterwards."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import asyncpg
import pytest
from sqlalchemy import event

from ludotheque.tables.model import Guest
from ludotheque.tables.store import Unavailable
from ludotheque.tables.store.sql import SqlStore
from ludotheque.tables.store.trouble import CannotOpen
from tests.tables.backends import CONNECTIONS, PostgresServer, free_port, new_database

pytestmark = pytest.mark.anyio

PATIENCE = 1.0
TURNS = 50
"""So many turns of the loop are enough to be told what is known already."""
SOON = 3 * PATIENCE
"""Seconds on the clock for something that takes one patience: tests share a machine with others."""


@pytest.fixture
async def store(own_postgres: PostgresServer) -> AsyncIterator[SqlStore]:
    opened = SqlStore(await new_database(own_postgres.url), patience=PATIENCE)
    await opened.open()
    yield opened
    await opened.close()


def guest(number: int) -> Guest:
    return Guest(f"g{number}", "Léa", "fox")


async def add(store: SqlStore, number: int) -> None:
    await store.add_guest(guest(number), f"hash{number}", now=1, expires=100)


async def known(store: SqlStore, number: int) -> bool:
    return await store.find_key(f"hash{number}", now=2) is not None


async def test_a_restart_that_is_over_in_time_is_waited_for(own_postgres: PostgresServer) -> None:
    store = SqlStore(await new_database(own_postgres.url), patience=30)  # a restart takes long on a busy machine
    await store.open()
    await add(store, 0)
    own_postgres.stop()
    writing = asyncio.create_task(add(store, 1))
    reading = asyncio.create_task(known(store, 0))
    await asyncio.sleep(0.1)
    await asyncio.to_thread(own_postgres.start)
    assert await reading
    await writing
    assert await known(store, 1)
    await store.close()


async def test_a_longer_absence_is_said_at_once_and_over_when_it_is_over(store: SqlStore, own_postgres: PostgresServer) -> None:
    await add(store, 0)
    own_postgres.stop()
    with pytest.raises(Unavailable):
        await add(store, 1)
    with pytest.raises(Unavailable):
        await known(store, 0)
    for asking in (known(store, 0), add(store, 1)):  # from now on nobody waits: for nothing but their turn
        asked = asyncio.ensure_future(asking)
        for _ in range(TURNS):
            await asyncio.sleep(0)
        assert isinstance(asked.exception(), Unavailable)
    assert await store.probe() == "away"
    await asyncio.to_thread(own_postgres.start)
    await until_well(store)
    assert not await known(store, 1)
    await add(store, 1)
    assert await known(store, 1)


async def test_who_hangs_is_given_up_and_welcome_again(store: SqlStore, own_postgres: PostgresServer) -> None:
    await add(store, 0)
    own_postgres.hang()
    results = await asyncio.wait_for(
        asyncio.gather(*(known(store, 0) for _ in range(30)), add(store, 1), return_exceptions=True), 2 * SOON
    )
    assert {type(result) for result in results} == {Unavailable}
    assert await asyncio.wait_for(store.probe(), 1) == "hung"
    own_postgres.wake()
    await until_well(store)
    await add(store, 2)
    assert await known(store, 0)
    assert await known(store, 2)


async def test_a_commit_that_is_not_answered_is_called_unknown(store: SqlStore, own_postgres: PostgresServer) -> None:
    """It hangs when everything but the commit has been done: whether that took place only reading tells, later."""

    engine = store._database._writing.engine.sync_engine  # type: ignore[attr-defined]
    event.listen(engine, "commit", lambda _: own_postgres.hang(), once=True)
    with pytest.raises(Unavailable) as raised:
        await asyncio.wait_for(add(store, 1), 2 * SOON)
    assert raised.value.unknown
    own_postgres.wake()
    await until_well(store)
    await add(store, 2)


async def test_what_failed_before_its_commit_is_certainly_not_stored(store: SqlStore, own_postgres: PostgresServer) -> None:
    own_postgres.hang()
    with pytest.raises(Unavailable) as raised:
        await asyncio.wait_for(add(store, 1), 2 * SOON)
    assert not raised.value.unknown
    own_postgres.wake()
    await until_well(store)
    assert not await known(store, 1)


async def test_without_a_free_connection_those_we_have_go_on(store: SqlStore, own_postgres: PostgresServer) -> None:
    await add(store, 0)
    hogs = await take_all(own_postgres)
    await add(store, 1)
    assert await known(store, 1)
    # Even the writer's own connection is lost, and somebody else takes its place.
    await hogs[0].execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'ludotheque'")
    hogs += await take_all(own_postgres)
    with pytest.raises(Unavailable):
        await asyncio.wait_for(add(store, 2), 2 * SOON)
    assert await asyncio.wait_for(store.probe(), 2 * SOON) is not None
    for hog in hogs:
        hog.terminate()
    await until_well(store)
    await add(store, 3)
    assert await known(store, 3)


async def take_all(server: PostgresServer) -> list[asyncpg.Connection]:
    taken = []
    for _ in range(CONNECTIONS):
        try:
            taken.append(await asyncpg.connect(f"{server.url}/postgres"))
        except asyncpg.TooManyConnectionsError:
            break
    return taken


async def test_a_row_that_somebody_holds_is_not_waited_for_without_end(store: SqlStore, own_postgres: PostgresServer) -> None:
    await add(store, 0)
    url = store._database.url.set(drivername="postgresql").render_as_string()  # type: ignore[attr-defined]
    other = await asyncpg.connect(url)
    transaction = other.transaction()
    await transaction.start()
    await other.execute("SELECT 1 FROM guests WHERE id = 'g0' FOR UPDATE")
    with pytest.raises(Unavailable):
        await asyncio.wait_for(store.rename_guest(Guest("g0", "Tom", "owl")), 2 * SOON)
    await transaction.rollback()
    await other.close()
    await store.rename_guest(Guest("g0", "Tom", "owl"))


async def test_closing_takes_no_time_though_it_hangs(store: SqlStore, own_postgres: PostgresServer) -> None:
    await add(store, 0)
    own_postgres.hang()
    waiting = asyncio.create_task(add(store, 1))
    await asyncio.sleep(0.1)
    await asyncio.wait_for(store.close(), 5)
    with pytest.raises(Unavailable):
        await waiting


async def test_at_the_start_a_database_that_is_not_there_is_named_without_its_password() -> None:
    with pytest.raises(CannotOpen) as raised:
        await SqlStore(f"postgresql://house:secret@127.0.0.1:{free_port()}/house", patience=PATIENCE).open()
    assert raised.value.code == "away"
    assert "secret" not in str(raised.value)
    assert "127.0.0.1" in raised.value.details["place"]


async def until_well(store: SqlStore) -> None:
    async with asyncio.timeout(20):
        while await store.probe() is not None:
            await asyncio.sleep(0.05)
