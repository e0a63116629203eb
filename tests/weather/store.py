"""A store that fails before, after or long after a write took place, is slow, repeats itself, and goes away for a while.

What is stored is kept by the house's own store in memory. A call travels to it and back; it takes place in one moment in
between, also when whoever called has died meanwhile. So a read is never older than what was acknowledged before it began.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from ludotheque.tables.store import Unavailable
from ludotheque.tables.store.memory import MemoryStore
from tests.weather.clock import Life
from tests.weather.world import World

WRITES = {"append", "claim", "add_guest", "rename_guest", "delete_guest", "add_key", "add_code", "find_code", "sweep"}
FAR = (0.0005, 0.003)


class Storm:
    """The one store of a world."""

    def __init__(self, world: World, *, shared: bool) -> None:
        self.world, self.chance, self.shared = world, world.stream("store"), shared
        self.kept = MemoryStore(shared=shared)
        self.life = world.loop.life("store")
        self.away = False
        self.watch: Callable[[], None] = lambda: None
        """Told after every write."""

    def do(self, name: str, args: Any, more: Any) -> Any:
        """Carry out a call, in this very moment."""
        work = getattr(self.kept, name)(*args, **more)
        try:
            if isinstance(work, asyncio.Future):
                return work.result()
            work.send(None)
        except StopIteration as done:
            return done.value
        except Exception as error:
            return error
        finally:
            if name in WRITES:
                self.watch()
        raise AssertionError(f"the store in memory waited in {name}")

    def call(self, life: Life, name: str, args: Any, more: Any) -> asyncio.Future[Any]:
        """A call, with what the weather makes of it."""
        sky, chance, loop = self.world.sky, self.chance, self.world.loop
        answer: asyncio.Future[Any] = loop.create_future()
        answer.add_done_callback(lambda done: done.cancelled() or done.exception())  # as a real one: who asked may be gone
        there, back = chance.uniform(*FAR), chance.uniform(*FAR)
        if chance.random() < sky.store_is_slow:
            there += chance.uniform(0.05, 2.0)
        if chance.random() < sky.store_is_slow:
            back += chance.uniform(0.05, 2.0)
        fate = self._fate(name)

        def died_with_it() -> bool:
            """A store that is not shared is inside the server's own process."""
            return not self.shared and not life.alive

        def take_place() -> None:
            if died_with_it():
                return
            result = Unavailable(fate) if self.away or fate in ("fails", "ghost") else self.do(name, args, more)
            if fate == "repeats":
                result = self.do(name, args, more)
            elif fate == "fails late":
                result = Unavailable(fate)
            if fate or self.away:
                self.world.note(life.name, "store", name, _brief(args), fate or "is away", repr(result)[:80])
            if fate == "ghost":
                loop.call_later(chance.uniform(0.01, 3.0), ghost)
            loop.call_later(back, reply, result, context=life.context)

        def ghost() -> None:
            if died_with_it():
                return
            result = self.do(name, args, more)
            self.world.note("store", "does", name, _brief(args), "after all", repr(result)[:80])

        def reply(result: Any) -> None:
            if answer.done():
                return
            if isinstance(result, Exception):
                answer.set_exception(result)
            else:
                answer.set_result(result)

        loop.call_later(there, take_place, context=self.life.context)
        return answer

    def _fate(self, name: str) -> str:
        """What happens to a call, besides being slow."""
        sky, chance = self.world.sky, self.chance
        if chance.random() < sky.store_fails:
            return "fails"
        if name not in WRITES:
            return ""
        for fate, likely in (("fails late", sky.store_fails_late), ("ghost", sky.store_ghosts), ("repeats", sky.store_repeats)):
            if chance.random() < likely:
                return fate
        return ""


def _brief(args: Any) -> str:
    return " ".join(str(getattr(arg, "table_id", getattr(arg, "id", arg)))[:40] for arg in args)


class Door:
    """One server's way to the store: has every method of it."""

    def __init__(self, storm: Storm, life: Life) -> None:
        self._storm, self._life = storm, life
        self.shared = storm.shared

    def __getattr__(self, name: str) -> Callable[..., asyncio.Future[Any]]:
        return lambda *args, **more: self._storm.call(self._life, name, args, more)
