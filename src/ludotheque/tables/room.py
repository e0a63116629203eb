"""The room: the tables that are in memory, each of them once, and how they keep up with the store."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterable, Iterator
from typing import Protocol
from weakref import WeakValueDictionary

import msgspec

from ludotheque.rules.core import Fault, Refused
from ludotheque.tables.bus import News
from ludotheque.tables.denied import Denied
from ludotheque.tables.draft import Draft, Hole, Step
from ludotheque.tables.live import LiveTable, freeze, load
from ludotheque.tables.model import Talk, Trouble
from ludotheque.tables.position import Moment
from ludotheque.tables.store import Change, Conflict, Store, Unavailable

KEPT = 1000
"""About so many tables are kept in memory when nobody looks at them."""
ASK_AGAIN = (0.0, 0.2, 0.5, 1.0, 2.0)
"""Seconds between two attempts to find out what the store has; the last one for ever."""
STILL_COMING = (1.0, 3.0, 6.0)
"""Seconds after which it is looked whether a write that was given up has happened after all."""


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


class Room:
    """Tables in memory."""

    def __init__(self, store: Store, moment: Callable[[], Moment], due: Callable[[LiveTable], None]) -> None:
        self.store, self.moment, self.due = store, moment, due
        self.onlooker: Onlooker | None = None
        self._kept: dict[str, LiveTable] = {}
        self._known: WeakValueDictionary[str, LiveTable] = WeakValueDictionary()
        """Every table that anybody holds: one that is no longer kept but thought about is found again, not read twice."""
        self._loading: dict[str, asyncio.Future[LiveTable]] = {}
        self._mending: dict[str, asyncio.Task[None]] = {}
        self._limit = KEPT

    async def close(self) -> None:
        """Stop what goes on in the background."""
        for task in (tasks := list(self._mending.values())):
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # Finding tables --------------------------------------------------------------------------------------------------

    def known(self, table_id: str) -> LiveTable | None:
        """A table that is in memory."""
        return self._known.get(table_id)

    async def table(self, table_id: str, *, fresh: bool) -> LiveTable:
        """A table, as it is stored; `fresh` asks whether other servers have gone on."""
        live = self._known.get(table_id)
        if live is None:
            live = await self._load(table_id)
        elif fresh or live.doubt is not None:
            async with live.lock:
                await self.settle(live, look=fresh)
        self._kept[table_id] = live
        live.used = self.moment().tick
        return live

    async def _load(self, table_id: str) -> LiveTable:
        if table_id in self._loading:
            return await asyncio.shield(self._loading[table_id])
        self._loading[table_id] = waiting = asyncio.get_running_loop().create_future()
        try:
            found = await self.store.read(table_id)
            if found is None or not found[0].game:
                raise Denied("no_such_table", "unknown")
            live = load(*found, self.moment())
        except BaseException as error:
            waiting.set_exception(error if isinstance(error, Exception) else Unavailable("who asked first has left"))
            waiting.exception()
            raise
        else:
            live = self.admit(live)
            waiting.set_result(live)
            return live
        finally:
            del self._loading[table_id]

    @contextlib.contextmanager
    def making(self, made: Iterable[LiveTable]) -> Iterator[None]:
        """While new tables are being stored, who finds one in the store already waits until its maker knows.

        Read from there, it could be changed and dropped again before that, and its maker would bring back how it began.
        """
        waiting = {live: asyncio.get_running_loop().create_future() for live in made}
        self._loading.update((live.stored.id, future) for live, future in waiting.items())
        try:
            yield
        except BaseException:
            for future in waiting.values():
                future.set_exception(Unavailable("its maker does not know whether it is stored"))
                future.exception()
            raise
        else:
            for live, future in waiting.items():
                future.set_result(self.admit(live))
        finally:
            for live in waiting:
                self._loading.pop(live.stored.id, None)

    def admit(self, live: LiveTable) -> LiveTable:
        """Keep a table."""
        self._known[live.stored.id] = live
        if len(self._kept) >= self._limit:
            self._make_room()
        live.used = self.moment().tick
        self._kept[live.stored.id] = live
        return live

    def _make_room(self) -> None:
        """Let go of the longest unused tables that nobody looks at; the store has them."""
        idle = [live for live in self._kept.values() if live.doubt is None and not self._watched(live.stored.id)]
        for live in sorted(idle, key=lambda live: live.used)[: len(idle) * 3 // 4]:
            del self._kept[live.stored.id]
        self._limit = max(KEPT, 2 * len(self._kept))

    def _watched(self, table_id: str) -> bool:
        return any(True for _ in self.looking_as(table_id))

    def looking_as(self, table_id: str) -> Iterable[int]:
        """The seats that somebody here looks as."""
        return self.onlooker.looking_as(table_id) if self.onlooker is not None else ()

    # Keeping up with the store ---------------------------------------------------------------------------------------

    async def settle(self, live: LiveTable, *, look: bool = False) -> None:
        """Find out what the store has, if that is not known or `look` is asked for. The caller holds the lock."""
        doubt = live.doubt
        if doubt is None and not look:
            return
        try:
            if doubt is not None and not doubt.done():
                await asyncio.wait([doubt])
            stood = live.seq, live.stored.version
            await self._read_on(live)
            if doubt is not None and _may_still_come(doubt) and stood == (live.seq, live.stored.version):
                await self._fence(live)
        except BaseException:
            if doubt is not None:
                self.mend(live)
            raise
        live.doubt = None
        if doubt is not None:
            self.due(live)

    async def _fence(self, live: LiveTable) -> None:
        """See to it that a write which has not happened never will: it was decided on a version that is no more."""
        table = msgspec.structs.replace(live.stored, version=live.stored.version + 1)
        try:
            await self.store.append(Change(table.id, live.stored.version, live.seq, table=table))
        except Conflict:
            await self._read_on(live)  # it has happened just now
        else:
            live.stored = table

    def doubt(self, live: LiveTable, writing: asyncio.Future[list[Talk]]) -> None:
        """It is not known whether a write happened: nothing of the table is told before the store was asked."""
        live.doubt = writing
        self.mend(live)

    def mend(self, live: LiveTable) -> None:
        """Ask the store until it is known what it has, and once more later."""
        table_id = live.stored.id
        if table_id not in self._mending:
            self._mending[table_id] = task = asyncio.create_task(self._ask_until_known(live), name=f"mend {table_id}")
            task.add_done_callback(lambda _: self._mending.pop(table_id, None))

    async def _ask_until_known(self, live: LiveTable) -> None:
        attempt = 0
        while live.doubt is not None:
            await asyncio.sleep(ASK_AGAIN[min(attempt, len(ASK_AGAIN) - 1)])
            attempt += 1
            await self._try_to_settle(live)
        for pause in STILL_COMING:
            await asyncio.sleep(pause)
            await self._try_to_settle(live)

    async def _try_to_settle(self, live: LiveTable) -> None:
        try:
            async with live.lock:
                await self.settle(live, look=True)
        except (Unavailable, Denied):
            return

    async def _read_on(self, live: LiveTable) -> None:
        """Take over what the store has beyond what is here, and show it. The caller holds the lock."""
        table_id = live.stored.id
        found = await self.store.read(table_id, live.seq)
        if found is None:
            raise Denied("no_such_table", "unknown")
        stored, log = found
        if live.trouble is None and (log or stored.version != live.stored.version):
            draft = Draft(live, self.looking_as(table_id))
            try:
                draft.read(stored, log, self.moment())
            except Hole as hole:
                freeze(live, Trouble("hole", hole.seq))
            except (Fault, Refused, KeyError, TypeError, msgspec.MsgspecError):
                freeze(live, Trouble("unreplayable", draft.seq))
            else:
                live.adopt(draft)
            live.wake = 0.0
            self.show(live, draft, [])
        if self._watched(table_id):
            for line in await self.store.talk(table_id, live.said):
                self._say(live, line)

    async def look_again(self, table_id: str, entries: int | None = None) -> None:
        """Somebody else has changed a table; `entries`: its log has so many now."""
        live = self._known.get(table_id)
        if live is None or (entries is not None and entries <= live.seq and live.doubt is None):
            return
        async with live.lock:
            if entries is None or entries > live.seq:
                await self.settle(live, look=True)

    async def catch_up(self) -> None:
        """Look at the store for what was not heard, at every table that somebody here looks at."""
        watched = [table_id for table_id in list(self._known) if self._watched(table_id)]
        for table_id, (version, entries, said) in (await self.store.versions(watched)).items():
            live = self._known.get(table_id)
            if live is not None and (live.seq < entries or live.stored.version < version or live.said < said):
                await self.look_again(table_id)

    # Showing ---------------------------------------------------------------------------------------------------------

    def show(self, live: LiveTable, draft: Draft, said: list[Talk]) -> None:
        """Everybody here sees what was stored."""
        if self.onlooker is None:
            return
        if draft.steps:
            self.onlooker.show(live, draft.steps)
        if draft.changed or live.trouble is not None:
            self.onlooker.changed(live)
        for line in said:
            if line.n > live.said:
                self.mend(live)  # others have said something before it
                break
            self._say(live, line)

    async def pass_on(self, table_id: str, line: Talk) -> None:
        """Something was said: people here are told once, and first what was said before it."""
        live = self._known.get(table_id)
        if live is None:
            return
        if line.n > live.said and self._watched(table_id):
            try:
                for earlier in await self.store.talk(table_id, live.said):
                    self._say(live, earlier)
            except Unavailable:
                self.mend(live)  # later, and in its place
                return
        self._say(live, line)

    async def talk(self, live: LiveTable) -> list[Talk]:
        """What was said last, with nothing that people here have been told and this does not hold."""
        while True:
            before = live.said
            lines = await self.store.talk(live.stored.id)
            if live.said == before:
                for line in lines:
                    self._say(live, line)
                return lines

    def _say(self, live: LiveTable, line: Talk) -> None:
        if line.n >= live.said:
            live.said = line.n + 1
            if self.onlooker is not None:
                self.onlooker.said(live.stored.id, line)


def _may_still_come(writing: asyncio.Future[list[Talk]]) -> bool:
    """Whether a write that is done may happen even now; one that was refused does not."""
    return writing.cancelled() or not isinstance(writing.exception(), Conflict)
