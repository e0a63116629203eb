"""The attendant: sees to it that bots play and timers run out, also for tables that a dead server left behind."""

from __future__ import annotations

import asyncio
import functools
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

from ludotheque.rules.core import Move, Refused
from ludotheque.tables import hosting
from ludotheque.tables.denied import Denied
from ludotheque.tables.house import LEASE, House
from ludotheque.tables.live import LiveTable
from ludotheque.tables.moves import Command, Mover
from ludotheque.tables.position import played_by_house
from ludotheque.tables.store import Unavailable

log = logging.getLogger("ludotheque.attendant")

LOOK_EVERY = 0.5
CATCH_UP_EVERY = 3.0
HOUSEKEEPING_EVERY = 600.0
REFUSED_PAUSE = 0.05
TRY_AGAIN = 1.0
"""Seconds until a table is seen to again whose store did not answer."""
WENT_BACK = 1.0
"""Seconds by which the time of day has to go back before it is called a jump."""
ARCHIVE_AFTER = 42 * 24 * 3600.0
PATIENCE = 20.0
"""Seconds after which a bot that does not answer is given up, and plays its policy's choice."""


class Thinkers(Protocol):
    """Where bots think: `ludotheque.bots.service.ThinkingService`, or something simpler in tests."""

    async def choose(
        self,
        game_slug: str,
        seat: int,
        level: str,
        seed: int,
        views: Sequence[bytes],
        *,
        table: str = "",
        payer: str = "",
    ) -> Move:
        """The move of a bot that was shown these views, at a table that somebody made (`payer`)."""

    async def offhand(self, game_slug: str, seat: int, level: str, seed: int, views: Sequence[bytes]) -> Move:
        """What that bot plays when it has no answer."""


