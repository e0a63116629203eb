"""The audience: who is looking at which table, and what they are sent. Every byte of play comes from a seat's view."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

import msgspec

from ludotheque.rules.core import Line, Move, Told
from ludotheque.server import protocol
from ludotheque.server.connection import Connection, seat_seen_as
from ludotheque.server.looks import Looks
from ludotheque.server.protocol import Legal, Present, Said, Seen, TableChanged, Welcome
from ludotheque.tables.bus import News
from ludotheque.tables.draft import Step
from ludotheque.tables.hosting import look_denied, may_look, seats_of
from ludotheque.tables.house import House
from ludotheque.tables.live import LiveTable
from ludotheque.tables.model import Person, Talk
from ludotheque.tables.position import Moment

LINES = 200
PRESENCE_DELAY = 0.1
PRESENCE_REFRESH = 10.0
PRESENCE_LIFE = 25.0
AWAY_AFTER = 8.0
"""Seconds without a page after which somebody is called away: a reload or a lost connection takes less."""
_encode = msgspec.json.Encoder().encode


def seen(live: LiveTable, looks_as: int, moment: Moment) -> Seen:
    """What a seat sees now, as a message."""
    view = live.shown(looks_as, moment)
    assert view is not None
    legal = _legal(live.to_act, live.legal(), looks_as)
    return Seen(seq=live.seq, looks_as=seat_seen_as(looks_as), view=view, legal=legal, clock=live.clock(moment))


def first_seen(live: LiveTable, looks_as: int, moment: Moment) -> Seen:
    """Where a game stands and how it came there, for somebody who waited for it: it may have been brought here."""
    lines, later = live.log(moment, max(0, live.seq - LINES)), _later(live, moment)
    return msgspec.structs.replace(seen(live, looks_as, moment), lines=lines, later=later)


def _legal(to_act: int | None, moves: Iterable[Move], looks_as: int) -> list[Legal]:
    """What one who looks as a seat may play: the moves of the seat to act, if it is that one."""
    return [Legal(move.to_json()) for move in moves] if to_act == looks_as else []


def _later(live: LiveTable, moment: Moment) -> Line | None:
    """What the last line will say once the look at it is over; None if it says that now."""
    return None if live.last is None or live.looked(moment) else _changes_to(live.last)


def _changes_to(told: Told) -> Line | None:
    return None if told.later == told.now else told.later


class Audience:
    """All connections of this server, by table."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.tables: dict[str, set[Connection]] = {}
        self._elsewhere: dict[str, dict[str, tuple[float, list[Person]]]] = {}
        self.looks = Looks(house, self.tables, self._is_absent)
        self._announcing: dict[str, asyncio.TimerHandle] = {}
        self._refreshing: asyncio.Task[None] | None = None
        house.room.onlooker = self
        self._opened = 0.0
        self._last_seen: dict[tuple[str, str], float] = {}
        """When somebody who is away now was at a table last, by the clock that only goes on."""

    async def open(self) -> None:
        """With other servers about, tell them now and then who is here."""
        self._opened = self.house.monotonic()
        if self.house.store.shared:
            self._refreshing = asyncio.create_task(self._refresh(), name="presence")

    async def close(self) -> None:
        """Send everybody away; they come back to another server, or to this one when it is up again."""
        self.looks.close()
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
        async with self.house.at_rest(live):
            may_look(live.stored, None if connection.guest is None else connection.guest.id)
            talk = await self.house.room.talk(live)
            self.tables.setdefault(connection.table_id, set()).add(connection)
            connection.settle(live)
            connection.send(self.welcome(connection, live, since, talk))
            connection.shown = live.play is not None
            self.looks.wait(live)
        self._announce_soon(connection.table_id)

    def welcome(self, connection: Connection, live: LiveTable, since: int | None, talk: list[Talk]) -> Welcome:
        """Everything a page begins with."""
        moment = self.house.moment()
        known = min(since or 0, live.seq - live.looked(moment))  # after the look the last line says less, also to who has it
        first = max(0, live.seq - LINES, known)
        return Welcome(
            version=protocol.VERSION,
            me=None if connection.guest is None else connection.guest.id,
            table=live.info(),
            seq=live.seq,
            looks_as=seat_seen_as(connection.looks_as),
            view=live.shown(connection.looks_as, moment),
            legal=_legal(live.to_act, live.legal(), connection.looks_as),
            first_line=first,
            lines=live.log(moment, first),
            later=_later(live, moment),
            talk=talk,
            present=self.present(connection.table_id),
            clock=live.clock(moment),
        )

    def drop(self, connection: Connection) -> None:
        """Somebody has left."""
        here = self.tables.get(connection.table_id)
        if here is None or connection not in here:
            return
        here.discard(connection)
        if connection.guest is not None:
            self._note_seen(connection.table_id, connection.guest.id)
        if not here:
            del self.tables[connection.table_id]
        self._announce_soon(connection.table_id)

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
                            looks_as=seat_seen_as(looks_as),
                            view=step.views[looks_as],
                            legal=_legal(step.to_act, step.legal, looks_as),
                            line=step.told.now,
                            later=_changes_to(step.told),
                            events=list(step.events[looks_as]),
                            clock=step.clock,
                        )
                    )
                connection.send_bytes(encoded[looks_as])
                connection.shown = True
        self.looks.follow(live)

    def changed(self, live: LiveTable) -> None:
        """Tell everybody of seats and settings; those who look as another seat now see what it sees."""
        connections = self.tables.get(live.stored.id, ())
        if not connections:
            return
        news, moment = _encode(TableChanged(live.info())), self.house.moment()
        for connection in list(connections):
            denied = look_denied(live.stored, None if connection.guest is None else connection.guest.id)
            if denied is not None:
                connection.close(denied.code, retry=False)
                continue
            connection.send_bytes(news)
            moved = connection.settle(live)
            if live.play is not None and (moved or not connection.shown):
                show = seen if connection.shown else first_seen
                connection.send(show(live, connection.looks_as, moment))
                connection.shown = True
        self.looks.wait(live)  # a game may be brought here in the middle of a look
        self._announce_soon(live.stored.id)

    def said(self, table_id: str, line: Talk) -> None:
        """Pass on what somebody said."""
        connections = self.tables.get(table_id, ())
        if connections:
            news = _encode(Said(line))
            for connection in connections:
                connection.send_bytes(news)

    async def revoke(self, table_id: str, seat: int) -> None:
        """Bots' keys to a seat open no longer: who came in with one leaves, wherever that is."""
        self._end_keys(table_id, seat)
        await self.house.bus.publish(News("keys", table_id, self.house.server, seat))

    def _end_keys(self, table_id: str, seat: int) -> None:
        for connection in list(self.tables.get(table_id, ())):
            if connection.only_seat == seat:
                connection.close("token", retry=False)

    # Who is looking --------------------------------------------------------------------------------------------------

    def here(self, table_id: str) -> list[Person]:
        """Who looks at a table through this server."""
        live = self.house.known(table_id)
        found: dict[str, Person] = {}
        for connection in self.tables.get(table_id, ()):
            guest = connection.guest
            if guest is not None:
                seats = seats_of(live.stored, guest.id) if live is not None else []
                found[guest.id] = Person(guest.id, guest.name, guest.picture, seats)
        return list(found.values())

    def present(self, table_id: str) -> list[Person]:
        """Who looks at a table through any server."""
        found = {person.guest: person for person in self.here(table_id)}
        elsewhere = self._elsewhere.get(table_id, {})
        for server, (until, people) in list(elsewhere.items()):
            if until < self.house.monotonic():
                del elsewhere[server]
            else:
                found.update((person.guest, person) for person in people)
        return sorted(found.values(), key=lambda person: (person.seats or [99], person.name, person.guest))

    def is_away(self, table_id: str, guest_id: str | None) -> bool:
        """Whether somebody has had no page open at a table, on any server, for a while."""
        if any(person.guest == guest_id for person in self.present(table_id)):
            return False
        last = max(self._opened, self._last_seen.get((table_id, guest_id or ""), self._opened))
        return self.house.monotonic() - last >= AWAY_AFTER

    def _is_absent(self, live: LiveTable, guest_id: str | None) -> bool:
        """Whether somebody is surely away: who has come to another server has told us by now."""
        heard = not self.house.store.shared or self.house.monotonic() - live.known_since >= PRESENCE_REFRESH + AWAY_AFTER
        return heard and self.is_away(live.stored.id, guest_id)

    def _note_seen(self, table_id: str, guest_id: str) -> None:
        now = self.house.monotonic()
        self._last_seen.pop((table_id, guest_id), None)
        self._last_seen[table_id, guest_id] = now
        while now - next(iter(self._last_seen.values())) > AWAY_AFTER:  # in the order of time
            del self._last_seen[next(iter(self._last_seen))]

    def told(self, news: News) -> None:
        """Another server says who is there, who has seen what there was to see, or which seat's keys open no longer."""
        if news.kind == "seen":
            self.looks.told(news)
            return
        if news.kind == "keys":
            self._end_keys(news.table, int(news.detail))
            return
        people = msgspec.convert(news.detail, list[Person])
        now = self.house.monotonic()
        _, before = self._elsewhere.setdefault(news.table, {}).get(news.sender, (now, []))
        for person in (*before, *people):
            self._note_seen(news.table, person.guest)
        self._elsewhere[news.table][news.sender] = (now + PRESENCE_LIFE, people)
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
