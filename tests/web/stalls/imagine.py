"""Nothing is hidden in stalls: the view says it all."""

from __future__ import annotations

import msgspec

from ludotheque.rules.dice import Dice

from .rules import KINDS, WIDTH, State, View


class Known(msgspec.Struct, frozen=True):
    """There is nothing to know besides the view."""


def imagine(s: State, view: View, known: Known, dice: Dice) -> None:
    """The same game again."""
    for stack, tiles in enumerate(view.stacks):
        s.left[stack] = len(tiles)
    for row, tiles in enumerate(view.stalls):
        for column, kind in enumerate(tiles):
            s.stalls[row * WIDTH + column] = KINDS.index(kind or "")
    s.held, s.thrown = KINDS.index(view.held or ""), view.thrown
    if isinstance(view.to_act, int):
        s.turn = view.to_act
