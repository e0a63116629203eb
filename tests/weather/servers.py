"""Servers: the real hall with the real house, attendant, audience and conversations; killed, stopped and begun again."""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import Callable, Coroutine
from dataclasses import fields
from pathlib import Path
from typing import Any

from ludotheque.server.config import Config
from ludotheque.server.hall import COOKIE, Hall
from ludotheque.server.limits import Limits
from ludotheque.server.routes.route import Asked
from ludotheque.server.websocket.arrival import arrive
from ludotheque.server.websocket.socket import Gone
from ludotheque.tables.denied import Denied
from ludotheque.tables.house import House
from ludotheque.tables.store import Unavailable
from tests.weather.bus import Carrier, Stop
from tests.weather.checker import Checker
from tests.weather.clock import Life
from tests.weather.store import Door, Storm
from tests.weather.thinkers import Thinkers
from tests.weather.wire import NEAR, Line
from tests.weather.world import BEGAN, World

NO_LIMITS = Limits(**{limit.name: limit.default * 1000 for limit in fields(Limits)})
"""They count by a clock that is not ours."""
CONFIG = Config(data=Path("/nowhere"), limits=NO_LIMITS, pace=0.3)
Answered = tuple[str, Any]
"""What came of a request: ("ok", body), ("denied", Denied), ("busy", None), or ("gone", None) when the server was."""


class Server:
    """One place at which a server runs, time and again."""

    def __init__(self, world: World, number: int, storm: Storm, carrier: Carrier, checker: Checker) -> None:
        self.world, self.name, self.storm, self.carrier, self.checker = world, f"server {number}", storm, carrier, checker
        self.chance = world.stream(self.name)
        self.ahead = 0.0
        """How many seconds its clock is ahead of the time of day."""
        self.starts = 0
        self.life: Life | None = None
        self.hall: Hall | None = None
        self.up = False
        self._lines: list[Line] = []
        self._asked: list[tuple[asyncio.Future[Answered], Life]] = []

    def now(self) -> float:
        """What its clock shows."""
        return BEGAN + self.world.loop.time() + self.ahead

    # Coming and going ------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Begin a process."""
        if self.life is not None and self.life.alive:
            return
        self.starts += 1
        self.life = self.world.loop.life(f"{self.name}.{self.starts}")
        self.life.killed = self._killed
        self.world.note(self.life.name, "starts")
        self.world.loop.begin(self.life, self._run(self.life), "serve")

    async def _run(self, life: Life) -> None:
        door, stop = Door(self.storm, life), Stop(self.carrier, life)
        house = House(door, stop, now=self.now, pace=CONFIG.pace, server=life.name)  # type: ignore[arg-type]
        hall = Hall(CONFIG, house, Thinkers(self.world, self.checker, life.name))
        try:
            await hall.open()
        except Unavailable:
            self.world.note(life.name, "cannot open")
            self.world.loop.call_soon(self.world.loop.kill, life, context=self.world.loop.world.context)
            return
        self.hall, self.up = hall, True
        self.world.note(life.name, "is up")

    def kill(self) -> None:
        """kill -9."""
        if self.life is not None:
            self.world.loop.kill(self.life)

    def _killed(self) -> None:
        assert self.life is not None
        self.world.note(self.life.name, "is dead")
        self.up = False
        for stop in [stop for stop in self.carrier.stops if stop.life is self.life]:
            stop.leave()
        for line in self._lines:
            line.cut()
        for answer, life in self._asked:
            self._reply(answer, life, ("gone", None))
        self._lines, self._asked = [], []
        wait = self.chance.uniform(0.05, 2.0)
        self.world.loop.call_later(wait, self.start, context=self.world.loop.world.context)

    def stop(self) -> None:
        """SIGTERM: leave by the door, within a time."""
        if self.up and self.life is not None and self.hall is not None:
            self.world.note(self.life.name, "stops")
            self.up = False
            self.world.loop.begin(self.life, self.hall.close(), "stop")
            self.world.loop.call_later(self.chance.uniform(0.1, 3.0), self.world.loop.kill, self.life)

    # Pages and requests ----------------------------------------------------------------------------------------------

    def connect(
        self, name: str, table_id: str, token: str | None, page: Life, hear: Callable[[bytes | None], None]
    ) -> Line | None:
        """A page opens a socket."""
        if not self.up or self.life is None:
            return None
        line = Line(self.world, name, page, self.life, hear)
        self._lines = [other for other in self._lines if not other.gone] + [line]
        headers = [(b"cookie", f"{COOKIE}={token}".encode())] if token else []
        scope = {"type": "websocket", "path": f"/api/tables/{table_id}/socket", "headers": headers, "client": ("page", 1)}
        self.world.loop.begin(self.life, self._converse(line, scope), f"conversation {name}")
        return line

    async def _converse(self, line: Line, scope: dict[str, Any]) -> None:
        assert self.hall is not None
        try:
            await arrive(self.hall, line, scope)  # type: ignore[arg-type]
        except (Gone, Unavailable) as left:
            self.world.note(line.name, "ends", repr(left))
        except Exception:
            self.world.demand(False, "a conversation broke:", traceback.format_exc())
        line.talking = None
        line.close()

    async def ask(self, route: Any, token: str | None, page: Life, check: Callable[[Answered], None], **args: Any) -> Answered:
        """A request over HTTP, by the route's own function; `check` sees the answer as it leaves the server."""
        if not self.up or self.life is None or self.hall is None:
            return "gone", None
        answer: asyncio.Future[Answered] = asyncio.get_running_loop().create_future()
        self._asked = [asked for asked in self._asked if not asked[0].done()] + [(answer, page)]
        request = Asked(self.hall, "page", [token] if token else [])
        serve = self._serve(lambda: route.fn(request, **args), check, answer, page)
        self.world.loop.begin(self.life, serve, "request")
        return await answer

    async def _serve(
        self,
        work: Callable[[], Coroutine[Any, Any, Any]],
        check: Callable[[Answered], None],
        answer: asyncio.Future[Answered],
        page: Life,
    ) -> None:
        found: Answered
        await asyncio.sleep(self.chance.uniform(*NEAR))
        try:
            found = "ok", await work()
        except Denied as denied:
            found = "denied", denied
        except Unavailable:
            found = "busy", None
        except Exception:
            self.world.demand(False, "a request broke:", traceback.format_exc())
            found = "busy", None
        check(found)
        self._reply(answer, page, found)

    def _reply(self, answer: asyncio.Future[Answered], page: Life, found: Answered) -> None:
        def reply() -> None:
            if not answer.done():
                answer.set_result(found)

        self.world.loop.call_later(self.chance.uniform(*NEAR), reply, context=page.context)
