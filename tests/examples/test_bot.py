from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from examples.bot import play

from tests.familiar import QUICK
from tests.server.people import open_house, play_out

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def test_it_has_forty_lines_at_most() -> None:
    code = Path("examples/bot.py").read_text("utf-8").split('"""\n', 2)[1]
    assert len([line for line in code.splitlines() if line.strip()]) <= 40


async def test_it_takes_a_seat_and_plays_to_the_end(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        lea = await house.guest("Léa")
        table = await lea.table(QUICK, "me", "open")
        key = await lea.post(f"/api/tables/{table}/bot-key", {"seat": 1})
        await lea.post(f"/api/tables/{table}/start")
        bot = asyncio.create_task(play(house.url, table, key["token"]))
        page = await lea.page(table)
        await play_out([page])
        outcome = await asyncio.wait_for(bot, 10)
        assert outcome == page.view["outcome"]
