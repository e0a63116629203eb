"""A world of its own: an event loop under a virtual clock, in which processes live and are killed.

Nothing sleeps and nothing runs beside: when nobody has anything to do, the clock jumps to the next timer. Everything that runs
belongs to a `Life` (a server's process, a person, the store), known by the context in which it was begun. Callbacks of one life
run in the order in which they were scheduled, as asyncio promises; which life runs next is up to the seed. A life that is killed
never runs again: no `finally`, no `except`, as after kill -9.
"""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import itertools
import random
from collections import deque
from collections.abc import Callable, Coroutine
from contextvars import Context, ContextVar, copy_context
from typing import Any


class Life:
    """Somebody who runs: a process, a person. `steps` counts what it did; at `fatal` it is killed."""

    def __init__(self, name: str) -> None:
        self.name, self.alive, self.steps = name, True, 0
        self.fatal: int | None = None
        self.killed: Callable[[], None] = lambda: None
        self.ready: deque[asyncio.Handle] = deque()
        self.tasks: list[asyncio.Task[Any]] = []
        self.context = copy_context()
        self.context.run(_LIFE.set, self)


_LIFE: ContextVar[Life] = ContextVar("life")


class Stuck(Exception):
    """Nobody will ever do anything again."""


class Loop(asyncio.AbstractEventLoop):
    """The event loop of a simulated world."""

    def __init__(self, chance: random.Random) -> None:
        self._chance, self._now, self._number = chance, 0.0, itertools.count()
        self._timers: list[tuple[float, int, asyncio.TimerHandle, Life]] = []
        self._waiting: list[Life] = []
        self._running = False
        self.halt: Exception | None = None
        """Set, it ends everything at once."""
        self._lives: list[Life] = []
        self.world = self.life("world")
        self.complaints: list[tuple[str, BaseException | None]] = []
        """What broke where nobody waited for it."""

    # Lives -----------------------------------------------------------------------------------------------------------

    def life(self, name: str) -> Life:
        """A new life."""
        made = Life(name)
        self._lives.append(made)
        return made

    def kill(self, life: Life) -> None:
        """End a life: nothing of it ever runs again."""
        if life.alive:
            life.alive = False
            life.ready.clear()
            if life in self._waiting:
                self._waiting.remove(life)
            life.killed()

    def begin(self, life: Life, coroutine: Coroutine[Any, Any, Any], name: str) -> asyncio.Task[Any]:
        """Begin a task in a life."""
        return self.create_task(coroutine, name=name, context=life.context)

    # Scheduling ------------------------------------------------------------------------------------------------------

    def time(self) -> float:
        """The virtual time in seconds."""
        return self._now

    def call_soon(self, callback: Any, *args: Any, context: Context | None = None) -> asyncio.Handle:
        """Run something as soon as its life is next."""
        handle = asyncio.Handle(callback, args, self, context)
        life = handle._context.get(_LIFE, self.world)
        if life.alive:
            if not life.ready:
                self._waiting.append(life)
            life.ready.append(handle)
        return handle

    def call_later(self, delay: float, callback: Any, *args: Any, context: Context | None = None) -> asyncio.TimerHandle:
        """Run something after a while."""
        return self.call_at(self._now + delay, callback, *args, context=context)

    def call_at(self, when: float, callback: Any, *args: Any, context: Context | None = None) -> asyncio.TimerHandle:
        """Run something at a time."""
        handle = asyncio.TimerHandle(when, callback, args, self, context)
        heapq.heappush(self._timers, (when, next(self._number), handle, handle._context.get(_LIFE, self.world)))
        return handle

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        """It is dropped when its time comes."""

    def create_future(self) -> asyncio.Future[Any]:
        """A future of this loop."""
        return asyncio.Future(loop=self)

    def create_task(self, coro: Any, *, name: str | None = None, context: Context | None = None) -> asyncio.Task[Any]:
        """A task. Its life remembers it: a task that was forgotten would be ended by the garbage collector, at any time."""
        context = copy_context() if context is None else context
        task: asyncio.Task[Any] = asyncio.Task(coro, loop=self, name=name or "task", context=context)
        context.get(_LIFE, self.world).tasks.append(task)
        return task

    # Running ---------------------------------------------------------------------------------------------------------

    def run_until_complete(self, future: Any) -> Any:
        """Run until a coroutine of the world's own is done."""
        task = self.begin(self.world, future, "main")
        asyncio._set_running_loop(self)
        self._running = True
        try:
            while not task.done() and self.halt is None:
                self._step()
        finally:
            self._running = False
            self._end()
            asyncio._set_running_loop(None)
        if self.halt is not None:
            raise self.halt
        return task.result()

    def _step(self) -> None:
        waiting = self._waiting
        if not waiting:
            self._jump()
            return
        at = 0 if len(waiting) == 1 else int(self._chance.random() * len(waiting))
        life = waiting[at]
        handle = life.ready.popleft()
        if not life.ready:
            waiting[at] = waiting[-1]
            waiting.pop()
        if handle._cancelled:
            return
        life.steps += 1
        if life.fatal is not None and life.steps >= life.fatal:
            self.kill(life)
            return
        handle._run()

    def _jump(self) -> None:
        """Nobody is ready: the time of the next timer has come."""
        timers = self._timers
        while timers:
            when, _, handle, life = heapq.heappop(timers)
            if life.alive and not handle._cancelled:
                self._now = max(self._now, when)
                self._waiting.append(life)
                life.ready.append(handle)
                return
        raise Stuck

    def _end(self) -> None:
        """Close what is still under way, so that the garbage collector has nothing to run."""
        for life in self._lives:
            life.alive = False
        for life in reversed(self._lives):
            for task in life.tasks:  # closing one may begin another, which is the world's, whose turn comes last
                task._log_destroy_pending = False  # type: ignore[attr-defined]
                if not task.done():
                    _close(task.get_coro())
                elif not task.cancelled() and task._log_traceback:  # type: ignore[attr-defined]
                    self.complaints.append((f"{life.name}: {task.get_name()}", task.exception()))
        self._timers.clear()

    # What asyncio asks of a loop -------------------------------------------------------------------------------------

    def get_debug(self) -> bool:
        """No."""
        return False

    def is_running(self) -> bool:
        """Whether it runs."""
        return self._running

    def is_closed(self) -> bool:
        """Never: there is nothing to close."""
        return False

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        """Something broke where nobody waits for it."""
        self.complaints.append((context["message"], context.get("exception")))


def _close(coroutine: Any) -> None:
    for _ in range(10):  # a `finally` that waits has to be told again
        with contextlib.suppress(BaseException):
            coroutine.close()
            return
