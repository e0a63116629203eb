"""The line between a page and a server: ordered both ways, slow at times, and it breaks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Any

from ludotheque.server.websocket.socket import Gone
from tests.weather.clock import Life
from tests.weather.world import World

NEAR = (0.0005, 0.004)


class Line:
    """One connection. The page holds one end of it and the server's conversation the other, as if it were its `Socket`."""

    def __init__(self, world: World, name: str, page: Life, server: Life, hear: Callable[[bytes | None], None]) -> None:
        self.number = world.count()
        self.world, self.name, self.page, self.server, self._hear = world, name, page, server, hear
        self.chance = world.stream(f"line {name}")  # its own, so that the order in which a server writes to lines does not matter
        self.on_write: Callable[[bytes], None] = lambda _: None
        self.talking: Any = None
        self.full = self.closing = self.gone = False
        self._inbox: list[bytes] = []
        self._waiter: asyncio.Future[None] | None = None
        self._there = self._back = 0.0

    def _after(self, latest: float) -> float:
        return max(latest, self.world.loop.time() + self.chance.uniform(*NEAR))

    # The page's end --------------------------------------------------------------------------------------------------

    def send(self, frame: bytes) -> None:
        """From the page to the server."""
        if not self.gone:
            self._there = self._after(self._there)
            self.world.loop.call_at(self._there, self._arrive, frame, context=self.server.context)

    def cut(self) -> None:
        """The page is gone, or what lies between has broken; both ends notice, each after a while."""
        if not self.gone:
            self.gone = True
            self.world.loop.call_later(self.chance.uniform(*NEAR), self._stop, context=self.server.context)
            self.world.loop.call_at(self._after(self._back), self._hear, None, context=self.page.context)

    # The server's end ------------------------------------------------------------------------------------------------

    def accept(self) -> None:
        """Agree to talk."""
        if self.closing:
            raise Gone

    def reject(self, status: int = 403) -> None:
        """Decline to talk."""
        self.cut()

    async def receive(self) -> bytes:
        """The next message; raises Gone when there is none to come."""
        while not self._inbox:
            if self.closing:
                raise Gone
            self._waiter = asyncio.get_running_loop().create_future()
            try:
                await self._waiter
            finally:
                self._waiter = None
        return self._inbox.pop(0)

    def write(self, texts: Iterable[bytes]) -> None:
        """From the server to the page."""
        for text in texts:
            if self.closing or self.gone:
                return
            self.on_write(text)
            self._back = self._after(self._back)
            self.world.loop.call_at(self._back, self._deliver, text, context=self.page.context)
        if not self.full and self.chance.random() < self.world.sky.pages_read_slowly:
            self.full = True
            self.world.loop.call_later(self.chance.uniform(0.05, 1.5), self._drain, context=self.server.context)

    def close(self, code: int = 1000) -> None:
        """Say good-bye."""
        if not self.closing:
            self._stop()
            if not self.gone:
                self.gone = True
                self.world.loop.call_at(self._after(self._back), self._hear, None, context=self.page.context)

    # On the way ------------------------------------------------------------------------------------------------------

    def _arrive(self, frame: bytes) -> None:
        self._inbox.append(frame)
        self._wake()

    def _deliver(self, text: bytes) -> None:
        self._hear(text)

    def _stop(self) -> None:
        self.closing = True
        self._wake()

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def _drain(self) -> None:
        self.full = False
        if self.talking is not None and not self.closing:
            self.talking.room()
