"""What every game's `encode` begins with: the numbers that stand first in every observation."""

from __future__ import annotations

from typing import Any

from ludotheque.rules.kernel import Numbers, kernel

COMMON = 4
"""Who looks, how many entries there are (two numbers), and who is to act."""


@kernel
def write_common(state: Any, seat: int, turn: int, out: Numbers, at: int) -> None:
    """The part of a view that is the same in every game; `turn` is who is to act, CHANCE or OVER."""
    out[at] = seat + 1
    out[at + 1] = (state.entries >> 8) + 1
    out[at + 2] = state.entries & 255
    out[at + 3] = turn + 1 if turn >= 0 else state.players - turn
