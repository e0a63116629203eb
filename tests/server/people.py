"""People for tests: a house in this process, guests with browsers, pages at tables."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from ludotheque.bots.advice import Hint, Review, Weighed
from ludotheque.games import game as find_game
from ludotheque.rules.core import Move
from ludotheque.rules.play import legal_moves
from ludotheque.server.config import Config
from ludotheque.server.door import Gate
from ludotheque.server.hall import Hall
from ludotheque.server.limits import Limits
from ludotheque.server.protocol import VERSION
from ludotheque.server.run import server
from ludotheque.tables.bus import make_bus
from ludotheque.tables.house import House
from ludotheque.tables.store.sql import SqlStore
from tests.tables.backends import free_port

PATIENCE = 30.0
"""Seconds after which a page gives up: a guard against waiting for ever, not a promise. Machines that test are busy."""
_MANY = ("address_", "guest_", "control_", "table_")
GENEROUS = Limits(
    **{name: type(value)(100_000) for name, value in vars(Limits()).items() if name.startswith(_MANY)}  # type: ignore[arg-type]
)
"""Limits that stand in no test's way."""


class Chancers:
    """Bots for tests: they imagine a table that looks like theirs and play any legal move of it."""

    def __init__(self, pick: Callable[[list[Move]], Move] | None = None) -> None:
        self.pick = pick or random.Random(1).choice
        self.asked: list[tuple[str, int, str, int]] = []

    def moves(self, slug: str, view: bytes) -> list[Move]:
        game = find_game(slug)
        seen = msgspec.json.decode(view, type=vars(game.rules)["View"])
        return legal_moves(game, game.imagine(seen), [0] * max(len(game.rules.MOVES), len(game.rules.CHANCES), 1))

    async def choose(self, game_slug: str, seat: int, level: str, seed: int, views: Sequence[bytes], **_: Any) -> Move:
        self.asked.append((game_slug, seat, level, len(views)))
        return self.pick(self.moves(game_slug, views[-1]))

    async def offhand(self, game_slug: str, seat: int, level: str, seed: int, views: Sequence[bytes]) -> Move:
        self.asked.append((game_slug, seat, "offhand", len(views)))
        return self.moves(game_slug, views[-1])[-1]

    async def hint(self, game_slug: str, seat: int, views: Sequence[bytes], **_: Any) -> bytes:
        moves = self.moves(game_slug, views[-1])
        weighed = tuple(Weighed(move.to_json(), 0.5, 1 / len(moves)) for move in moves)
        return msgspec.json.encode(Hint(seat, len(views) - 1, weighed))

    async def review(self, record: dict[str, Any], seat: int, **_: Any) -> bytes:
        return msgspec.json.encode(Review(record["game"], seat, ()))


@asynccontextmanager
async def open_house(folder: Path, **more: Any) -> AsyncIterator[OpenHouse]:
    """A house in this process. What belongs to `House` (clock, dealer, chance) and `Config` may be given."""
    port = more.pop("port", None) or free_port()
    parts = {name: more.pop(name) for name in ("now", "monotonic", "dealer", "draw", "make_id") if name in more}
    if "now" in parts:  # a test's own clock is both
        parts.setdefault("monotonic", parts["now"])
    thinkers = more.pop("thinkers", None) or Chancers()
    alone = more.pop("alone", False)
    limits = replace(GENEROUS, **{name: more.pop(name) for name in vars(GENEROUS) if name in more})
    config = Config(port=port, data=folder, limits=limits, **{"pace": 0.0, **more})
    house = House(SqlStore(config.store_url, alone=alone), make_bus(config.bus), pace=config.pace, **parts)
    hall = Hall(config, house, thinkers)
    running = server(config, hall)
    running.config.log_level = "error"
    task = asyncio.create_task(running.serve())
    while not running.started:
        if task.done():
            task.result()
        await asyncio.sleep(0.01)
    opened = OpenHouse(hall, port, running.config.http.args[0])  # type: ignore[union-attr]
    try:
        yield opened
    finally:
        for guest in opened.guests:
            await guest.close()
        running.should_exit = True
        await task


class OpenHouse:
    """A house that is open."""

    def __init__(self, hall: Hall, port: int, gate: Gate) -> None:
        self.hall, self.port, self.gate = hall, port, gate
        self.url = f"http://127.0.0.1:{port}"
        self.guests: list[Guest] = []

    async def guest(self, name: str = "") -> Guest:
        """Somebody comes in; with a name they introduce themselves."""
        guest = Guest(self.url)
        self.guests.append(guest)
        if name:
            await guest.introduce(name)
        return guest


