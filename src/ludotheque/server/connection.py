"""A connection: one page at one table, what waits until it reads, and which seat it looks as."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Protocol

import msgspec

from ludotheque.rules.core import SPECTATOR
from ludotheque.server.protocol import Bye
from ludotheque.server.websocket.frames import AGAIN, NORMAL
from ludotheque.tables.hosting import seats_of
from ludotheque.tables.live import LiveTable
from ludotheque.tables.model import Guest

_encode = msgspec.json.Encoder().encode


class Outlet(Protocol):
    """Where a connection writes to: a socket."""

    full: bool

    def write(self, texts: Iterable[bytes]) -> None:
        """Send texts."""

    def close(self, code: int) -> None:
        """Say good-bye."""


class Talking(Protocol):
    """Whoever writes to a socket, and is told how that goes."""

    def room(self) -> None:
        """There is room again for what is waiting."""

    def shut(self) -> None:
        """The server stops: say good-bye."""


def seat_seen_as(looks_as: int) -> int | None:
    """How messages name the seat that somebody looks as: None for a spectator."""
    return None if looks_as == SPECTATOR else looks_as


class Connection:
    """One page at one table. What it is sent waits until it reads, but not without end."""

    __slots__ = (
        "_bytes",
        "_flushing",
        "_loop",
        "_most",
        "_socket",
        "_waiting",
        "chosen",
        "closing",
        "guest",
        "looks_as",
        "only_seat",
        "shown",
        "table_id",
    )

    def __init__(self, table_id: str, guest: Guest | None, only_seat: int | None, socket: Outlet, most: int) -> None:
        """`most`: so many bytes may wait."""
        self.table_id, self.guest, self.only_seat, self._socket = table_id, guest, only_seat, socket
        self._loop = asyncio.get_running_loop()
        self.looks_as = SPECTATOR
        self.chosen = False
        self.shown = False
        self.closing: Bye | None = None
        self._waiting: list[bytes] = []
        self._bytes, self._most = 0, most
        self._flushing = False

    def send(self, message: object) -> None:
        """Send a message, together with what else is sent in this moment."""
        self.send_bytes(_encode(message))

    def send_bytes(self, data: bytes) -> None:
        """The same, already encoded."""
        if self.closing is not None:
            return
        self._waiting.append(data)
        self._bytes += len(data)
        if self._bytes > self._most:
            self._waiting.clear()
            self.close("slow", retry=True)
            self._flush()
        elif not self._flushing:
            self._flushing = True
            self._loop.call_soon(self.room)

    def close(self, code: str, *, retry: bool) -> None:
        """Say good-bye after what is waiting."""
        if self.closing is None:
            self.closing = Bye(code, retry)
            self._waiting.append(_encode(self.closing))
            self.room()

    def room(self) -> None:
        """Write what is waiting, if the page reads; otherwise when it does."""
        self._flushing = False
        if not self._socket.full:
            self._flush()

    def shut(self) -> None:
        """The server stops."""
        self.close("restart", retry=True)

    def _flush(self) -> None:
        waiting, self._waiting, self._bytes = self._waiting, [], 0
        if waiting:
            self._socket.write(waiting)
        if self.closing is not None:
            self._socket.close(AGAIN if self.closing.retry else NORMAL)

    def seats(self, live: LiveTable) -> list[int]:
        """The seats this page may look as."""
        return seats_of(live.stored, None if self.guest is None else self.guest.id, self.only_seat)

    def look_as(self, live: LiveTable, seat: int | None) -> bool:
        """Look as another of one's own seats; whether one may."""
        wanted = SPECTATOR if seat is None else seat
        if wanted != SPECTATOR and wanted not in self.seats(live):
            return False
        self.looks_as, self.chosen = wanted, True
        return True

    def settle(self, live: LiveTable) -> bool:
        """Look as a seat one may look as; whether that has changed."""
        mine = self.seats(live)
        before = self.looks_as
        if before in mine or (self.chosen and before == SPECTATOR):
            return False
        self.looks_as = mine[0] if len(mine) == 1 else SPECTATOR
        return self.looks_as != before
