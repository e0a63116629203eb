"""The socket keeps RFC 6455, and those who do not are shown the door. Section numbers are those of the RFC."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from ludotheque.server.websocket import socket as wire
from tests.familiar import CHANCY, QUICK
from tests.server.people import OpenHouse, open_house
from tests.server.raw import PING, RawPage, frame, knock, raw_page

pytestmark = pytest.mark.anyio

PARTS = frame(b"x" * 10_000, final=False) + frame(b"x" * 6_000, 0, final=False) + frame(b"x" * 385, 0)


@pytest.fixture
async def table(house: OpenHouse) -> str:
    return await (await house.guest("Léa")).table(CHANCY, "me", "goldfish", start=True)


@pytest.fixture
async def page(house: OpenHouse, table: str) -> AsyncIterator[RawPage]:
    opened = await raw_page(house, table)
    await opened.message("welcome")
    yield opened
    opened.leave()


async def test_a_message_may_come_in_parts_with_a_ping_in_between(page: RawPage) -> None:
    page.send(frame(PING[:5], 1, final=False) + frame(b"are you there?", 9))
    page.send(frame(PING[5:9], 0, final=False) + frame(PING[9:], 0))
    kinds = []
    while (found := await page.frame())[0] != 10:
        kinds.append(found)
    assert found == (10, b"are you there?")
    assert (await page.message("pong"))["id"] == "p"


async def test_a_message_may_trickle_in_byte_by_byte(page: RawPage) -> None:
    for byte in frame(PING):
        page.send(bytes([byte]))
        await asyncio.sleep(0)
    assert (await page.message("pong"))["id"] == "p"


async def test_many_messages_may_come_at_once_and_each_is_answered(page: RawPage) -> None:
    page.send(b"".join(frame(b'{"type":"ping","id":"%d"}' % number) for number in range(500)))
    assert [(await page.message("pong"))["id"] for _ in range(500)] == [str(number) for number in range(500)]


async def test_a_binary_frame_is_read_like_a_text(page: RawPage) -> None:
    page.send(frame(PING, 2))
    assert (await page.message("pong"))["id"] == "p"


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        pytest.param(frame(PING, mask=False), 1002, id="not masked (5.1)"),
        pytest.param(frame(PING, reserved=0x40), 1002, id="an extension nobody agreed to (5.2)"),
        pytest.param(frame(PING, 3), 1002, id="a kind that does not exist (5.2)"),
        pytest.param(frame(PING, 11), 1002, id="a control that does not exist (5.2)"),
        pytest.param(frame(PING, 0), 1002, id="the rest of nothing (5.4)"),
        pytest.param(frame(PING, final=False) + frame(PING), 1002, id="a new message inside another (5.4)"),
        pytest.param(frame(b"x" * 126, 9), 1002, id="a ping that is too long (5.5)"),
        pytest.param(frame(b"x", 9, final=False), 1002, id="a ping in parts (5.5)"),
        pytest.param(frame(b"x", 8), 1002, id="half a closing code (5.5.1)"),
        pytest.param(frame((1005).to_bytes(2, "big"), 8), 1002, id="a closing code nobody may send (7.4.1)"),
        pytest.param(frame((1000).to_bytes(2, "big") + b"\xff", 8), 1007, id="a reason that is not a text (5.5.1)"),
        pytest.param(frame(b'{"type":"ping","id":"\xff"}'), 1007, id="not UTF-8 (8.1)"),
        pytest.param(frame(b"x" * (16 * 1024 + 1)), 1009, id="more than 16 KiB"),
        pytest.param(b"\x81\xff" + (2**63).to_bytes(8, "big"), 1009, id="more than there are bytes in the world"),
        pytest.param(PARTS, 1009, id="more, in parts"),
        pytest.param(frame((1000).to_bytes(2, "big") + b"bye", 8), 1000, id="a good-bye is answered with the same code (5.5.1)"),
        pytest.param(frame(b"", 8), 0, id="a good-bye without a code is answered without one"),
    ],
)
async def test_who_breaks_the_rules_is_told_which_and_sent_away(page: RawPage, sent: bytes, code: int) -> None:
    page.send(sent)
    assert await page.closed() == code
    assert await page.reader.read() == b""


async def test_a_bad_handshake_is_refused(house: OpenHouse, table: str) -> None:
    page = await knock(house, table, key="short")
    assert b" 400 " in await page.reader.readuntil(b"\r\n\r\n")
    page.leave()
    stranger = await knock(house, f"{table}/nothing")
    assert b" 404 " in await stranger.reader.readuntil(b"\r\n\r\n")
    stranger.leave()


async def test_who_does_not_agree_to_a_good_bye_is_left_after_a_while(
    house: OpenHouse, page: RawPage, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wire, "CLOSE_WITHIN", 0.1)
    connection = next(iter(house.hall.audience.tables[table]))
    connection.close("removed", retry=False)
    assert await page.closed() == 1000
    page.send(frame(PING))  # no answer to come, and no agreement from us
    assert await page.closed() is None


async def test_a_good_bye_is_heard_also_after_more_than_was_read(page: RawPage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "CLOSE_WITHIN", 60.0)
    page.send(b"".join(frame(b"nonsense") for _ in range(500)))  # fifty are answered, then it is enough
    assert await page.closed() == 1000
    page.send(frame((1000).to_bytes(2, "big"), 8))
    async with asyncio.timeout(20):
        assert await page.reader.read() == b""


async def test_who_answers_no_ping_is_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire.Pulse.__init__, "__defaults__", (0.005,))
    async with open_house(tmp_path) as house:
        lea = await house.guest("Léa")
        table = await lea.table(CHANCY, "me", "goldfish", start=True)
        there = await lea.page(table)  # its client answers pings by itself
        page = await raw_page(house, table)
        pings = 0
        while (found := await page.frame())[0] != 8:
            pings += found[0] == 9
        assert pings == 1
        assert int.from_bytes(found[1], "big") == 1011
        await there.send({"type": "ping", "id": "still here"})
        assert (await there.next("pong"))["id"] == "still here"
        page.leave()


async def flood(house: OpenHouse, table: str, text: bytes, until: Any) -> None:
    """Write to the one spectator of a table, as fast as the server can."""
    connection = next(iter(house.hall.audience.tables[table]))
    for _ in range(20_000):
        if until(connection):
            return
        connection.send_bytes(text)
        await asyncio.sleep(0)
    raise AssertionError("the reader reads after all")


async def spectator(house: OpenHouse, table: str) -> RawPage:
    """Somebody who is welcome, and reads nothing from then on."""
    page = await raw_page(house, table, receive_buffer=4096)
    while not house.hall.audience.tables.get(table):
        await asyncio.sleep(0.01)
    return page


async def test_a_page_that_does_not_read_is_let_go_and_nobody_else_notices(tmp_path: Path) -> None:
    """A real client whose buffers are full: the table plays on, and it is closed when too much waits for it."""
    async with open_house(tmp_path, waiting_bytes=64 * 1024) as house:
        lea, tom = await house.guest("Léa"), await house.guest("Tom")
        table = await lea.table(QUICK, "me", "open")
        await tom.post(f"/api/tables/{table}/join")
        await lea.post(f"/api/tables/{table}/start")
        slow = await spectator(house, table)
        await flood(house, table, b'"' + b"x" * 4000 + b'"', lambda found: found._socket.full)
        connections = house.hall.audience.tables[table]
        stuck = next(iter(connections))
        assert stuck.closing is None
        pages = [await lea.page(table), await tom.page(table)]
        for _ in range(400):
            acting = next(page for page in pages if page.legal)
            answer = await acting.move(acting.legal[0]["move"])
            assert answer["type"] == "accepted"
            for page in pages:
                await page.until(lambda page, seq=answer["seq"]: page.seq >= seq)  # type: ignore[misc]
            if stuck.closing is not None:
                break
        assert stuck.closing is not None
        assert stuck.closing.code == "slow"
        async with asyncio.timeout(10):
            while stuck in connections:
                await asyncio.sleep(0.02)
        assert len(connections) == 2
        slow.leave()


async def test_a_page_that_reads_nothing_for_long_is_let_go(tmp_path: Path) -> None:
    async with open_house(tmp_path, send_within=0.3) as house:
        table = await (await house.guest("Léa")).table(CHANCY, "me", "goldfish", start=True)
        page = await spectator(house, table)
        connection = next(iter(house.hall.audience.tables[table]))
        await flood(house, table, b'"' + b"x" * 4000 + b'"', lambda found: found._socket.full)
        async with asyncio.timeout(10):
            while connection in house.hall.audience.tables.get(table, ()):
                await asyncio.sleep(0.02)
        page.leave()


# Limits -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [9, 10])
async def test_more_pings_or_pongs_than_anybody_needs_end_the_connection(kind: int, tmp_path: Path) -> None:
    async with open_house(tmp_path, control_rate=10.0, control_burst=100.0) as house:
        page = await raw_page(house, await (await house.guest("Léa")).table(CHANCY, "me", "goldfish", start=True))
        await page.message("welcome")
        page.send(b"".join(frame(b"", kind) for _ in range(1000)))
        pongs = 0
        while (found := await page.frame())[0] != 8:
            pongs += found[0] == 10
        assert int.from_bytes(found[1], "big") == 1008
        assert pongs == 0 if kind == 10 else 90 <= pongs <= 130
        page.leave()


async def test_a_message_has_so_many_parts_and_no_more_empty_ones_too(page: RawPage) -> None:
    page.send(frame(PING, final=False) + frame(b"", 0, final=False) * 62 + frame(b"", 0))
    assert (await page.message("pong"))["id"] == "p"
    page.send(frame(PING, final=False) + frame(b"", 0, final=False) * 64)
    assert await page.closed() == 1008


async def test_who_does_not_read_the_answers_is_not_listened_to(house: OpenHouse, table: str) -> None:
    """Pings without end whose pongs nobody reads: they wait at the other side, not in our memory."""
    page = await spectator(house, table)
    socket: Any = next(iter(house.hall.audience.tables[table]))._socket
    pings = frame(b"x" * 125, 9) * 500
    for _ in range(1000):
        page.send(pings)
        await asyncio.sleep(0)
        if socket.full:
            break
    assert not socket.transport.is_reading()
    assert socket.transport.get_write_buffer_size() < 2**20
    page.writer.transport.abort()


async def test_who_goes_on_talking_after_a_good_bye_is_hung_up_on(house: OpenHouse, page: RawPage, table: str) -> None:
    connection: Any = next(iter(house.hall.audience.tables[table]))
    connection.close("removed", retry=False)
    assert await page.closed() == 1000
    page.send(frame(b"x" * 10_000))
    page.send(frame(b"x" * 10_000))
    async with asyncio.timeout(2):  # sooner than who says nothing
        with contextlib.suppress(ConnectionError):
            assert await page.reader.read() == b""
