"""The pulse of a server: one clock that asks everybody, once in a while, whether they are still there."""

from __future__ import annotations

import asyncio
from typing import Protocol

BEATS = 20
"""Seconds between two pings; one left unanswered until the next ends the connection."""


class Asked(Protocol):
    """Whoever is asked: a socket."""

    def ask(self) -> None:
        """Are you there?"""


class Pulse:
    """One clock for all sockets: each second another twentieth of them is asked whether it is still there."""

    def __init__(self, beat: float = 1.0) -> None:
        self.beat = beat
        self._parts: list[set[Asked]] = [set() for _ in range(BEATS)]
        self._now = 0
        self._timer: asyncio.TimerHandle | None = None

    def add(self, socket: Asked) -> int:
        """Ask this one, too; the answer is for `drop`."""
        self._parts[self._now].add(socket)
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(self.beat, self._tick)
        return self._now

    def drop(self, part: int, socket: Asked) -> None:
        """No longer."""
        self._parts[part].discard(socket)

    def _tick(self) -> None:
        self._now = (self._now + 1) % BEATS
        for socket in list(self._parts[self._now]):
            socket.ask()
        anybody = any(self._parts)
        self._timer = asyncio.get_running_loop().call_later(self.beat, self._tick) if anybody else None
