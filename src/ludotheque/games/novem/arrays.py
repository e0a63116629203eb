"""A view of Novem as numbers: its bounds, and the same numbers straight from a state."""

from __future__ import annotations

from ludotheque.adapters.layout import Bounds, UpTo
from ludotheque.adapters.writing import COMMON, write_common
from ludotheque.games.novem.rules import CELLS, COLUMNS, LEVELS, LINES, ROWS, SEATS, SIDE, STACK_SUM, TILE, TILE_BITS, State
from ludotheque.rules.core import Options
from ludotheque.rules.kernel import Numbers, kernel
from ludotheque.rules.state import OWN_END

ALL_POINTS = CELLS * STACK_SUM


def bounds(players: int, options: Options) -> Bounds:
    """What the types of the view do not say."""
    return {
        "number": range(2),
        "board": CELLS,
        "board[]": range(1, CELLS + 1),
        "tiles": CELLS,
        "tiles[]": range(LEVELS + 1),
        "attacker": range(SEATS),
        "marker": LINES,
        "taken": SEATS,
        "taken[]": range(CELLS * LEVELS + 1),
        "points": SEATS,
        "points[]": range(ALL_POINTS + 1),
        "totals": UpTo(2),
        "totals[]": SEATS,
        "totals[][]": range(ALL_POINTS + 1),
        "Crossing.number": range(2),
        "Crossing.seat": range(SEATS),
        "Crossing.row": ROWS,
        "Crossing.column": COLUMNS,
        "Crossing.tile": range(1, CELLS + 1),
    }


NUMBER = COMMON
BOARD = NUMBER + 1
TILES = BOARD + CELLS
ATTACKER = TILES + CELLS
LAID, MARKER, TAKEN = ATTACKER + 1, ATTACKER + 2, ATTACKER + 3
POINTS = TAKEN + SEATS
TOTALS = POINTS + SEATS
LAST = TOTALS + 1 + 2 * SEATS


@kernel
def encode(s: State, seat: int, turn: int, out: Numbers, at: int) -> None:
    """What a seat sees, into numbers that are zero so far."""
    write_common(s, seat, turn, out, at)
    out[at + NUMBER] = s.number + 1
    board = s.boards[s.number]
    for cell in range(CELLS):
        stack = s.stacks[cell]
        out[at + BOARD + cell] = board >> TILE_BITS * cell & TILE
        out[at + TILES + cell] = 1 + (stack > 0) + (stack > TILE)
    attacker = s.turn ^ (s.laid > 0)
    out[at + ATTACKER] = attacker + 1
    out[at + LAID] = 1 + (s.laid > 0)
    out[at + MARKER] = s.laid * (seat == attacker)
    for player in range(SEATS):
        out[at + TAKEN + player] = s.taken[player] + 1
        if s.show_totals == 1:
            out[at + POINTS + player] = s.points[player] + 1
    write_totals(s, out, at + TOTALS)
    if s.crossing > 0:
        number = s.number if s.taken[0] + s.taken[1] > 0 else s.number - 1
        out[at + LAST] = number + 1
        out[at + LAST + 1] = s.taker + 1
        out[at + LAST + 2] = (s.crossing - 1) // SIDE + 1
        out[at + LAST + 3] = (s.crossing - 1) % SIDE + 1
        out[at + LAST + 4] = s.tile


@kernel
def write_totals(s: State, out: Numbers, at: int) -> None:
    """The points of the games that are over."""
    games = s.number + (s.ended == OWN_END)
    out[at] = games + 1
    if games > 0:
        for player in range(SEATS):
            if s.number > 0:
                out[at + 1 + player] = s.before[player] + 1
            if s.ended == OWN_END:
                out[at + 1 + (games - 1) * SEATS + player] = s.points[player] + 1