class Attendant:
    """One per server."""

    def __init__(self, house: House, thinkers: Thinkers, on_thought: Callable[[str, float], None] | None = None) -> None:
        self.house, self.thinkers, self.on_thought = house, thinkers, on_thought
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._loops: list[asyncio.Task[None]] = []
        self._ahead: float | None = None
        """How far the time of day is ahead of the clock that only goes on."""
        house.on_due = self.due

    async def open(self) -> None:
        """Begin to look for what is overdue."""
        self._loops = [
            asyncio.create_task(self._again(LOOK_EVERY, self.look), name="attendant"),
            asyncio.create_task(self._again(HOUSEKEEPING_EVERY, self.tidy), name="housekeeping"),
        ]
        if self.house.store.shared:
            self._loops.append(asyncio.create_task(self._again(CATCH_UP_EVERY, self.house.room.catch_up), name="catch-up"))

    async def close(self) -> None:
        """Stop; what is under way here is claimed by others."""
        for timer in self._timers.values():
            timer.cancel()
        under_way = [*self._loops, *self._busy.values()]
        for task in under_way:
            task.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)

    async def _again(self, every: float, what: Callable[[], Awaitable[object]]) -> None:
        while True:
            try:
                await what()
            except asyncio.CancelledError:
                raise
            except Exception as error:
                log.warning("%s: %s", getattr(what, "__name__", what), error)
            await asyncio.sleep(every)

    # When ------------------------------------------------------------------------------------------------------------

    def due(self, table_id: str, at: float) -> None:
        """Somebody has to act at a table at that tick."""
        if (timer := self._timers.pop(table_id, None)) is not None:
            timer.cancel()
        wait = max(0.0, at - self.house.monotonic())
        self._timers[table_id] = asyncio.get_running_loop().call_later(min(wait, 86_400), self._begin, table_id)

    def _begin(self, table_id: str, *, claimed: bool = False) -> None:
        if (timer := self._timers.pop(table_id, None)) is not None:
            timer.cancel()
        if table_id in self._busy:
            return
        task = asyncio.create_task(self._attend(table_id, claimed), name=f"attend {table_id}")
        self._busy[table_id] = task
        task.add_done_callback(lambda _: self._busy.pop(table_id, None))

    async def look(self) -> None:
        """Claim what is overdue and nobody sees to; and what a clock that went back has put off."""
        moment = self.house.moment()
        for table_id in await self.house.store.claim(self.house.server, moment.wall, LEASE):
            self._begin(table_id, claimed=True)
        ahead = moment.wall - moment.tick
        if self._ahead is None or ahead < self._ahead - WENT_BACK:
            for table_id in await self.house.store.misdated(moment.wall):
                self._begin(table_id, claimed=True)
        self._ahead = ahead

    async def tidy(self) -> None:
        """Put idle tables away and forget expired keys."""
        now = self.house.now()
        await self.house.store.sweep(now)
        for table in await self.house.store.idle_tables(now - ARCHIVE_AFTER):
            await self.house.change_row(table.id, hosting.archive, only_version=table.version)

    # What ------------------------------------------------------------------------------------------------------------

    async def _attend(self, table_id: str, claimed: bool) -> None:
        """Play for the house until it is a human's turn again."""
        try:
            live = await self.house.table(table_id, fresh=True)
            while (due := live.due(self.house.pace)) is not None and due <= self.house.monotonic():
                await self._act(live)
                claimed = False
            if claimed:  # although nobody of ours is to act, or not yet: the table or the clock has changed meanwhile
                await self.house.note_wake(live)
            if due is not None:
                self._wait(table_id, due)
        except Unavailable:  # the store tells the log of it itself
            again = functools.partial(self._begin, table_id, claimed=claimed)
            self._timers[table_id] = asyncio.get_running_loop().call_later(TRY_AGAIN, again)
        except (Denied, Refused) as problem:
            log.warning("table %s: %s", table_id, problem)

    def _wait(self, table_id: str, due: float) -> None:
        asyncio.get_running_loop().call_soon(self.due, table_id, due)

    async def _act(self, live: LiveTable) -> None:
        seat, seq, stored = live.to_act, live.seq, live.stored
        if seat is None:
            return
        sitting = stored.seats[seat]
        late = not played_by_house(sitting)
        level = "goldfish" if late or sitting.resigned else sitting.stand_in or sitting.level or "adult"
        views = list(live.seen(seat))
        legal = live.legal()
        if late:
            views = views[-1:]  # the timer's goldfish remembers nothing
        move = legal[0]
        if len(legal) > 1:
            move = await self._think(live, seat, level, stored.seeds[seat], views, seq, legal)
        answer = await self.house.play(live, lambda: Mover([seat], house=True, late=late), Command(None, seq, move))
        if answer.refusal is not None:
            await asyncio.sleep(REFUSED_PAUSE)  # others have gone on; it is looked at anew

    async def _think(
        self, live: LiveTable, seat: int, level: str, seed: int, views: list[bytes], seq: int, legal: list[Move]
    ) -> Move:
        began = time.perf_counter()
        bot = (live.stored.game, seat, level, seed, views)
        table = live.stored.id if len(views) > 1 else ""
        try:
            async with asyncio.timeout(PATIENCE):
                move = await self.thinkers.choose(*bot, table=table, payer=live.stored.maker)
            if move in legal:
                return move
            log.error("a bot of level %s wanted to play %s in %s", level, move, live.stored.game)
        except Exception as error:
            log.error("a bot of level %s gave no move in %s: %r", level, live.stored.game, error)
        finally:
            if self.on_thought is not None:
                self.on_thought(level, time.perf_counter() - began)
        return await self._offhand(bot, legal)

    async def _offhand(self, bot: tuple[str, int, str, int, list[bytes]], legal: list[Move]) -> Move:
        """A game must go on: whatever became of who was asked, a legal move is played, and a sensible one."""
        try:
            move = await self.thinkers.offhand(*bot)
        except Exception as error:
            log.error("nor did anything come to its mind: %r", error)
            return legal[0]
        return move if move in legal else legal[0]
