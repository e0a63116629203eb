"""Compiling what the bots of a game need before somebody waits for it, and knowing whether that was done.

A box is warm when a stamp says so. Its name is made of everything that the machine code was made of: our sources, the compiler,
the processor. An image that was made elsewhere, or another version, is therefore cold until it was warmed up here.
"""

from __future__ import annotations

import hashlib
import os
import platform
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.metadata import version
from itertools import product
from pathlib import Path

from ludotheque.bots import LEVELS, make_bot
from ludotheque.bots.advice import hint, review
from ludotheque.bots.base import Budget
from ludotheque.games import game as find_game
from ludotheque.rules import kernel

ENOUGH = 6
"""Moves of each level: the first ones need every kernel that later ones do (a test plays on to see)."""


def is_warm(slug: str) -> bool:
    """Whether bots of this game can think at once."""
    return _stamp(slug).exists()


def warm_up(slug: str) -> None:
    """Compile what all levels, hints and reviews of a game need, unless that is done; wait for another process that is at it."""
    with _alone(slug):
        if is_warm(slug):
            return
        compile_all(slug)
        _stamp(slug).touch()


def compile_all(slug: str) -> None:
    """Run every level, a hint and a review in short games with the fewest and the most players, so that all kernels compile."""
    game, budget = find_game(slug), Budget(playouts=16)
    for level, players in product(LEVELS, {min(game.players), max(game.players)}):
        play = game.new(players, seed=0)
        for _ in range(ENOUGH):
            seat = play.to_act
            if seat < 0:
                break
            bot = make_bot(game, seat, level, 0, budget)
            bot.see(play.view(seat))
            hint(game, seat, [play.view(seat)], budget)
            play.play(bot.choose(play.view(seat), play.legal()))
        for seat in range(players):
            review(play.record(), seat, budget)


def _stamp(slug: str) -> Path:
    return _folder() / f"{slug}-{_digest(slug)}"


def _folder() -> Path:
    made = kernel.cache_home() / "warm"
    made.mkdir(parents=True, exist_ok=True)
    return made


@cache
def _digest(slug: str) -> str:
    digest = hashlib.sha256(_maker().encode())
    here = Path(__file__).parent
    ours = (path for folder in (Path(kernel.__file__).parent, here, here / "kernels") for path in sorted(folder.glob("*.py")))
    for source in (*ours, *sorted(find_game(slug).folder.rglob("*.py"))):
        digest.update(trace_of(source))
    return digest.hexdigest()[:20]


def trace_of(source: Path) -> bytes:
    """What machine code is kept by: Numba finds it by where a source lies and when it was written, ours by what is in it."""
    return f"{source} {source.stat().st_mtime}".encode() + source.read_bytes()


@cache
def _maker() -> str:
    """The compiler and the processor that it compiles for."""
    chosen = os.environ.get("NUMBA_CPU_NAME", ""), os.environ.get("NUMBA_CPU_FEATURES", "")
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8", "replace").splitlines()
        processor = " ".join(sorted({line for line in lines if line.startswith(("model name", "flags", "Features", "CPU part"))}))
    except OSError:
        processor = platform.processor()
    return f"{sys.version} {version('numba')} {version('llvmlite')} {platform.machine()} {chosen if any(chosen) else processor}"


@contextmanager
def _alone(slug: str) -> Iterator[None]:
    """One process at a time; where the system has no such locks, two may do the same work."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    with (_folder() / f"{slug}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
