"""Looks: what was revealed is hidden again when its time is over, or when everybody who is there has seen it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping

import msgspec

from ludotheque.server.connection import Connection, seat_seen_as
from ludotheque.server.protocol import Forgotten
from ludotheque.tables.bus import News
from ludotheque.tables.house import House
from ludotheque.tables.live import LiveTable
from ludotheque.tables.position import played_by_house

_encode = msgspec.json.Encoder().encode


class Looks:
    """The looks under way at the tables of one server."""

    def __init__(
        self, house: House, tables: Mapping[str, Collection[Connection]], absent: Callable[[LiveTable, str | None], bool]
    ) -> None:
        self.house, self._tables, self._absent = house, tables, absent
        self._timers: dict[str, asyncio.TimerHandle] = {}

    def close(self) -> None:
        """Nobody is told any more."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    # The time to look ------------------------------------------------------------------------------------------------

    def follow(self, live: LiveTable) -> None:
        """Entries were shown: whoever saw them is told when what they revealed is hidden again."""
        if live.looked(self.house.moment()):
            self._forget(live)  # they were read late, from the store
        else:
            self.wait(live)

    def wait(self, live: LiveTable) -> None:
        """See to it that a look which is under way ends in time."""
        moment, table_id = self.house.moment(), live.stored.id
        # one that is over by now still has its timer, which tells everybody
        if live.looking(moment):
            self._stop(table_id)
            loop, seconds = asyncio.get_running_loop(), live.look_until - moment.tick
            self._timers[table_id] = loop.call_later(seconds, self._over, table_id, live.seq)

    def _stop(self, table_id: str) -> None:
        if (timer := self._timers.pop(table_id, None)) is not None:
            timer.cancel()

    def _over(self, table_id: str, seq: int) -> None:
        self._timers.pop(table_id, None)
        live = self.house.known(table_id)
        if live is not None and live.seq == seq:
            self.follow(live)  # a timer may be early by a hair

    def _forget(self, live: LiveTable) -> None:
        """Tell everybody here what is left to be seen."""
        self._stop(live.stored.id)
        moment, encoded = self.house.moment(), dict[int, bytes]()
        for connection in self._tables.get(live.stored.id, ()):
            looks_as = connection.looks_as
            if looks_as not in encoded:
                view, line = live.shown(looks_as, moment), live.line(moment)
                assert view is not None
                assert line is not None
                encoded[looks_as] = _encode(Forgotten(seq=live.seq, looks_as=seat_seen_as(looks_as), view=view, line=line))
            connection.send_bytes(encoded[looks_as])

    # Having seen -----------------------------------------------------------------------------------------------------

    async def saw(self, connection: Connection, live: LiveTable, seq: int) -> None:
        """A page has shown everything up to `seq`: whoever sits there has seen it. Spectators make nobody hurry."""
        seats = connection.seats(live)
        if self._note(live, seats, seq) and self.house.store.shared:
            await self.house.bus.publish(News("seen", live.stored.id, self.house.server, [seq, seats]))

    def told(self, news: News) -> None:
        """The same, through another server."""
        live = self.house.known(news.table)
        seq, seats = msgspec.convert(news.detail, tuple[int, list[int]])
        if live is not None:
            self._note(live, seats, seq)

    def _note(self, live: LiveTable, seats: Collection[int], seq: int) -> bool:
        """Whether that was news. With the last one who is there nobody waits any longer."""
        playing = {
            number: seat.guest
            for number, seat in enumerate(live.stored.seats)
            if seat.kind == "guest" and not played_by_house(seat)
        }
        if live.stored.status != "playing" or seq != live.seq or not playing.keys() & set(seats):
            return False
        news = live.note_seen(playing.keys() & set(seats))
        missing = playing.keys() - live.have_seen()
        if live.seen_by_all != seq and all(self._absent(live, playing[seat]) for seat in missing):
            looking = live.looking(self.house.moment())
            live.seen_by_all = live.seq
            self.house.room.due(live)
            if looking:
                self._forget(live)
        return news
