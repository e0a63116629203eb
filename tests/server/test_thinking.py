"""Thinking as a server has it: it tells the truth about its bots, closes whatever they do, and gives up what nobody waits for."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from ludotheque.bots.service import ThinkingService
from ludotheque.bots.service.messages import Request
from ludotheque.bots.service.process import WorkerProcess
from tests.familiar import CHANCY, RACE
from tests.server.people import Chancers, Guest, OpenHouse, open_house

pytestmark = pytest.mark.anyio


async def nobody() -> WorkerProcess:
    raise OSError("no more processes")


async def test_health_and_metrics_say_when_bots_play_by_their_policy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(WorkerProcess, "start", nobody)
    service = ThinkingService(1)
    async with open_house(tmp_path, thinkers=service) as house:
        lea = await house.guest("Léa")
        table = await lea.table(RACE, "adult", "me", first=0, start=True)
        await (await lea.page(table)).until(lambda page: page.view["to_act"] == 1)
        health = await lea.get("/health")
        assert (health["status"], health["parts"]["bots"]) == ("impaired", "away")
        assert "bots" in health["words"]["en"][0]
        metrics = (await lea.http.get("/metrics")).text
        assert "ludotheque_bot_fallbacks_total 1\n" in metrics
        assert "ludotheque_bot_workers 0\n" in metrics
        assert 'ludotheque_bot_waiting{kind="move"} 0\n' in metrics
        refused = await lea.post(f"/api/tables/{table}/hint", status=503)
        assert refused["code"] in ("no_thought", "warming_up")


async def test_one_killed_worker_ends_nothing(tmp_path: Path) -> None:
    service = ThinkingService(1)
    async with open_house(tmp_path, thinkers=service) as house:
        lea = await house.guest("Léa")
        page = await lea.page(await lea.table(RACE, "adult", "me", first=0, start=True))
        await page.until(lambda page: page.view["to_act"] == 1)
        for deaths in (1, 2):
            (worker,) = service._workers
            os.kill(worker.process.pid, signal.SIGKILL)
            accepted = await page.move(page.legal[0]["move"])
            await page.until(lambda page, own=accepted["seq"]: page.seq > own and page.view["to_act"] == 1)  # type: ignore[misc]
            assert service.status().deaths == deaths
        assert service.status().fallbacks == 0


class Ponderers(Chancers):
    """Their reviews never end."""

    def __init__(self) -> None:
        super().__init__()
        self.begun, self.given_up = asyncio.Event(), asyncio.Event()

    async def review(self, record: dict[str, Any], seat: int, **_: Any) -> bytes:
        self.begun.set()
        try:
            await asyncio.sleep(3600)
        finally:
            self.given_up.set()
        return b""


async def finished(house: OpenHouse) -> tuple[Guest, str]:
    """A game that is over."""
    lea = await house.guest("Léa")
    table = await lea.table(CHANCY, "me", "goldfish", first=0, start=True)
    await lea.page(table)
    await lea.post(f"/api/tables/{table}/resign")
    return lea, table


async def test_a_review_is_given_up_when_whoever_asked_goes_away(tmp_path: Path) -> None:
    thinkers = Ponderers()
    async with open_house(tmp_path, thinkers=thinkers) as house:
        lea, table = await finished(house)
        asking = asyncio.create_task(lea.http.get(f"/api/tables/{table}/review?seat=0"))
        await thinkers.begun.wait()
        asking.cancel()
        async with asyncio.timeout(20):
            await thinkers.given_up.wait()


async def test_a_house_closes_while_a_review_is_thought_about(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludotheque.bots.service.warming.Warming.is_warm", lambda self, slug: True)
    asked = asyncio.Event()

    async def never(self: WorkerProcess, request: Request, seconds: float) -> Any:
        asked.set()
        await asyncio.sleep(3600)

    monkeypatch.setattr(WorkerProcess, "ask", never)
    service = ThinkingService(1)
    async with asyncio.timeout(60):
        async with open_house(tmp_path, thinkers=service) as house:
            lea, table = await finished(house)
            asking = asyncio.create_task(lea.http.get(f"/api/tables/{table}/review?seat=0"))
            await asked.wait()
            (worker,) = service._workers
    assert worker.process.returncode is not None
    await asyncio.gather(asking, return_exceptions=True)
