"""The bus: tells every server that something happened at a table. It is never trusted with anything but that.

A message lost is repaired by the next one or by a periodic look at the store.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Literal, Protocol

import msgspec

from ludotheque.tables.store.trouble import CannotOpen


class News(msgspec.Struct, frozen=True, array_like=True):
    """What happened where; `sender` is a server."""

    kind: Literal["moves", "table", "talk", "presence", "seen", "keys", "again"]
    """Again: the sender was cut off, and what it had to say is in the store (between buses only)."""
    table: str
    sender: str
    detail: Any = None


Listener = Callable[[News], Awaitable[None]]


class Bus(Protocol):
    """How news travels."""

    async def open(self, listener: Listener, on_return: Callable[[], Awaitable[None]]) -> None:
        """Begin to listen. `on_return` is called when the bus is back after a break: news may have been lost."""

    async def publish(self, news: News) -> None:
        """Tell all servers, this one included. Never raises: the news are in the store anyway."""

    async def probe(self) -> str | None:
        """What is wrong with it, in one word, or None."""

    async def close(self) -> None:
        """Stop listening, within a second or two whatever hangs."""


class LocalBus:
    """One process only."""

    def __init__(self) -> None:
        self._listener: Listener | None = None

    async def open(self, listener: Listener, on_return: Callable[[], Awaitable[None]]) -> None:
        """Begin to listen."""
        self._listener = listener

    async def publish(self, news: News) -> None:
        """Tell this process."""
        if self._listener is not None:
            await self._listener(news)

    async def probe(self) -> str | None:
        """It is never away."""
        return None

    async def close(self) -> None:
        """Stop listening."""
        self._listener = None


def make_bus(address: str | None) -> Bus:
    """The bus of an address: Redis, or this process only."""
    if not address:
        return LocalBus()
    try:
        from ludotheque.tables.redis_bus import RedisBus
    except ImportError as missing:
        raise CannotOpen("scale", package=str(missing.name)) from missing
    return RedisBus(address)
