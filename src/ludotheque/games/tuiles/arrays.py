"""A view of De tuile en tuile as numbers: its bounds, and the same numbers straight from a state."""

from __future__ import annotations

from ludotheque.adapters.layout import Bounds, UpTo
from ludotheque.adapters.writing import COMMON, write_common
from ludotheque.games.tuiles.rules import CAMP, CAMPS, CORNERS, HIGHEST, PAWNS, State, home, loop_length, place_of
from ludotheque.rules.core import Options
from ludotheque.rules.kernel import Numbers, kernel


def bounds(players: int, options: Options) -> Bounds:
    """What the types of the view do not say. A pawn hops over each other pawn at most once."""
    loop, tile = CORNERS * int(options["stretch"]), range(1, HIGHEST + 1)
    return {
        "corners": players,
        "corners[]": range(CORNERS),
        "loop": loop,
        "loop[]": tile,
        "camps": players,
        "camps[]": CAMP,
        "camps[][]": tile,
        "pawns": players,
        "pawns[]": PAWNS,
        "Place.at": range(loop),
        "Announced.seat": range(players),
        "Announced.pawn": range(PAWNS),
        "Announced.value": tile,
        "Announced.advance": tile,
        "Announced.tile": tile,
        "Announced.hops": UpTo(PAWNS * players),
    }


IN_CAMP, ON_LOOP, AT_HOME = 1, 2, 3


@kernel
def encode(s: State, seat: int, turn: int, out: Numbers, at: int) -> None:
    """What a seat sees, and all see the same, into numbers that are zero so far."""
    write_common(s, seat, turn, out, at)
    at += COMMON
    for player in range(s.players):
        out[at + player] = s.corner[player] + 1
    at += s.players
    for place in range(loop_length(s)):
        out[at + place] = s.tile[place] * (1 - s.occupied[place])
    at += loop_length(s)
    for step in range(CAMP * s.players):
        out[at + step] = s.tile[CAMPS + step] * (1 - s.occupied[CAMPS + step])
    at += CAMP * s.players
    for pawn in range(PAWNS * s.players):
        write_place(s, pawn // PAWNS, s.step[pawn], out, at + 2 * pawn)
    at += 2 * PAWNS * s.players
    if s.announced == 1:
        write_last(s, out, at)


@kernel
def write_place(s: State, seat: int, step: int, out: Numbers, at: int) -> None:
    """Where a step of a seat's way is."""
    if step >= home(s):
        out[at] = AT_HOME
        out[at + 1] = 1
    elif step < CAMP:
        out[at] = IN_CAMP
        out[at + 1] = step + 1
    else:
        out[at] = ON_LOOP
        out[at + 1] = place_of(s, seat, step) + 1


@kernel
def write_last(s: State, out: Numbers, at: int) -> None:
    """The last announcement."""
    seat, step = s.did_seat, s.did_step
    arrived = s.step[seat * PAWNS + s.did_pawn]
    out[at] = seat + 1
    out[at + 1] = s.did_pawn + 1
    out[at + 2] = s.did_value
    out[at + 3] = s.did_advance
    write_place(s, seat, step, out, at + 4)
    out[at + 6] = s.tile[place_of(s, seat, step)]
    out[at + 7] = 1 + (step < arrived)
    hops = 0
    while step < arrived:
        step += s.did_advance
        write_place(s, seat, step, out, at + 9 + 2 * hops)
        hops += 1
    out[at + 8] = hops + 1
