"""The pool of workers: bots think elsewhere, and a worker that lost its memory makes it anew."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest

import ludotheque
from ludotheque.bots import Budget
from ludotheque.bots.workers import BotPool
from ludotheque.rules.core import Fault

SMALL = Budget(playouts=40)


def play_some(slug, moves):
    """A game under way and every view of both seats."""
    game = ludotheque.game(slug)
    play = game.new(2, seed=6)
    views = [[msgspec.json.encode(play.view(seat))] for seat in range(2)]
    for number in range(moves):
        play.play(play.legal()[number % len(play.legal())])
        for seat in range(2):
            views[seat].append(msgspec.json.encode(play.view(seat)))
    return play, views


def test_a_server_never_imports_numba():
    code = (
        "import sys, ludotheque.bots.workers as w; w.BotPool(1).close(); sys.exit({'numba', 'numpy'} & set(sys.modules) != set())"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_memory_is_cached_and_rebuilt():
    play, views = play_some("tuiles", 9)
    seat = play.to_act

    async def moves():
        pool = BotPool(1, warm=["tuiles"])
        try:
            await pool.warm_up()
            keys = [("table", seat, 9), ("table", seat, 9), ("another", seat, 9), None]  # new, kept, new, not kept
            return [await pool.choose("tuiles", seat, "child", 3, views[seat], budget=SMALL, cache_key=key) for key in keys]
        finally:
            pool.close()

    found = asyncio.run(moves())
    assert len(set(found)) == 1
    assert found[0] in play.legal()


def test_hints_and_reviews_come_from_the_pool():
    play, views = play_some("tuiles", 4)
    seat = play.to_act

    async def ask():
        pool = BotPool(1)
        try:
            hint = await pool.hint("tuiles", seat, views[seat])
            review = await pool.review(play.record(), seat)
            with pytest.raises(Fault):
                await pool.hint("tuiles", 1 - seat, views[1 - seat])
            return hint, review
        finally:
            pool.close()

    hint, review = asyncio.run(ask())
    assert {str(play.game.move(weighed.move)) for weighed in hint.moves} == set(map(str, play.legal()))
    assert all(0 <= weighed.chance <= 1 for weighed in hint.moves)
    assert [judged.index for judged in review.moves] == [at for at, (who, _) in enumerate(play.entries) if who == seat]
    assert all(judged.cost >= 0 for judged in review.moves)


def test_workers_leave_when_their_server_is_killed():
    script = (
        "import asyncio, os, signal\n"
        "from ludotheque.bots.workers import BotPool\n"
        "async def main():\n"
        "    pool = BotPool(1)\n"
        "    await pool.warm_up()\n"
        "    print(*pool._pool._processes, flush=True)\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
        "if __name__ == '__main__':\n"
        "    asyncio.run(main())\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=60)
    worker = Path(f"/proc/{int(done.stdout.split()[0])}/cmdline")
    for _ in range(100):
        if not worker.exists():
            return
        time.sleep(0.1)
    raise AssertionError("the worker is still there")
