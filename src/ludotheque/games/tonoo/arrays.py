"""A view of Tonoo as numbers: its bounds, and the same numbers straight from a state."""

from __future__ import annotations

from ludotheque.adapters.layout import Bounds, Counted, UpTo
from ludotheque.adapters.writing import COMMON, write_common
from ludotheque.games.tonoo.rules import (
    CHOOSING,
    CYLINDERS,
    IN_THE_BOX,
    JOKER,
    KINDS,
    LIFTED,
    PAWNS,
    PLACED,
    PLACING,
    RETURNED,
    RETURNING,
    State,
    can_draw,
)
from ludotheque.rules.core import Options
from ludotheque.rules.kernel import Numbers, kernel


def bounds(players: int, options: Options) -> Bounds:
    """What the types of the view do not say."""
    seat, cylinder, mine = range(players), range(CYLINDERS), Counted(PAWNS, IN_THE_BOX[JOKER])
    return {
        "turn": seat,
        "owned": players,
        "owned[]": mine,
        "eliminated": players,
        "cylinders_out": CYLINDERS,
        "drawn": PAWNS,
        "counts": CYLINDERS,
        "counts[]": range(int(options["capacity"]) + 1),
        "full": CYLINDERS,
        "Placed.seat": seat,
        "Placed.pawn": PAWNS,
        "Placed.cylinder": cylinder,
        "Lifted.seat": seat,
        "Lifted.cylinder": cylinder,
        "Lifted.pawns": Counted(PAWNS, max(IN_THE_BOX)),
        "Lifted.kept": mine,
        "Lifted.taken": UpTo(players - 1),
        "Taken.seat": seat,
        "Taken.pawn": PAWNS,
        "Returned.seat": seat,
        "Returned.pawn": PAWNS,
    }


LIFTED_AT = 4
"""Where what was lifted begins: behind what was placed, the first number saying which it is."""
KEPT, OWES, NONE_OWNED, ELIMINATED = 1, 2, 3, 4


@kernel
def encode(s: State, seat: int, turn: int, out: Numbers, at: int) -> None:
    """What a seat sees, into numbers that are zero so far."""
    write_common(s, seat, turn, out, at)
    at += COMMON
    out[at] = s.turn + 1
    out[at + 1] = s.phase + 1
    at += 2
    for place in range(KINDS * s.players):
        out[at + place] = s.owned[place] + 1
    at += KINDS * s.players
    for player in range(s.players):
        out[at + player] = s.eliminated[player] + 1
    at += s.players
    for cylinder in range(CYLINDERS):
        out[at + cylinder] = s.cylinder_out[cylinder] + 1
    at += CYLINDERS
    out[at] = 1 + (s.in_bag == 0)
    out[at + 1] = (s.drawn + 1) * (s.phase == PLACING)
    at += 2
    write_last(s, out, at)
    at += LIFTED_AT + 2 + 2 * KINDS + 2 + 3 * (s.players - 1) + 2
    if s.show_counts == 1:
        for cylinder in range(CYLINDERS):
            out[at + cylinder] = s.filled[cylinder] + 1
    at += CYLINDERS
    if turn == seat and s.phase == PLACING:
        for cylinder in range(CYLINDERS):
            out[at + cylinder] = 1 + (s.filled[cylinder] >= s.capacity)
    at += CYLINDERS
    if turn == seat and s.phase == CHOOSING:
        out[at] = 1 + can_draw(s)


@kernel
def write_last(s: State, out: Numbers, at: int) -> None:
    """What everybody saw of the last action."""
    if s.did == PLACED:
        out[at] = 1
        out[at + 1] = s.did_seat + 1
        out[at + 2] = s.did_pawn + 1
        out[at + 3] = s.did_cylinder + 1
    elif s.did == LIFTED:
        out[at] = 2
        write_lifted(s, out, at + LIFTED_AT)
    elif s.did == RETURNED:
        out[at] = 3
        at += LIFTED_AT + 2 + 2 * KINDS + 2 + 3 * (s.players - 1)
        out[at] = s.did_seat + 1
        out[at + 1] = s.did_pawn + 1


@kernel
def write_lifted(s: State, out: Numbers, at: int) -> None:
    """What was in the cylinder, what came of it, and what others took (tonoo.8)."""
    out[at] = s.did_seat + 1
    out[at + 1] = s.did_cylinder + 1
    at += 2
    most = 0
    for pawn in range(KINDS):
        out[at + pawn] = s.lifted[pawn] + 1
        out[at + KINDS + pawn] = s.kept[pawn] + 1
        most = max(most, s.lifted[pawn])
    at += 2 * KINDS
    if most >= 2:
        out[at] = KEPT
    elif s.eliminated[s.did_seat] == 1:
        out[at] = ELIMINATED
    else:
        out[at] = OWES if s.phase == RETURNING else NONE_OWNED
    count = 0
    for i in range(s.players):
        taker = (s.did_seat + 1 + i) % s.players
        pawn = s.taken[taker]
        if pawn != 0:
            out[at + 2 + 3 * count] = taker + 1
            out[at + 3 + 3 * count] = abs(pawn)
            out[at + 4 + 3 * count] = 1 + (pawn > 0)
            count += 1
    out[at + 1] = count + 1
