"""A client that speaks WebSocket byte by byte, so that tests can break every rule of it."""

from __future__ import annotations

import asyncio
import json
import socket as sockets
from typing import Any

from ludotheque.server.protocol import VERSION
from tests.server.people import OpenHouse

MASK = b"\x11\x22\x33\x44"
HELLO = b'{"type":"hello","version":%d}' % VERSION
PING = b'{"type":"ping","id":"p"}'


def frame(payload: bytes, kind: int = 1, *, final: bool = True, mask: bool = True, reserved: int = 0) -> bytes:
    """A frame as a client sends it, unless told otherwise."""
    size = len(payload)
    head = bytes([(128 if final else 0) | reserved | kind])
    masked = 128 if mask else 0
    if size < 126:
        head += bytes([masked | size])
    elif size < 65536:
        head += bytes([masked | 126]) + size.to_bytes(2, "big")
    else:
        head += bytes([masked | 127]) + size.to_bytes(8, "big")
    if not mask:
        return head + payload
    return head + MASK + bytes(byte ^ MASK[i % 4] for i, byte in enumerate(payload))


class RawPage:
    """One connection to a table's socket."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    def send(self, data: bytes) -> None:
        """Bytes, as they are."""
        self.writer.write(data)

    async def frame(self, seconds: float = 10) -> tuple[int, bytes]:
        """The next frame: its kind and what it holds."""
        async with asyncio.timeout(seconds):
            head = await self.reader.readexactly(2)
            assert head[0] & 0xF0 == 0x80, "the server sends whole frames without extensions"
            assert head[1] < 128, "the server does not mask"
            size = head[1]
            if size >= 126:
                size = int.from_bytes(await self.reader.readexactly(2 if size == 126 else 8), "big")
            return head[0] & 15, await self.reader.readexactly(size)

    async def message(self, *types: str) -> dict[str, Any]:
        """The next message of one of these types."""
        while True:
            kind, payload = await self.frame()
            assert kind == 1, (kind, payload)
            message: dict[str, Any] = json.loads(payload)
            if message["type"] in types:
                return message

    async def closed(self) -> int | None:
        """The code with which the server closes; None when it just goes."""
        try:
            while True:
                kind, payload = await self.frame()
                if kind == 8:
                    return int.from_bytes(payload[:2], "big")
        except (asyncio.IncompleteReadError, ConnectionError):
            return None

    def leave(self) -> None:
        """Hang up."""
        self.writer.close()


async def knock(
    house: OpenHouse, table: str, *, key: str = "AAAAAAAAAAAAAAAAAAAAAA==", receive_buffer: int = 0, host: str = "127.0.0.1"
) -> RawPage:
    """Open a connection and ask for the upgrade."""
    plain = sockets.socket()
    if receive_buffer:
        plain.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, receive_buffer)
    plain.setblocking(False)
    await asyncio.get_running_loop().sock_connect(plain, ("127.0.0.1", house.port))
    reader, writer = await asyncio.open_connection(sock=plain, limit=2048 if receive_buffer else 2**16)
    writer.write(
        f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nOrigin: {house.url}\r\n\r\n".encode()
    )
    return RawPage(reader, writer)


async def raw_page(house: OpenHouse, table: str, **more: Any) -> RawPage:
    """A spectator who has been welcomed (and may not have read it)."""
    page = await knock(house, table, **more)
    head = await page.reader.readuntil(b"\r\n\r\n")
    assert b" 101 " in head, head
    page.send(frame(HELLO))
    return page
