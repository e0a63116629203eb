"""The guard at the door: origins, rates, sizes, and headers on everything that leaves."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from ludotheque.server.config import without_port
from ludotheque.server.hall import Hall
from ludotheque.server.limits import Counts
from ludotheque.server.refusals import refusal
from ludotheque.server.websocket.arrival import arrive
from ludotheque.server.websocket.socket import EXTENSION, Socket

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

RECORDS = ("/api/records", "/api/records/tables")
"""Where records are sent to."""
HEAVY = (*RECORDS, "/replay", "/review")
"""How the addresses end behind which much is sent or read."""
AT_ONCE = 128 * 1024
"""Bytes of an answer that are written before we look whether the other side reads."""
SOCKET = 4.0
"""What opening a socket counts: so many requests."""
RUDE = 50.0
"""What it counts to be sent away from a socket because one asks for too much: who comes back at once waits outside."""
SLOWLY = 1.0
"""Seconds before a flood is told that it is one: who has 400 connections hears it 400 times a second, and not more often."""
CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", CSP.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]


class Guard:
    """Stands before the whole application, error pages included."""

    def __init__(self, app: App, hall: Hall) -> None:
        self.app, self.hall = app, hall
        self.heavy = Counts()
        self.origins, self.hosts = hall.config.allowed_origins(), hall.config.allowed_hosts()

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Let pass or turn away."""
        if scope["type"] == "http":
            return self._http(scope, receive, send)
        if scope["type"] == "websocket":
            return self._websocket(scope)
        return self.app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        limit, read = self._longest(scope), 0

        async def send_safely(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                if read > limit:
                    message["status"] = 413
                present = {name.lower() for name, _ in message["headers"]}
                message["headers"] = [*message["headers"], *(pair for pair in HEADERS if pair[0] not in present)]
                if scope["path"].startswith("/api") and b"cache-control" not in present:
                    message["headers"].append((b"cache-control", b"no-store"))
            await _send_some(send, message)

        problem = self._problem(scope)
        if problem is not None:
            self.hall.metrics.refusals[problem[1]] += 1
            await _answer(send_safely, *problem)
            return

        async def receive_some() -> MutableMapping[str, Any]:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > limit:
                return {"type": "http.disconnect"}
            return message

        address = self.hall.address_of(scope) if scope["path"].endswith(HEAVY) else ""
        if address and not self.heavy.add(address, self.hall.config.limits.address_heavy):
            await _answer(send_safely, 429, "rate")
            return
        try:
            await self.app(scope, receive_some, send_safely)
        finally:
            if address:
                self.heavy.drop(address)

    def _problem(self, scope: Scope) -> tuple[int, str] | None:
        if not self.hall.allow.requests.take(self.hall.address_of(scope)):
            return 429, "rate"
        if not self._called(scope):
            return 421, "host"
        if _holds_nul(scope):
            return 400, "bad_form"
        return None if scope["method"] in ("GET", "HEAD", "OPTIONS") else self._change(scope)

    def _change(self, scope: Scope) -> tuple[int, str] | None:
        """Whether something may be changed by this request."""
        headers = dict(scope["headers"])
        origin = headers.get(b"origin")
        if origin is not None and not self._allowed(origin):
            return 403, "origin"
        kind = headers.get(b"content-type", b"").split(b";")[0].strip().lower()
        length = headers.get(b"content-length", b"0")
        # A form on another site cannot send this type without asking first; so it is asked for even without a body.
        if kind != b"application/json" and scope["method"] != "DELETE":
            return 415, "not_json"
        if not length.isdigit() or int(length) > self._longest(scope):
            return 413, "too_large"
        return None

    def _called(self, scope: Scope) -> bool:
        """Whether we are called by a name of ours, or by the very address that was connected to.

        A page of a stranger whose name server says that the name is our address would be a page of ours to the browser.
        """
        if self.hosts is None or scope["path"] == "/health":
            return True
        names = [value for name, value in scope["headers"] if name == b"host"]
        if len(names) != 1:
            return scope["http_version"] == "1.0" and not names
        called, server = without_port(names[0].decode("latin-1").lower()), scope.get("server")
        return called in self.hosts or (server is not None and called.strip("[]") == server[0])

    def _longest(self, scope: Scope) -> int:
        limits = self.hall.config.limits
        return limits.record_bytes if scope["path"] in RECORDS else limits.body_bytes

    def _allowed(self, origin: bytes) -> bool:
        return origin.decode("latin-1").lower() in self.origins

    async def _websocket(self, scope: Scope) -> None:
        socket: Socket = scope["extensions"][EXTENSION]
        origin, address = _header(scope, b"origin"), self.hall.address_of(scope)
        # A browser always names its origin; only a program with a bearer token of its own may come without one.
        named = self._allowed(origin) if origin is not None else _header(scope, b"cookie") is None
        if not self.hall.allow.requests.take(address, SOCKET):
            await asyncio.sleep(SLOWLY)
            socket.reject(429)
            return
        if not named or not self._called(scope) or _holds_nul(scope):
            socket.reject()
            return
        if not self.hall.connections.add(address, self.hall.config.limits.address_connections):
            socket.reject()
            return
        try:
            await arrive(self.hall, socket, scope)
        finally:
            self.hall.connections.drop(address)
            if socket.rude:
                self.hall.allow.requests.fine(address, RUDE)


def _holds_nul(scope: Scope) -> bool:
    """Nothing has a name with the character NUL, and PostgreSQL cannot even be asked for it."""
    return "\0" in scope["path"] or b"%00" in scope["query_string"]


def _header(scope: Scope, name: bytes) -> bytes | None:
    return next((value for given, value in scope["headers"] if given == name), None)


async def _send_some(send: Send, message: MutableMapping[str, Any]) -> None:
    """A long answer a little at a time: Uvicorn waits between two parts for who does not read, and so do we."""
    body = message.get("body", b"")
    for at in range(AT_ONCE, len(body), AT_ONCE):
        await send({"type": "http.response.body", "body": body[at - AT_ONCE : at], "more_body": True})
    if len(body) > AT_ONCE:
        message = {**message, "body": body[(len(body) - 1) // AT_ONCE * AT_ONCE :]}
    await send(message)


async def _answer(send: Send, status: int, code: str) -> None:
    body = refusal(code)
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if status == 429:
        headers.append((b"retry-after", b"2"))
        await asyncio.sleep(SLOWLY)
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
