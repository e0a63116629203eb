"""What happens at a table of De tuile en tuile, as every seat sees it: an announcement, a lifted pawn, its hops."""

from __future__ import annotations

from msgspec.structs import replace

from ludotheque.games.tuiles.rules import Place, View
from ludotheque.rules.core import Event


def happened(before: View, after: View) -> tuple[Event, ...]:
    """tuiles.6: first the announcement, then (tuiles.7) what was under the pawn, then its way."""
    last = after.last
    assert last is not None
    seat, pawn, at = last.seat, f"pawn.{last.seat}.{last.pawn}", place(last.seat, last.lifted)
    found = [
        Event(verb="announce", seat=seat, piece=pawn, origin=at, count=last.advance, passing=True),
        Event(verb="uncover", seat=seat, target=at, count=last.tile, passing=True),
    ]
    for number, arrived in enumerate(last.hops):
        there = place(seat, arrived)
        verb = "home" if arrived.where == "home" else "bounce" if number else "hop"
        found.append(Event(verb=verb, seat=seat, piece=pawn, origin=at, target=there, count=last.advance, passing=True))
        at = there
    if not last.moved:
        found.append(Event(verb="stay", seat=seat, piece=pawn, target=at))
    return tuple(found)


def place(seat: int, at: Place) -> str:
    """A place by its name."""
    return {"camp": f"camp.{seat}.{at.at}", "loop": f"loop.{at.at}", "home": f"home.{seat}"}[at.where]


def forget(view: View) -> View:
    """The value under a pawn that went back, and the numbers that were said, are hidden again."""
    return replace(view, last=None)
