"""The door: who says nothing, says half of it, or never ends, does not stay; and does not keep others out."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from pathlib import Path
from typing import Any

import pytest
from litestar import Response

from ludotheque.server import guard
from ludotheque.server.door import Gate
from ludotheque.server.limits import Allowances, Limits, household
from ludotheque.server.routes import squeeze
from tests.familiar import CHANCY
from tests.server.people import OpenHouse, open_house
from tests.server.raw import raw_page

pytestmark = pytest.mark.anyio

ASK = b"GET /api/house HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
HALF = b"GET /api/house HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "
POST = b"POST /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
IMPATIENT = {"head_within": 0.2, "body_within": 0.2, "idle_within": 0.2, "send_within": 0.2}


async def call(house: OpenHouse, *sent: bytes) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
    for data in sent:
        writer.write(data)
        await asyncio.sleep(0.01)
    return reader, writer


async def rest(reader: asyncio.StreamReader) -> bytes:
    """All that comes until the other side hangs up."""
    async with asyncio.timeout(20):
        try:
            return await reader.read()
        except ConnectionError:
            return b""


def status(answer: bytes) -> int:
    return int(answer.split()[1])


@pytest.mark.parametrize(
    ("sent", "answered"),
    [
        pytest.param([], None, id="nothing"),
        pytest.param([b"\r\n"] * 5, None, id="empty lines"),
        pytest.param([b"GE"], 408, id="half a word"),
        pytest.param([HALF], 408, id="half a head"),
        pytest.param([POST % 30 + b'{"name":'], 408, id="half a body"),
        pytest.param([ASK], 200, id="nothing more"),
        pytest.param([ASK, HALF], 200, id="half of the next one"),
    ],
)
async def test_nobody_may_take_for_ever(sent: list[bytes], answered: int | None, tmp_path: Path) -> None:
    async with open_house(tmp_path, **IMPATIENT) as house:
        reader, writer = await call(house, *sent)
        answer = await rest(reader)
        assert (status(answer) if answer else None) == answered
        if answered == 408:
            assert set(json.loads(answer.partition(b"\r\n\r\n")[2])["words"]) == {"fr", "en"}
        writer.close()


async def test_dripping_does_not_buy_time(tmp_path: Path) -> None:
    async with open_house(tmp_path, **IMPATIENT) as house:
        reader, writer = await call(house, HALF)

        async def drip() -> None:
            while True:
                writer.write(b"x")
                await asyncio.sleep(0.02)

        dripping = asyncio.create_task(drip())
        answer = await rest(reader)
        assert status(answer) == 408
        dripping.cancel()
        writer.close()


async def test_who_does_not_read_the_answer_is_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(squeeze, "answer", lambda *_: Response(b"x" * 20_000_000))
    async with open_house(tmp_path, **IMPATIENT) as house:
        _, writer = await call(house)
        writer.transport.pause_reading()  # type: ignore[attr-defined]
        writer.write(b"GET /api/texts/fr HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        await gone(house, 1)
        await gone(house)
        writer.close()


async def gone(house: OpenHouse, left: int = 0) -> None:
    async with asyncio.timeout(20):
        while house.gate.inside > left:
            await asyncio.sleep(0.02)


@pytest.mark.parametrize(
    "line", [b"X-Long: " + b"x" * 200_000, b"\r\n".join(b"X-%d: 1" % n for n in range(500)), b"Cookie: " + b"a=b; " * 20_000]
)
async def test_a_head_has_an_end(house: OpenHouse, line: bytes) -> None:
    reader, writer = await call(house, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + line)
    assert status(await rest(reader)) == 431
    writer.close()


async def test_an_address_of_many_kilobytes_has_an_end(house: OpenHouse) -> None:
    reader, writer = await call(house, b"GET /" + b"x" * 200_000)
    assert status(await rest(reader)) == 431
    writer.close()


@pytest.mark.parametrize("chunk", [b"1;" + b"x" * 60_000 + b"\r\ny\r\n", b"5\r\nhello\r\n" * 5000], ids=["ornaments", "text"])
async def test_an_endless_body_has_an_end(house: OpenHouse, chunk: bytes) -> None:
    """What chunks are adorned with counts, too; and so does what nobody reads any more."""
    reader, writer = await call(house, b"POST /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n")
    with contextlib.suppress(ConnectionError):
        for _ in range(200):
            writer.write(chunk)
            await writer.drain()
    assert b"HTTP/1.1 2" not in await rest(reader)
    writer.close()


async def test_who_does_not_wait_for_an_answer_gets_the_first_one_and_no_other(
    house: OpenHouse, caplog: pytest.LogCaptureFixture
) -> None:
    reader, writer = await call(house, ASK * 500)
    answer = await rest(reader)
    assert answer.count(b"HTTP/1.1 200") == 1
    assert b"connection: close" in answer
    assert answer.endswith(b"}")
    assert caplog.records == []
    writer.close()


async def test_one_question_after_the_other_is_answered_on_one_line(house: OpenHouse) -> None:
    reader, writer = await call(house)
    for _ in range(4):
        writer.write(ASK)
        head = await reader.readuntil(b"\r\n\r\n")
        size = next(line for line in head.split(b"\r\n") if line.lower().startswith(b"content-length"))
        assert b"games" in await reader.readexactly(int(size.split(b":")[1]))
    writer.close()


async def test_a_long_record_in_one_piece_is_read(house: OpenHouse) -> None:
    somebody = await house.guest()
    answer = await somebody.http.post("/api/records", json={"record": {"format": "x" * 900_000}})
    assert answer.status_code == 400
    assert answer.json()["code"] != "too_large"


async def test_one_address_does_not_take_all_the_room(tmp_path: Path) -> None:
    async with open_house(tmp_path, address_connections=20) as house:
        lines = [await call(house) for _ in range(20)]
        reader, writer = await call(house, ASK)
        answer = await rest(reader)
        assert status(answer) == 503
        assert json.loads(answer.partition(b"\r\n\r\n")[2])["code"] == "full"
        for _, silent in [*lines, (reader, writer)]:
            silent.close()
        await gone(house)
        reader, writer = await call(house, ASK)
        assert b"200 OK" in await reader.readuntil(b"\r\n")
        writer.close()


async def test_a_socket_stays_inside_until_it_ends(house: OpenHouse) -> None:
    lea = await house.guest("Léa")
    table = await lea.table(CHANCY, "me", "goldfish", start=True)
    await lea.http.aclose()
    await gone(house)
    page = await raw_page(house, table)
    await page.message("welcome")
    assert house.gate.inside == 1
    page.leave()
    await gone(house)


def gate(**more: Any) -> Gate:
    limits = Limits(**more)
    return Gate(limits, Allowances(limits), ("10.0.0.0/8", "192.0.2.7", "a-proxy"))


def test_room_is_counted_by_address_and_all_told() -> None:
    one = gate(connections=5, address_connections=2)
    assert [one.enter("198.51.100.1") for _ in range(3)] == ["198.51.100.1", "198.51.100.1", None]
    assert [one.enter(f"198.51.100.{number}") is None for number in range(2, 6)] == [False, False, False, True]
    one.leave("198.51.100.1")
    assert one.enter("198.51.100.1") is not None


def test_a_trusted_proxy_stands_for_many() -> None:
    one = gate(connections=100, address_connections=2)
    for peer in ("10.1.2.3", "192.0.2.7", "a-proxy"):
        assert [one.enter(peer) for _ in range(5)] == [""] * 5
    assert [one.enter("192.0.2.8") for _ in range(3)] == ["192.0.2.8", "192.0.2.8", None]


def test_knocking_has_a_rate() -> None:
    one = gate(address_knocks=1)
    let_in = 0
    for _ in range(100):
        name = one.enter("198.51.100.1")
        if name is not None:
            let_in += 1
            one.leave(name)
    assert let_in == 8


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("-", "-"),
    ],
)
def test_a_line_of_ipv6_is_one_address(address: str, counted: str) -> None:
    assert household(address) == counted


async def test_long_records_and_answers_are_under_way_only_a_few_at_a_time(tmp_path: Path) -> None:
    head = b"POST /api/records HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n"
    async with open_house(tmp_path, address_heavy=3) as house:
        lines = [await call(house, head + b'{"record":{"x":"' + b"x" * 500_000) for _ in range(3)]
        somebody = await house.guest()
        async with asyncio.timeout(10):
            while (await somebody.http.post("/api/records", json={"record": {}})).status_code != 429:
                await asyncio.sleep(0.01)
        for _, writer in lines:
            writer.close()
        await gone(house, 1)
        assert (await somebody.http.post("/api/records", json={"record": {}})).status_code == 400


@pytest.mark.parametrize("size", [1, guard.AT_ONCE - 1, guard.AT_ONCE, guard.AT_ONCE + 1, 3 * guard.AT_ONCE, 1_000_001])
async def test_a_long_answer_is_whole(house: OpenHouse, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    body = random.Random(size).randbytes(size)
    monkeypatch.setattr(squeeze, "answer", lambda *_: Response(body, media_type="application/octet-stream"))
    assert (await (await house.guest()).http.get("/api/texts/fr")).content == body
