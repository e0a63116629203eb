"""What happens at a table of Pebblebag, as a seat sees it: boards let pieces travel by it. Optional."""

from __future__ import annotations

from ludotheque.rules.core import Event

from .rules import View


def happened(before: View, after: View) -> tuple[Event, ...]:
    """A seat reached into the bag, has a pebble more, or has stopped."""
    seat = before.turn
    if after.stopped[seat] and not before.stopped[seat]:
        return (Event(verb="stop", seat=seat, target=f"hand.{seat}"),)
    if after.phase == "draw":
        return (Event(verb="reach", seat=seat, target="bag"),)
    return (Event(verb="draw", seat=seat, origin="bag", target=f"hand.{seat}", gains=seat),)


def forget(view: View) -> View:
    """Nothing is shown and hidden again."""
    return view
