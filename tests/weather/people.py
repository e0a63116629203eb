"""People with pages: they play, wait, leave and come back, and some of them send what no page of ours would send."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec

from ludotheque.games import game as find_game
from ludotheque.levels import LEVELS
from ludotheque.server.protocol import VERSION
from ludotheque.server.routes import guests, play, tables
from ludotheque.server.routes.bodies import JoinForm, MuteForm, RemoveForm, SeatForm, SettingsForm, StandInForm, TableForm
from ludotheque.tables.model import REACTIONS, Guest, Settings
from tests.weather.checker import Checker
from tests.weather.servers import Server
from tests.weather.wire import Line
from tests.weather.world import World

BOXES: dict[str, tuple[int, list[int], dict[str, bool | int]]] = {
    "tictactoe": (4, [2], {}),
    "tonoo": (3, [2, 3, 4], {"capacity": 5}),
    "novem": (4, [2], {"games": 1}),
    "bonbons": (1, [2, 3], {"quick": True}),
    "tuiles": (1, [2, 3], {"stretch": 6}),
    "tableaux": (1, [2, 3], {}),
}
"""How often a box is opened, by how many, with which (short) options."""
MOST_TABLES = 6
BUSY = 12.0
"""How many things a person does in a second."""
_encode, _decode = msgspec.json.encode, msgspec.json.decode


@dataclass(eq=False)
class Page:
    """What a page knows: the last thing it was shown."""

    person: Person
    table: str
    server: Server
    known: bool = True
    """Whether it came with its guest's cookie."""
    line: Line | None = None
    seq: int = 0
    looks_as: int | None = None
    to_act: int | str | None = None
    legal: list[Any] = field(default_factory=list)
    info: dict[str, Any] = field(default_factory=dict)
    welcomed: bool = False
    waiting: dict[str, dict[str, Any]] = field(default_factory=dict)
    """What was sent and is not answered."""

    @property
    def open(self) -> bool:
        """Whether it can talk."""
        return self.line is not None and not self.line.gone

    @property
    def mine(self) -> list[int]:
        """The seats of whoever looks."""
        if not self.known:
            return []
        return [number for number, seat in enumerate(self.info.get("seats", ())) if seat.get("guest") == self.person.guest.id]

    @property
    def may_play(self) -> bool:
        """Whether it is the turn of whoever looks, as far as this page knows."""
        return bool(self.legal) or self.to_act in self.mine

    def send(self, message: dict[str, Any] | bytes) -> None:
        """Send a message."""
        if self.line is not None and self.open:
            if isinstance(message, dict):
                if "id" in message:
                    self.waiting[message["id"]] = message
                self.person.world.note(self.line.name, "sends", message)
            self.person.checker.sent(self.line, message)
            self.line.send(message if isinstance(message, bytes) else _encode(message))

    def hear(self, frame: bytes | None) -> None:
        """Take in what came; None: the line is dead."""
        if frame is None:
            return
        message = _decode(frame)
        kind = message["type"]
        if kind in ("welcome", "view"):
            self.seq, self.looks_as, self.legal = message["seq"], message["looks_as"], message["legal"]
            self.to_act = None if message["view"] is None else message["view"]["to_act"]
            self.person.may_have_seen(self)
        if kind in ("welcome", "table"):
            self.info = message["table"]
            self.welcomed = True
        elif kind in ("accepted", "refused"):
            sent = self.waiting.pop(message["id"], None)
            if kind == "accepted" and sent is not None and sent["type"] in ("move", "say", "react"):
                self.person.echo(self, sent)


