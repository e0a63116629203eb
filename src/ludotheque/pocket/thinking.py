"""Thinking in a page: beside the house, in a worker of its own, by the same messages as a worker process."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any, Protocol

from ludotheque.bots.service.messages import LENGTH, Answer, Request, framed, read_answer, read_request
from ludotheque.bots.service.process import Noted


class Port(Protocol):
    """The way to a worker of the browser."""

    def ask(self, data: bytes) -> Awaitable[bytes]:
        """Send bytes, and wait for those that come back."""

    def end(self) -> None:
        """End the worker, whatever it does."""


class Neighbour(Noted):
    """A `Worker` beside the house."""

    def __init__(self, port: Port) -> None:
        super().__init__()
        self._port = port

    async def ask(self, request: Request, seconds: float) -> Answer:
        """Ask, and wait for the answer."""
        async with asyncio.timeout(seconds):
            answer: Answer = read_answer(await self._port.ask(framed(request)[LENGTH:]))
            return answer

    async def gone(self) -> str:
        """Never done: a browser does not tell when a worker ends, so only a request notices it."""
        never: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        return await never

    async def end(self) -> None:
        """End it."""
        self._port.end()


class Warm:
    """All boxes are warm: what they think with was compiled before the page came."""

    def __init__(self) -> None:
        self.failed: set[str] = set()
        self.boxes: list[str] = []

    def is_warm(self, slug: str) -> bool:
        """It is."""
        return True

    def want(self, slugs: Iterable[str], *, first: bool = False) -> None:
        """They are."""

    async def close(self) -> None:
        """Nothing to stop."""


def mind(usual: Mapping[str, float]) -> Callable[[bytes], bytes]:
    """What runs in the worker: a request in, an answer out. `usual` is how fast each box was where the house was made."""
    from ludotheque.bots.service.worker import Mind
    from ludotheque.pocket.pace import Pace

    kept: Any = Mind(Pace(usual).patience)
    return lambda data: framed(kept.answer(read_request(data)))[LENGTH:]
