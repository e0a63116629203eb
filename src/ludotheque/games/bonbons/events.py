"""What happens at a table of Bonbons, as every seat sees it: tiles turn, pairs stay, rounds change hands."""

from __future__ import annotations

from msgspec.structs import replace

from ludotheque.games.bonbons.seen import Covered, Gave, Place, Square, Stopped, Tile, Turned, View
from ludotheque.rules.core import Event


def happened(before: View, after: View) -> tuple[Event, ...]:
    """What came of the last action."""
    last = after.last
    if isinstance(last, Turned):
        return turned(before, last, after)
    if isinstance(last, Gave):
        return gave(last, after)
    if isinstance(last, Covered):
        where = f"round.{last.seat}.{last.slot}"
        coins = (cell for cell, tile in enumerate(after.grid) if tile.state == "gone" != before.grid[cell].state)
        return tuple(Event(verb="cover", seat=last.seat, piece="coin", origin=f"square.{cell}", target=where) for cell in coins)
    if isinstance(last, Stopped):
        return (Event(verb="decline" if last.declined else "stop", seat=last.seat),)
    return ()


def turned(before: View, last: Turned, after: View) -> tuple[Event, ...]:
    """bonbons.5: a tile is turned; bonbons.8: a pair; bonbons.18: one round more for the wrapper."""
    picture = tile_at(after, last.place).picture
    passing = last.result in ("goes_on", "no_pair") and picture != "wrapper"
    found = [Event(verb="turn", seat=last.seat, piece=picture, target=place(last.place), passing=passing)]
    if last.result in ("pair", "theft"):
        square, round_ = sorted((before.shown[0], last.place), key=lambda at: not isinstance(at, Square))
        verb = "pair" if last.result == "pair" else "theft"
        found.append(Event(verb=verb, seat=last.seat, piece=picture, origin=place(square), target=place(round_)))
    if last.drew:
        slot = len(after.rounds[last.seat]) - 1
        found.append(Event(verb="draw", seat=last.seat, origin="reserve", target=f"round.{last.seat}.{slot}", gains=last.seat))
    if last.result == "coins":
        found.append(Event(verb="coins", seat=last.seat, piece="coin"))
    if last.result == "no_pair":
        found.append(Event(verb="miss", seat=last.seat))
    return tuple(found)


def gave(last: Gave, after: View) -> tuple[Event, ...]:
    """bonbons.11: the stolen round travels to the thief, one of the thief's goes the other way, unseen."""
    mine, theirs = f"round.{last.seat}.{last.slot}", f"round.{last.victim}.{last.victim_slot}"
    picture = after.rounds[last.seat][last.slot].picture
    return (
        Event(verb="steal", seat=last.seat, piece=picture, origin=theirs, target=mine, gains=last.seat, loses=last.victim),
        Event(verb="give", seat=last.seat, origin=mine, target=theirs, gains=last.victim, loses=last.seat),
    )


def place(at: Place) -> str:
    """A place by its name."""
    return f"square.{at.cell}" if isinstance(at, Square) else f"round.{at.seat}.{at.slot}"


def tile_at(view: View, at: Place) -> Tile:
    """The tile that lies at a place."""
    return view.grid[at.cell] if isinstance(at, Square) else view.rounds[at.seat][at.slot]


def forget(view: View) -> View:
    """bonbons.9: what was turned back is covered again."""
    rounds = tuple(tuple(map(covered, row)) for row in view.rounds)
    return replace(view, grid=tuple(map(covered, view.grid)), rounds=rounds, shown=())


def covered(tile: Tile) -> Tile:
    """A tile that lies face down has no picture."""
    return Tile(tile.state, None) if tile.state in ("down", "covered") else tile
