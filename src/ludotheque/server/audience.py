"""The audience: who is looking at which table, and what they are sent. Every byte of play comes from a seat's view."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Protocol

import msgspec

from ludotheque.rules.core import SPECTATOR, Line, Move, Told, View
from ludotheque.server import protocol
from ludotheque.server.protocol import Bye, Legal, Present, Said, Seen, TableChanged, Welcome
from ludotheque.server.websocket.frames import AGAIN, NORMAL
from ludotheque.tables.bus import News
from ludotheque.tables.house import House
from ludotheque.tables.live import LiveTable, Step
from ludotheque.tables.model import Guest, Person, Talk

QUEUE_BYTES = 512 * 1024
LINES = 200
PRESENCE_DELAY = 0.1
PRESENCE_REFRESH = 10.0
PRESENCE_LIFE = 25.0
_encode = msgspec.json.Encoder().encode


class Outlet(Protocol):
    """Where a connection writes to: a socket."""

    full: bool

    def write(self, texts: Iterable[bytes]) -> None:
        """Send texts."""

    def close(self, code: int) -> None:
        """Say good-bye."""


class Connection:
    """One page at one table. What it is sent waits until it reads, but not without end."""

    __slots__ = (
        "_bytes",
        "_flushing",
        "_socket",
        "_waiting",
        "chosen",
        "closing",
        "guest",
        "looks_as",
        "only_seat",
        "shown",
        "table_id",
    )

    def __init__(self, table_id: str, guest: Guest | None, only_seat: int | None, socket: Outlet) -> None:
        self.table_id, self.guest, self.only_seat, self._socket = table_id, guest, only_seat, socket
        self.looks_as = SPECTATOR
        self.chosen = False
        self.shown = False
        self.closing: Bye | None = None
        self._waiting: list[bytes] = []
        self._bytes = 0
        self._flushing = False

    def send(self, message: object) -> None:
        """Send a message, together with what else is sent in this moment."""
        self.send_bytes(_encode(message))

    def send_bytes(self, data: bytes) -> None:
        """The same, already encoded."""
        if self.closing is not None:
            return
        self._waiting.append(data)
        self._bytes += len(data)
        if self._bytes > QUEUE_BYTES:
            self._waiting.clear()
            self.close("slow", retry=True)
            self._flush()
        elif not self._flushing:
            self._flushing = True
            asyncio.get_running_loop().call_soon(self.room)

    def close(self, code: str, *, retry: bool) -> None:
        """Say good-bye after what is waiting."""
        if self.closing is None:
            self.closing = Bye(code, retry)
            self._waiting.append(_encode(self.closing))
            self.room()

    def room(self) -> None:
        """Write what is waiting, if the page reads; otherwise when it does."""
        self._flushing = False
        if not self._socket.full:
            self._flush()

    def shut(self) -> None:
        """The server stops."""
        self.close("restart", retry=True)

    def _flush(self) -> None:
        waiting, self._waiting, self._bytes = self._waiting, [], 0
        if waiting:
            self._socket.write(waiting)
        if self.closing is not None:
            self._socket.close(AGAIN if self.closing.retry else NORMAL)

    def seats(self, live: LiveTable) -> list[int]:
        """The seats this page may look as."""
        mine = live.seats_of(self.guest.id if self.guest is not None else None)
        return mine if self.only_seat is None else [seat for seat in mine if seat == self.only_seat]

    def settle(self, live: LiveTable) -> bool:
        """Look as a seat one may look as; whether that has changed."""
        mine = self.seats(live)
        before = self.looks_as
        if before in mine or (self.chosen and before == SPECTATOR):
            return False
        self.looks_as = mine[0] if len(mine) == 1 else SPECTATOR
        return self.looks_as != before


def seen(live: LiveTable, looks_as: int, now: float) -> Seen:
    """What a seat sees now, as a message."""
    view = live.view(looks_as)
    assert view is not None
    legal = _legal(live.legal()) if live.to_act == looks_as else []
    return Seen(seq=live.seq, looks_as=_seat(looks_as), view=view, legal=legal, clock=live.clock(now))


def _legal(moves: Iterable[Move]) -> list[Legal]:
    return [Legal(move.to_json()) for move in moves]


def _later(told: Told | None) -> Line | None:
    return None if told is None or told.later == told.now else told.later


def _seat(looks_as: int) -> int | None:
    return None if looks_as == SPECTATOR else looks_as


class Audience:
    """All connections of this server, by table."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.tables: dict[str, set[Connection]] = {}
        self._elsewhere: dict[str, dict[str, tuple[float, list[Person]]]] = {}
        self._announcing: dict[str, asyncio.TimerHandle] = {}
        self._refreshing: asyncio.Task[None] | None = None
        house.onlooker = self

    async def open(self) -> None:
        """With other servers about, tell them now and then who is here."""
        if self.house.store.shared:
            self._refreshing = asyncio.create_task(self._refresh(), name="presence")

    async def close(self) -> None:
        """Send everybody away; they come back to another server, or to this one when it is up again."""
        for timer in self._announcing.values():
            timer.cancel()
        if self._refreshing is not None:
            self._refreshing.cancel()
        for connections in list(self.tables.values()):
            for connection in list(connections):
                connection.close("restart", retry=True)

    # Coming and going ------------------------------------------------------------------------------------------------

    async def add(self, connection: Connection, live: LiveTable, since: int | None) -> None:
        """Welcome somebody; from now on nothing is missed."""
        talk = await self.house.store.talk(connection.table_id)
        async with live.lock:
            self.tables.setdefault(connection.table_id, set()).add(connection)
            connection.settle(live)
            connection.send(self.welcome(connection, live, since, talk))
            connection.shown = live.play is not None
        self._announce_soon(connection.table_id)

    def welcome(self, connection: Connection, live: LiveTable, since: int | None, talk: list[Talk]) -> Welcome:
        """Everything a page begins with."""
        first = max(0, live.seq - LINES, min(since or 0, live.seq))
        view: View | None = live.view(connection.looks_as)
        return Welcome(
            version=protocol.VERSION,
            me=None if connection.guest is None else connection.guest.id,
            table=live.info(),
            seq=live.seq,
            looks_as=_seat(connection.looks_as),
            view=view,
            legal=_legal(live.legal()) if live.to_act == connection.looks_as else [],
            first_line=first,
            lines=live.log(first),
            later=_later(live.last),
            talk=talk,
            present=self.present(connection.table_id),
            clock=live.clock(self.house.now()),
        )

    def drop(self, connection: Connection) -> None:
        """Somebody has left."""
        here = self.tables.get(connection.table_id)
        if here is None or connection not in here:
            return
        here.discard(connection)
        if not here:
            del self.tables[connection.table_id]
        self._announce_soon(connection.table_id)

    def dismiss(self, table_id: str, guest_id: str, code: str) -> None:
        """Close what a guest has open at a table."""
        for connection in list(self.tables.get(table_id, ())):
            if connection.guest is not None and connection.guest.id == guest_id:
                connection.close(code, retry=False)

    def look_as(self, connection: Connection, live: LiveTable, seat: int | None) -> bool:
        """Look as another of one's own seats; whether one may."""
        wanted = SPECTATOR if seat is None else seat
        if wanted != SPECTATOR and wanted not in connection.seats(live):
            return False
        connection.looks_as, connection.chosen = wanted, True
        return True

    # What happens at a table -----------------------------------------------------------------------------------------

    def looking_as(self, table_id: str) -> Iterable[int]:
        """The seats that somebody here looks as."""
        return {connection.looks_as for connection in self.tables.get(table_id, ())}

    def show(self, live: LiveTable, steps: list[Step]) -> None:
        """Send each entry's views, one by one."""
        connections = self.tables.get(live.stored.id, ())
        for step in steps:
            encoded: dict[int, bytes] = {}
            for connection in connections:
                looks_as = connection.looks_as
                if looks_as not in encoded:
                    if looks_as not in step.views:
                        continue  # began to look after this entry; the welcome showed it
                    encoded[looks_as] = _encode(
                        Seen(
                            seq=step.seq,
                            looks_as=_seat(looks_as),
                            view=step.views[looks_as],
                            legal=_legal(step.legal) if step.to_act == looks_as else [],
                            line=step.told.now,
                            later=_later(step.told),
                            clock=step.clock,
                        )
                    )
                connection.send_bytes(encoded[looks_as])
                connection.shown = True

    def changed(self, live: LiveTable) -> None:
        """Tell everybody of seats and settings; those who look as another seat now see what it sees."""
        connections = self.tables.get(live.stored.id, ())
        if not connections:
            return
        news = _encode(TableChanged(live.info()))
        for connection in list(connections):
            if connection.guest is not None and connection.guest.id in live.stored.banned:
                connection.close("removed", retry=False)
                continue
            connection.send_bytes(news)
            moved = connection.settle(live)
            if live.play is not None and (moved or not connection.shown):
                connection.send(seen(live, connection.looks_as, self.house.now()))
                connection.shown = True
        self._announce_soon(live.stored.id)

    def said(self, table_id: str, line: Talk) -> None:
        """Pass on what somebody said."""
        connections = self.tables.get(table_id, ())
        if connections:
            news = _encode(Said(line))
            for connection in connections:
                connection.send_bytes(news)

    # Who is looking --------------------------------------------------------------------------------------------------

    def here(self, table_id: str) -> list[Person]:
        """Who looks at a table through this server."""
        live = self.house.known(table_id)
        found: dict[str, Person] = {}
        for connection in self.tables.get(table_id, ()):
            guest = connection.guest
            if guest is not None:
                seats = live.seats_of(guest.id) if live is not None else []
                found[guest.id] = Person(guest.id, guest.name, guest.picture, seats)
        return list(found.values())

    def present(self, table_id: str) -> list[Person]:
        """Who looks at a table through any server."""
        found = {person.guest: person for person in self.here(table_id)}
        elsewhere = self._elsewhere.get(table_id, {})
        for server, (until, people) in list(elsewhere.items()):
            if until < self.house.now():
                del elsewhere[server]
            else:
                found.update((person.guest, person) for person in people)
        return sorted(found.values(), key=lambda person: (person.seats or [99], person.name, person.guest))

    def told(self, news: News) -> None:
        """Another server says who is there."""
        people = msgspec.convert(news.detail, list[Person])
        self._elsewhere.setdefault(news.table, {})[news.sender] = (self.house.now() + PRESENCE_LIFE, people)
        self._send_presence(news.table)

    def _announce_soon(self, table_id: str) -> None:
        if table_id not in self._announcing:
            loop = asyncio.get_running_loop()
            self._announcing[table_id] = loop.call_later(PRESENCE_DELAY, self._announce, table_id)

    def _announce(self, table_id: str) -> None:
        self._announcing.pop(table_id, None)
        self._send_presence(table_id)
        if self.house.store.shared:
            task = asyncio.create_task(self._tell_others(table_id))
            task.add_done_callback(lambda _: None)

    def _send_presence(self, table_id: str) -> None:
        connections = self.tables.get(table_id)
        if connections:
            news = _encode(Present(self.present(table_id)))
            for connection in connections:
                connection.send_bytes(news)

    async def _tell_others(self, table_id: str) -> None:
        people = msgspec.to_builtins(self.here(table_id))
        await self.house.bus.publish(News("presence", table_id, self.house.server, people))

    async def _refresh(self) -> None:
        while True:
            await asyncio.sleep(PRESENCE_REFRESH)
            for table_id in list(self.tables):
                await self._tell_others(table_id)
