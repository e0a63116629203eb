"""Everything is open."""

from __future__ import annotations

from ludotheque.rules.dice import Dice

from .rules import State, View


def imagine(s: State, view: View, known: object, dice: Dice) -> None:
    s.tossed = view.tossed
    if isinstance(view.to_act, int):
        s.first = view.to_act
