"""The power goes out under play, on SQLite: nothing that was acknowledged is missing, and the store is whole."""

from __future__ import annotations

import asyncio
import contextlib
import random
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from ludotheque.tables.store.sql import SqlStore
from ludotheque.tables.store.sqlite import PRAGMAS
from tests.familiar import QUICK
from tests.server.people import Guest
from tests.server.power import Event, Flush, TracedServer, Write, cuts, read_trace

pytestmark = pytest.mark.anyio

TABLES = 4


@pytest.fixture
def fast_folder(tmp_path: Path) -> Iterator[Path]:
    """Where files are in memory, if there is such a place: what is cut there is ours alone."""
    if not Path("/dev/shm").is_dir():
        yield tmp_path
        return
    folder = Path("/dev/shm") / f"ludotheque-{tmp_path.name}-{random.randrange(10**9)}"
    folder.mkdir()
    yield folder
    shutil.rmtree(folder)


@dataclass
class Found:
    """What was found after the cuts."""

    cuts: int = 0
    promises: int = 0
    missing: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)


async def evening(folder: Path, moves: int, pragmas: tuple[str, ...] | None = None) -> list[Event]:
    """Some tables are played at until so many moves have been made; what the server did meanwhile."""
    if shutil.which("strace") is None:
        pytest.fail("strace is not installed: run `make packages`")
    folder.mkdir()
    server = TracedServer(folder)
    server.pragmas = pragmas
    await server.start()
    made = 0

    async def play(number: int) -> None:
        nonlocal made
        guest = Guest(server.url)
        await guest.introduce(f"Guest {number}")
        while made < moves:
            table = await guest.table(QUICK, "me", "me", start=True)
            pages = [await guest.page(table, look_as=seat) for seat in (0, 1)]
            while made < moves and pages[0].view["to_act"] != "over":
                acting = pages[pages[0].view["to_act"]]
                move = acting.legal[made % len(acting.legal)]["move"]
                answer = await acting.move(move, command=f"{table}-{acting.seq}")
                assert answer["type"] == "accepted", answer
                made += 1
                for page in pages:
                    await page.until(lambda page, seq=answer["seq"]: page.seq >= seq)  # type: ignore[misc]
        await guest.close()

    await asyncio.gather(*(play(number) for number in range(TABLES)))
    await asyncio.to_thread(server.finish)
    events = read_trace(server.trace, folder)
    server.trace.unlink()
    return events


async def look(folder: Path, promised: list[tuple[str, int]], found: Found) -> None:
    """What is on the disk after a cut, read as the house reads it."""
    file = folder / "house.sqlite3"
    if not promised:
        return
    found.promises += len(promised)
    if not file.exists():
        found.missing.append("everything")
        return
    with contextlib.closing(sqlite3.connect(file)) as connection:
        try:
            whole = connection.execute("PRAGMA integrity_check").fetchone()[0]
        except sqlite3.DatabaseError as error:
            whole = str(error)
    if whole != "ok":
        found.broken.append(whole)
        return
    store = SqlStore(f"sqlite:///{file}")
    await store.open()
    logs: dict[str, list[str]] = {}
    for command, seq in promised:
        table = command.rpartition("-")[0]
        if table not in logs:
            log = await store.moves(table)
            if [move.seq for move in log] != list(range(len(log))):
                found.broken.append(f"{table} has a hole")
            logs[table] = [str(move.command).split()[-1] for move in log]
        if logs[table][seq - 1 : seq] != [command]:
            found.missing.append(command)
    await store.close()


async def cut_often(events: list[Event], count: int, folder: Path) -> Found:
    found = Found()
    for place, promised in cuts(events, count, random.Random(7), folder):
        found.cuts += 1
        await look(place, [(promise.command, promise.seq) for promise in promised], found)
    return found


async def test_nothing_acknowledged_is_missing_after_a_power_cut(
    tmp_path: Path, fast_folder: Path, scaled: Callable[[int], int], capsys: pytest.CaptureFixture[str]
) -> None:
    events = await evening(tmp_path / "house", max(1500, scaled(6000)))
    # The interesting moments are there: the log of changes is flushed, written back into the file, and begun anew.
    assert sum(isinstance(event, Flush) and event.file == "house.sqlite3-wal" for event in events) > 50
    assert sum(isinstance(event, Write) and event.file == "house.sqlite3-wal" and event.offset == 0 for event in events) > 1
    found = await cut_often(events, scaled(1000), fast_folder)
    with capsys.disabled():
        print(f"\n{found.cuts} power cuts in {len(events)} events, {found.promises} promises looked up")
    assert found.promises > 0
    assert found.broken == []
    assert found.missing == []


@pytest.mark.parametrize("synchronous", ["OFF", "NORMAL"])
async def test_these_cuts_find_what_a_store_that_does_not_flush_loses(
    synchronous: str, tmp_path: Path, fast_folder: Path
) -> None:
    """That this test can fail: the same house, told not to wait for the disk."""
    pragmas = tuple(f"synchronous={synchronous}" if pragma.startswith("synchronous") else pragma for pragma in PRAGMAS)
    assert pragmas != PRAGMAS
    events = await evening(tmp_path / "house", 300, pragmas)
    found = await cut_often(events, 60, fast_folder)
    assert found.missing or found.broken
