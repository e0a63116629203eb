"""A view of Bonbons as numbers: its bounds, and the same numbers straight from a state."""

from __future__ import annotations

from ludotheque.adapters.layout import Bounds, UpTo
from ludotheque.adapters.writing import COMMON, write_common
from ludotheque.games.bonbons.rules import (
    COINS,
    DECLINED,
    GAVE,
    KINDS,
    LAID_COINS,
    NOTHING,
    PICTURES,
    QUICK_SQUARES,
    ROW,
    SQUARES,
    STOPPED,
    SWEETS,
    TURNED,
    UP,
    State,
    cells,
    may_stop,
)
from ludotheque.rules.core import Options
from ludotheque.rules.kernel import Numbers, kernel


def bounds(players: int, options: Options) -> Bounds:
    """What the types of the view do not say."""
    seat, slot = range(players), range(ROW)
    squares = QUICK_SQUARES if options["quick"] else SQUARES
    return {
        "turn": seat,
        "grid": squares,
        "rounds": players,
        "rounds[]": UpTo(ROW),
        "reserve": range(SWEETS + 1),
        "removed": 2 if options["quick"] else 0,
        "removed[]": KINDS,
        "shown": UpTo(COINS),
        "Tile.picture": PICTURES,
        "Square.cell": range(squares),
        "Round.seat": seat,
        "Round.slot": slot,
        "Turned.seat": seat,
        "Gave.seat": seat,
        "Gave.slot": slot,
        "Gave.victim": seat,
        "Gave.victim_slot": slot,
        "Covered.seat": seat,
        "Covered.slot": slot,
        "Stopped.seat": seat,
        "Stopped.declined": (False, True),
    }


TILE, PLACE = 2, 4
"""How many numbers they take."""
TURNED_AT, GAVE_AT, COVERED_AT, STOPPED_AT = 1, 8, 12, 14
"""Where the structures of the last action begin, the first number saying which it is."""


@kernel
def encode(s: State, seat: int, turn: int, out: Numbers, at: int) -> None:
    """What a seat sees, and all see the same, into numbers that are zero so far."""
    write_common(s, seat, turn, out, at)
    at += COMMON
    out[at] = s.turn + 1
    out[at + 1] = s.phase + 1
    out[at + 2] = 1 + may_stop(s)
    grid = at + 3
    for cell in range(cells(s)):
        write_tile(s, cell, out, grid + TILE * cell)
    rounds = grid + TILE * cells(s)
    for player in range(s.players):
        row = rounds + player * (1 + TILE * ROW)
        out[row] = s.held[player] + 1
        for slot in range(s.held[player]):
            write_tile(s, SQUARES + player * ROW + slot, out, row + 1 + TILE * slot)
    at = rounds + s.players * (1 + TILE * ROW)
    out[at] = s.reserve_left + 1
    at += 1
    if s.quick == 1:
        out[at] = s.removed[0] + 1
        out[at + 1] = s.removed[1] + 1
        at += 2
    out[at] = s.shown_count + 1
    for i in range(s.shown_count):
        place = s.shown[i]
        write_place(place, out, at + 1 + PLACE * i)
        show(s, place, out, grid, rounds)
    if s.did != NOTHING:
        write_last(s, out, at + 1 + PLACE * COINS)


@kernel
def write_tile(s: State, place: int, out: Numbers, at: int) -> None:
    """How a tile lies, and its picture if that lies open."""
    lies = s.lies[place]
    out[at] = lies + 1
    out[at + 1] = (s.tiles[place] + 1) * ((lies == TURNED) | (lies == UP))


@kernel
def show(s: State, place: int, out: Numbers, grid: int, rounds: int) -> None:
    """The picture of a tile that was just turned, also if it lies face down again."""
    if place < SQUARES:
        out[grid + TILE * place + 1] = s.tiles[place] + 1
    else:
        player, slot = (place - SQUARES) // ROW, (place - SQUARES) % ROW
        out[rounds + player * (1 + TILE * ROW) + 1 + TILE * slot + 1] = s.tiles[place] + 1


@kernel
def write_place(place: int, out: Numbers, at: int) -> None:
    """A square of the grid or a round of a row."""
    if place < SQUARES:
        out[at] = 1
        out[at + 1] = place + 1
    else:
        out[at] = 2
        out[at + 2] = (place - SQUARES) // ROW + 1
        out[at + 3] = (place - SQUARES) % ROW + 1


@kernel
def write_last(s: State, out: Numbers, at: int) -> None:
    """The last action by its places."""
    if s.did == STOPPED or s.did == DECLINED:
        out[at] = 4
        out[at + STOPPED_AT] = s.did_seat + 1
        out[at + STOPPED_AT + 1] = 1 + (s.did == DECLINED)
    elif s.did == LAID_COINS:
        out[at] = 3
        out[at + COVERED_AT] = s.did_seat + 1
        out[at + COVERED_AT + 1] = (s.did_place - SQUARES) % ROW + 1
    elif s.did == GAVE:
        out[at] = 2
        out[at + GAVE_AT] = s.did_seat + 1
        out[at + GAVE_AT + 1] = (s.did_place - SQUARES) % ROW + 1
        out[at + GAVE_AT + 2] = (s.did_other - SQUARES) // ROW + 1
        out[at + GAVE_AT + 3] = (s.did_other - SQUARES) % ROW + 1
    else:
        out[at] = 1
        out[at + TURNED_AT] = s.did_seat + 1
        write_place(s.did_place, out, at + TURNED_AT + 1)
        out[at + TURNED_AT + 5] = s.did  # what came of it, in the order in which views name it
        out[at + TURNED_AT + 6] = 1 + s.did_draw
