"""The house in a page: the hall with everything in it, asked by messages of the page instead of over a network."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterable
from concurrent.futures import Executor, Future
from typing import Any

from ludotheque.bots.service import ThinkingService
from ludotheque.bots.service.rest import Rest
from ludotheque.pocket.asking import Answer, Desk, encoded
from ludotheque.pocket.store import PocketStore, Shelf
from ludotheque.pocket.thinking import Neighbour, Port, Warm
from ludotheque.server.config import Config
from ludotheque.server.connection import Talking
from ludotheque.server.conversation import converse
from ludotheque.server.hall import Hall
from ludotheque.server.replays import Workroom
from ludotheque.server.routes import guests, house, play, tables
from ludotheque.server.routes.problems import problem_of
from ludotheque.server.routes.route import Asked
from ludotheque.tables.bus import LocalBus
from ludotheque.tables.denied import Denied
from ludotheque.tables.house import House
from ludotheque.tables.live import LiveTable
from ludotheque.tables.position import played_by_house
from ludotheque.tables.store import Unavailable

HERE = "here"
"""The address of everybody in this house."""
KEY = "me"
"""Under which the shelf keeps who is at home here."""
QUIET = 60.0
"""Seconds after which the worker that thinks is let go: it is half of what a house holds, and a new one is there soon."""


class Gone(Exception):
    """The page has left the table."""


class AtOnce(Executor):
    """Work is done where it is asked for: a page has no further processes."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Do it."""
        done: Future[Any] = Future()
        try:
            done.set_result(fn(*args, **kwargs))
        except Exception as error:
            done.set_exception(error)
        return done


class Line:
    """A page at a table: a `Wire`, as the conversation has it."""

    def __init__(self, send: Callable[[str], None]) -> None:
        self.talking: Talking | None = None
        self.rude = False
        self.full = False
        self._send = send
        self._heard: asyncio.Queue[bytes | None] = asyncio.Queue()

    def hear(self, text: str) -> None:
        """The page says something."""
        self._heard.put_nowait(text.encode())

    def leave(self) -> None:
        """The page goes."""
        self._heard.put_nowait(None)

    async def receive(self) -> bytes:
        """The next message, or Gone."""
        heard = await self._heard.get()
        if heard is None:
            raise Gone
        return heard

    def write(self, texts: Iterable[bytes]) -> None:
        """Tell the page."""
        for text in texts:
            self._send(text.decode())

    def close(self, code: int) -> None:
        """Say good-bye."""
        self.leave()


def has_bots(live: LiveTable) -> bool:
    """Whether the house plays for somebody at a table where a game is not over."""
    return live.stored.status in ("open", "playing") and any(map(played_by_house, live.stored.seats))


class Pocket:
    """A house that is open as long as somebody on this device looks at it."""

    def __init__(
        self, shelf: Shelf, hire: Callable[[], Awaitable[Port]], pace: float = Config().pace, quiet: float = QUIET
    ) -> None:
        async def neighbour() -> Neighbour:
            return Neighbour(await hire())

        self.shelf, self.token = shelf, ""
        self.thinkers = ThinkingService(1, neighbour, Warm(), Rest(quiet, self._bots_play))
        self.hall = Hall(
            Config(pace=pace, alone=True), House(PocketStore(shelf), LocalBus(), pace=pace), self.thinkers, Workroom(AtOnce)
        )
        self._desk = Desk([*house.ROUTES, *guests.ROUTES, *tables.ROUTES, *play.ROUTES])
        self._talks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Open the doors; whoever was at home here still is."""
        await self.hall.open()
        self.token = (await self.shelf.read()).get(KEY, "")

    async def close(self) -> None:
        """Close them."""
        await self.hall.close()
        await asyncio.gather(*self._talks, return_exceptions=True)

    async def ask(self, method: str, target: str, body: bytes) -> Answer:
        """Answer what would be a request over HTTP."""
        answer = await self._desk.ask(Asked(self.hall, HERE, self._tokens()), method, target, body)
        if answer.token is not None:
            try:
                await self.shelf.write({KEY: answer.token}, ())
            except Unavailable as error:  # who they are would be forgotten: they are told now, and ask again
                return encoded(*problem_of(error))
            self.token = answer.token
        return answer

    def sit(self, table_id: str, send: Callable[[str], None], closed: Callable[[], None]) -> Line:
        """Answer what would be a WebSocket: `send` is called with every message, `closed` at the end."""
        line = Line(send)
        task = asyncio.get_running_loop().create_task(self._talk(line, table_id, closed))
        self._talks.add(task)
        task.add_done_callback(self._talks.discard)
        return line

    async def _talk(self, line: Line, table_id: str, closed: Callable[[], None]) -> None:
        try:
            await self._wake(table_id)
            await converse(self.hall, line, table_id, HERE, self._tokens())
        except Gone:
            pass
        finally:
            closed()

    async def _wake(self, table_id: str) -> None:
        """Bots are asked soon at a table that somebody comes to: who thinks for them begins meanwhile."""
        with contextlib.suppress(Denied, Unavailable):
            if has_bots(await self.hall.house.table(table_id)):
                self.thinkers.expect()

    def _bots_play(self) -> bool:
        """Whether somebody is at a table with bots."""
        tables = (self.hall.house.known(table_id) for table_id in self.hall.audience.tables)
        return any(live is not None and has_bots(live) for live in tables)

    def _tokens(self) -> list[str]:
        return [self.token] if self.token else []
