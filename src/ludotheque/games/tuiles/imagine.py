"""A random game of De tuile en tuile that looks like a given view: what could lie under the pawns."""

from __future__ import annotations

import msgspec

from ludotheque.games.tuiles.rules import (
    CAMP,
    CAMPS,
    FOR_THE_LOOP,
    HIGHEST,
    PAWNS,
    Place,
    State,
    View,
    home,
    loop_length,
    place_of,
)
from ludotheque.rules.dice import Dice, shuffle


class Known(msgspec.Struct, frozen=True):
    """What a player still knows of the tiles under pawns, besides the view. What the view rules out is ignored."""

    values: dict[int, int] = {}
    """The value of tiles of the loop."""


def imagine(s: State, view: View, known: Known, dice: Dice) -> None:
    """What the view shows is set; the values under pawns are drawn among the tiles that are not seen elsewhere."""
    restore_table(s, view)
    restore_last_announcement(s, view)
    unseen = list(FOR_THE_LOOP)
    for value in s.tile[:CAMPS]:
        if value:
            unseen.remove(value)
    hidden = [place for place in range(loop_length(s)) if not s.tile[place]]
    for place, value in known.values.items():
        if place in hidden and value in unseen:
            hidden.remove(place)
            unseen.remove(value)
            s.tile[place] = value
    shuffle(dice, unseen, len(unseen))
    for place, value in zip(hidden, unseen, strict=False):
        s.tile[place] = value


def restore_table(s: State, view: View) -> None:
    """The camps, the tiles that can be read, and the pawns."""
    s.corner[: s.players] = view.corners
    s.tile[: loop_length(s)] = [value or 0 for value in view.loop]
    for seat in range(s.players):
        for step in range(CAMP):
            s.tile[place_of(s, seat, step)] = HIGHEST - step
        for pawn in range(PAWNS):
            step = step_at(s, seat, view.pawns[seat][pawn])
            s.step[seat * PAWNS + pawn] = step
            if step < home(s):
                s.occupied[place_of(s, seat, step)] = 1


def restore_last_announcement(s: State, view: View) -> None:
    """What was seen of it, the value under a pawn that went back included; and whose turn it is."""
    last = view.last
    if last is not None:
        s.announced, s.did_seat, s.did_pawn = 1, last.seat, last.pawn
        s.did_value, s.did_advance = last.value or 0, last.advance
        s.did_step = step_at(s, last.seat, last.lifted)
        s.tile[place_of(s, last.seat, s.did_step)] = last.tile
    s.turn = view.to_act if isinstance(view.to_act, int) else s.did_seat


def step_at(s: State, seat: int, place: Place) -> int:
    """How far on its way a pawn of a seat is that stands there: it passes each place once."""
    if place.where == "home":
        return home(s)
    if place.where == "camp":
        return place.at
    return CAMP + (place.at - s.corner[seat] * s.stretch) % loop_length(s)
