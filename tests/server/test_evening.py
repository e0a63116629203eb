"""An evening: two people on two devices and a bot of the house play to the end, the server killed and restarted in the middle."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest
from websockets.exceptions import WebSocketException

from ludotheque.games import all_games
from tests.familiar import CHANCY, QUICK
from tests.server.people import Guest, Page
from tests.server.processes import ServerProcess

pytestmark = pytest.mark.anyio

SHORT = (QUICK, CHANCY)
"""Random play ends these soon; the others are played under `make soak`."""


class Device:
    """A page that comes back by itself."""

    def __init__(self, guest: Guest, table: str, seed: int) -> None:
        self.guest, self.table, self.chance = guest, table, random.Random(seed)
        self.interruptions = 0
        self.moves = 0
        self.seqs: list[int] = []

    async def play(self) -> object:
        """To the end of the game; the outcome."""
        while True:
            try:
                page = await self.guest.page(self.table, since=self.seqs[-1] if self.seqs else None)
                assert not self.seqs or page.seq >= self.seqs[-1], "something that was shown is gone"
                return await self._play(page)
            except (WebSocketException, OSError):
                self.interruptions += 1
                await asyncio.sleep(0.2)

    async def _play(self, page: Page) -> object:
        while page.view["outcome"] is None:
            self.seqs.append(page.seq)
            if page.legal:
                answer = await page.move(self.chance.choice(page.legal)["move"])
                self.moves += answer["type"] == "accepted"
            before = page.seq
            await page.until(lambda page, before=before: page.seq != before, seconds=60)  # type: ignore[misc]
        return page.view["outcome"]


@pytest.mark.parametrize("slug", list(all_games()))
async def test_two_people_and_a_bot_notice_no_more_than_a_short_pause(slug: str, tmp_path: Path, soak: bool) -> None:
    if slug not in SHORT and not soak:
        pytest.skip("long under random play: make soak")
    server = ServerProcess(tmp_path)
    await server.start(60)
    lea, tom = Guest(server.url), Guest(server.url)
    await lea.introduce("Léa")
    await tom.introduce("Tom")
    three = 3 in all_games()[slug].players
    table = await lea.table(slug, "me", *(["open"] if three else []), "goldfish")
    people = [lea, tom] if three else [lea]
    if three:
        await tom.post(f"/api/tables/{table}/join")
    await lea.post(f"/api/tables/{table}/start")
    devices = [Device(guest, table, seed) for seed, guest in enumerate(people)]
    playing = [asyncio.create_task(device.play()) for device in devices]
    while sum(device.moves for device in devices) < 2 and not playing[0].done():
        await asyncio.sleep(0.01)
    server.kill()
    await server.start(60)
    outcomes = await asyncio.wait_for(asyncio.gather(*playing), 1500)
    assert all(outcome == outcomes[0] for outcome in outcomes)
    for guest in (lea, tom):
        for page in guest.pages:
            page.socket.transport.abort()
        await guest.http.aclose()
    server.terminate()
    assert "gave no move" not in server.errors()
    assert "Traceback" not in server.errors()
