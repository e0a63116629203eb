"""What happens at a table of Novem, as a seat sees it: markers are laid and turned up together, a tile is taken."""

from __future__ import annotations

from msgspec.structs import replace

from ludotheque.games.novem.rules import View
from ludotheque.rules.core import Event


def happened(before: View, after: View) -> tuple[Event, ...]:
    """A marker was laid, or both were turned up (novem.5)."""
    if not before.laid:
        seat = before.attacker
        line = after.marker
        origin = None if line is None else f"marker.{seat}.{line}"
        return (Event(verb="lay", seat=seat, piece=line, origin=origin, target=f"slot.{seat}"),)
    last = after.last
    assert last is not None
    attacker, lines = last.seat, (last.row, last.column)
    defender, where = 1 - attacker, f"cell.{last.row}{last.column}"
    shown = [Event(verb="lay", seat=defender, piece=lines[defender], target=f"slot.{defender}", passing=True)]
    shown += [
        Event(verb="reveal", seat=seat, piece=lines[seat], origin=f"slot.{seat}", target=f"line.{lines[seat]}", passing=True)
        for seat in (0, 1)
    ]
    if last.tile is None:
        return (*shown, Event(verb="nothing", seat=attacker, target=where, passing=True))
    taken = f"taken.{attacker}"
    shown.append(Event(verb="take", seat=attacker, origin=where, target=taken, gains=attacker, count=last.tile, passing=True))
    if len(after.totals) > len(before.totals):
        shown += [Event(verb="total", seat=seat, count=after.totals[-1][seat]) for seat in (0, 1)]
    if after.number != before.number:
        shown.append(Event(verb="next_game", origin="board", count=after.number))
    return tuple(shown)


def forget(view: View) -> View:
    """The markers are back in the hands, and the tile lies face down (novem.6, novem.8)."""
    return replace(view, last=None)
