"""Two servers on one PostgreSQL and one Redis: one is killed, Redis is restarted, and nobody loses a move."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from ludotheque.tables.store.sql import SqlStore
from tests.familiar import CHANCY, QUICK
from tests.server.people import Guest, Page
from tests.server.processes import ServerProcess
from tests.server.raw import HELLO
from tests.tables.backends import Redis, new_database

pytestmark = pytest.mark.anyio

PATIENCE = 60.0
"""Seconds after which a test gives up; how long it takes says more about the machine than about us."""


async def until(condition: Callable[[], bool], page: Page, seconds: float) -> None:
    async with asyncio.timeout(seconds):
        while not condition():
            await page.receive(seconds)


def same_person(guest: Guest, url: str) -> Guest:
    """The same cookie at another server: no sticky sessions."""
    other = Guest(url)
    other.http.cookies.set("ludotheque", guest.http.cookies["ludotheque"])
    other.id = guest.id
    return other


async def one_move(pages: list[Page]) -> None:
    acting = pages[pages[0].view["to_act"]]
    answer = await acting.move(acting.legal[0]["move"])
    assert answer["type"] == "accepted", answer
    for page in pages:
        await until(lambda page=page: page.seq >= answer["seq"], page, PATIENCE)  # type: ignore[misc]


async def test_nobody_loses_a_move_and_everybody_is_live_again(tmp_path: Path, postgres: str, redis: Redis) -> None:
    url = await new_database(postgres)
    options = ("--database", url, "--bus", redis.url)
    servers = [ServerProcess(tmp_path, *options), ServerProcess(tmp_path, *options)]
    await asyncio.gather(*(server.start(60) for server in servers))
    lea, tom = Guest(servers[0].url), Guest(servers[1].url)
    await lea.introduce("Léa")
    await tom.introduce("Tom")
    table = await lea.table(QUICK, "me", "open", first=0)
    await tom.post(f"/api/tables/{table}/join")
    await lea.post(f"/api/tables/{table}/start")
    pages = [await lea.page(table), await tom.page(table)]
    for _ in range(10):
        await one_move(pages)
    # Redis goes away and comes back; moves made meanwhile arrive by looking at the store.
    redis.stop()
    for _ in range(2):
        await one_move(pages)
    redis.start()
    for _ in range(6):
        await one_move(pages)
    # Tom's server dies; Tom comes back through the other one.
    before = pages[1].seq
    servers[1].kill()
    with pytest.raises((ConnectionClosed, TimeoutError)):
        await pages[1].next("nothing more", seconds=2)
    again = same_person(tom, servers[0].url)
    pages[1] = await again.page(table, since=before)
    assert pages[1].seq >= before
    for _ in range(6):
        await one_move(pages)
    store = SqlStore(url)
    await store.open()
    log = await store.moves(table)
    await store.close()
    assert [move.seq for move in log] == list(range(24))
    for guest in (lea, again):
        await guest.close()
    await tom.http.aclose()
    servers[0].terminate()


async def test_a_bots_turn_survives_the_death_of_its_server(tmp_path: Path, postgres: str, redis: Redis) -> None:
    url = await new_database(postgres)
    options = ("--database", url, "--bus", redis.url, "--pace", "1.5")
    servers = [ServerProcess(tmp_path, *options), ServerProcess(tmp_path, *options)]
    await asyncio.gather(*(server.start(60) for server in servers))
    lea = Guest(servers[0].url)
    await lea.introduce("Léa")
    table = await lea.table(QUICK, "goldfish", "me", first=0)
    watcher = same_person(lea, servers[1].url)
    page = await watcher.page(table)
    await lea.post(f"/api/tables/{table}/start")
    servers[0].kill()
    store = SqlStore(url)
    await store.open()
    assert await store.moves(table) == []  # the bot, which takes its time, had not moved
    await until(lambda: page.seq >= 1, page, 60)
    first = (await store.moves(table))[0]
    assert (json.loads(first.entry)["seat"], first.command) == (0, None)
    await store.close()
    await watcher.close()
    await lea.http.aclose()
    servers[1].terminate()


async def test_sigterm_with_a_stuck_client_ends_all_the_same(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path)
    await server.start(60)
    lea = Guest(server.url)
    await lea.introduce("Léa")
    table = await lea.table(CHANCY, "me", "goldfish", start=True)
    await lea.page(table)
    # Another one that never reads, and never answers the closing handshake.
    _, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(
        f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\nOrigin: {server.url}\r\n\r\n".encode()
    )
    writer.write(bytes([0x81, 0x80 | len(HELLO)]) + b"\0\0\0\0" + HELLO)
    await asyncio.sleep(0.5)
    await asyncio.to_thread(server.terminate)  # while that one is still there
    writer.close()
    for page in lea.pages:
        page.socket.transport.abort()
    await lea.http.aclose()
