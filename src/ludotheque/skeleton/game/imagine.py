"""A random game of Pebblebag that looks like a given view: hidden hands are drawn from what one does not see."""

from __future__ import annotations

import msgspec

from ludotheque.rules.dice import Dice, shuffle

from .rules import COPIES, HIGHEST, State, View


class Known(msgspec.Struct, frozen=True):
    """What a player may know besides the view: here, nothing."""


def imagine(s: State, view: View, known: Known, dice: Dice) -> None:
    """What the view shows is set; the rest is drawn at random. Players, options and entries are set already."""
    s.turn = view.turn
    s.first = first_seat(view)
    s.drawing = int(view.phase == "draw")
    s.count[: s.players] = view.counts
    s.stopped[: s.players] = [int(stopped) for stopped in view.stopped]
    seen = [value for hand in view.hands if hand is not None for value in hand]
    unseen = [value for value in range(1, HIGHEST + 1) for _ in range(COPIES - seen.count(value))]
    shuffle(dice, unseen, len(unseen))
    for seat, hand in enumerate(view.hands):
        for value in hand if hand is not None else [unseen.pop() for _ in range(view.counts[seat])]:
            s.held[seat * HIGHEST + value - 1] += 1
    for value in unseen:
        s.bag[value - 1] += 1


def first_seat(view: View) -> int:
    """Nobody needs to know any more who started: any seat will do."""
    return view.turn
