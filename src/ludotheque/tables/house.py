"""The house: finds tables and carries out what people ask for. Decide, store, adopt, acknowledge, publish."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import dataclass, field
from typing import TypeVar

import msgspec

from ludotheque.rules.core import Chance
from ludotheque.rules.play import Play
from ludotheque.tables.bus import Bus, News
from ludotheque.tables.denied import Denied
from ludotheque.tables.draft import Draft, new_table
from ludotheque.tables.hosting import Dealer, deal_at_random
from ludotheque.tables.identity import new_id
from ludotheque.tables.live import LiveTable, listed_info
from ludotheque.tables.model import Guest, StoredTable, TableInfo, Talk, notice
from ludotheque.tables.moves import Answer, Command, Mover, decide, draw_at_random
from ludotheque.tables.position import Moment, millis
from ludotheque.tables.room import Onlooker, Room
from ludotheque.tables.store import ANY, Change, Conflict, Listed, Store, Unavailable, Wake

T = TypeVar("T")
LEASE = 5.0
"""Seconds for which a server that sees to a bot or a timer is left alone."""
TRIES = 8
"""How often something is decided anew when others were faster."""
_encode = msgspec.json.encode

__all__ = ["LEASE", "House", "Onlooker"]


def loop_time() -> float:
    """The clock that only goes on: the one by which the loop itself waits."""
    return asyncio.get_running_loop().time()


@dataclass
class House:
    """Everything that the servers' faces stand on. Tests give it clocks, a dealer and chance of their own."""

    store: Store
    bus: Bus
    now: Callable[[], float] = time.time
    """The time of day: for people, and for what must survive a restart."""
    monotonic: Callable[[], float] = loop_time
    """For everything that lasts."""
    dealer: Dealer = deal_at_random
    draw: Callable[[Play], Chance] = draw_at_random
    make_id: Callable[[], str] = new_id
    pace: float = 0.7
    """Seconds that a bot takes at least."""
    server: str = field(default_factory=new_id)
    on_due: Callable[[str, float], None] | None = None
    """Told the tick at which somebody has to act at a table."""
    on_entries: Callable[[int], None] | None = None

    def __post_init__(self) -> None:
        self.room = Room(self.store, self.moment, self._due)

    async def open(self) -> None:
        """Open the store and listen."""
        if self.monotonic is loop_time:  # not looked for at every move
            self.monotonic = asyncio.get_running_loop().time
        await self.store.open()
        await self.bus.open(self._hear, self.room.catch_up)

    async def close(self) -> None:
        """Stop listening, write what is waiting."""
        await self.bus.close()
        await self.room.close()
        await self.store.close()

    def moment(self) -> Moment:
        """Now, by both clocks."""
        return Moment(self.now(), self.monotonic())

    # Finding tables --------------------------------------------------------------------------------------------------

    async def table(self, table_id: str, *, fresh: bool = False) -> LiveTable:
        """A table, as it is stored; `fresh` asks a shared store whether other servers have gone on."""
        return await self.room.table(table_id, fresh=fresh and self.store.shared)

    def known(self, table_id: str) -> LiveTable | None:
        """A table that is in memory."""
        return self.room.known(table_id)

    @contextlib.asynccontextmanager
    async def at_rest(self, live: LiveTable) -> AsyncIterator[None]:
        """While nothing is being written at a table: who begins to look then misses nothing."""
        async with live.lock:
            await self.room.settle(live)
            yield

    async def listed(self, listed: Listed) -> TableInfo:
        """A table in a list: the one in memory if it is as new, else as the store tells it; replayed if nothing else helps."""
        live = self.known(listed.table.id)
        if live is not None and live.doubt is None and (live.stored.version, live.seq) >= (listed.table.version, listed.seq):
            return live.info()
        return listed_info(listed) or (await self.table(listed.table.id, fresh=True)).info()

    # Playing ---------------------------------------------------------------------------------------------------------

    async def play(
        self,
        live: LiveTable,
        mover: Callable[[], Mover],
        command: Command,
        acknowledge: Callable[[Answer], None] = lambda _: None,
    ) -> Answer:
        """Play a move for the seat to act. The answer is given once, when the move is stored and before anybody sees it.

        Who wants to move is asked each time the table may have become another: seats change hands while a command waits.
        """
        async with live.lock:
            looked = not self.store.shared
            for _ in range(TRIES):
                if live.doubt is not None:
                    await self.room.settle(live)
                looked_at = self.room.looking_as(live.stored.id)
                answer, draft = decide(live, mover(), command, self.moment(), self.draw, looked_at)
                if answer.refusal is not None and not looked:
                    await self.room.settle(live, look=True)  # nobody is refused for what another server has changed
                    looked = True
                    continue
                if draft is None:
                    acknowledge(answer)
                    return answer
                if (said := await self._keep(live, draft)) is not None:
                    break
            else:
                raise Unavailable("others were always faster", "locked")
            acknowledge(answer)
            self._show(live, draft, said)
        await self._publish(News("moves", live.stored.id, self.server, live.seq), said)
        return answer

    # Changing tables -------------------------------------------------------------------------------------------------

    async def change(self, table_id: str, how: Callable[[Draft], T]) -> tuple[LiveTable, T]:
        """Change a table: `how` changes the draft's row, or raises Denied. What others did in between is read first."""
        live, draft, said = await self.table(table_id, fresh=True), None, None
        async with live.lock:
            for _ in range(TRIES):
                await self.room.settle(live)
                if draft is not None and draft.changed and live.stored == draft.stored:
                    break  # it was stored after all, and shown when it was found; the answer had been lost
                if live.stored.status in ("frozen", "archived"):
                    raise Denied("table_closed")
                draft, moment = Draft(live), self.moment()
                table = draft.alter()
                result = how(draft)
                if draft.is_empty(live):
                    return live, result
                if table == live.stored:
                    draft.stored = live.stored
                else:
                    table.version, table.changed = live.stored.version + 1, moment.wall
                    draft.begin(moment)
                if (said := await self._keep(live, draft)) is not None:
                    break
            else:
                raise Unavailable("others were always faster", "locked")
            if said is not None:
                self._show(live, draft, said)
        await self._publish(News("table", table_id, self.server), said or ())
        return live, result

    async def change_row(self, table_id: str, how: Callable[[StoredTable], None], *, only_version: int | None = None) -> None:
        """Change a table without replaying it: for what concerns its row alone, also of a table that is frozen or archived."""
        live = self.known(table_id)
        async with contextlib.nullcontext() if live is None else live.lock:
            for _ in range(TRIES):
                stored = await self.store.table(table_id)
                if stored is None or only_version not in (None, stored.version):
                    return
                version = stored.version
                how(stored)
                stored.version = version + 1
                writing = self.store.append(Change(table_id, version, table=stored, wake=Wake()))
                if live is not None:
                    self.room.doubt(live, writing)
                with contextlib.suppress(Conflict):
                    await writing
                    break
            else:
                raise Unavailable("others were always faster", "locked")
        await self.room.look_again(table_id)

    async def add(self, stored: StoredTable) -> LiveTable:
        """A new table."""
        stored.id = stored.id or self.make_id()
        live = self._begin(stored)
        with self.room.making([live]):
            try:
                await self.store.append(new_table(stored, self._wake(live.due(self.pace))))
            except Conflict:  # nobody else makes a table of this id: it was stored, and the answer had been lost
                if await self.store.table(stored.id) != stored:
                    raise Unavailable("the table changed as soon as it was made") from None
        self._made(live)
        return live

    def _made(self, live: LiveTable) -> None:
        """A table has just been stored for the first time."""
        live.wake = live.due(self.pace)
        self._due(live)

    # Storing and showing ---------------------------------------------------------------------------------------------

    async def _keep(self, live: LiveTable, draft: Draft) -> list[Talk] | None:
        """Store a draft and adopt it: what was said with it; or None if others were faster. The caller holds the lock."""
        due = draft.due(self.pace)
        wake = self._wake(due) if due is not None or live.wake is not None else None
        begun = [self._begin(table) for table in draft.new_tables]
        also = [new_table(other.stored, self._wake(other.due(self.pace))) for other in begun]
        writing = self.store.append(draft.change(live, wake), *also)
        try:
            with self.room.making(begun):
                said = await writing
        except Conflict:
            self.room.doubt(live, writing)
            return None
        except BaseException:
            # Cancelled or failed: whether it happened is not known, and the store has to be asked.
            self.room.doubt(live, writing)
            raise
        live.adopt(draft)
        live.wake = due
        for other in begun:
            self._made(other)
        return said

    def _begin(self, stored: StoredTable) -> LiveTable:
        """A table that is made now."""
        moment = self.moment()
        stored.created = stored.changed = moment.wall
        return LiveTable(stored, moment)

    def _show(self, live: LiveTable, draft: Draft, said: list[Talk]) -> None:
        """Everybody sees what was stored."""
        self.room.show(live, draft, said)
        if draft.entries and self.on_entries is not None:
            self.on_entries(len(draft.entries))
        self._due(live)

    def _due(self, live: LiveTable) -> None:
        """See to it that who has to act does so in time."""
        due = live.due(self.pace)
        if due is not None and self.on_due is not None:
            self.on_due(live.stored.id, due)

    def _wake(self, due: float | None) -> Wake:
        """When a bot or a timer is due, for the store; this server sees to it, and others should it not."""
        if due is None:
            return Wake()
        at = self.now() + due - self.monotonic()
        return Wake(at, self.server, at + LEASE)

    async def note_wake(self, live: LiveTable) -> None:
        """Tell the store anew when somebody has to act, if the table is still as it was."""
        wake = self._wake(live.due(self.pace))
        try:
            await self.store.append(Change(live.stored.id, live.stored.version, live.seq, wake=wake))
        except Conflict:
            return

    # Talking ---------------------------------------------------------------------------------------------------------

    async def say(self, table_id: str, line: Talk, command: str | None = None) -> Talk:
        """Keep and pass on a line of chat, a reaction or a notice; sent twice, a command says it once."""
        command = command or self.make_id()  # also a write whose answer was lost, and that is tried again
        line = msgspec.structs.replace(line, at=millis(self.now()))
        try:
            [kept] = await self.store.append(Change(table_id, ANY, talk=[line], command=command))
        except BaseException:
            if (live := self.known(table_id)) is not None:
                self.room.mend(live)  # it may have been kept all the same
            raise
        await self.room.pass_on(table_id, kept)
        await self.bus.publish(self._talk_news(table_id, kept))
        return kept

    async def notice(self, table_id: str, code: str, whose: Guest | None = None, **args: int | str) -> None:
        """Add a notice for everyone at the table. With `whose` it names that guest, and is deleted with them."""
        await self.say(table_id, notice(code, whose, **args))

    def _talk_news(self, table_id: str, line: Talk) -> News:
        return News("talk", table_id, self.server, _encode(line).decode())

    async def _publish(self, news: News, said: Iterable[Talk]) -> None:
        """Tell other servers."""
        await self.bus.publish(news)
        for line in said:
            await self.bus.publish(self._talk_news(news.table, line))

    async def _hear(self, news: News) -> None:
        """News from another server."""
        if news.sender == self.server or self.known(news.table) is None:
            return
        if news.kind == "talk":
            await self.room.pass_on(news.table, msgspec.json.decode(news.detail, type=Talk))
        elif news.kind in ("presence", "seen", "keys"):
            if self.room.onlooker is not None:
                self.room.onlooker.told(news)
        else:
            entries = news.detail if news.kind == "moves" and isinstance(news.detail, int) else None
            await self.room.look_again(news.table, entries)
