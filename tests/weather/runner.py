"""One world from its first moment to its last: a storm, then fine weather, in which everything has to go on."""

from __future__ import annotations

import asyncio
import gc
import logging
import traceback
from collections.abc import Iterator
from contextlib import contextmanager

from examples.tictactoe import GAME as TICTACTOE

from ludotheque import games as registry
from ludotheque.server.connection import Connection
from ludotheque.tables import attendant, room
from ludotheque.tables.identity import hashed
from ludotheque.tables.position import played_by_house
from ludotheque.tables.store import Unavailable
from tests.weather.bus import Carrier
from tests.weather.checker import Checker
from tests.weather.clock import Stuck
from tests.weather.people import Person
from tests.weather.servers import Server
from tests.weather.sky import STORM, Sky
from tests.weather.store import Storm
from tests.weather.world import BEGAN, World, Wrong, fixed_chance

GRACE = 5.0
"""In fine weather, everybody knows everything after so many seconds ..."""
PATIENCE = 60.0
"""... and every table has gone on after so many."""
FURTHER = 2
"""By so many entries."""


def run(seed: int) -> World:
    """Let the world of a seed happen. `world.wrong` says what was wrong with it, if anything was."""
    gc.disable()  # what it would collect belongs to the dead, who do nothing any more
    with fixed_chance(seed):
        world = World(seed)
        try:
            world.loop.run_until_complete(Evening(world).pass_by())
        except Wrong:
            pass  # world.wrong has it
        except Stuck:
            world.demand(False, "nobody does anything any more")
        finally:
            gc.enable()
    for what, error in world.loop.complaints:
        if not isinstance(error, Unavailable):
            world.demand(False, "something broke:", what, "".join(traceback.format_exception(error)))
    return world


@contextmanager
def set_up() -> Iterator[None]:
    """The house as these worlds need it: with a short game of a guest's, and with less patience."""
    was = attendant.PATIENCE, Connection.__hash__
    registry.GAMES["tictactoe"] = TICTACTOE  # type: ignore[index]
    registry.all_games.cache_clear()
    attendant.PATIENCE = 3.0
    logging.getLogger("ludotheque").setLevel(logging.CRITICAL)
    # the audience keeps sets of connections, whose order would depend on where they lie in memory
    Connection.__hash__ = lambda self: hash(self._socket.number)  # type: ignore[method-assign, assignment]
    try:
        yield
    finally:
        attendant.PATIENCE, Connection.__hash__ = was  # type: ignore[method-assign]
        del registry.GAMES["tictactoe"]  # type: ignore[attr-defined]
        registry.all_games.cache_clear()
        logging.getLogger("ludotheque").setLevel(logging.NOTSET)


class Evening:
    """Everything that happens in a world."""

    def __init__(self, world: World) -> None:
        self.world, self.chance = world, world.stream("evening")
        many = self.chance.choice([1, 2, 2, 2, 3])
        self.storm = Storm(world, shared=many > 1)
        self.carrier = Carrier(world)
        self.checker = Checker(world, self.storm)
        self.servers = [Server(world, number, self.storm, self.carrier, self.checker) for number in range(many)]
        self.people = [Person(world, self.checker, self.servers, number) for number in range(self.chance.choice([2, 3]))]

    async def pass_by(self) -> None:
        """The evening."""
        world = self.world
        weather, world.sky = world.sky, Sky()
        room.KEPT = 1000 if weather.memory_is_short < 0.3 else 1
        for person in self.people:
            self.storm.do("add_guest", (person.guest, hashed(person.token), BEGAN, BEGAN + 10**8), {})
        for server in self.servers:
            server.start()
        await asyncio.sleep(0.1)
        for person in self.people[: self.chance.choice([1, 1, 2])]:
            await world.loop.begin(person.life, person.make_table(), "first table")
        world.sky = weather
        world.note("the storm begins:", str(weather))
        for person in self.people:
            world.loop.begin(person.life, person.spend(), person.guest.id)
        for fault in (self._kill, self._stop, self._jump, self._cut, self._store_away, self._bus_away):
            world.loop.begin(world.loop.world, fault(), fault.__name__)
        await asyncio.sleep(self.chance.uniform(*STORM))
        await self._fine_weather()

    # Faults ----------------------------------------------------------------------------------------------------------

    async def _now_and_then(self, rate: float) -> bool:
        """Wait for the next time that something happens `rate` times a second; False if it does not any more."""
        if rate <= 0:
            return False
        await asyncio.sleep(self.chance.expovariate(rate))
        return self.world.stormy

    async def _kill(self) -> None:
        while await self._now_and_then(self.world.sky.servers_die):
            server = self.chance.choice(self.servers)
            if server.life is not None:  # at any of its next steps, so that it also dies in the middle of something
                server.life.fatal = server.life.steps + self.chance.randrange(1, 80)

    async def _stop(self) -> None:
        while await self._now_and_then(self.world.sky.servers_stop):
            self.chance.choice(self.servers).stop()

    async def _jump(self) -> None:
        while await self._now_and_then(self.world.sky.clocks_jump):
            server = self.chance.choice(self.servers)
            server.ahead = self.chance.choice([0.0, 3600.0, -3600.0, self.chance.uniform(-3, 3)])
            self.world.note(server.name, "has its clock", server.ahead, "ahead")

    async def _cut(self) -> None:
        while await self._now_and_then(self.world.sky.lines_break):
            pages = [page for person in self.people for page in person.pages if page.open]
            if pages:
                page = self.chance.choice(pages)
                assert page.line is not None
                self.world.note(page.line.name, "breaks")
                page.line.cut()

    async def _store_away(self) -> None:
        while await self._now_and_then(self.world.sky.store_goes_away):
            self.world.note("the store goes away")
            self.storm.away = True
            await asyncio.sleep(self.chance.choice([0.02, 0.3, 2.0]))
            self.storm.away = False

    async def _bus_away(self) -> None:
        while await self._now_and_then(self.world.sky.bus_goes_away):
            self.world.note("the bus goes away")
            self.carrier.away = True
            await asyncio.sleep(self.chance.choice([0.3, 2.0]))
            self.carrier.come_back()

    # Afterwards ------------------------------------------------------------------------------------------------------

    async def _fine_weather(self) -> None:
        world = self.world
        world.stormy, world.sky = False, Sky()
        self.storm.away = self.carrier.away = False
        world.note("the storm is over")
        for server in self.servers:
            server.ahead = 0.0
            if server.life is not None:
                server.life.fatal = None
            server.start()
        began = world.loop.time()
        before = {table: truth.seq for table, truth in self.checker.truths.items()}
        while world.loop.time() < began + PATIENCE:
            await asyncio.sleep(0.3)
            behind = [table for table, seq in before.items() if not self._went_on(table, seq)]
            if not behind and world.loop.time() > began + GRACE + 3.0:
                break
            for table in behind:
                self._play_on(table)
        for table, seq in before.items():
            truth = self.checker.truths[table]
            world.demand(
                self._went_on(table, seq), table, "does not go on: it stays at", truth.seq, "with", truth.to_act, "to act"
            )
        self.checker.finish(self.servers, GRACE)

    def _went_on(self, table: str, seq: int) -> bool:
        truth = self.checker.truths[table]
        return truth.stored.status != "playing" or truth.seq >= seq + FURTHER

    def _play_on(self, table: str) -> None:
        truth = self.checker.truths[table]
        if truth.to_act is None:
            return
        seat = truth.stored.seats[truth.to_act]
        if played_by_house(seat):
            return
        for person in self.people:
            if person.guest.id == seat.guest:
                person.carry_on(table)
