"""What is seen of a table of Bonbons, by every seat alike, and what the log says of it. Nothing here knows a state."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from ludotheque.rules import core
from ludotheque.rules.core import Line, Told, Value

Lying: TypeAlias = Literal["gone", "down", "turned", "up", "covered"]
"""How a tile lies. `turned` is up for this turn only; `gone` are the coins that were taken off the grid."""

Phase: TypeAlias = Literal["start", "square", "coin", "two_coins", "round", "give", "cover"]
"""What a turn has come to: nothing turned yet, this turned first, or what is due."""

Result: TypeAlias = Literal["goes_on", "no_pair", "pair", "theft", "coins"]
"""What came of turning a tile."""


class Tile(msgspec.Struct, frozen=True):
    """A place and the tile that lies there."""

    state: Lying
    picture: str | None
    """What can be seen; also of a tile that is down again, until the next one is turned."""


class Square(msgspec.Struct, frozen=True, tag="square"):
    """A place in the grid."""

    cell: int


class Round(msgspec.Struct, frozen=True, tag="round"):
    """A place in a row of rounds."""

    seat: int
    slot: int


Place: TypeAlias = Square | Round


class Turned(msgspec.Struct, frozen=True, tag="turned"):
    """A tile was turned, and what came of it."""

    seat: int
    place: Place
    result: Result
    drew: bool
    """A round came from the reserve, for the wrapper (bonbons.18)."""


class Gave(msgspec.Struct, frozen=True, tag="gave"):
    """A thief's round and a stolen one changed places: face up now at `slot`, face down at the victim's."""

    seat: int
    slot: int
    victim: int
    victim_slot: int


class Covered(msgspec.Struct, frozen=True, tag="covered"):
    """The three coins were laid on a round."""

    seat: int
    slot: int


class Stopped(msgspec.Struct, frozen=True, tag="stopped"):
    """A turn ended by choice, or (`declined`) another one was not wanted."""

    seat: int
    declined: bool


Last: TypeAlias = Turned | Gave | Covered | Stopped


class View(core.View, frozen=True, kw_only=True):
    """A table of Bonbons, as every seat sees it."""

    turn: int
    phase: Phase
    may_stop: bool
    grid: tuple[Tile, ...]
    """The squares, row by row."""
    rounds: tuple[tuple[Tile, ...], ...]
    """The rounds in front of each seat."""
    reserve: int
    """How many rounds are left in the reserve."""
    removed: tuple[str, ...]
    """The kinds of sweet that are out, in a quick game."""
    shown: tuple[Place, ...]
    """What was turned in this turn, or in the one just ended, in that order."""
    last: Last | None


# What the log says (any.2) -------------------------------------------------------------------------------------------


def tell(before: View, value: Value, after: View) -> Told:
    """Which tiles were turned and what came of it; later no pictures."""
    last = after.last
    if isinstance(last, Turned):
        return tell_of_a_tile(before, last, after)
    if isinstance(last, Gave):
        return always("gave", {"seat": last.seat, "slot": last.slot, "owner": last.victim, "owner_slot": last.victim_slot})
    if isinstance(last, Covered):
        return always("covered", {"seat": last.seat, "slot": last.slot})
    assert isinstance(last, Stopped)
    return always("declined" if last.declined else "stopped", {"seat": last.seat})


def tell_of_a_tile(before: View, last: Turned, after: View) -> Told:
    """A turned tile: the picture now, the place for ever."""
    place = last.place
    args: dict[str, int | str] = {"seat": last.seat}
    if isinstance(place, Square):
        what, tile = "square", after.grid[place.cell]
        args |= {"cell": place.cell}
    else:
        what, tile = "own" if place.seat == last.seat else "round", after.rounds[place.seat][place.slot]
        args |= {"owner": place.seat, "slot": place.slot}
    if last.result == "theft" and before.shown and isinstance(stolen := before.shown[0], Round):
        args |= {"owner": stolen.seat, "slot": stolen.slot}
    if last.result in ("pair", "theft", "coins"):
        return always(f"{last.result}_{what}", args)
    if last.drew:
        return Told(Line("wrapper_drew", args), Line("drew", args))
    shown = {**args, "picture": tile.picture or ""}
    return Told(Line(f"{last.result}_{what}", shown), Line(f"{last.result}_{what}_later", args))


def always(code: str, args: dict[str, int | str]) -> Told:
    """A line that says nothing that could be hidden again."""
    return Told(Line(code, args), Line(code, args))


def reveals(before: View, after: View) -> bool:
    """bonbons.9 and bonbons.16: a turn ends with tiles on show that lie face down again."""
    tiles = (*after.grid, *(tile for row in after.rounds for tile in row))
    return after.turn != before.turn and any(tile.state == "down" and tile.picture is not None for tile in tiles)
