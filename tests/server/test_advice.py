"""Hints, reviews, replays and uploads from end to end: real bots in real worker processes."""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from ludotheque.bots.service import ThinkingService
from ludotheque.bots.warm import warm_up
from ludotheque.games import GAMES
from tests.familiar import CHANCY
from tests.server.people import Guest, OpenHouse, open_house
from tests.server.processes import ServerProcess

pytestmark = pytest.mark.anyio
PATIENT = 120
"""Seconds: a worker may have to compile a game first."""
EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[OpenHouse]:
    async with open_house(tmp_path, thinkers=ThinkingService(1)) as opened:
        yield opened


async def test_a_game_against_a_real_bot_with_a_hint_a_review_and_a_replay(house: OpenHouse) -> None:
    warm_up(CHANCY)
    await play_and_look_back(await house.guest("Léa"), CHANCY, {"type": "lift", "cylinder": 9})


async def test_a_game_of_another_distribution_is_known_to_the_workers_too(tmp_path: Path) -> None:
    """They are processes of their own, and find it as the server does: by its entry point."""
    about = tmp_path / "morpion-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: morpion\nVersion: 1.0\n", "utf-8")
    (about / "entry_points.txt").write_text("[ludotheque.games]\ntictactoe = examples.tictactoe:GAME\n", "utf-8")
    server = ServerProcess(tmp_path, environment={"PYTHONPATH": f"{tmp_path}{os.pathsep}{EXAMPLES.parent}"})
    await server.start()
    lea = Guest(server.url)
    try:
        await lea.introduce("Léa")
        await play_and_look_back(lea, "tictactoe", {"type": "mark", "cell": 9})
    finally:
        await lea.close()
        server.terminate()
    assert "gave no move" not in server.errors()
    assert "Traceback" not in server.errors()
    assert server.process is not None
    assert server.process.returncode == 0, "killed by the signal, it would leave the semaphores of its workers behind"


async def play_and_look_back(lea: Guest, slug: str, impossible: dict[str, Any]) -> None:
    """A game to its end, and everything that workers are asked for."""
    lea.http.timeout = PATIENT
    table = await lea.table(slug, "me", "goldfish", first=0, start=True)
    page = await lea.page(table)
    while slug in (await lea.get("/api/house"))["warming"]:
        await asyncio.sleep(0.2)
    hint = await lea.post(f"/api/tables/{table}/hint")
    assert hint["seat"] == 0
    assert all(0 <= weighed["chance"] <= 1 for weighed in hint["moves"])
    assert {str(weighed["move"]) for weighed in hint["moves"]} == {str(legal["move"]) for legal in page.legal}
    chance, mine = random.Random(3), 0
    while page.view["to_act"] != "over":
        await page.until(lambda page: bool(page.legal) or page.view["to_act"] == "over", PATIENT)
        if page.legal:
            answer = await page.move(
                min(page.legal, key=lambda legal: (legal["move"]["type"] == "lift", chance.random()))["move"]
            )
            assert answer["type"] == "accepted"
            mine += 1
            await page.until(lambda page, seq=answer["seq"]: page.seq >= seq, PATIENT)  # type: ignore[misc]
    record = await lea.get(f"/api/tables/{table}/record")
    entries = [entry for entry in record["moves"] if entry.get("seat") == 0]
    assert len(entries) == mine
    review = await lea.get(f"/api/tables/{table}/review?seat=0")
    assert (review["game"], review["seat"]) == (slug, 0)
    assert review["moves"]
    for judged in review["moves"]:
        assert record["moves"][judged["index"]] == {"seat": 0, "move": judged["move"]}
        assert judged["cost"] >= 0
    replay = await lea.get(f"/api/tables/{table}/replay?seat=0&all=true")
    assert [frame["entry"] for frame in replay["frames"][1:]] == record["moves"]
    assert replay["frames"][-1]["view"] == page.view
    uploaded = await lea.post("/api/records", {"record": record, "seat": 0})
    assert uploaded == replay
    broken = {**record, "moves": [{"seat": 0, "move": impossible}]}
    refused = await lea.post("/api/records", {"record": broken, "seat": 0}, status=400)
    assert refused["clause"].startswith(f"{slug}.")


@pytest.mark.parametrize("slug", GAMES)
async def test_the_lesson_of_every_game_can_be_played_to_its_end(house: OpenHouse, slug: str) -> None:
    somebody = await house.guest()
    lesson = await somebody.get(f"/api/lessons/{slug}")
    frames, at = lesson["frames"], 0
    while at < len(frames) - 1:
        entry = frames[at + 1]["entry"]
        if entry is None or "chance" in entry:  # the next chapter, or what nobody decides
            at += 1
            continue
        answer = await somebody.post(f"/api/lessons/{slug}", {"at": at, "move": entry["move"]})
        assert (answer["allowed"], answer["expected"], answer["next"]) == (True, True, at + 1)
        at = answer["next"]
    assert at > 5
