"""A raw WebSocket client: masks with a fixed mask, cuts what arrives into frames, and never parses one."""

from __future__ import annotations

import asyncio
import base64
import os
import struct
from collections.abc import Callable
from typing import Any

MASK = b"\x01\x02\x03\x04"


class Wire(asyncio.Protocol):
    """One connection: masks with a fixed mask, reads frames, hands texts on."""

    def __init__(self, path: str, headers: str, on_text: Callable[[bytes], None]) -> None:
        self.path, self.headers, self.on_text = path, headers, on_text
        self.buffer = bytearray()
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.upgraded = False
        self.bytes_in = 0
        self.frames_in = 0

    def connection_made(self, transport: Any) -> None:
        """Ask for the upgrade."""
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(
            (
                f"GET {self.path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n{self.headers}\r\n"
            ).encode()
        )

    def data_received(self, data: bytes) -> None:
        """Cut what arrives into frames."""
        self.bytes_in += len(data)
        buffer = self.buffer
        buffer += data
        if not self.upgraded:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if b" 101 " not in buffer[:40]:
                self.open.set_exception(ConnectionError(bytes(buffer[:200])))
                return
            del buffer[: end + 4]
            self.upgraded = True
            self.open.set_result(None)
        at, size = 0, len(buffer)
        while size - at >= 2:
            kind, length, start = buffer[at] & 15, buffer[at + 1] & 127, at + 2
            if length == 126:
                if size - at < 4:
                    break
                length, start = int.from_bytes(buffer[at + 2 : at + 4], "big"), at + 4
            elif length == 127:
                if size - at < 10:
                    break
                length, start = int.from_bytes(buffer[at + 2 : at + 10], "big"), at + 10
            if size < start + length:
                break
            payload = bytes(buffer[start : start + length])
            at = start + length
            if kind == 1:
                self.frames_in += 1
                self.on_text(payload)
            elif kind == 9:
                self.transport.write(frame(payload, 10))
        del buffer[:at]

    def connection_lost(self, error: Exception | None) -> None:
        """Closed."""
        if not self.open.done():
            self.open.set_exception(ConnectionError(str(error)))

    def send(self, text: bytes) -> None:
        """Send a text."""
        self.transport.write(frame(text, 1))


def frame(payload: bytes, kind: int) -> bytes:
    """A masked frame."""
    size = len(payload)
    head = bytes([128 | kind, 128 | size]) if size < 126 else bytes([128 | kind, 254]) + struct.pack(">H", size)
    repeated = (MASK * (size // 4 + 1))[:size]
    masked = (int.from_bytes(payload, "big") ^ int.from_bytes(repeated, "big")).to_bytes(size, "big")
    return head + MASK + masked
