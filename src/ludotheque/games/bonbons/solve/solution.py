"""The solved game of two, ready to be asked: all values, solved once and kept."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import numpy as np

from ludotheque.games.bonbons.rules import DEALT, QUICK_SQUARES, SWEETS
from ludotheque.games.bonbons.solve.kernels import solution as solver
from ludotheque.games.bonbons.solve.kernels.solution import (
    COINS,
    KEPT,
    MINE,
    NO_COINS,
    NO_LIMIT,
    ON_DEAD_UNSEEN,
    ON_UNSEEN,
    ROW,
    SEEN_COINS,
    THEIRS,
    UNSOLVED,
    WRAPPED,
    A,
    B,
    C,
    D,
    E,
    O,
    U,
)
from ludotheque.rules import kernel
from ludotheque.rules.core import LIMIT
from ludotheque.rules.kernel import Ints, Reals

Progress = Callable[[float], None]
PARTS = 32
"""In how many steps progress is shown."""
USUALLY = 130
"""After how many entries values repeat themselves, more or less: only progress goes by it."""


def reserve_of(quick: bool) -> int:
    """How many rounds are set aside when two have been dealt theirs."""
    return (QUICK_SQUARES - 1 if quick else SWEETS) - 2 * DEALT


def start_of(quick: bool) -> int:
    """The position before the first turn."""
    return DEALT * (U + O) + (NO_COINS * COINS if quick else 0)


@cache
def positions(quick: bool) -> Ints:
    """Every position that may come up, none before what it leads to."""
    return in_order(DEALT, reserve_of(quick), coins=not quick)


def in_order(dealt: int, reserve: int, *, coins: bool) -> Ints:
    """The positions of a deck in which two are dealt so many rounds and so many are set aside, none before what it leads to.

    Each turn that changes anything shows a square (4 less), shows a round (2 less) or finishes a pair or the coins (3 or more
    less); the wrapper shows a square and adds a round.
    """
    found = np.array(list(_all(dealt, reserve, range(NO_COINS) if coins else range(NO_COINS, NO_COINS + 1))), np.int64)
    known_coins, wrapped = found >> 24 & 15, found >> 28
    unseen_rounds = (found >> 6 & 7) + (found >> 15 & 7)
    hidden = unseen_rounds + reserve - (wrapped > 0) + (known_coins == ON_UNSEEN)
    unseen_coins = np.where(known_coins <= SEEN_COINS, SEEN_COINS - known_coins, 0)
    lost = (found >> 3 & 7) + (found >> 12 & 7)
    squares = lost + hidden - (found >> 18 & 63) + unseen_coins + (known_coins == ON_DEAD_UNSEEN) + (wrapped == 0)
    pictures = (found & 7) + (found >> 9 & 7) + lost + hidden + (known_coins <= SEEN_COINS)
    return found[np.argsort(4 * squares + 2 * unseen_rounds + 3 * pictures + (known_coins <= SEEN_COINS), kind="stable")]


def _all(dealt: int, reserve: int, cases: range) -> Iterator[int]:
    rows = [(a, c, u) for a in range(ROW) for c in range(ROW - a) for u in range(ROW - a - c) if a + c + u > 0]
    for wrapped in range(3):
        for coins in cases:
            for a, c, u in rows:
                for b, d, o in rows:
                    if a + c + u > dealt + (wrapped == MINE) or b + d + o > dealt + (wrapped == THEIRS):
                        continue
                    p = a * A + c * C + u * U + b * B + d * D + o * O + coins * COINS + wrapped * WRAPPED
                    for seen in range(solver.hidden(p, reserve) + 1):
                        yield p + seen * E


def solve(quick: bool, progress: Progress | None = None) -> tuple[Reals, int]:
    """All values by the number of their position, and in how many positions both would rather wait."""
    values, order, waits = np.full((1, solver.SIZE), UNSOLVED), positions(quick), 0
    kernels = kernel.compiled(solver.__name__)
    for number, part in enumerate(np.array_split(order, PARTS), start=1):
        waits += kernels.settle_all(values, reserve_of(quick), part)
        if progress is not None:
            progress(number / PARTS)
    return values, waits


def solve_limited(quick: bool, entries: int, progress: Progress | None = None) -> Reals:
    """All values with so many entries left and up to seven fewer, by their number modulo `KEPT`: any.1 in earnest.

    A turn takes four entries at most, with declining to play again. So once four numbers of entries in a row are worth, in
    every position and to the last bit, what four fewer are worth, all that follow are, and need not be counted.
    """
    values, order, repeated = np.full((KEPT, solver.SIZE), UNSOLVED), positions(quick), 0
    kernels = kernel.compiled(solver.__name__)
    for left in range(entries + 1):
        repeated = 0 if kernels.settle_limited(values, reserve_of(quick), order, left) else repeated + 1
        if repeated == KEPT // 2:
            break
        if progress is not None:
            progress(min(1.0, left / USUALLY))
    return values


class Solution:
    """The values of one variant, for play without limit or with so many entries `left`."""

    def __init__(self, quick: bool, values: Reals, left: int = NO_LIMIT) -> None:
        self.quick, self.values, self.reserve, self.left = quick, values, reserve_of(quick), left

    def value(self, position: int) -> float:
        """The chance to win of the seat whose turn begins; a shared win counts half."""
        return float(solver.kept(self.values, self.left, position))


def folder() -> Path:
    """Where values are kept: a folder named after the source that made them."""
    digest = hashlib.sha256(Path(solver.__file__).read_bytes() + Path(__file__).read_bytes()).hexdigest()[:16]
    return kernel.cache_home() / "solutions" / f"bonbons-{digest}"


@cache
def solution(quick: bool, progress: Progress | None = None) -> Solution:
    """The solution of a variant, from the cache or solved now. Kept are the values of positions that may come up."""
    kept, numbers = folder() / ("quick.npy" if quick else "standard.npy"), _numbers(quick)
    if not kept.exists():
        values, _ = solve(quick, progress)
        kept.parent.mkdir(parents=True, exist_ok=True)
        part = kept.with_suffix(f".{os.getpid()}.part.npy")
        np.save(part, values[0, numbers])
        part.replace(kept)
    values = np.full((1, solver.SIZE), UNSOLVED)
    values[0, numbers] = np.load(kept)
    return Solution(quick, values)


@cache
def limited(quick: bool, progress: Progress | None = None) -> Solution:
    """The solution with the limit of any.1 in earnest, solved anew each time: it is asked for rarely."""
    return Solution(quick, solve_limited(quick, LIMIT, progress), LIMIT)


def _numbers(quick: bool) -> Ints:
    """Where the values of all positions stand; without a compiler, for whoever finds them solved."""
    found = positions(quick)
    row = np.array(solver.ROW_NUMBER)
    own = row[((found & 7) * ROW + (found >> 3 & 7)) * ROW + (found >> 6 & 7)]
    other = row[((found >> 9 & 7) * ROW + (found >> 12 & 7)) * ROW + (found >> 15 & 7)]
    cases = (found >> 24 & 15) * 3 + (found >> 28)
    numbers: Ints = ((own * solver.ROWS + other) * solver.MOST_E + (found >> 18 & 63)) * solver.CASES + cases
    return numbers
