"""A bus that drops, delays, repeats and reorders what it carries, and goes away now and then."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from ludotheque.tables.bus import Listener, News
from tests.weather.clock import Life
from tests.weather.world import World


class Carrier:
    """What lies between the servers."""

    def __init__(self, world: World) -> None:
        self.world, self.chance = world, world.stream("bus")
        self.stops: list[Stop] = []
        self.away = False

    def carry(self, news: News) -> None:
        """Take news to every server, the sender included; or not."""
        sky, chance = self.world.sky, self.chance
        for stop in self.stops:
            if self.away or chance.random() < sky.bus_drops:
                self.world.note("bus", "lost", news.kind, news.table, "for", stop.life.name)
                continue
            for _ in range(2 if chance.random() < sky.bus_repeats else 1):
                wait = chance.uniform(0.1, 4.0) if chance.random() < sky.bus_is_slow else chance.uniform(0.0005, 0.003)
                self.world.loop.call_later(wait, stop.arrived.put_nowait, news, context=stop.life.context)

    def come_back(self) -> None:
        """Everybody notices that there was a break."""
        self.away = False
        for stop in self.stops:
            self.world.loop.call_soon(stop.arrived.put_nowait, None, context=stop.life.context)


class Stop:
    """One server's end of the bus."""

    def __init__(self, carrier: Carrier, life: Life) -> None:
        self._carrier, self.life = carrier, life
        self.arrived: asyncio.Queue[News | None] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None

    async def open(self, listener: Listener, on_return: Callable[[], Awaitable[None]]) -> None:
        """Begin to listen."""
        self._carrier.stops.append(self)
        self._task = asyncio.create_task(self._listen(listener, on_return), name="bus")

    async def _listen(self, listener: Listener, on_return: Callable[[], Awaitable[None]]) -> None:
        while True:
            news = await self.arrived.get()
            try:
                await (on_return() if news is None else listener(news))
            except Exception as error:  # as the real one: what cannot be heard is found again by looking at the store
                self._carrier.world.note(self.life.name, "did not hear", news, repr(error))

    async def publish(self, news: News) -> None:
        """Tell all servers."""
        self._carrier.carry(news)

    async def probe(self) -> str | None:
        """What is wrong with it."""
        return "away" if self._carrier.away else None

    async def close(self) -> None:
        """Stop listening."""
        self.leave()
        if self._task is not None:
            self._task.cancel()

    def leave(self) -> None:
        """This server no longer listens; dead ones do not, either."""
        if self in self._carrier.stops:
            self._carrier.stops.remove(self)
