"""A SQLite store whose disk is full, read-only, held by another or overwritten: busy is said, nothing unstored is shown."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from ludotheque.tables.store import sqlite
from tests.familiar import QUICK
from tests.server.drives import failing, small_drive
from tests.server.people import Guest, Page, open_house
from tests.server.processes import ServerProcess

pytestmark = pytest.mark.anyio

TIMEOUT = ("--database-timeout", "1")


class Evening:
    """Somebody plays both seats of a table, in whatever weather."""

    def __init__(self, server: ServerProcess) -> None:
        self.server, self.guest = server, Guest(server.url)
        self.table = ""
        self.pages: list[Page] = []
        self.acknowledged = 0

    async def begin(self) -> None:
        await self.guest.introduce("Léa")
        self.table = await self.guest.table(QUICK, "me", "me", first=0, start=True)
        self.pages = [await self.guest.page(self.table, look_as=seat) for seat in (0, 1)]

    async def move(self) -> dict[str, Any]:
        """One more move; the answer."""
        acting = self.pages[self.pages[0].view["to_act"]]
        answer = await acting.move(acting.legal[0]["move"])
        if answer["type"] == "accepted":
            self.acknowledged = answer["seq"]
            for page in self.pages:
                await page.until(lambda page: page.seq >= answer["seq"])
        return answer

    async def is_busy(self) -> None:
        """A move is answered "busy", and nobody sees anything of it: not the pages, not a list, not a fresh page."""
        answer = await self.move()
        assert (answer["type"], answer["code"]) == ("refused", "busy"), answer
        assert {page.seq for page in self.pages} == {self.acknowledged}
        with contextlib.suppress(AssertionError):  # what cannot be read either is said to be busy
            assert (await self.guest.get(f"/api/tables/{self.table}"))["seq"] == self.acknowledged
        assert (await self.guest.http.get(f"/api/tables/{self.table}/record")).status_code != 200

    async def goes_on(self) -> None:
        """When the weather is better, without a restart."""
        async with asyncio.timeout(20):
            while (await self.move())["type"] != "accepted":
                await asyncio.sleep(0.1)
        for _ in range(4):
            assert (await self.move())["type"] == "accepted"

    async def health(self) -> dict[str, Any]:
        answer = await self.guest.http.get("/health")
        return {"code": answer.status_code, **answer.json()}

    async def until_health(self, trouble: str) -> None:
        async with asyncio.timeout(20):
            while (await self.health())["parts"]["store"] != trouble:
                await asyncio.sleep(0.1)

    async def stored(self) -> list[int]:
        with contextlib.closing(sqlite3.connect(self.server.folder / "house.sqlite3")) as connection:
            return [row[0] for row in connection.execute("SELECT seq FROM moves WHERE table_id = ? ORDER BY seq", (self.table,))]


@contextlib.asynccontextmanager
async def evening(folder: Path) -> AsyncIterator[Evening]:
    folder.mkdir(exist_ok=True)
    server = ServerProcess(folder, *TIMEOUT)
    server.logs = folder.parent  # what it complains of does not fill the disk
    await server.start()
    begun = Evening(server)
    await begun.begin()
    for _ in range(4):
        assert (await begun.move())["type"] == "accepted"
    try:
        yield begun
    finally:
        await begun.guest.close()
        server.terminate()


async def test_a_full_disk_makes_tables_wait_and_nothing_is_lost(tmp_path: Path) -> None:
    with small_drive(tmp_path / "drive", 4) as drive:
        async with evening(drive.folder) as tonight:
            drive.fill()
            await tonight.is_busy()
            await tonight.is_busy()
            resigned = await tonight.guest.http.post(f"/api/tables/{tonight.table}/resign", json={"seat": 0})
            assert resigned.status_code == 503
            assert (await tonight.guest.http.get(f"/api/tables/{tonight.table}/record")).status_code != 200
            said = await tonight.health()
            assert (said["code"], said["status"], said["parts"]["store"]) == (503, "down", "full")
            assert said["words"]["fr"] != said["words"]["en"]
            drive.empty()
            await tonight.goes_on()
            await tonight.until_health("ok")
            assert await tonight.stored() == list(range(tonight.acknowledged))


@pytest.mark.parametrize(("call", "error"), [("pwrite64", "EROFS"), ("pwrite64", "EIO"), ("fdatasync", "EIO")])
async def test_a_disk_that_fails_is_waited_for(call: str, error: str, tmp_path: Path) -> None:
    """As the kernel does when a disk is dying or has been made read-only under open files."""
    async with evening(tmp_path / "house") as tonight:
        assert tonight.server.process is not None
        with failing(tonight.server.process.pid, call, error):
            await tonight.is_busy()
            assert (await tonight.health())["status"] == "down"
        await tonight.goes_on()
        await tonight.until_health("ok")
        assert await tonight.stored() == list(range(tonight.acknowledged))


async def test_a_store_that_another_program_holds_is_waited_for(tmp_path: Path) -> None:
    async with evening(tmp_path / "house") as tonight:
        holder = sqlite3.connect(tmp_path / "house" / "house.sqlite3", isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        await tonight.is_busy()  # said while it is held: who waited for its end would wait for ever
        assert (await tonight.health())["parts"]["store"] in ("locked", "hung")
        holder.execute("ROLLBACK")
        holder.close()
        await tonight.goes_on()
        await tonight.until_health("ok")


async def test_overwritten_pages_are_noticed_and_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is overwritten under a house that runs: health says so by itself, and a table is refused in words."""
    monkeypatch.setattr(sqlite, "LOOK_EVERY", 0.2)
    async with open_house(tmp_path, alone=True) as house:
        lea = await house.guest("Léa")
        tables = [await lea.table(QUICK, "me", "me", start=True) for _ in range(12)]
        file = tmp_path / "house.sqlite3"
        with contextlib.closing(sqlite3.connect(file)) as other:  # so that everything is in the file itself
            other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        with file.open("r+b") as opened:
            opened.seek(4096)
            opened.write(os.urandom(file.stat().st_size - 4096))
        async with asyncio.timeout(20):
            while (said := await lea.http.get("/health")).status_code == 200:
                await asyncio.sleep(0.05)
        assert said.json()["parts"]["store"] == "damaged"
        house.hall.house.room._kept.clear()  # as after a while: tables are read anew
        gc.collect()
        for table in tables:
            answer = await lea.http.get(f"/api/tables/{table}")
            assert (answer.status_code, answer.json()["code"]) == (503, "damaged")