class Person:
    """A guest, with any number of pages."""

    def __init__(self, world: World, checker: Checker, servers: list[Server], number: int) -> None:
        self.world, self.checker, self.servers = world, checker, servers
        self.guest = Guest(f"guest{number}", f"Guest {number}", "fox")
        self.token = f"token-of-guest-number-{number}"
        self.life, self.chance = world.loop.life(self.guest.id), world.stream(self.guest.id)
        self.pages: list[Page] = []
        self.said: deque[tuple[str, dict[str, Any]]] = deque(maxlen=30)
        """Moves and words that were sent, and where: to be sent again."""
        self._number = 0
        self._opened = 0

    # What a page does ------------------------------------------------------------------------------------------------

    def new_id(self, kind: str) -> str:
        """An id for a command: m for a move, s for something said, o for others."""
        self._number += 1
        return f"{kind}{self._number}"

    def open_page(self, table: str, server: Server | None = None, **hello: Any) -> Page | None:
        """Open the page of a table, on any server that is up."""
        up = [one for one in self.servers if one.up]
        if server is None:
            if not up:
                return None
            server = self.chance.choice(up)
        page = Page(self, table, server, hello.pop("known", True))
        self._opened += 1
        name = f"{self.guest.id}/{self._opened}"
        token = self.token if page.known else None
        page.line = server.connect(name, table, token, self.life, page.hear)
        if page.line is None:
            return None
        self.checker.connected(page.line, table, self.guest.id if token else None)
        self.world.note(name, "opens", table, "at", page.line.server.name, hello)
        self.pages.append(page)
        page.line.send(_encode({"type": "hello", "version": VERSION, **hello}))
        return page

    def close_page(self, page: Page) -> None:
        """Close a page."""
        if page.line is not None:
            self.world.note(page.line.name, "closes")
            page.line.cut()
        self.pages.remove(page)

    def move(self, page: Page) -> None:
        """Play any legal move."""
        self._move(page, self.chance.choice(page.legal)["move"], page.seq)

    def _move(self, page: Page, move: Any, seq: int, command: str | None = None) -> dict[str, Any]:
        message = {"type": "move", "id": command or self.new_id("m"), "seq": seq, "move": move}
        self.said.append((page.table, message))
        page.send(message)
        return message

    def echo(self, page: Page, message: dict[str, Any]) -> None:
        """Now and then what was accepted is sent again at once through another server, which may not know of it yet."""
        if self.world.stormy and self.chance.random() < 0.15:
            for other in self.pages:
                if other.table == page.table and other.server is not page.server and other.welcomed and other.known:
                    other.send(message)

    def may_have_seen(self, page: Page) -> None:
        """Some pages are quick to say that everything was seen; some say it of what they cannot have seen."""
        if self.chance.random() < 0.4:
            wrong = self.chance.choice([-1, 1, 2, 10**9]) if self.chance.random() < 0.1 else 0
            page.send({"type": "seen", "seq": page.seq + wrong})

    def look(self, page: Page, seat: int | None) -> None:
        """Look as a seat."""
        page.send({"type": "look_as", "id": self.new_id("o"), "seat": seat})

    # An evening ------------------------------------------------------------------------------------------------------

    async def spend(self) -> None:
        """Do this and that until the storm is over."""
        while self.world.stormy:
            await asyncio.sleep(self.chance.expovariate(BUSY))
            self.pages = [page for page in self.pages if page.open or self._give_up(page)]
            self._do_something()

    def _give_up(self, page: Page) -> bool:
        """A page whose line is dead: most come back and send again what was not answered."""
        unanswered = list(page.waiting.values())
        if self.chance.random() < 0.8:
            hello: dict[str, Any] = {"since": page.seq}
            if page.looks_as is not None and self.chance.random() < 0.5:
                hello["look_as"] = page.looks_as
            again = self.open_page(page.table, **hello)
            if again is not None:
                for message in unanswered:
                    if message["type"] in ("move", "say", "react"):
                        again.send(message)
        return False

    def _do_something(self) -> None:
        chance = self.chance.random()
        live = [page for page in self.pages if page.welcomed]
        if chance < 0.6 and live:
            self._play(self.chance.choice([page for page in live if page.may_play] or live))
        elif chance < 0.68 or not self.pages:
            self._visit()
        elif chance < 0.72 and len(self.pages) > 1:
            self.close_page(self.chance.choice(self.pages))
        elif chance < 0.84 and live:
            self._mischief(self.chance.choice(live))
        elif chance < 0.88 and live:
            self._talk(self.chance.choice(live))
        else:
            self.world.loop.begin(self.life, self._ask(), f"{self.guest.id} asks")

    def _visit(self) -> None:
        known = self.checker.tables()
        if known and len(self.pages) < 5:
            hello: dict[str, Any] = {"known": self.chance.random() < 0.95}
            if self.chance.random() < 0.2:
                hello["look_as"] = self.chance.randrange(4)
            self.open_page(self.chance.choice(self._mine() or known) if self.chance.random() < 0.8 else known[-1], **hello)

    def _mine(self) -> list[str]:
        """The tables under way at which one sits."""
        under_way = [truth for truth in self.checker.truths.values() if truth.stored.status == "playing"]
        return [truth.id for truth in under_way if any(seat.guest == self.guest.id for seat in truth.stored.seats)]

    def _play(self, page: Page) -> None:
        """What a good page does: play when it may, after having looked as the seat to act."""
        if any(message["type"] == "move" for message in page.waiting.values()):
            return
        if page.legal:
            self.move(page)
        elif page.to_act in page.mine and page.to_act != page.looks_as:
            self.look(page, page.to_act)

    def _talk(self, page: Page) -> None:
        if self.chance.random() < 0.7:
            message = {"type": "say", "id": self.new_id("s"), "text": f"{self.guest.id} says {self._number}"}
        else:
            message = {"type": "react", "id": self.new_id("s"), "reaction": self.chance.choice(REACTIONS)}
        self.said.append((page.table, message))
        page.send(message)

    def _mischief(self, page: Page) -> None:
        """What no page of ours would send, or not now."""
        chance = self.chance
        mine = [message for table, message in self.said if table == page.table]
        truth = self.checker.truth(page.table)
        moves = find_game(truth.game).rules.MOVES if truth is not None else ()
        match chance.randrange(9):
            case 0 | 1 if mine:  # again, perhaps through another server
                page.send(chance.choice(mine))
            case 2 if page.legal:  # twice at once, on one line or two
                message = self._move(page, chance.choice(page.legal)["move"], page.seq)
                others = [other for other in self.pages if other.table == page.table and other.welcomed]
                chance.choice(others or [page]).send(message)
            case 3 if moves:
                self._move(page, chance.choice(moves).to_json(), page.seq + chance.randint(-2, 2))
            case 4 if moves and (played := [message["id"] for message in mine if message["type"] == "move"]):
                self._move(page, chance.choice(moves).to_json(), page.seq, chance.choice(played))  # an id that was used
            case 5:
                self.look(page, chance.choice([None, 0, 1, 2, 3]))
            case 6:
                page.send(chance.choice([b"{", b'{"type":"move"}', b"[]", b'{"type":"hello","version":2}', b"\xff"]))
            case 7:
                page.send({"type": "ping", "id": self.new_id("o")})
            case _ if page.legal:
                self._move(page, chance.choice(page.legal)["move"], page.seq - 1)
            case _:
                pass

    # Afterwards ------------------------------------------------------------------------------------------------------

    def carry_on(self, table: str) -> None:
        """It is this person's turn at a table: see to it that there is a page, and play."""
        here = [page for page in self.pages if page.table == table and page.open and page.known]
        if here:
            self._play(self.chance.choice(here))
        else:
            self.open_page(table)

    # Over HTTP -------------------------------------------------------------------------------------------------------

    async def ask(self, route: Any, server: Server | None = None, **args: Any) -> tuple[str, Any]:
        """A request to any server that is up; what came of it is checked as the server gives it."""
        up = [one for one in self.servers if one.up]
        if server is None and not up:
            return "gone", None
        server = server or self.chance.choice(up)
        name = route.fn.__name__
        self.world.note(self.guest.id, "asks", name, args, "at", server.name)
        check: Callable[[Any], None] = lambda answer: self.checker.answered(self.guest.id, name, args, answer)  # noqa: E731
        answer = await server.ask(route, self.token, self.life, check, **args)
        self.world.note(self.guest.id, name, answer[0], getattr(answer[1], "code", ""))
        return answer

    async def _ask(self) -> None:
        chance, known = self.chance, self.checker.tables()
        if not known or (len(known) < MOST_TABLES and chance.random() < (0.15 if self._mine() else 0.5)):
            await self.make_table()
            return
        table = chance.choice(known)
        truth = self.checker.truth(table)
        assert truth is not None
        if truth.stored.status == "open" and chance.random() < 0.7:
            free = [number for number, seat in enumerate(truth.stored.seats) if seat.kind == "open"]
            if not free and (truth.stored.host == self.guest.id or chance.random() < 0.2):
                await self.ask(tables.start, table_id=table)
            elif truth.stored.host == self.guest.id and chance.random() < 0.5:
                form = StandInForm(chance.choice(free), chance.choice(LEVELS))
                await self.ask(tables.seat_bot, table_id=table, data=form)
            else:
                await self.ask(tables.join, table_id=table, data=JoinForm())
        elif any(seat.guest == self.guest.id and seat.stand_in for seat in truth.stored.seats) and chance.random() < 0.3:
            await self.ask(tables.take_back, table_id=table)
        elif truth.stored.status == "over" and chance.random() < 0.6:
            await self.ask(tables.rematch, table_id=table)
        else:
            await self._ask_about(table, truth.stored.players)

    async def _ask_about(self, table: str, players: int) -> None:
        chance = self.chance
        seat = chance.randrange(players)
        other = f"guest{chance.randrange(3)}"
        wishes: list[tuple[int, Any, dict[str, Any]]] = [
            (4, play.record, {}),
            (3, play.fair, {}),
            (2, play.legal, {}),
            (3, play.log, {"since": chance.randrange(10)}),
            (3, tables.one_table, {}),
            (1, tables.leave, {}),
            (1, tables.resign, {}),
            (3, tables.take_back, {}),
            (2, tables.stand_in, {"data": StandInForm(seat, chance.choice(LEVELS))}),
            (1, tables.settings, {"data": SettingsForm(chance.random() < 0.7, chance.choice([None, "calm", "brisk"]))}),
            (1, tables.mute, {"data": MuteForm(other, chance.random() < 0.5)}),
            (1, tables.remove, {"data": RemoveForm(other)}),
            (2, guests.my_tables, None),
            (2, tables.public_tables, None),
        ]
        _, route, args = chance.choices(wishes, [wish[0] for wish in wishes])[0]
        await self.ask(route, **({} if args is None else {"table_id": table, **args}))

    async def make_table(self) -> tuple[str, Any]:
        """Open a box."""
        chance = self.chance
        slug = chance.choices(list(BOXES), [box[0] for box in BOXES.values()])[0]
        _, players, options = BOXES[slug]
        count = chance.choice(players)
        kinds = chance.choice([["me", "bot"], ["me", "open"], ["me", "open"], ["me"], ["me", "bot", "open"], ["bot"]])
        seats = [SeatForm("me") if at == 0 and "me" in kinds else SeatForm(chance.choice(kinds)) for at in range(count)]
        settings = Settings(
            look=chance.choice([0.0, 0.0, 0.4, 1.0]),
            timer=chance.choice([None, None, 5.0]),
            chat=chance.random() < 0.9,
            pace=chance.choice(["normal", "normal", "calm", "brisk"]),
        )
        start = all(seat.kind != "open" for seat in seats) and chance.random() < 0.8
        form = TableForm(game=slug, options=options, seats=seats, public=chance.random() < 0.7, settings=settings, start=start)
        return await self.ask(tables.make_table, data=form)
