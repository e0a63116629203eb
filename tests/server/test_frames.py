"""Our WebSocket answers as `websockets` does, whatever is sent and however it is cut. Sections are those of RFC 6455.

Where the two differ, on purpose:
- a control frame inside a long message is not a part of it (5.4, 5.5): `websockets` counts it against what the message has
  left and closes with 1009; ours answers it, or closes with 1002 if it is longer than any control frame may be;
- a frame whose head breaks a rule fails at its head (7.1.7 sets no moment); `websockets` waits for the rest of it;
- the reason behind a code of failure is a text for people and is left out (5.5.1: MAY);
- messages that come after the house has said good-bye are not handed on (7.1.2 leaves that to the application).
The limits on parts and on control frames have tests of their own in `test_wire.py`. Both read lengths that are written longer
than they need to be: 5.2 demands the shortest form of who sends, and says nothing to who reads.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from ludotheque.server.limits import Limits
from ludotheque.server.websocket.pulse import Pulse
from ludotheque.server.websocket.socket import EXTENSION, Gone, Socket
from tests.server.streams import LIMIT, Heard, Streams, encode, pieces, reference

pytestmark = pytest.mark.anyio

REQUEST = (
    b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
FREE = Limits(message_bytes=LIMIT, fragments=10_000, late_bytes=2**30, control_rate=1e9, control_burst=1e9, send_within=1e6)


class Line(asyncio.Transport):
    """A connection that keeps what is written to it."""

    def __init__(self) -> None:
        super().__init__()
        self.sent, self.closed, self.reading = b"", False, True

    def write(self, data: Any) -> None:
        self.sent += data

    def close(self) -> None:
        self.closed = True

    abort = close

    def is_closing(self) -> bool:
        return self.closed

    def pause_reading(self) -> None:
        assert self.reading
        self.reading = False

    def resume_reading(self) -> None:
        assert not self.reading
        self.reading = True


class OneSocket:
    """Our socket, with an application that hears everything."""

    def __init__(self) -> None:
        self.line, self.messages = Line(), list[bytes]()
        self.reads = asyncio.Event()
        self.reads.set()
        server: Any = SimpleNamespace(connections=set(), tasks=set())
        self.socket = Socket(
            Pulse(),
            FREE,
            config=SimpleNamespace(loaded_app=self._hear),
            server_state=server,
            app_state={},  # type: ignore[arg-type]
        )
        self.socket.connection_made(self.line)
        self.socket.data_received(REQUEST)

    async def _hear(self, scope: Any, *_: Any) -> None:
        socket: Socket = scope["extensions"][EXTENSION]
        socket.accept()
        self.line.sent = b""
        while True:
            self.messages.append(await socket.receive())
            await self.reads.wait()

    async def feed(self, chunks: Any) -> None:
        """Bytes as they come, while somebody listens."""
        for chunk in chunks:
            if self.line.closed:
                return
            self.socket.data_received(chunk)
            await asyncio.sleep(0)
            while not self.line.reading and not self.line.closed:
                await asyncio.sleep(0)

    async def heard(self) -> Heard:
        """All that became of it."""
        for _ in range(3):
            await asyncio.sleep(0)
        found = Heard(self.messages, over=self.line.closed)
        found.read(self.line.sent)
        self.socket.connection_lost(None)
        await asyncio.sleep(0)
        return found


async def ours(streams: Streams, stream: list[bytes], house_closes: tuple[int, int] | None) -> Heard:
    one = OneSocket()
    await asyncio.sleep(0)
    at = len(stream) if house_closes is None else house_closes[0]
    await one.feed(streams.chunks(b"".join(stream[:at])))
    if house_closes is not None:
        await asyncio.sleep(0)
        one.socket.close(house_closes[1])
        await one.feed(streams.chunks(b"".join(stream[at:])))
    return await one.heard()


def agree(found: Heard, expected: Heard) -> bool:
    """Whether both answers say the same, but for what stands at the top of this file."""
    if expected.crowded is not None:
        good = found.messages[: len(expected.messages)] == expected.messages
        return good and found.pongs[: len(expected.pongs)] == expected.pongs
    if found.messages != expected.messages or found.pongs != expected.pongs:
        return False
    if found.over and not expected.over:  # it was the head that was wrong
        return found.close is not None and expected.later is not None and found.close[:2] == expected.later[:2]
    if found.over != expected.over or (found.close is None) != (expected.close is None):
        return False
    short = slice(None) if expected.echoed else slice(2)
    return found.close is None or expected.close is None or found.close[short] == expected.close[short]


async def test_every_stream_is_answered_as_websockets_answers_it(scaled: Callable[[int], int]) -> None:
    frames = crowded = over = seed = 0
    while frames < scaled(1_000_000):
        seed += 1
        streams = Streams(seed)
        stream = pieces(streams.stream(streams.chance.choice((5, 60, 300))))
        closes = (streams.chance.randrange(len(stream)), streams.chance.choice((1000, 1008, 1012)))
        house_closes = closes if streams.chance.random() < 0.1 else None
        expected = reference(stream, house_closes)
        found = await ours(streams, stream, house_closes)
        same = agree(found, expected)
        assert same, f"Streams({seed}): closed with {found.close!r} instead of {expected.close!r}"
        frames += expected.frames
        crowded += expected.crowded is not None
        over += expected.over
    assert over > seed * 0.4
    assert crowded < seed * 0.03


@pytest.mark.parametrize("fault", ["echo", "pong", "lost", "text", "reserved", "late"])
async def test_the_comparison_can_fail(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Six small mistakes in the socket, each of which is found within a few hundred streams."""
    from ludotheque.server.websocket import frames, socket

    if fault == "echo":
        monkeypatch.setattr(frames, "answer_to_close", lambda payload: payload[:2])
    elif fault == "pong":
        control = Socket._control
        monkeypatch.setattr(Socket, "_control", lambda self, frame: control(self, frame._replace(payload=frame.payload[:124])))
    elif fault == "lost":
        monkeypatch.setattr(Socket, "_message", property(lambda self: None, lambda self, value: None))
    elif fault == "text":
        monkeypatch.setattr(frames, "is_utf8", lambda payload: b"\xff" not in payload)
    elif fault == "reserved":
        monkeypatch.setattr(socket.frames, "read", _without_reserved(frames.read))
    else:
        monkeypatch.setattr(Socket, "_good_bye", lambda self, payload: self._send(8, payload))
    random.seed(1)
    for seed in range(1, 600):
        streams = Streams(seed)
        stream = pieces(streams.stream(40))
        if not agree(await ours(streams, stream, None), reference(stream, None)):
            return
    raise AssertionError("nobody has noticed")


def _without_reserved(read: Any) -> Any:
    def lenient(data: bytes, at: int, limit: int) -> Any:
        return read(data[:at] + bytes([data[at] & 0x8F]) + data[at + 1 :] if len(data) > at else data, at, limit)

    return lenient


async def test_gone_is_raised_when_nothing_is_to_come() -> None:
    one = OneSocket()
    await asyncio.sleep(0)
    one.socket.connection_lost(None)
    with pytest.raises(Gone):
        await one.socket.receive()


async def test_messages_that_come_too_fast_wait_outside() -> None:
    one = OneSocket()
    await asyncio.sleep(0)
    one.reads.clear()
    sent = [b"%d" % number for number in range(500)]
    one.socket.data_received(b"".join(encode(2, payload, random.Random(1)) for payload in sent))
    assert not one.line.reading
    assert len(one.socket._inbox) == FREE.unread_messages + 1
    one.reads.set()
    while not one.line.reading:
        await asyncio.sleep(0)
    assert (await one.heard()).messages == sent
