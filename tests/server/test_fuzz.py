"""Nonsense of every kind: no 5xx, no traceback, no growing memory."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.familiar import CHANCY, DRAW, QUICK, lay
from tests.server.people import OpenHouse, open_house
from tests.tables.backends import new_database

pytestmark = pytest.mark.anyio


def resident() -> float:
    for line in Path(f"/proc/{os.getpid()}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0


def nonsense(chance: random.Random) -> str | bytes:
    """A frame that is not what it should be."""
    good = {"type": "move", "id": "x", "seq": 0, "move": DRAW}
    values: list[Any] = [None, True, -1, 2**70, 1.5, "", "x" * 200, [], {}, [[]], DRAW, "\ud83d\ude00", 1e308]
    kind = chance.randrange(9)
    if kind == 0:
        return chance.randbytes(chance.randrange(300))
    if kind == 1:
        text = json.dumps(good)
        return text[: chance.randrange(len(text))]
    if kind == 2:
        return json.dumps({**good, chance.choice(list(good)): chance.choice(values)})
    if kind == 3:
        return json.dumps({**good, "move": {chance.choice(["type", "cylinder", "pawn"]): chance.choice(values)}})
    if kind == 4:
        return "[" * chance.randrange(1, 15_000)
    if kind == 5:
        other = chance.choice(["hello", "look_as", "say", "react", "ping", "nothing"])
        return json.dumps({"type": other, "id": chance.choice(values)})
    if kind == 6:
        return json.dumps({"type": "look_as", "id": "x", "seat": chance.choice(values)})
    if kind == 7:
        return json.dumps({**good, "seq": chance.choice([0, -1, 2**62]), "move": {"type": "lift", "cylinder": 99}})
    return json.dumps(chance.choice(values))


async def test_malformed_frames_are_refused_and_forgotten(
    house: OpenHouse, scaled: Callable[[int], int], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.ERROR)
    chance = random.Random(5)
    lea = await house.guest("Léa")
    table = await lea.table(CHANCY, "me", "open", first=0)
    await (await house.guest("Tom")).post(f"/api/tables/{table}/join")
    await lea.post(f"/api/tables/{table}/start")
    sent, memory = 0, 0.0
    count = scaled(100_000)
    while sent < count:
        page = await lea.page(table)
        try:
            for _ in range(200):
                await page.send(nonsense(chance))
                sent += 1
            while True:
                await page.receive(0.05)
        except (ConnectionClosed, TimeoutError):
            pass
        await page.close()
        lea.pages.clear()
        if memory == 0.0 and sent >= count * 0.3:
            gc.collect()
            memory = resident()
    gc.collect()
    assert resident() < memory + 20
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []
    seq = len(await house.hall.house.store.moves(table))
    page = await lea.page(table)  # the house is well
    assert page.seq == seq
    assert (await lea.http.get("/health")).status_code == 200


async def _address(database: str, request: pytest.FixtureRequest) -> str | None:
    return await new_database(request.getfixturevalue("postgres")) if database == "postgresql" else None


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
async def test_characters_that_a_database_cannot_store_are_refused_at_the_door(
    database: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    async with open_house(tmp_path, database=await _address(database, request)) as house:
        lea = await house.guest("Léa")
        table = await lea.table(QUICK, "me", "me", first=0, start=True)
        for path in ("/api/tables?game=%00", "/api/tables/%00", f"/api/tables/{table}%00/log", "/%00"):
            assert (await lea.http.get(path)).status_code == 400, path
        await lea.post("/api/tables/%00/join", status=400)
        await lea.post("/api/me", {"name": "L\0éa"})
        await lea.post(f"/api/tables/{table}/mute", {"guest": "\0", "muted": True})
        with pytest.raises(InvalidStatus):
            await lea.page("%00")
        page = await lea.page(table, look_as=0)
        move = lay("A")
        await page.send({"type": "move", "id": "a\0", "seq": 0, "move": move})
        assert (await page.next("refused", "accepted"))["code"] == "unreadable"
        assert (await page.move(move, command="é’ 1"))["type"] == "accepted"
        await page.send({"type": "say", "id": "b", "text": "a\0b"})
        assert (await page.next("talk"))["talk"]["text"] == "ab"


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
async def test_schemathesis_finds_nothing_over_the_openapi_document(
    database: str, tmp_path: Path, request: pytest.FixtureRequest, scaled: Callable[[int], int]
) -> None:
    """Requests made from the document, good and bad: never a 5xx."""
    import schemathesis

    async with open_house(tmp_path, database=await _address(database, request)) as house:
        lea = await house.guest("Léa")
        table = await lea.table(CHANCY, "me", "goldfish", start=True)
        document = json.loads((await lea.http.get("/openapi.json")).text)
        cookie = lea.cookie

        def attack() -> tuple[int, list[str]]:
            from hypothesis import HealthCheck, Phase, given, settings

            schema = schemathesis.openapi.from_dict(document)
            tried, broken = 0, []
            for found in schema.get_all_operations():
                operation = found.ok()
                cases = operation.as_strategy()

                @given(case=cases)
                @settings(
                    max_examples=scaled(200),
                    database=None,
                    deadline=None,
                    derandomize=True,
                    phases=[Phase.generate],
                    suppress_health_check=list(HealthCheck),
                )
                def attempt(case: Any) -> None:
                    nonlocal tried
                    tried += 1
                    if "table_id" in (case.path_parameters or {}) and tried % 2:
                        case.path_parameters["table_id"] = table
                    if case.method == "DELETE":
                        return  # would only show that deleting works
                    answer = case.call(base_url=house.url, headers={"cookie": cookie, "origin": house.url})
                    if answer.status_code >= 500 or "Traceback" in answer.text:
                        broken.append(f"{case.method} {case.path} {case.body!r} -> {answer.status_code} {answer.text[:200]}")

                attempt()
            return tried, broken

        tried, broken = await asyncio.to_thread(attack)
    assert broken == []
    assert tried > 100
