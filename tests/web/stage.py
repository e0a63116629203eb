"""The stage: a house of the tests whose deals, draws and bots follow a script, with a door that can be shut."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from ludotheque import records
from ludotheque.bots import Budget
from ludotheque.bots.advice import Coach, Review
from ludotheque.bots.offhand import read_views
from ludotheque.bots.player import moves_of
from ludotheque.bots.verdict import Verdict
from ludotheque.games import game as find_game
from ludotheque.rules.core import Chance, Json, Move
from ludotheque.rules.game import Game
from ludotheque.rules.play import Play
from tests.server.people import Chancers, OpenHouse, open_house
from tests.tables.backends import free_port

DEALS: list[Json] = []
"""The deals of the tables made so far, the last one last: the tests know what is hidden, the pages must not."""
ELSEWHERE = "ludotheque.example"
"""A name that the tests' browser takes for this machine: a page from there has plain HTTP and no secure context."""


class Stage:
    """What the tables that are made now are to play; without a script they get always the same deal, and any bots."""

    def __init__(self) -> None:
        self.script: Json | None = None

    def dealer(self, game: Any, players: int, options: Any, first: int | None) -> Json:
        """The script's deal, if the table is for it."""
        script = self.script
        if script is not None and (script["game"], script["players"], script["options"]) == (game.slug, players, options):
            deal: Json = script["deal"]
        else:
            deal = game.new(players, seed=11, named={"first": first or 0}, **options).deal
        DEALS.append(deal)
        return dict(deal)

    def draw(self, play: Play) -> Chance:
        """What the script draws; otherwise pawns in turn, so that games are short."""
        entry = self.entry(play.game.slug, len(play.entries))
        possible = [chance for chance, _ in play.chances()]
        if "chance" in entry and play.game.chance(entry["chance"]) in possible:
            return play.game.chance(entry["chance"])
        return possible[(len(play.entries) // 6) % len(possible)]

    def entry(self, game: str, at: int) -> Json:
        """What the script says happens at a moment; nothing when it has no such moment."""
        if self.script is None or self.script["game"] != game or at >= len(self.script["moves"]):
            return {}
        found: Json = self.script["moves"][at]
        return found


class Actors(Chancers):
    """Bots that know the script; where it has nothing for them they play any legal move."""

    def __init__(self, stage: Stage) -> None:
        super().__init__()
        self.stage = stage

    async def choose(self, game_slug: str, seat: int, level: str, seed: int, views: Sequence[bytes], **more: Any) -> Move:
        """The script's move, as long as it is one."""
        entry = self.stage.entry(game_slug, len(views) - 1)
        if entry.get("seat") == seat:
            wanted = [move for move in self.moves(game_slug, views[-1]) if move.to_json() == entry["move"]]
            if wanted:
                return wanted[0]
        return await super().choose(game_slug, seat, level, seed, views, **more)

    async def hint(self, game_slug: str, seat: int, views: Sequence[bytes], **_: Any) -> bytes:
        """The script's move, with what the coach has to say of it: only its numbers are made up."""
        game, seen = find_game(game_slug), read_views(game_slug, views)
        coach = Coach(game, seat, Budget(playouts=1), 0)
        for view in seen:
            coach.see(view)
        wanted = self.stage.entry(game_slug, len(views) - 1).get("move")
        moves = sorted(moves_of(game, seen[-1]), key=lambda move: move.to_json() != wanted)
        return msgspec.json.encode(coach.advise(seen[-1], made_up(game, moves)))

    async def review(self, record: Json, seat: int, **_: Any) -> bytes:
        """Every move of a seat judged, each second one as costly; better is one that rests on what was seen, if there is any."""
        play = records.begin(record)
        coach, judged = Coach(play.game, seat, Budget(playouts=1), 0), []
        for index, entry in enumerate(record["moves"]):
            view = play.view(seat)
            coach.see(view)
            if entry.get("seat") == seat:
                move = play.game.move(entry["move"])
                others = [other for other in moves_of(play.game, view) if other != move]
                others.sort(key=lambda other: not coach.adviser.notebook.recall(view, other))
                first = [move] if len(judged) % 2 else others[:1]
                judged.append(coach.judge(view, index, move, made_up(play.game, [*first, move, *others])))
            records.enter(play, entry, index)
        return msgspec.json.encode(Review(record["game"], seat, tuple(judged)))


def made_up(game: Game, moves: Sequence[Move]) -> list[Verdict]:
    """Chances for moves: the first is best, the next ones are worse and worse."""
    actions = dict.fromkeys(map(game.action, moves))
    return [Verdict(action, max(0.62 - 0.14 * n, 0.02), 300, noise=0.02) for n, action in enumerate(actions)]


STAGE = Stage()
dealer, draw = STAGE.dealer, STAGE.draw


class Door:
    """A way into the house that can be shut: whoever came through it is cut off, whoever knocks is refused."""

    def __init__(self, loop: asyncio.AbstractEventLoop, port: int, house_port: int) -> None:
        self.loop, self.port, self.house_port = loop, port, house_port
        self.url = f"http://127.0.0.1:{port}"
        self._server: asyncio.Server | None = None
        self._through: set[asyncio.StreamWriter] = set()

    def open(self) -> None:
        """Let people in."""
        asyncio.run_coroutine_threadsafe(self._open(), self.loop).result(10)

    def shut(self) -> None:
        """Cut everybody off who came through this door."""
        asyncio.run_coroutine_threadsafe(self._shut(), self.loop).result(10)

    async def _open(self) -> None:
        if self._server is None:
            self._server = await asyncio.start_server(self._pass, "127.0.0.1", self.port)

    async def _shut(self) -> None:
        if self._server is not None:
            self._server.close()
            self._server = None
        for writer in list(self._through):
            writer.transport.abort()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        inner, outer = await asyncio.open_connection("127.0.0.1", self.house_port)
        self._through |= {writer, outer}
        try:
            await asyncio.gather(self._carry(reader, outer), self._carry(inner, writer))
        finally:
            self._through -= {writer, outer}

    @staticmethod
    async def _carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()
        writer.close()


class Running:
    """An open house, and the door to it."""

    def __init__(self, house: OpenHouse, door: Door) -> None:
        self.house, self.door = house, door
        self.url = house.url
        self.elsewhere = f"http://{ELSEWHERE}:{house.port}"


@contextlib.contextmanager
def running_house(folder: Path, **more: Any) -> Iterator[Running]:
    """A house in a thread of its own."""
    ready, done = threading.Event(), threading.Event()
    found: list[Running] = []
    port, door_port = free_port(), free_port()
    origins = (f"http://{ELSEWHERE}:{port}", f"http://127.0.0.1:{door_port}")
    parts: dict[str, Any] = {"dealer": dealer, "draw": draw, "thinkers": Actors(STAGE), "origins": origins, "port": port, **more}

    async def keep() -> None:
        async with open_house(folder, **parts) as opened:
            door = Door(asyncio.get_running_loop(), door_port, port)
            await door._open()
            found.append(Running(opened, door))
            ready.set()
            while not done.is_set():
                await asyncio.sleep(0.05)
            await door._shut()

    thread = threading.Thread(target=lambda: asyncio.run(keep()), daemon=True)
    thread.start()
    assert ready.wait(30)
    try:
        yield found[0]
    finally:
        done.set()
        thread.join(10)
