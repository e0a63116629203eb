"""The solved game of two, ready to be asked: all values, solved once and kept."""

from __future__ import annotations

import hashlib
from functools import cache
from itertools import accumulate, pairwise
from pathlib import Path
from types import ModuleType

from ludotheque.bots.solved import Progress
from ludotheque.games.bonbons.rules import DEALT, QUICK_SQUARES, SWEETS
from ludotheque.games.bonbons.solve.kernels import positions as sorting
from ludotheque.games.bonbons.solve.kernels import solution as solver
from ludotheque.games.bonbons.solve.kernels.solution import COINS, KEPT, NO_COINS, NO_LIMIT, UNSOLVED, O, U
from ludotheque.rules import arrays, kernel
from ludotheque.rules.core import LIMIT
from ludotheque.rules.kernel import Ints, Reals

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
    """The positions of a deck in which two are dealt so many rounds and so many are set aside, none before what it leads to."""
    cases = (0, NO_COINS - 1) if coins else (NO_COINS, NO_COINS)
    starts = arrays.ints(sorting.HEAVIEST)
    _sorting().sort_in(starts, arrays.ints(0), dealt, reserve, *cases)
    ends = list(accumulate(starts.tolist()))
    starts[:] = ends
    found = arrays.ints(ends[-1])
    _sorting().sort_in(starts, found, dealt, reserve, *cases)
    return found


def _sorting() -> ModuleType:
    """Sorting as machine code; bound to the solver, so that its cache knows of both files."""
    return kernel.compiled(sorting.__name__, solver=kernel.compiled(solver.__name__))


def solve(quick: bool, progress: Progress | None = None) -> tuple[Reals, int]:
    """All values by the number of their position, and in how many positions both would rather wait."""
    values, order, waits = unsolved(1), positions(quick), 0
    kernels = kernel.compiled(solver.__name__)
    cuts = [len(order) * part // PARTS for part in range(PARTS + 1)]
    for number, (start, stop) in enumerate(pairwise(cuts), start=1):
        waits += kernels.settle_all(values, reserve_of(quick), order[start:stop])
        if progress is not None:
            progress(number / PARTS)
    return values, waits


def solve_limited(quick: bool, entries: int, progress: Progress | None = None) -> Reals:
    """All values with so many entries left and up to seven fewer, by their number modulo `KEPT`: any.1 in earnest.

    A turn takes four entries at most, with declining to play again. So once four numbers of entries in a row are worth, in
    every position and to the last bit, what four fewer are worth, all that follow are, and need not be counted.
    """
    values, order, repeated = unsolved(KEPT), positions(quick), 0
    kernels = kernel.compiled(solver.__name__)
    for left in range(entries + 1):
        repeated = 0 if kernels.settle_limited(values, reserve_of(quick), order, left) else repeated + 1
        if repeated == KEPT // 2:
            break
        if progress is not None:
            progress(min(1.0, left / USUALLY))
    return values


def unsolved(rows: int) -> Reals:
    """Room for so many values of every position, none of which is known."""
    values = arrays.reals(rows, solver.SIZE)
    values[:] = UNSOLVED
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
    sources = b"".join(Path(str(path)).read_bytes() for path in (solver.__file__, sorting.__file__, __file__))
    return kernel.cache_home() / "solutions" / f"bonbons-{hashlib.sha256(sources).hexdigest()[:16]}"


@cache
def solution(quick: bool, progress: Progress | None = None) -> Solution:
    """The solution of a variant, from the cache or solved now. Kept are the values of positions that may come up."""
    name, order = folder() / ("quick" if quick else "standard"), positions(quick)
    kept = arrays.kept(name)
    if kept is None:
        values, _ = solve(quick, progress)
        kept = arrays.reals(len(order))
        _sorting().take_out(values, order, kept)
        arrays.keep(name, kept)
    else:
        values = unsolved(1)
        _sorting().put_back(values, order, kept)
    return Solution(quick, values)


@cache
def limited(quick: bool, progress: Progress | None = None) -> Solution:
    """The solution with the limit of any.1 in earnest, solved anew each time: it is asked for rarely."""
    return Solution(quick, solve_limited(quick, LIMIT, progress), LIMIT)
