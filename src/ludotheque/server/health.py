"""How a server is: one word for each of its parts, and a sentence for whoever keeps the house.

The answer comes within a second whatever hangs: a part that has not answered by then is said to hang.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeAlias

import msgspec

from ludotheque.texts import LANGUAGES, catalogue

log = logging.getLogger("ludotheque.server")

FOLDER = Path(__file__).parent
ANSWER_WITHIN = 0.8
Check: TypeAlias = Callable[[], Awaitable[str | None]]
"""What is wrong with a part, in one word, or None."""


class Report(msgspec.Struct):
    """The answer of `/health`."""

    status: str
    """ok; impaired: people can play, but something is not as it should be; down: they cannot."""
    parts: dict[str, str]
    """ok, or what is wrong with it."""
    words: dict[str, list[str]]
    """The same in sentences, by language."""


class Health:
    """The parts of one server; each says for itself what is wrong with it."""

    def __init__(self) -> None:
        self._checks: dict[str, Check] = {}
        self._vital: set[str] = set()
        self._asked: dict[str, asyncio.Task[str | None]] = {}

    def add(self, part: str, check: Check, *, vital: bool = False) -> None:
        """A part; without a vital one nobody can play. Its words: `health.<part>.<what is wrong>` in the server's catalogue."""
        self._checks[part] = check
        if vital:
            self._vital.add(part)

    async def report(self) -> Report:
        """How everything is now."""
        for part, check in self._checks.items():
            # Who has not yet answered the last time is not asked again.
            if part not in self._asked or self._asked[part].done():
                self._asked[part] = asyncio.ensure_future(_ask(part, check))
        if self._asked:
            await asyncio.wait(self._asked.values(), timeout=ANSWER_WITHIN)
        parts = {part: (task.result() or "ok") if task.done() else "hung" for part, task in self._asked.items()}
        wrong = {part: trouble for part, trouble in parts.items() if trouble != "ok"}
        status = "ok" if not wrong else "down" if self._vital & wrong.keys() else "impaired"
        return Report(status, parts, {language: _words(language, wrong) for language in LANGUAGES})

    async def close(self) -> None:
        """Ask no more."""
        for task in self._asked.values():
            task.cancel()
        await asyncio.gather(*self._asked.values(), return_exceptions=True)


async def _ask(part: str, check: Check) -> str | None:
    try:
        return await check()
    except Exception:
        log.exception("the health of %s", part)
        return "broken"


def _words(language: str, wrong: dict[str, str]) -> list[str]:
    words = catalogue(FOLDER, language)
    return [str(words.get(f"health.{part}.{trouble}", f"{part}: {trouble}")) for part, trouble in wrong.items()]
