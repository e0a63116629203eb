"""The bus: tells every server that something happened at a table. It is never trusted with anything but that.

A message lost is repaired by the next one or by a periodic look at the store.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Literal, Protocol

import msgspec

log = logging.getLogger("ludotheque.bus")

CHANNEL = "ludotheque.house"


class News(msgspec.Struct, frozen=True, array_like=True):
    """What happened where; `sender` is a server."""

    kind: Literal["moves", "table", "talk", "presence"]
    table: str
    sender: str
    detail: Any = None


Listener = Callable[[News], Awaitable[None]]
_decode = msgspec.json.Decoder(News).decode


class Bus(Protocol):
    """How news travels."""

    async def open(self, listener: Listener, on_return: Callable[[], Awaitable[None]]) -> None:
        """Begin to listen. `on_return` is called when the bus is back after a break: news may have been lost."""

    async def publish(self, news: News) -> None:
        """Tell all servers, this one included. Never raises: the news are in the store anyway."""

    async def close(self) -> None:
        """Stop listening."""


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

    async def close(self) -> None:
        """Stop listening."""
        self._listener = None


class RedisBus:
    """Any number of processes, over Redis publish/subscribe. When Redis is away, it is tried again for ever."""

    def __init__(self, url: str, retry_every: float = 0.5) -> None:
        from redis.asyncio import Redis

        self._redis: Any = Redis.from_url(url, socket_connect_timeout=2, socket_timeout=None, health_check_interval=5)
        self._retry_every = retry_every
        self._task: asyncio.Task[None] | None = None
        self._sending: asyncio.Queue[bytes] = asyncio.Queue(maxsize=10_000)
        self._sender: asyncio.Task[None] | None = None
        self.subscribed = asyncio.Event()

    async def open(self, listener: Listener, on_return: Callable[[], Awaitable[None]]) -> None:
        """Begin to listen, in the background."""
        self._task = asyncio.create_task(self._listen(listener, on_return), name="bus")
        self._sender = asyncio.create_task(self._send(), name="bus-sender")
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.subscribed.wait(), 2)

    async def publish(self, news: News) -> None:
        """Tell all; what does not fit while Redis is away is dropped, and found again by looking at the store."""
        with contextlib.suppress(asyncio.QueueFull):
            self._sending.put_nowait(msgspec.json.encode(news))

    async def _send(self) -> None:
        from redis.exceptions import RedisError

        while True:
            message = await self._sending.get()
            try:
                async with asyncio.timeout(2):
                    await self._redis.publish(CHANNEL, message)
            except (RedisError, OSError, TimeoutError):
                await asyncio.sleep(self._retry_every)

    async def _listen(self, listener: Listener, on_return: Callable[[], Awaitable[None]]) -> None:
        from redis.exceptions import RedisError

        been_away = False
        while True:
            pubsub = self._redis.pubsub(ignore_subscribe_messages=True)
            try:
                await pubsub.subscribe(CHANNEL)
                self.subscribed.set()
                if been_away:
                    await on_return()
                while True:
                    # get_message with a timeout also sends the health check that notices a dead connection
                    message = await pubsub.get_message(timeout=5)
                    if message is not None:
                        await self._hear(listener, message["data"])
            except (RedisError, OSError) as error:
                log.warning("the bus is away: %s", error)
            finally:
                self.subscribed.clear()
                with contextlib.suppress(Exception):
                    await pubsub.aclose()
            been_away = True
            await asyncio.sleep(self._retry_every)

    @staticmethod
    async def _hear(listener: Listener, data: bytes) -> None:
        try:
            await listener(_decode(data))
        except msgspec.MsgspecError:
            log.warning("unreadable news on the bus")
        except Exception:
            log.exception("news not heard")

    async def close(self) -> None:
        """Stop listening."""
        for task in (self._task, self._sender):
            if task is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
        await self._redis.aclose()


def make_bus(address: str | None) -> Bus:
    """The bus of an address: Redis, or this process only."""
    return RedisBus(address) if address else LocalBus()
