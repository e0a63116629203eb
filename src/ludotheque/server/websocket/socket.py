"""A WebSocket that keeps little. It stands in the place of Uvicorn's own and is spoken to directly.

Uvicorn's sockets keep about 20 KiB for a page that only looks, and stop and start reading for every frame. A page at a table
sends and gets short texts, so this one knows no extensions and no streams, and one clock sees to everybody's pings. The
handshake is left to `websockets`; section numbers are those of RFC 6455.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, cast
from urllib.parse import unquote

from uvicorn.config import Config
from uvicorn.protocols.utils import get_local_addr, get_remote_addr
from uvicorn.server import ServerState
from websockets.http11 import Request
from websockets.server import ServerProtocol

from ludotheque.server.connection import Talking
from ludotheque.server.limits import Limits
from ludotheque.server.websocket import frames
from ludotheque.server.websocket.frames import (
    AGAIN,
    BROKEN,
    CLOSE,
    CONTINUED,
    FAILED,
    NORMAL,
    NOT_UTF8,
    PING,
    POLICY,
    PONG,
    TEXT,
    Breach,
    Frame,
)
from ludotheque.server.websocket.pulse import Pulse

log = logging.getLogger("ludotheque.server")

EXTENSION = "ludotheque.socket"
"""Where the application finds the socket, among the extensions of its scope."""
CLOSE_WITHIN = 3.0
"""Seconds for the other side to agree to a close."""


class Gone(Exception):
    """The connection has ended."""


class Socket(asyncio.Protocol):
    """One connection: frames in, texts out."""

    __slots__ = (
        *("_after", "_app", "_buffer", "_controls", "_guard", "_handshake", "_heard", "_inbox", "_limits", "_loop", "_message"),
        *("_part", "_paused", "_pulse", "_server", "_waiter", "closing", "full", "leave", "rude", "talking", "transport"),
    )

    def __init__(
        self, pulse: Pulse, limits: Limits, *, config: Config, server_state: ServerState, app_state: dict[str, Any]
    ) -> None:
        self._pulse, self._limits, self._server, self._app = pulse, limits, server_state, config.loaded_app
        self._loop = asyncio.get_running_loop()
        self._handshake: tuple[ServerProtocol, Any] | None = None
        self._buffer = b""
        self._message: tuple[int, list[bytes]] | None = None
        """The kind and the parts of a message that comes in parts."""
        self._after = 0
        """Bytes that came after our good-bye."""
        self._controls = 0.0
        """The time at which all pings and pongs so far would have been due, had they come at the rate that is allowed."""
        self._inbox: list[bytes] = []
        self._waiter: asyncio.Future[None] | None = None
        self._guard: asyncio.TimerHandle | None = None
        """Ends the connection when the other side neither reads nor closes."""
        self._part: int | None = None
        self._heard = True
        self._paused = False
        self.transport: asyncio.Transport
        self.talking: Talking | None = None
        self.full = False
        """The other side reads more slowly than we write."""
        self.closing = False
        self.rude = False
        """Whether the other side was sent away because it asked for too much."""
        self.leave: Callable[[], None] | None = None
        """Tells the door that this connection has ended."""

    # For the conversation --------------------------------------------------------------------------------------------

    def accept(self) -> None:
        """Agree to talk."""
        if self._handshake is None or self.closing:
            raise Gone
        conn, response = self._handshake
        self._handshake = None
        conn.send_response(response)
        self.transport.write(b"".join(conn.data_to_send()))
        self._part = self._pulse.add(self)
        self._listen()

    def reject(self, status: int = 403) -> None:
        """Decline to talk."""
        if self._handshake is None or self.closing:
            return
        conn = self._handshake[0]
        conn.send_response(conn.reject(status, ""))
        self.transport.write(b"".join(conn.data_to_send()))
        self._end()

    async def receive(self) -> bytes:
        """The next message; raises Gone when there is none to come."""
        while not self._inbox:
            if self.closing:
                raise Gone
            self._waiter = self._loop.create_future()
            try:
                await self._waiter
            finally:
                self._waiter = None
        message = self._inbox.pop(0)
        if self._paused and not self._inbox:
            self._parse()
        return message

    def write(self, texts: Iterable[bytes]) -> None:
        """Send texts, all in one go."""
        if not self.closing:
            self.transport.write(b"".join([part for text in texts for part in (frames.head(TEXT, len(text)), text)]))

    def close(self, code: int = NORMAL) -> None:
        """Say good-bye, and wait a little for the other side to do so, too (7.1.2)."""
        if self.closing or self._handshake is not None:
            self.reject()
            return
        self._send(CLOSE, code.to_bytes(2, "big"))
        self._stop()
        self._watch(CLOSE_WITHIN)
        if len(self._buffer) > self._limits.late_bytes:
            self._end()
        elif self._paused:  # or the other side's good-bye would not be heard
            self._parse()

    # For the server --------------------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Somebody knocks."""
        self.transport = cast(asyncio.Transport, transport)  # uvloop's is one in all but name
        self._server.connections.add(self)  # type: ignore[arg-type]

    def connection_lost(self, error: Exception | None) -> None:
        """The other side has gone."""
        self._server.connections.discard(self)
        self._watch(None)
        self._stop()
        if self.leave is not None:
            self.leave()

    def shutdown(self) -> None:
        """The server stops."""
        if self.talking is not None:
            self.talking.shut()
        self.close(AGAIN)

    def pause_writing(self) -> None:
        """The other side does not read what it was sent; so it is not listened to, either, or answers would pile up."""
        self.full = True
        if not self.closing:
            self._watch(self._limits.send_within)
            self._listen()

    def resume_writing(self) -> None:
        """It does again."""
        self.full = False
        if not self.closing:
            self._watch(None)
            if self.talking is not None:
                self.talking.room()
            if self._paused:
                self._parse()

    def ask(self) -> None:
        """Once in a while: is anybody there (5.5.2)?"""
        if not self._heard:
            self.close(FAILED)
        elif not self.full and not self._paused:
            self._heard = False
            self._send(PING, b"")

    def data_received(self, data: bytes) -> None:
        """First the request, then frames."""
        if self._part is None and self._handshake is None and not self.closing:
            self._request(data)
            return
        self._heard = True
        self._buffer = self._buffer + data if self._buffer else data
        if self.closing:
            self._after += len(data)
            if self._after > self._limits.late_bytes:  # who is told good-bye may finish a sentence, and no more
                self.transport.abort()
                return
        self._parse()

    def _parse(self) -> None:
        """Take in all frames that are there, unless more waits already than we want to keep."""
        data, used = self._buffer, 0
        while not self._waits():
            end = self._frame(data, used)
            if end is None:
                break
            used = end
        self._buffer = data[used:]
        self._listen()

    def _waits(self) -> bool:
        """Whether the other side has to wait: for us to read, for itself to read, or for our word that we talk at all."""
        busy = self.full or len(self._inbox) > self._limits.unread_messages or self._handshake is not None
        return busy and not self.closing

    def _listen(self) -> None:
        """Read from the connection, or no longer."""
        waits = self._waits()
        if waits != self._paused and not self.transport.is_closing():
            self._paused = waits
            if waits:
                self.transport.pause_reading()
            else:
                self.transport.resume_reading()

    # The handshake ---------------------------------------------------------------------------------------------------

    def _request(self, data: bytes) -> None:
        """Uvicorn hands the whole request on, well-formed; whether it is a good handshake is for `websockets` to say."""
        conn = ServerProtocol(logger=log)
        conn.receive_data(data)
        events = conn.events_received()
        request = events[0] if events else None
        if not isinstance(request, Request):
            self.transport.write(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            self._end()
            return
        response = conn.accept(request)
        if response.status_code != 101:
            conn.send_response(response)
            self.transport.write(b"".join(conn.data_to_send()))
            self._end()
            return
        self._handshake = conn, response
        self._listen()
        task = self._loop.create_task(self._run(self._scope(request)))
        self._server.tasks.add(task)
        task.add_done_callback(self._server.tasks.discard)

    def _scope(self, request: Request) -> dict[str, Any]:
        path, _, query = request.path.partition("?")
        headers = [(name.lower().encode(), value.encode("latin-1", "replace")) for name, value in request.headers.raw_items()]
        return {
            "type": "websocket",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": "ws",
            "server": get_local_addr(self.transport),
            "client": get_remote_addr(self.transport),
            "root_path": "",
            "path": unquote(path),
            "raw_path": path.encode("ascii", "replace"),
            "query_string": query.encode("ascii", "replace"),
            "headers": headers,
            "subprotocols": [],
            "extensions": {EXTENSION: self},
        }

    async def _run(self, scope: dict[str, Any]) -> None:
        app: Callable[[Any, Any, Any], Awaitable[None]] = self._app
        code = NORMAL
        try:
            await app(scope, _not_by_messages, _not_by_messages)
        except Gone:
            pass
        except Exception:
            log.exception("at a socket")
            code = FAILED
        finally:
            self.talking = None
            self.close(code)

    # Frames ----------------------------------------------------------------------------------------------------------

    def _frame(self, data: bytes, at: int) -> int | None:
        """Take in the frame that begins here, and say where it ends; None if it is not all there, or the last one."""
        limits = self._limits
        try:
            so_far = sum(map(len, self._message[1])) if self._message is not None else 0
            frame = frames.read(data, at, limits.message_bytes - so_far)
            if frame is None:
                return None
            if frame.kind == CLOSE:  # the other side says good-bye, or agrees to ours
                self._good_bye(frame.payload)
                return None
            if frame.kind < CLOSE:
                self._take(frame)
            else:
                self._control(frame)
        except Breach as breach:  # 7.1.7
            self.rude = breach.code == POLICY
            self._send(CLOSE, breach.code.to_bytes(2, "big"))
            self._end()
            return None
        return frame.end

    def _good_bye(self, payload: bytes) -> None:
        answer = frames.answer_to_close(payload)
        if self._message is not None:  # half a message was never finished
            raise Breach(BROKEN)
        self._send(CLOSE, answer)
        self._end()

    def _control(self, frame: Frame) -> None:
        """A ping is answered, until we know that the other side no longer reads (5.5.2)."""
        limits, now = self._limits, self._loop.time()
        self._controls = max(self._controls, now) + 1 / limits.control_rate
        if self._controls - now > limits.control_burst / limits.control_rate:
            raise Breach(POLICY)
        if frame.kind == PING and not self.full:
            self.transport.write(frames.head(PONG, len(frame.payload)) + frame.payload)

    def _take(self, frame: Frame) -> None:
        """A message, or a part of one (5.4)."""
        kind, payload = frame.kind, frame.payload
        if (kind == CONTINUED) != (self._message is not None):
            raise Breach(BROKEN)
        if self._message is not None:
            kind, parts = self._message
            parts.append(payload)
            if len(parts) > self._limits.fragments:
                raise Breach(POLICY)
            payload = b"".join(parts) if frame.final else b""
        elif not frame.final:
            self._message = kind, [payload]
        if not frame.final:
            return
        self._message = None
        if kind == TEXT and not frames.is_utf8(payload):
            raise Breach(NOT_UTF8)
        if not self.closing:
            self._inbox.append(payload)
            self._wake()

    def _send(self, kind: int, payload: bytes) -> None:
        if not self.closing:
            self.transport.write(frames.head(kind, len(payload)) + payload)

    # The end ---------------------------------------------------------------------------------------------------------

    def _end(self) -> None:
        """Close as soon as what was written is sent, or a little later without."""
        self._stop()
        self.transport.close()
        self._watch(CLOSE_WITHIN)

    def _stop(self) -> None:
        if self._part is not None and not self.closing:
            self._pulse.drop(self._part, self)
        self.closing = True
        self._wake()

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def _watch(self, seconds: float | None) -> None:
        if self._guard is not None:
            self._guard.cancel()
        self._guard = None if seconds is None else self._loop.call_later(seconds, self.transport.abort)


async def _not_by_messages(*_: Any) -> Any:
    raise RuntimeError("this socket is spoken to directly")
