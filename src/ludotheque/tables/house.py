"""The house: finds tables, carries out what people ask for, and tells everybody. Append, acknowledge, publish."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

import msgspec

from ludotheque.rules.core import Chance, Fault, Refused
from ludotheque.rules.play import Play
from ludotheque.tables.bus import Bus, News
from ludotheque.tables.denied import Denied
from ludotheque.tables.hosting import Dealer, deal_at_random
from ludotheque.tables.identity import new_id
from ludotheque.tables.live import LiveTable, Step, millis
from ludotheque.tables.model import StoredTable, Talk
from ludotheque.tables.moves import Answer, Command, Row, after, attempt, draw_at_random
from ludotheque.tables.store import ANY, NEW, Change, Conflict, Store, StoredMove, Unavailable, Wake

T = TypeVar("T")
LEASE = 5.0
"""Seconds for which a server that sees to a bot or a timer is left alone."""
KEPT = 1000
"""About so many tables are kept in memory when nobody looks at them."""
_encode = msgspec.json.encode


class Onlooker(Protocol):
    """Whoever passes on to people what happens: the audience."""

    def looking_as(self, table_id: str) -> Iterable[int]:
        """The seats that somebody here looks as."""

    def show(self, live: LiveTable, steps: list[Step]) -> None:
        """Entries were stored."""

    def changed(self, live: LiveTable) -> None:
        """Seats, settings or status have changed."""

    def said(self, table_id: str, line: Talk) -> None:
        """Somebody spoke."""

    def told(self, news: News) -> None:
        """News from another server that the house does not read itself."""


@dataclass
class House:
    """Everything that the servers' faces stand on. Tests give it a clock, a dealer and chance of their own."""

    store: Store
    bus: Bus
    now: Callable[[], float] = time.time
    dealer: Dealer = deal_at_random
    draw: Callable[[Play], Chance] = draw_at_random
    make_id: Callable[[], str] = new_id
    pace: float = 0.7
    """Seconds that a bot takes at least."""
    server: str = field(default_factory=new_id)
    onlooker: Onlooker | None = None
    on_due: Callable[[str, float], None] | None = None
    on_entries: Callable[[int], None] | None = None

    def __post_init__(self) -> None:
        self._live: dict[str, LiveTable] = {}
        self._room = KEPT
        self._loading: dict[str, asyncio.Future[LiveTable]] = {}

    async def open(self) -> None:
        """Open the store and listen."""
        await self.store.open()
        await self.bus.open(self._hear, self.catch_up)

    async def close(self) -> None:
        """Stop listening, write what is waiting."""
        await self.bus.close()
        await self.store.close()

    # Finding tables --------------------------------------------------------------------------------------------------

    async def table(self, table_id: str, *, fresh: bool = False) -> LiveTable:
        """A table; `fresh` asks a shared store whether other servers have gone on."""
        live = self._live.get(table_id)
        if live is None:
            live = await self._load(table_id)
        elif fresh and self.store.shared:
            async with live.lock:
                await self._read_on(live)
        live.used = self.now()
        return live

    def known(self, table_id: str) -> LiveTable | None:
        """A table that is in memory."""
        return self._live.get(table_id)

    async def _load(self, table_id: str) -> LiveTable:
        if table_id in self._loading:
            return await asyncio.shield(self._loading[table_id])
        self._loading[table_id] = waiting = asyncio.get_running_loop().create_future()
        try:
            stored = await self.store.table(table_id)
            if stored is None or not stored.game:
                raise Denied("no_such_table", "unknown")
            log = await self.store.moves(table_id)
            live = await self._replay(stored, log)
        except BaseException as error:
            waiting.set_exception(error if isinstance(error, Exception) else Denied("busy", "busy"))
            waiting.exception()
            raise
        else:
            self._make_room()
            self._live[table_id] = live
            waiting.set_result(live)
            return live
        finally:
            del self._loading[table_id]

    async def _replay(self, stored: StoredTable, log: list[StoredMove]) -> LiveTable:
        """A table from its log. What this version cannot replay is frozen, never repaired."""
        try:
            live = LiveTable(stored)
            live.read(stored, log)
        except (Fault, Refused, KeyError):
            live = LiveTable(msgspec.structs.replace(stored, status="frozen", deal=None))
        return live

    async def _read_on(self, live: LiveTable) -> None:
        """Take over what others have stored. The caller holds the lock."""
        table_id = live.stored.id
        stored = await self.store.table(table_id)
        if stored is None or live.stored.status == "frozen":
            return
        before = live.stored.version
        log = await self.store.moves(table_id, live.seq)
        if stored.version != before or log:
            steps = live.read(stored, log, self._looking_as(table_id))
            live.wake = 0.0
            if self.onlooker is not None:
                if stored.version != before:
                    self.onlooker.changed(live)
                if steps:
                    self.onlooker.show(live, steps)

    async def _start_over(self, live: LiveTable, shown: int) -> None:
        """Read a table anew after something was played that could not be stored; `shown` entries have been shown."""
        stored = await self.store.table(live.stored.id)
        if stored is None:
            raise Denied("no_such_table", "unknown")
        log = await self.store.moves(live.stored.id)
        fresh = await self._replay(stored, log[:shown])
        steps = fresh.read(stored, log[shown:], self._looking_as(stored.id))
        fresh.wake = 0.0
        live.become(fresh)
        if self.onlooker is not None:
            self.onlooker.changed(live)
            if steps:
                self.onlooker.show(live, steps)

    def _make_room(self) -> None:
        """Drop the longest unused tables that nobody looks at; the store has them."""
        if len(self._live) < self._room:
            return
        idle = [live for live in self._live.values() if not live.lock.locked() and not self._watched(live.stored.id)]
        for live in sorted(idle, key=lambda live: live.used)[: len(idle) * 3 // 4]:
            del self._live[live.stored.id]
        self._room = max(KEPT, 2 * len(self._live))

    def _watched(self, table_id: str) -> bool:
        return any(True for _ in self._looking_as(table_id))

    def _looking_as(self, table_id: str) -> Iterable[int]:
        return self.onlooker.looking_as(table_id) if self.onlooker is not None else ()

    # Playing ---------------------------------------------------------------------------------------------------------

    async def play(
        self,
        live: LiveTable,
        seats: Iterable[int],
        command: str | None,
        seq: int,
        data: object,
        acknowledge: Callable[[Answer], None] = lambda _: None,
        *,
        late: bool = False,
    ) -> Answer:
        """Play a move for the seat to act, if it is one of `seats`. The answer is given once, before anybody sees the move."""
        async with live.lock:
            for _ in range(3):
                shown = live.seq
                answer, entries, steps = self._try(live, seats, Command(command, seq, data, late))
                if steps is None:
                    acknowledge(answer)
                    return answer
                try:
                    await self._store(live, entries, late)
                except Conflict:
                    await self._start_over(live, shown)
                except (Unavailable, asyncio.CancelledError):
                    await asyncio.shield(self._start_over(live, shown))
                    raise
                else:
                    break
            else:
                raise Unavailable
            acknowledge(answer)
            if self.onlooker is not None:
                self.onlooker.show(live, steps)
                if live.stored.status != "playing":
                    self.onlooker.changed(live)
            if self.on_entries is not None:
                self.on_entries(len(entries))
        await self.bus.publish(News("moves", live.stored.id, self.server, live.seq))
        if live.wake is not None and self.on_due is not None:
            self.on_due(live.stored.id, live.wake)
        return answer

    def _try(self, live: LiveTable, seats: Iterable[int], command: Command) -> tuple[Answer, list[Row], list[Step] | None]:
        """Check a move and play it in memory."""
        return attempt(live, seats, command, self.now(), self.draw, tuple(self._looking_as(live.stored.id)))

    async def _store(self, live: LiveTable, rows: list[Row], late: bool) -> None:
        """Append entries, and with them the end of the game and who has to act next."""
        play, stored = live.play, live.stored
        assert play is not None
        change = Change(stored.id, stored.version, entries=rows, table=after(live, rows, self.now(), late=late))
        if change.table is not None:
            live.stored = change.table
        due = live.due(self.pace)
        if due is not None or live.wake is not None:
            change.wake = self.wake(due)
            live.wake = due
        await self.store.append(change)

    def wake(self, due: float | None) -> Wake:
        """When a bot or a timer is due; this server sees to it, and others should it not."""
        return Wake() if due is None else Wake(due, self.server, due + LEASE)

    # Changing tables -------------------------------------------------------------------------------------------------

    async def add(self, stored: StoredTable) -> LiveTable:
        """A new table."""
        stored.id = stored.id or self.make_id()
        stored.created = stored.changed = self.now()
        live = LiveTable(stored)
        due = live.due(self.pace)
        live.wake = due
        await self.store.append(Change(stored.id, NEW, table=stored, wake=self.wake(due)))
        self._make_room()
        self._live[stored.id] = live
        if due is not None and self.on_due is not None:
            self.on_due(stored.id, due)
        return live

    async def change(self, table_id: str, how: Callable[[StoredTable, LiveTable], T]) -> tuple[LiveTable, T]:
        """Change a table: `how` changes a copy, or raises Denied. What others did in between is read first."""
        live = await self.table(table_id)
        async with live.lock:
            for _ in range(8):
                changed = msgspec.structs.replace(live.stored, version=live.stored.version + 1, changed=self.now())
                if changed.status in ("frozen", "archived"):
                    raise Denied("table_closed")
                result = how(changed, live)
                before = live.stored
                live.stored = changed
                if changed.deal is not None and live.play is None:
                    live.read(changed, ())
                due = live.due(self.pace)
                try:
                    await self.store.append(Change(table_id, before.version, table=changed, wake=self.wake(due)))
                except Conflict:
                    await self._start_over(live, live.seq)
                except (Unavailable, asyncio.CancelledError):
                    await asyncio.shield(self._start_over(live, live.seq))
                    raise
                else:
                    live.wake = due
                    break
            else:
                raise Unavailable
            if self.onlooker is not None:
                self.onlooker.changed(live)
        await self.bus.publish(News("table", table_id, self.server))
        if due is not None and self.on_due is not None:
            self.on_due(table_id, due)
        return live, result

    async def say(self, table_id: str, line: Talk) -> Talk:
        """Keep and pass on a line of chat, a reaction or a notice."""
        line = msgspec.structs.replace(line, at=millis(self.now()))
        [kept] = await self.store.append(Change(table_id, ANY, talk=[line]))
        if self.onlooker is not None:
            self.onlooker.said(table_id, kept)
        await self.bus.publish(News("talk", table_id, self.server, _encode(kept).decode()))
        return kept

    async def notice(self, table_id: str, code: str, **args: int | str) -> None:
        """Something that everybody at the table should know."""
        await self.say(table_id, Talk(n=0, at=0, kind="notice", code=code, args=args))

    # News from other servers -----------------------------------------------------------------------------------------

    async def _hear(self, news: News) -> None:
        if news.sender == self.server or news.table not in self._live:
            return
        if news.kind == "talk" and self.onlooker is not None:
            self.onlooker.said(news.table, msgspec.json.decode(news.detail, type=Talk))
        elif news.kind == "presence" and self.onlooker is not None:
            self.onlooker.told(news)
        else:
            live = self._live[news.table]
            if news.kind == "moves" and isinstance(news.detail, int) and news.detail <= live.seq and not live.lock.locked():
                return
            async with live.lock:
                await self._read_on(live)

    async def catch_up(self) -> None:
        """Look at the store for what was not heard, at every table that somebody here looks at."""
        watched = [table_id for table_id in self._live if self._watched(table_id)]
        for table_id, (version, entries, _) in (await self.store.versions(watched)).items():
            live = self._live.get(table_id)
            if live is not None and (live.seq < entries or live.stored.version < version):
                async with live.lock:
                    await self._read_on(live)

    def forget(self, table_id: str) -> None:
        """Drop a table from memory."""
        self._live.pop(table_id, None)
