"""Kill the server at random moments under play: nothing acknowledged and nothing shown is ever missing."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import httpx
import pytest
from websockets.exceptions import WebSocketException

from ludotheque.tables.store.sql import SqlStore
from tests.familiar import QUICK
from tests.server.people import Guest, Page
from tests.server.processes import ServerProcess
from tests.tables.backends import new_database

pytestmark = pytest.mark.anyio

TABLES = 3
SERVES_WITHIN = 5.0
"""Seconds; on the clock it is 120 (`ServerProcess.start`), for tests share a machine with others."""


class Promises:
    """What was promised at one table."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.acknowledged: dict[int, Any] = {}
        self.sent: dict[str, Any] = {}
        self.shown: dict[int, str] = {}


class Player:
    """Plays both seats of a table, and of the next one when a game is over, as fast as it can; notes what it was promised."""

    def __init__(self, guest: Guest, table: str, chance: random.Random) -> None:
        self.guest, self.tables, self.chance = guest, [Promises(table)], chance
        self.number = 0

    async def play(self) -> None:
        """Until the server is gone."""
        with contextlib.suppress(WebSocketException, httpx.TransportError, OSError, TimeoutError):
            while True:
                await self._play_to_the_end(self.tables[-1])
                again = await self.guest.post(f"/api/tables/{self.tables[-1].table}/rematch")
                self.tables.append(Promises(again["table"]))

    async def _play_to_the_end(self, at: Promises) -> None:
        pages: list[Page] = []
        try:
            for seat in (0, 1):
                pages.append(await self.guest.page(at.table, look_as=seat))
                assert pages[-1].seq >= max([0, *at.acknowledged, *at.shown]), "something is missing after the restart"
            while pages[0].view["to_act"] != "over":
                page = pages[pages[0].view["to_act"]]
                move = self.chance.choice(page.legal)["move"]
                self.number += 1
                name = f"n{self.number}"
                at.sent[name] = move
                await page.send({"type": "move", "id": name, "seq": page.seq, "move": move})
                answer = await self._note(at, page, "accepted")
                at.acknowledged[answer["seq"]] = move
                for other in pages:
                    while other.seq < answer["seq"]:
                        await self._note(at, other, "view")
        finally:
            for page in pages:
                page.socket.transport.abort()
                self.guest.pages.remove(page)

    async def _note(self, at: Promises, page: Page, wanted: str) -> dict[str, Any]:
        while True:
            message = await page.receive()
            if message["type"] == "view" and message["line"] is not None:
                at.shown[message["seq"]] = json.dumps(message["view"]["to_act"])
            assert message["type"] != "refused", message
            if message["type"] == wanted:
                return message


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
async def test_killed_at_random_moments_nothing_promised_is_lost(
    database: str,
    tmp_path: Path,
    request: pytest.FixtureRequest,
    scaled: Callable[[int], int],
    capsys: pytest.CaptureFixture[str],
) -> None:
    options: tuple[str, ...] = ()
    url = f"sqlite:///{tmp_path / 'house.sqlite3'}"
    if database == "postgresql":
        url = await new_database(request.getfixturevalue("postgres"))
        options = ("--database", url)
    server = ServerProcess(tmp_path, *options)
    await server.start()
    chance = random.Random(4)
    guests, players, seconds, processor = [], [], [], []
    for number in range(TABLES):
        guest = Guest(server.url)
        guests.append(guest)
        await guest.introduce(f"Guest {number}")
        table = await guest.table(QUICK, "me", "me", options={"games": 1}, start=True)
        players.append(Player(guest, table, random.Random(number)))
    for _ in range(scaled(200)):
        playing = [asyncio.create_task(player.play()) for player in players]
        await asyncio.sleep(0.2 + chance.random() * 0.6)
        server.kill()
        await asyncio.gather(*playing)
        seconds.append(await server.start())
        processor.append(server.processor)
    server.terminate()
    for guest in guests:
        await guest.http.aclose()
    tables = [table for player in players for table in player.tables]
    await _compare(url, tables)
    with capsys.disabled():
        acknowledged = sum(len(table.acknowledged) for table in tables)
        print(f"\n{database}: killed {len(seconds)} times, {acknowledged} acknowledged moves in {len(tables)} games all stored,")
        print(f"up after {median(seconds):.1f} s, at most {max(seconds):.1f} s,")
        print(f"of which {median(processor):.1f} s of processor time, at most {max(processor):.1f} s")
    assert acknowledged > 0
    assert len(tables) > TABLES, "no game came to its end"
    # What a start costs is the same on a busy machine; how long it takes is not, and is reported.
    assert max(processor) < SERVES_WITHIN


async def _compare(url: str, tables: list[Promises]) -> None:
    """Every promise stands in the store, each move once, without a gap."""
    store = SqlStore(url)
    await store.open()
    try:
        for at in tables:
            assert await store.table(at.table) is not None
            log = await store.moves(at.table)
            assert [move.seq for move in log] == list(range(len(log)))
            for seq, move in at.acknowledged.items():
                assert json.loads(log[seq - 1].entry)["move"] == move
            assert len(log) >= max([0, *at.acknowledged, *at.shown])
            commands = [move.command for move in log if move.command is not None]
            assert len(commands) == len(set(commands))
            for move in log:
                assert json.loads(move.entry)["move"] == at.sent[str(move.command).split()[1]]
    finally:
        await store.close()
