"""Stands in for the `arrays.py` of a game that has none: its observations are made of views, one by one, outside the kernels."""

from __future__ import annotations

from typing import Any

from ludotheque.rules.kernel import Numbers, kernel


@kernel
def encode(state: Any, seat: int, turn: int, out: Numbers, at: int) -> None:
    """Nothing is written."""
