"""Two servers on one PostgreSQL and one Redis in bad weather: busy is said in time, nothing is lost, and play goes on."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from ludotheque.tables.store.sql import SqlStore
from tests.familiar import QUICK
from tests.server.people import Guest, Page
from tests.server.processes import ServerProcess
from tests.server.test_two_servers import same_person
from tests.tables.backends import CONNECTIONS, PostgresServer, Redis, new_database

pytestmark = pytest.mark.anyio

TIMEOUT = 2.0
ANSWERED_WITHIN = 10.0
"""Seconds for an answer that takes one or two timeouts: tests share a machine with others."""


class Evening:
    """Léa sits at one server and Tom at another; they play without a pause, and note what they were promised."""

    def __init__(self, servers: list[ServerProcess], url: str) -> None:
        self.servers, self.url = servers, url
        self.pages: list[Page] = []
        self.alone: Page
        self.guests: list[Guest] = []
        self.table = ""
        self.acknowledged: dict[int, Any] = {}
        self.refused: list[str] = []
        self.slowest = 0.0
        self.playing: asyncio.Task[None] | None = None
        self._stop = False

    async def begin(self) -> None:
        lea, tom = (Guest(server.url) for server in self.servers)
        self.guests = [lea, tom]
        await lea.introduce("Léa")
        await tom.introduce("Tom")
        self.table = await lea.table(QUICK, "me", "open", first=0)
        await tom.post(f"/api/tables/{self.table}/join")
        await lea.get(f"/api/tables/{self.table}")  # news from the other server may still be on their way
        await lea.post(f"/api/tables/{self.table}/start")
        self.pages = [await lea.page(self.table), await tom.page(self.table)]
        self.alone = await lea.page(await lea.table(QUICK, "me", "me", first=0, start=True), look_as=0)
        self.playing = asyncio.create_task(self._play())

    async def _play(self) -> None:
        """A refused move is tried again, as people do; a move made meanwhile by oneself is taken as it is."""
        number = 0
        while not self._stop:
            seat = self.pages[0].view["to_act"]
            page, number = self.pages[seat], number + 1
            if not page.legal:
                await page.receive(60)
                continue
            move = page.legal[number % len(page.legal)]["move"]
            began = time.monotonic()
            answer = await page.move(move, command=f"n{number}")
            self.slowest = max(self.slowest, time.monotonic() - began)
            if answer["type"] == "refused":
                self.refused.append(answer["code"])
                await self._again(page, number, move)
                continue
            self.acknowledged[answer["seq"]] = move
            for other in self.pages:
                await other.until(lambda page, seq=answer["seq"]: page.seq >= seq, 60)  # type: ignore[misc]

    async def _again(self, page: Page, number: int, move: Any) -> None:
        """The same command once more until it is answered: it is carried out once, whatever became of the first."""
        while not self._stop:
            await asyncio.sleep(0.2)
            answer = await page.move(move, seq=page.seq, command=f"n{number}")
            if answer["type"] == "accepted":
                self.acknowledged[answer["seq"]] = move
                for other in self.pages:
                    await other.until(lambda page, seq=answer["seq"]: page.seq >= seq, 60)  # type: ignore[misc]
                return
            self.refused.append(answer["code"])
            assert answer["code"] in ("busy", "old_position"), answer
            if answer["code"] == "old_position":
                await page.until(lambda page: bool(page.legal), 60)
                return

    async def more(self, moves: int = 6, seconds: float = 60) -> None:
        """Play goes on."""
        assert self.playing is not None
        wanted = len(self.acknowledged) + moves
        async with asyncio.timeout(seconds):
            while len(self.acknowledged) < wanted:
                if self.playing.done():
                    self.playing.result()
                await asyncio.sleep(0.02)

    async def is_busy(self) -> None:
        """A move at a table where nobody waits for anybody else is answered in words, and in time."""
        began = time.monotonic()
        answer = await self.alone.move(self.alone.legal[0]["move"])
        assert (answer["type"], answer["code"]) == ("refused", "busy"), answer
        assert time.monotonic() - began < ANSWERED_WITHIN

    async def end(self) -> None:
        assert self.playing is not None
        self._stop = True
        self.playing.cancel()
        await asyncio.gather(self.playing, return_exceptions=True)
        store = SqlStore(self.url)
        await store.open()
        log = await store.moves(self.table)
        await store.close()
        for page in (*self.pages, self.alone):
            page.socket.transport.abort()
        for guest in self.guests:
            await guest.http.aclose()
        for server in self.servers:
            server.terminate()
        assert [move.seq for move in log] == list(range(len(log)))
        assert len({move.command for move in log}) == len(log), "a command was carried out twice"
        for seq, move in self.acknowledged.items():
            assert json.loads(log[seq - 1].entry)["move"] == move
        assert len(log) >= max(page.seq for page in self.pages), "something was shown that is not stored"


@pytest.fixture
async def tonight(tmp_path: Path, own_postgres: PostgresServer, redis: Redis) -> AsyncIterator[Evening]:
    url = await new_database(own_postgres.url)
    options = ("--database", url, "--bus", redis.url, "--database-timeout", str(TIMEOUT))
    servers = [ServerProcess(tmp_path, *options), ServerProcess(tmp_path, *options)]
    await asyncio.gather(*(server.start(60) for server in servers))
    evening = Evening(servers, url)
    await evening.begin()
    await evening.more()
    yield evening
    await evening.end()


@pytest.mark.parametrize("seconds", [0.3, 10.0])
async def test_postgresql_is_restarted(seconds: float, tonight: Evening, own_postgres: PostgresServer) -> None:
    own_postgres.stop()
    if seconds > TIMEOUT:
        await tonight.is_busy()
    await asyncio.sleep(seconds)
    await asyncio.to_thread(own_postgres.start)
    await tonight.more()
    assert tonight.slowest < ANSWERED_WITHIN


async def test_postgresql_hangs(tonight: Evening, own_postgres: PostgresServer, soak: bool) -> None:
    own_postgres.hang()
    await tonight.is_busy()
    began = time.monotonic()
    while time.monotonic() < began + (30 if soak else 6):
        answer = await tonight.guests[0].http.get("/health")
        assert answer.elapsed.total_seconds() < 2  # one, and one for a busy machine
        await asyncio.sleep(0.5)
    assert (answer.status_code, answer.json()["parts"]["store"]) == (503, "hung")
    own_postgres.wake()
    await tonight.more()
    assert tonight.slowest < ANSWERED_WITHIN


async def test_postgresql_has_no_connection_left(tonight: Evening, own_postgres: PostgresServer) -> None:
    hogs = []
    for _ in range(CONNECTIONS):
        try:
            hogs.append(await asyncpg.connect(f"{own_postgres.url}/postgres"))
        except asyncpg.TooManyConnectionsError:
            break
    await tonight.more()
    for hog in hogs:
        hog.terminate()
    await tonight.more()
    assert tonight.slowest < ANSWERED_WITHIN


@pytest.mark.parametrize("how", ["restarted", "hung"])
async def test_redis_is_away_and_no_move_is_late(how: str, tonight: Evening, redis: Redis) -> None:
    redis.stop() if how == "restarted" else redis.hang()
    await tonight.more(8)  # each one is seen at the other server, too
    redis.start() if how == "restarted" else redis.wake()
    await tonight.more(8)
    assert tonight.refused == []
    assert tonight.slowest < ANSWERED_WITHIN


async def test_what_is_said_while_redis_is_away_is_heard_at_the_other_server(tonight: Evening, redis: Redis) -> None:
    lea, tom = tonight.guests
    there = await same_person(tom, tonight.servers[1].url).page(tonight.table)
    redis.hang()
    here = await same_person(lea, tonight.servers[0].url).page(tonight.table)
    await here.send({"type": "say", "id": "s1", "text": "Bonjour !"})
    async with asyncio.timeout(20):
        while "Bonjour" not in json.dumps(await there.receive(20), ensure_ascii=False):
            pass
    redis.wake()
    await tonight.more()
    for page in (here, there):
        page.socket.transport.abort()
        await page.guest.http.aclose()
