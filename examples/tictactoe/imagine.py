"""Nothing is hidden in tic-tac-toe: the view says it all."""

from __future__ import annotations

import msgspec

from ludotheque.rules.dice import Dice

from .rules import State, View


class Known(msgspec.Struct, frozen=True):
    """There is nothing to know besides the view."""


def imagine(s: State, view: View, known: Known, dice: Dice) -> None:
    """The same game again."""
    for cell, seat in enumerate(view.cells):
        if seat is not None:
            s.marks[seat] |= 1 << cell
    if isinstance(view.to_act, int):
        s.turn = view.to_act
