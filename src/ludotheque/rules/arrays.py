"""Arrays for kernels to work on, made by whatever carries the kernels: NumPy's, or those of a page (`kernel.Carrier`).

Python may do little with them, and that in both: read and write an item, a row or a slice of one, ask for their length, and
take them as lists. Whatever goes through many items is a kernel.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ludotheque.rules.kernel import Ints, Reals, Truths, carrier
from ludotheque.rules.state import BaseState


def ints(*shape: int) -> Ints:
    """Room for integers, all zero."""
    made: Ints = carrier().room(int, shape)
    return made


def reals(*shape: int) -> Reals:
    """Room for numbers, all zero."""
    made: Reals = carrier().room(float, shape)
    return made


def truths(*shape: int) -> Truths:
    """Room for truths, all false."""
    made: Truths = carrier().room(bool, shape)
    return made


def numbers(values: Sequence[int]) -> Ints:
    """These integers."""
    made = ints(len(values))
    made[:] = values
    return made


def states(layout: type[BaseState], count: int = 1) -> Any:
    """Room for so many states, all zero."""
    return carrier().states(layout, count)


def keep(path: Path, array: Ints | Reals) -> None:
    """Keep an array for the next time, if there is one."""
    carrier().keep(path, array)


def kept(path: Path) -> Any | None:
    """The array that was kept under this name, if it is there."""
    return carrier().kept(path)
