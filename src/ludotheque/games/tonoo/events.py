"""What happens at a table of Tonoo, as a seat sees it: a hand in the bag, a pawn that falls, a lid that is lifted."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from ludotheque.games.tonoo.rules import Lifted, Placed, Returned, View
from ludotheque.rules.core import Event


def happened(before: View, after: View) -> tuple[Event, ...]:
    """What came of the last action."""
    last = after.last
    if after.phase == "draw":
        return (Event(verb="reach", seat=before.turn, origin="bag"),)
    if before.phase == "draw":
        seat = after.turn
        return (Event(verb="draw", seat=seat, piece=after.drawn, origin="bag", target=f"hand.{seat}", passing=True),)
    if isinstance(last, Placed):
        seat, where = last.seat, f"cylinder.{last.cylinder}"
        return (Event(verb="place", seat=seat, piece=last.pawn, origin=f"hand.{seat}", target=where, passing=True),)
    if isinstance(last, Returned):
        seat = last.seat
        return (Event(verb="return", seat=seat, piece=last.pawn, origin=f"owned.{seat}", target="bag", loses=seat, passing=True),)
    assert isinstance(last, Lifted)
    return took(last) if before.phase == "take" else lifted(before, last, after)


def lifted(before: View, last: Lifted, after: View) -> tuple[Event, ...]:
    """tonoo.5: all see what is inside; some of it is kept (tonoo.6), the rest goes back into the bag."""
    seat, where = last.seat, f"cylinder.{last.cylinder}"
    found = [Event(verb="lift", seat=seat, target=where, count=len(last.pawns))]
    found += [Event(verb="show", seat=seat, piece=pawn, target=where, passing=True) for pawn in last.pawns]
    found += [Event(verb="keep", seat=seat, piece=pawn, origin=where, target=f"owned.{seat}", gains=seat) for pawn in last.kept]
    back = Counter(last.pawns) - Counter(last.kept)
    found += [Event(verb="back", piece=pawn, origin=where, target="bag", passing=True) for pawn in back.elements()]
    if last.result in ("owes", "none_owned"):
        found.append(Event(verb="owe" if last.result == "owes" else "others_take", seat=seat))
    if last.result == "eliminated":
        found += [
            Event(verb="back", seat=seat, piece=pawn, origin=f"owned.{seat}", target="bag", loses=seat)
            for pawn in before.owned[seat]
        ]
        found.append(Event(verb="eliminate", seat=seat))
    if after.cylinders_out[last.cylinder]:
        found.append(Event(verb="leave", target=where))
    return tuple(found)


def took(last: Lifted) -> tuple[Event, ...]:
    """tonoo.8: an opponent takes a pawn from the bag, and keeps it or puts it back."""
    taken = last.taken[-1]
    seat, where = taken.seat, f"owned.{taken.seat}"
    if taken.kept:
        return (Event(verb="take", seat=seat, piece=taken.pawn, origin="bag", target=where, gains=seat),)
    return (Event(verb="take_in_vain", seat=seat, piece=taken.pawn, origin="bag", target="bag", passing=True),)


def forget(view: View) -> View:
    """What was placed, lifted or put back is no longer seen."""
    return replace(view, last=None)
