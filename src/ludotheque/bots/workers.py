"""Bots in worker processes, so that thinking never blocks a server and Numba never enters its process.

A worker gets the views of a seat as JSON and nothing else. It keeps what it made of them by table and seat, and builds it anew
from the first view when it has not got it (a restart, another worker): the same fold gives the same memory.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import threading
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import astuple
from typing import Any

import msgspec

from ludotheque.bots.advice import Hint, Review, hint, review
from ludotheque.bots.base import Bot, Budget
from ludotheque.games import game as find_game
from ludotheque.rules.core import Json, Move, View

CacheKey = tuple[str, int, int]
"""Table, seat and seq."""
KEPT = 256
"""How many seats' bots a worker keeps."""

_bots: OrderedDict[tuple[str, int, str, int], tuple[int, Bot]] = OrderedDict()


class BotPool:
    """Worker processes for bots, hints and reviews. Start it with the server, close it with the server."""

    def __init__(self, workers: int | None = None, warm: Sequence[str] = ()) -> None:
        """`warm` names the games whose kernels each worker loads before its first move."""
        count = workers if workers is not None else max(1, (os.cpu_count() or 2) - 1)
        context = multiprocessing.get_context("spawn")
        self._pool = ProcessPoolExecutor(count, mp_context=context, initializer=_start, initargs=(tuple(warm),))
        self._count = count

    async def warm_up(self) -> None:
        """Wait until a worker is ready; the others follow when they are needed."""
        await self._run(_ready)

    async def choose(
        self,
        game_slug: str,
        seat: int,
        level: str,
        seed: int,
        views: Sequence[bytes],
        *,
        budget: Budget | None = None,
        cache_key: CacheKey | None = None,
    ) -> Move:
        """The move of a bot that was shown these views, in order; the last one is the view to move in."""
        given = None if budget is None else astuple(budget)
        action: int = await self._run(_choose, game_slug, seat, level, seed, list(views), given, cache_key)
        return find_game(game_slug).rules.MOVES[action]

    async def hint(self, game_slug: str, seat: int, views: Sequence[bytes]) -> Hint:
        """What elephant would play from these views."""
        return msgspec.json.decode(await self._run(_hint, game_slug, seat, list(views)), type=Hint)

    async def review(self, record: Json, seat: int) -> Review:
        """What each move of a seat in a finished game cost."""
        return msgspec.json.decode(await self._run(_review, record, seat), type=Review)

    def close(self) -> None:
        """Let the workers go; moves under way are given up."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def _run(self, function: Any, *args: object) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._pool, function, *args)


# In the worker -------------------------------------------------------------------------------------------------------


def _start(warm: tuple[str, ...]) -> None:
    from ludotheque.bots.warm import warm_up

    leave_with_the_starter()
    for slug in warm:
        warm_up(slug)


def leave_with_the_starter() -> None:
    """Watch the process that started this one: killed, it cannot close its pool, and a worker would wait for it for ever."""

    def leave() -> None:
        starter = multiprocessing.parent_process()
        if starter is not None:
            starter.join()
            os._exit(0)

    threading.Thread(target=leave, daemon=True).start()


def _ready() -> bool:
    return True


def _read(slug: str, views: Sequence[bytes]) -> list[View]:
    decoder = msgspec.json.Decoder(find_game(slug).rules.View)
    return [decoder.decode(view) for view in views]


def _choose(
    slug: str, seat: int, level: str, seed: int, views: list[bytes], budget: tuple[Any, Any] | None, cache_key: CacheKey | None
) -> int:
    from ludotheque.bots import make_bot
    from ludotheque.bots.player import moves_of

    game = find_game(slug)
    given = None if budget is None else Budget(*budget)
    key = None if cache_key is None else (cache_key[0], seat, level, seed)
    seen, bot = _bots.pop(key, (0, None)) if key is not None else (0, None)
    if bot is None or seen > len(views):
        seen, bot = 0, make_bot(game, seat, level, seed, given)
    fresh = _read(slug, views[min(seen, len(views) - 1) :])
    for view in fresh[len(fresh) - (len(views) - seen) :]:
        bot.see(view)
    if key is not None:
        _bots[key] = (len(views), bot)
        while len(_bots) > KEPT:
            _bots.popitem(last=False)
    return game.action(bot.choose(fresh[-1], moves_of(game, fresh[-1])))


def _hint(slug: str, seat: int, views: list[bytes]) -> bytes:
    return msgspec.json.encode(hint(find_game(slug), seat, _read(slug, views)))


def _review(record: Json, seat: int) -> bytes:
    return msgspec.json.encode(review(record, seat))
