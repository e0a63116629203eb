"""A table in memory: what it keeps, and what is dropped."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from ludotheque.games import game
from ludotheque.tables import hosting, room
from ludotheque.tables.bus import LocalBus
from ludotheque.tables.house import House
from ludotheque.tables.live import LiveTable
from ludotheque.tables.model import Settings
from ludotheque.tables.moves import Command, Mover
from ludotheque.tables.store.sql import SqlStore
from tests.familiar import QUICK
from tests.tables.guests import LEA, welcome

pytestmark = pytest.mark.anyio


@pytest.fixture
async def opened(tmp_path: Path) -> AsyncIterator[House]:
    made = House(SqlStore(f"sqlite:///{tmp_path / 'house.sqlite3'}"), LocalBus())
    await made.open()
    await welcome(made.store)
    yield made
    await made.close()


async def started(opened: House) -> LiveTable:
    table = hosting.lay(game(QUICK), {}, [hosting.sit(LEA), hosting.sit(LEA)], 0, Settings(look=0))
    table.host = LEA.id
    live = await opened.add(table)
    await opened.change(live.stored.id, lambda draft: hosting.start(draft.stored, LEA, opened.dealer, opened.now()))
    return live


async def play(opened: House, live: LiveTable, command: str, seq: int) -> int | str:
    """Play any move as whoever is to act: the seq of the answer, or why it was refused."""
    assert live.play is not None
    move = random.Random(seq).choice(live.play.legal()).to_json()
    answer = await opened.play(live, lambda: Mover([0, 1], live.to_act), Command(command, seq, move))
    return answer.seq if answer.refusal is None else answer.refusal.code


async def test_a_command_sent_twice_gets_the_same_answer_however_long_ago_it_was(opened: House) -> None:
    live = await started(opened)
    for seq in range(30):
        assert await play(opened, live, f"lea {seq}", seq) == seq + 1
    for reading in (live, await House(opened.store, LocalBus()).table(live.stored.id)):
        assert [await play(opened, reading, f"lea {seq}", seq) for seq in range(30)] == list(range(1, 31))
        assert await play(opened, reading, "lea 3", 30) == 4, "also when it comes with another seq"
        assert await play(opened, reading, "lea new", 3) == "old_position"
    assert len(await opened.store.moves(live.stored.id)) == 30


async def test_the_log_can_be_read_in_pages(opened: House) -> None:
    live = await started(opened)
    for seq in range(12):
        await play(opened, live, f"lea {seq}", seq)
    now = opened.moment()
    whole = live.log(now)
    assert len(whole) == 12
    assert [line for first in range(0, 12, 5) for line in live.log(now, first, first + 5)] == whole
    assert live.log(now, 12) == []


async def test_tables_that_nobody_looks_at_are_dropped_and_found_again(opened: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "KEPT", 8)
    opened.room._limit = 8
    tables = [await started(opened) for _ in range(30)]
    for live in tables:
        await play(opened, live, "lea 0", 0)
    kept = len(opened.room._kept)
    assert kept <= 16
    logs = {live.stored.id: live.log(opened.moment()) for live in tables}
    del tables, live
    assert sum(opened.known(table_id) is not None for table_id in logs) == kept
    for table_id, log in logs.items():
        assert (await opened.table(table_id)).log(opened.moment()) == log
