"""The clock of the machine jumps an hour while the house is open: bots play, looks end, timers run, and nothing ends too soon."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.familiar import QUICK
from tests.server.people import Guest, Page
from tests.server.processes import START, ServerProcess

pytestmark = pytest.mark.anyio

HOUR = 3600
LOOK, TIMER = 2, 20


class ClockedServer(ServerProcess):
    """A server whose wall clock is set from a file; its monotonic clock is the machine's.

    Not by libfaketime: that also stretches the waits of threads for each other, and reads then take seconds.
    """

    def __init__(self, folder: Path, *options: str) -> None:
        super().__init__(folder, *options)
        self.offset = folder.parent / "offset"
        self.offset.write_text("+0")

    def command(self) -> list[str]:
        command = super().command()
        clock = f"import time; real = time.time; time.time = lambda: real() + float(open({str(self.offset)!r}).read())"
        command[command.index(START)] = f"{clock}\n{START}"
        return command

    def jump(self, seconds: int) -> None:
        fresh = self.offset.with_suffix(".new")
        fresh.write_text(f"{seconds:+d}")
        fresh.replace(self.offset)


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[ClockedServer]:
    folder = tmp_path / "house"
    folder.mkdir()
    started = ClockedServer(folder)
    await started.start()
    yield started
    started.terminate()


async def page_of(guest: Guest, game: str, *seats: str, **settings: Any) -> Page:
    table = await guest.table(game, *seats, first=0, start=True, settings=settings)
    return await guest.page(table)


@pytest.mark.parametrize("jump", [-HOUR, HOUR])
async def test_bots_looks_and_timers_go_on(jump: int, server: ClockedServer) -> None:
    lea = Guest(server.url)
    await lea.introduce("Léa")
    bots = await page_of(lea, QUICK, "me", "goldfish", look=LOOK)
    waits = time.monotonic()
    timed = await page_of(lea, QUICK, "me", "goldfish", look=0, timer=TIMER)
    await one_round(bots)
    before = (await lea.post("/api/me", {"name": "Léa"}))["guest"]["id"]
    server.jump(jump)
    await bots.send({"type": "ping", "id": "p"})
    there = (await bots.next("pong"))["now"] / 1000
    assert abs(there - time.time() - jump) < 300  # its clock has really jumped
    await one_round(bots)  # the bot answers, and the look after it ends
    await one_round(bots)
    assert (await lea.post("/api/me", {"name": "Léa"}))["guest"]["id"] == before  # nobody's key has expired
    # The turn timer has not run out early, and does run out.
    if time.monotonic() - waits < TIMER - 5:
        assert timed.seq == 0
    await timed.until(lambda page: page.seq > 0, TIMER + 60)
    assert time.monotonic() - waits > TIMER - 1
    server.jump(0)  # and back to where it was
    await one_round(bots)
    await lea.close()


async def one_round(page: Page) -> None:
    """Move whenever it is our turn until a bot has moved in between; a look that everybody takes is waited for."""
    async with asyncio.timeout(60):
        start = page.seq
        while page.seq < start + 4:
            if not page.legal:
                await page.receive(60)
                continue
            answer = await page.move(page.legal[0]["move"])
            if answer["type"] == "refused":
                assert answer["code"] == "look", answer
                await asyncio.sleep(0.2)
            else:
                await page.until(lambda page, seq=answer["seq"]: page.seq >= seq, 30)  # type: ignore[misc]
