"""Boxes that nobody has compiled yet are compiled beside the workers: one after the other, the one that somebody opens first."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from typing import Protocol

from ludotheque.bots.service.process import end, start
from ludotheque.bots.warm import is_warm

log = logging.getLogger("ludotheque.bots")

CODE = """
import os, threading
from ludotheque.bots.warm import warm_up
def leave():
    os.read(0, 1)
    os._exit(1)
threading.Thread(target=leave, daemon=True).start()
if hasattr(os, "nice"):
    os.nice(10)  # whoever waits for an answer goes first
warm_up({slug!r})
os._exit(0)
"""


class Warms(Protocol):
    """Who knows which boxes are warm, and sees to it that others become so."""

    failed: set[str]

    @property
    def boxes(self) -> list[str]:
        """The boxes whose bots are warming up, the one in hand first."""

    def is_warm(self, slug: str) -> bool:
        """Whether bots of this box have machine code to think with."""

    def want(self, slugs: Iterable[str], *, first: bool = False) -> None:
        """Warm these up, if they are not; `first` for those that somebody waits for."""

    async def close(self) -> None:
        """Stop."""


class Warming:
    """Which boxes are warm, and the process that is at work on the next one."""

    def __init__(self) -> None:
        self._warm: set[str] = set()
        self._waiting: list[str] = []
        self.failed: set[str] = set()
        self._task: asyncio.Task[None] | None = None
        self._process: asyncio.subprocess.Process | None = None
        self._now = ""

    def is_warm(self, slug: str) -> bool:
        """Whether bots of this box have machine code to think with; it is looked up once."""
        if slug in self._warm:
            return True
        if slug != self._now and is_warm(slug):
            self._warm.add(slug)
        return slug in self._warm

    @property
    def boxes(self) -> list[str]:
        """The boxes whose bots are warming up, the one in hand first."""
        return [slug for slug in (self._now, *self._waiting) if slug]

    def want(self, slugs: Iterable[str], *, first: bool = False) -> None:
        """Warm these up, if they are not; `first` for those that somebody waits for."""
        for slug in slugs:
            if slug in self.boxes[:1] or slug in self.failed or self.is_warm(slug):
                continue
            if slug in self._waiting:
                if not first:
                    continue
                self._waiting.remove(slug)
            self._waiting.insert(0 if first else len(self._waiting), slug)
        if self._waiting and self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._work(), name="warming")

    async def _work(self) -> None:
        try:
            while self._waiting:
                self._now = self._waiting.pop(0)
                self._process = await start(CODE.format(slug=self._now), pipe=False)
                done = await self._process.wait()
                if done == 0 and is_warm(self._now):
                    self._warm.add(self._now)
                else:
                    log.error("%s could not be compiled (%s); its bots play by their policy", self._now, done)
                    self.failed.add(self._now)
                self._process, self._now = None, ""
        finally:
            self._task = None

    async def close(self) -> None:
        """Stop; what is compiled so far is kept."""
        self._waiting.clear()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        if self._process is not None:
            await end(self._process)
