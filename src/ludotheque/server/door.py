"""The door: HTTP as Uvicorn speaks it, but not for ever, not without end, and not for everybody at once.

Uvicorn limits neither the size of a request's head nor the time that a connection may take over anything; it only closes
connections that are silent after an answer. So its protocol is told here when to stop.
"""

from __future__ import annotations

import asyncio
from functools import partial
from http import HTTPStatus
from ipaddress import ip_address, ip_network
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from ludotheque.server.limits import Allowances, Counts, Limits, household
from ludotheque.server.refusals import refusal
from ludotheque.server.websocket.socket import Socket

PIECE = 4096
"""Bytes that are read at once, so that a head is measured before much of it is kept."""
CLOSE_WITHIN = 3.0
"""Seconds for the other side to take our last words."""

LAST = ("content-type: application/json", "x-content-type-options: nosniff", "cache-control: no-store", "connection: close")


class Gate:
    """Counts who is inside. Behind a trusted proxy everybody has its address, so that one is not counted."""

    def __init__(self, limits: Limits, allow: Allowances, proxies: tuple[str, ...] = ()) -> None:
        self._limits, self._allow, self._proxies = limits, allow, proxies
        self._addresses = Counts()
        self.inside = 0

    def enter(self, peer: str) -> str | None:
        """The name under which somebody is counted; None if there is no room."""
        name = "" if self._trusted(peer) else household(peer)
        if self.inside >= self._limits.connections:
            return None
        if name and not (self._allow.knocks.take(name) and self._addresses.add(name, self._limits.address_connections)):
            return None
        self.inside += 1
        return name

    def leave(self, name: str) -> None:
        """Somebody goes."""
        self.inside -= 1
        if name:
            self._addresses.drop(name)

    def _trusted(self, peer: str) -> bool:
        try:
            return bool(self._proxies) and any(given == "*" or ip_address(peer) in ip_network(given) for given in self._proxies)
        except ValueError:
            return peer in self._proxies


class Door(HttpToolsProtocol):
    """One connection, until it ends or becomes a socket. One timer at a time says how long the other side may take."""

    def __init__(self, gate: Gate, limits: Limits, **uvicorn: Any) -> None:
        super().__init__(**uvicorn)
        self._gate, self._limits = gate, limits
        self._name: str | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._head, self._body = False, False
        """Whether a head, or a body, has begun and not ended."""
        self._bytes = 0
        """Of the request that is coming."""
        self._deaf = False
        """Whether nothing that is still to come will be heard."""
        self._status, self._code = 400, "bad_form"
        """What is answered when the parser gives up."""

    # Coming and going ------------------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody knocks."""
        super().connection_made(transport)
        self._name = self._gate.enter(self.client[0] if self.client else "-")
        if self._name is None:
            self._refuse(503, "full")
        else:
            self._watch(self._limits.head_within)

    def connection_lost(self, exc: Exception | None) -> None:
        """They have gone."""
        super().connection_lost(exc)
        self._unset_keepalive_if_required()
        self._watch(None)
        if self._name is not None:
            self._gate.leave(self._name)

    def handle_websocket_upgrade(self) -> None:
        """The connection becomes a socket, which is still inside."""
        self._watch(None)
        super().handle_websocket_upgrade()
        socket = self.transport.get_protocol()
        assert isinstance(socket, Socket)
        socket.leave = None if self._name is None else partial(self._gate.leave, self._name)
        self._name = None

    # Reading ---------------------------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Bytes of requests: a little at a time, and not too many."""
        limits = self._limits
        for at in range(0, len(data), PIECE):
            piece = data[at : at + PIECE]
            if self._deaf or self.transport.is_closing() or self.transport.get_protocol() is not self:
                return  # what follows is for nobody
            self._bytes += len(piece)
            super().data_received(piece)
            if self._head and self._bytes > limits.head_bytes + PIECE:
                self._refuse(431, "head")
            elif self._bytes > limits.head_bytes + 2 * limits.record_bytes:  # chunks may have ornaments, but not for ever
                self._refuse(413, "too_large")

    def on_message_begin(self) -> None:
        """A request begins. Who does not wait for the answer to the one before gets that one, and no other."""
        if self.cycle is not None and not self.cycle.response_complete:
            self._deaf, self.cycle.keep_alive = True, False
            self.flow.pause_reading()
            raise ValueError("the last answer is not yet given")
        super().on_message_begin()
        self._head, self._body, self._bytes = True, False, 0
        self._watch(self._limits.head_within)

    def on_header(self, name: bytes, value: bytes) -> None:
        """A line of the head, or one behind a body that came in chunks."""
        if len(self.headers) >= self._limits.head_lines:
            self._status, self._code = 431, "head"
            raise ValueError("too many lines")
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """The head is there, and is answered from now on."""
        self._head, self._body = False, True
        self._watch(self._limits.body_within)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The body is there, too: now it is for us to take time."""
        super().on_message_complete()
        self._body = False
        answered = self.cycle is not None and self.cycle.response_complete
        self._watch(self._limits.idle_within if answered else None)

    # Answering -------------------------------------------------------------------------------------------------------

    def on_response_complete(self) -> None:
        """All is said; whether it is also read is another matter."""
        super().on_response_complete()
        if self.transport.is_closing():
            self._watch(CLOSE_WITHIN)
        elif not self._body and not self.flow.write_paused:
            self._watch(self._limits.idle_within)

    def pause_writing(self) -> None:
        """The other side does not read what it asked for."""
        super().pause_writing()
        self._watch(self._limits.send_within)

    def resume_writing(self) -> None:
        """It does again."""
        super().resume_writing()
        if self.transport.is_closing():
            self._watch(CLOSE_WITHIN)
        else:
            self._watch(self._limits.idle_within if self.cycle is None or self.cycle.response_complete else None)

    def send_400_response(self, msg: str) -> None:
        """What cannot be read is refused as everything else is."""
        if not self._deaf:
            self._refuse(self._status, self._code)

    def _refuse(self, status: int, code: str) -> None:
        """Our last words, unless an answer is half said; then we listen no more, but wait until they are heard."""
        if self._deaf or self.transport.is_closing():
            return
        self._deaf = True
        cycle = self.cycle
        if cycle is None or cycle.response_complete or not cycle.response_started:
            body = refusal(code)
            lines = (f"HTTP/1.1 {status} {HTTPStatus(status).phrase}", *LAST, f"content-length: {len(body)}")
            self.transport.write("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
        if cycle is not None:
            cycle.disconnected = True
            cycle.message_event.set()
        self._watch(CLOSE_WITHIN)
        if self._name is None:
            self.transport.close()
        else:
            self.transport.write_eof()

    # Time ------------------------------------------------------------------------------------------------------------

    def _watch(self, seconds: float | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None if seconds is None else self.loop.call_later(seconds, self._late)

    def _late(self) -> None:
        self._timer = None
        waiting = not self._deaf and not self.transport.is_closing() and not self.flow.write_paused
        if waiting and (self._head or self._body):
            self._refuse(408, "slow")
        else:
            self.transport.abort()
