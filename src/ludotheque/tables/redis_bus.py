"""The bus between any number of servers, over Redis publish/subscribe.

Redis may be away, be restarted or hang: nobody waits for it. Meanwhile this bus asks for a look at the store twice a second, and
when Redis is back all servers are told to look once more.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable

import msgspec
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from ludotheque.tables.bus import Listener, News

log = logging.getLogger("ludotheque.bus")

CHANNEL = "ludotheque.house"
PATIENCE = 1.0
"""Seconds of silence after which Redis is asked whether it is there, and again until it is given up."""
CLOSE_WITHIN = 0.5
_AWAY = (RedisError, OSError, TimeoutError)
_decode = msgspec.json.Decoder(News).decode
_AGAIN = msgspec.json.encode(News("again", "", ""))


class RedisBus:
    """One server's end of it."""

    def __init__(self, url: str, retry_every: float = 0.5, patience: float = PATIENCE) -> None:
        self._redis = Redis.from_url(url, socket_connect_timeout=patience, retry=Retry(NoBackoff(), 0))
        self._retry_every, self._patience = retry_every, patience
        self._tasks: list[asyncio.Task[None]] = []
        self._sending: asyncio.Queue[bytes] = asyncio.Queue(maxsize=10_000)
        self._sent = True
        self.subscribed = asyncio.Event()

    async def open(self, listener: Listener, on_return: Callable[[], Awaitable[None]]) -> None:
        """Begin to listen, in the background; a server opens also while Redis is away."""
        self._tasks = [
            asyncio.create_task(self._listen(listener, on_return), name="bus"),
            asyncio.create_task(self._send(), name="bus-sender"),
        ]
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.subscribed.wait(), 2 * self._patience)

    async def publish(self, news: News) -> None:
        """Tell all; what does not fit while Redis is away is dropped, and found again by looking at the store."""
        with contextlib.suppress(asyncio.QueueFull):
            self._sending.put_nowait(msgspec.json.encode(news))

    async def probe(self) -> str | None:
        """Whether news come and go."""
        return None if self.subscribed.is_set() and self._sent else "away"

    async def close(self) -> None:
        """Stop listening."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._leave(self._redis)

    @staticmethod
    async def _leave(end: Redis | PubSub) -> None:
        with contextlib.suppress(Exception):
            async with asyncio.timeout(CLOSE_WITHIN):
                await end.aclose()

    # Speaking --------------------------------------------------------------------------------------------------------

    async def _send(self) -> None:
        while True:
            if not await self._say(await self._sending.get()):
                await self._make_up()

    async def _make_up(self) -> None:
        """What could not be said is in the store: when Redis is back, one word makes everybody look."""
        self._sent = False
        while True:
            await asyncio.sleep(self._retry_every)
            while not self._sending.empty():
                self._sending.get_nowait()
            if await self._say(_AGAIN):
                self._sent = True
                return

    async def _say(self, message: bytes) -> bool:
        try:
            async with asyncio.timeout(self._patience):
                await self._redis.publish(CHANNEL, message)
        except _AWAY:
            return False
        return True

    # Listening -------------------------------------------------------------------------------------------------------

    async def _listen(self, listener: Listener, on_return: Callable[[], Awaitable[None]]) -> None:
        away = False
        while True:
            pubsub = self._redis.pubsub(ignore_subscribe_messages=True)
            try:
                async with asyncio.timeout(self._patience):
                    await pubsub.subscribe(CHANNEL)
                self.subscribed.set()
                if away:
                    log.warning("the bus is back")
                    away = False
                    await self._look(on_return)
                await self._hear_all(pubsub, listener, on_return)
            except _AWAY as error:
                if not away:
                    log.warning("the bus is away: %s", error or "no answer")
                away = True
            finally:
                self.subscribed.clear()
                await self._leave(pubsub)
            await self._look(on_return)
            await asyncio.sleep(self._retry_every)

    async def _hear_all(self, pubsub: PubSub, listener: Listener, on_return: Callable[[], Awaitable[None]]) -> None:
        """Until Redis is gone. In silence it is asked whether it is there; a connection may be dead without anybody saying so."""
        asked = False
        while True:
            message = await pubsub.get_message(timeout=self._patience)
            if message is not None:
                asked = False
                if message["type"] == "message":
                    await self._hear(message["data"], listener, on_return)
            elif asked:
                raise TimeoutError
            else:
                asked = True
                async with asyncio.timeout(self._patience):
                    await pubsub.ping()

    async def _hear(self, data: bytes, listener: Listener, on_return: Callable[[], Awaitable[None]]) -> None:
        try:
            news = _decode(data)
            if news.kind == "again":
                await self._look(on_return)
            else:
                await listener(news)
        except msgspec.MsgspecError:
            log.warning("unreadable news on the bus")
        except Exception as error:
            log.warning("news not heard: %r", error)

    @staticmethod
    async def _look(on_return: Callable[[], Awaitable[None]]) -> None:
        try:
            await on_return()
        except Exception as error:
            log.warning("nothing caught up: %r", error)