class Guest:
    """A browser."""

    def __init__(self, url: str, origin: str | None = None, headers: Mapping[str, str] | None = None) -> None:
        """`origin` is where the page was opened, if not at the server itself; `headers` are what a proxy adds."""
        self.url, self.origin, self.headers = url, origin or url, dict(headers or {})
        self.http = httpx.AsyncClient(base_url=url, headers={"origin": self.origin, **self.headers}, timeout=30)
        self.id = ""
        self.pages: list[Page] = []

    async def introduce(self, name: str) -> None:
        self.id = (await self.post("/api/me", {"name": name}))["guest"]["id"]

    async def post(self, path: str, body: Any = None, status: int | None = None) -> Any:
        answer = await self.http.post(path, json=body if body is not None else {})
        assert answer.status_code in ((status,) if status else (200, 201)), (path, answer.status_code, answer.text)
        return answer.json()

    async def get(self, path: str, status: int = 200) -> Any:
        answer = await self.http.get(path)
        assert answer.status_code == status, (path, answer.status_code, answer.text)
        return answer.json()

    async def table(self, game: str, *seats: Any, **more: Any) -> str:
        """A new table; seats are "me", "open" or the level of a bot."""
        kinds = [{"kind": seat} if seat in ("me", "open") else {"kind": "bot", "level": seat} for seat in seats]
        settings = {"look": 0, **more.pop("settings", {})}
        made = await self.post("/api/tables", {"game": game, "seats": kinds, "settings": settings, **more})
        return str(made["id"])

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    async def page(self, table: str, **hello: Any) -> Page:
        """Open the page of a table."""
        page = Page(self, table)
        await page.open(**hello)
        self.pages.append(page)
        return page

    async def close(self) -> None:
        for page in self.pages:
            await page.close()
        await self.http.aclose()


class Page:
    """A page at a table: says hello, remembers what it was sent."""

    def __init__(self, guest: Guest, table: str) -> None:
        self.guest, self.table = guest, table
        self.socket: ClientConnection
        self.frames: list[str] = []
        self.welcome: dict[str, Any] = {}
        self.view: Any = None
        self.legal: list[dict[str, Any]] = []
        self.seq = 0
        self.number = 0

    async def open(self, **hello: Any) -> None:
        headers = {**self.guest.headers, **({"cookie": self.guest.cookie} if self.guest.cookie else {})}
        there = urlsplit(self.guest.url)
        address = f"ws://{headers.pop('host', there.netloc)}/api/tables/{self.table}/socket"
        more: dict[str, Any] = {"origin": self.guest.origin, "host": there.hostname, "port": there.port, "compression": None}
        self.socket = await connect(address, additional_headers=headers, **more)
        await self.send({"type": "hello", "version": VERSION, **hello})
        self.welcome = await self.next("welcome")

    async def send(self, message: Any) -> None:
        await self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    async def receive(self, seconds: float = PATIENCE) -> dict[str, Any]:
        """The next message, taken in."""
        text = await asyncio.wait_for(self.socket.recv(), seconds)
        assert isinstance(text, str)
        self.frames.append(text)
        message: dict[str, Any] = json.loads(text)
        if message["type"] in ("view", "welcome"):
            self.view, self.legal, self.seq = message["view"], message["legal"], message["seq"]
        elif message["type"] == "forgotten":
            self.view = message["view"]
        return message

    async def next(self, *types: str, seconds: float = PATIENCE) -> dict[str, Any]:
        """The next message of one of these types."""
        async with asyncio.timeout(seconds):
            while True:
                message = await self.receive(seconds)
                if message["type"] in types:
                    return message

    async def until(self, condition: Callable[[Page], bool], seconds: float = PATIENCE) -> None:
        """Take messages in until something holds."""
        async with asyncio.timeout(seconds):
            while not condition(self):
                await self.receive(seconds)

    async def move(self, move: Any, seq: int | None = None, command: str | None = None) -> dict[str, Any]:
        """Play a move; the answer. The view that follows is still to come."""
        self.number += 1
        name = command or f"c{self.number}-{id(self)}"
        await self.send({"type": "move", "id": name, "seq": self.seq if seq is None else seq, "move": move})
        while True:
            answer = await self.next("accepted", "refused")
            if answer["id"] == name:
                return answer

    async def close(self) -> None:
        await self.socket.close()


async def play_out(pages: Sequence[Page], choose: Callable[[list[Any]], Any] = random.choice, limit: int = 6000) -> None:
    """Let the pages (each looking as its own seat) play random moves until the game is over."""
    for _ in range(limit):
        first = pages[0]
        if first.view["to_act"] == "over":
            return
        acting = next((page for page in pages if page.legal and page.seq == first.seq), None)
        if acting is None:
            await first.receive()
        else:
            answer = await acting.move(choose(acting.legal)["move"])
            assert answer["type"] == "accepted", answer
            await acting.until(lambda page, seq=answer["seq"]: page.seq >= seq)  # type: ignore[misc]
        top = max(page.seq for page in pages)
        for page in pages:
            await page.until(lambda page, top=top: page.seq >= top)  # type: ignore[misc]
    raise AssertionError("the game does not end")
