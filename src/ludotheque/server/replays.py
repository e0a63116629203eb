"""Work on records that is too long for the process that serves sockets: it is done in a process of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor
from typing import TypeAlias

import msgspec

from ludotheque import records
from ludotheque.rules.core import SPECTATOR, Fault, Json, Outcome, Scalar, View
from ludotheque.rules.play import Play
from ludotheque.rules.story import story_of
from ludotheque.tables.denied import Denied
from ludotheque.tables.identity import NAME_LENGTH

Problem: TypeAlias = tuple[str, str, dict[str, Scalar]]
"""A fault on its way out of the worker: code, clause, arguments."""

PATIENCE = 30.0
STORIES = 64
"""How many stories are kept; each is one or two kilobytes."""
NOTHING_YET: Json = {"line": None, "later": None, "events": ()}
"""What a frame says that no entry has led to."""


def own_process() -> Executor:
    """A process beside this one."""
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    return ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"))


class Workroom:
    """One worker, started when it is first needed."""

    def __init__(self, start: Callable[[], Executor] = own_process) -> None:
        self._start = start
        self._pool: Executor | None = None
        self._stories: dict[str, bytes] = {}

    async def replay(self, record: Json, seat: int | None, *, entries: bool) -> bytes:
        """A record as a `Replay`, encoded: as a seat (or spectators) saw it, with the entries when all may be known."""
        return await self._work(_replay, record, seat, entries)

    async def check(self, record: Json) -> None:
        """Raise Denied if a record cannot be played on."""
        await self._work(_check, record)

    def known_story(self, table: str) -> bytes | None:
        """The story of a table, if somebody has asked for it not long ago: at the end everybody asks at once."""
        return self._stories.get(table)

    async def story(self, table: str, record: Json, outcome: Outcome) -> bytes:
        """Who did what at a table that came to this outcome, encoded."""
        told = await self._work(_story, record, outcome)
        while len(self._stories) >= STORIES:
            self._stories.pop(next(iter(self._stories)))
        self._stories[table] = told
        return told

    async def _work(self, what: Callable[..., bytes | Problem], *args: object) -> bytes:
        if self._pool is None:
            self._pool = self._start()
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(PATIENCE):
                found = await loop.run_in_executor(self._pool, what, *args)
        except (BrokenExecutor, TimeoutError):
            self.close()
            raise Denied("busy", "busy") from None
        if isinstance(found, tuple):
            code, clause, details = found
            raise Denied(code, "form", clause, **details)
        return found

    def close(self) -> None:
        """Let the worker go."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


def _check(record: Json) -> bytes | Problem:
    try:
        records.check(record)
    except Fault as fault:
        return fault.code, fault.clause, dict(fault.details)
    return b""


def _story(record: Json, outcome: Outcome) -> bytes:
    return msgspec.json.encode(story_of(records.replay(record), outcome))


def _replay(record: Json, seat: int | None, entries: bool) -> bytes | Problem:
    try:
        return msgspec.json.encode(replay(record, seat, entries=entries))
    except Fault as fault:
        return fault.code, fault.clause, dict(fault.details)


def replay(record: Json, seat: int | None, *, entries: bool) -> Json:
    """A record moment by moment."""
    looks_as = SPECTATOR if seat is None else seat
    play: Play | None = None
    frames: list[Json] = []
    before: tuple[View, View] | None = None
    for play in records.steps(record):
        view, seen = play.view(), play.view(looks_as)
        frame: Json = {"seq": len(frames), "entry": None, **NOTHING_YET, "view": seen, "legal": [], "seats": []}
        if before is not None:
            told = play.game.rules.tell(before[0], play.entries[-1][1], view)
            frame["line"], frame["later"] = told.now, None if told.later == told.now else told.later
            frame["events"] = play.game.happened(before[1], seen)
            frame["entry"] = record["moves"][len(frames) - 1] if entries else None
        if entries and seat is None and play.game.secret(play.options):
            frame["seats"] = [play.view(other) for other in range(play.players)]
        if entries or play.to_act == looks_as:
            frame["legal"] = [move.to_json() for move in play.legal()]
        frames.append(frame)
        before = view, seen
    assert play is not None
    return {
        "game": play.game.slug,
        "players": play.players,
        "seat": seat,
        "names": [name[:NAME_LENGTH] for name in records.names(record)],
        "frames": frames,
        "outcome": play.outcome,
    }
