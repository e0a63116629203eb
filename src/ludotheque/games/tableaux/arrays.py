"""A view of Tableaux as numbers: its bounds, and the same numbers straight from a state."""

from __future__ import annotations

from ludotheque.adapters.layout import Bounds, UpTo
from ludotheque.adapters.writing import COMMON, write_common
from ludotheque.games.tableaux.rules import (
    BONUS,
    BY_COLOUR,
    CARDS,
    COLOUR_POINTS,
    DEALT,
    DISCARDED,
    DREW,
    IN_THE_BOX,
    LAID,
    LAID_HAND,
    NEW,
    NOTHING,
    OPENING,
    PASSED,
    SHAPE_POINTS,
    STARTED,
    TABLEAU,
    TOOK,
    State,
)
from ludotheque.rules.core import LIMIT, Options
from ludotheque.rules.kernel import Numbers, kernel

TRICKS = IN_THE_BOX // TABLEAU


def bounds(players: int, options: Options) -> Bounds:
    """What the types of the view do not say."""
    seat, worth, cards = range(players), range(COLOUR_POINTS, SHAPE_POINTS + 1), range(IN_THE_BOX + 1)
    return {
        "first": seat,
        "turn": seat,
        "due": seat,
        "hand": UpTo(DEALT),
        "hand[]": CARDS,
        "hands": players,
        "hands[]": range(DEALT + 1),
        "tableaux": players,
        "tableaux[]": UpTo(TABLEAU),
        "tableaux[][]": CARDS,
        "tricks": UpTo(TRICKS),
        "points": players,
        "points[]": range(TRICKS * SHAPE_POINTS + 1),
        "pile": cards,
        "discard": cards,
        "top": CARDS,
        "turnings": range(100),  # two of them end the game once everybody had a turn, and a turn has few draws
        "turns": range(LIMIT + 1),
        "Trick.seat": seat,
        "Trick.cards": TABLEAU,
        "Trick.cards[]": CARDS,
        "Trick.points": worth,
        "Started.seat": seat,
        "Started.card": CARDS,
        "Started.on": seat,
        "Drew.seat": seat,
        "Drew.card": CARDS,
        "Laid.seat": seat,
        "Laid.card": CARDS,
        "Laid.on": seat,
        "Laid.points": range(SHAPE_POINTS + 1),
        "Discarded.seat": seat,
        "Discarded.card": CARDS,
        "LaidHand.seat": seat,
        "LaidHand.cards": TABLEAU,
        "LaidHand.cards[]": CARDS,
        "LaidHand.points": worth,
        "Passed.seat": seat,
    }


GROWS = "tricks"
"""They only ever become more, and are most of what there is to see."""
TRICK = 1 + TABLEAU + 1
"""How many numbers one takes."""
STARTED_AT, DREW_AT, LAID_AT, DISCARDED_AT, LAID_HAND_AT, PASSED_AT = 1, 4, 8, 12, 15, 21
"""Where the structures of the last action begin, the first number saying which it is."""


@kernel
def encode(s: State, seat: int, turn: int, out: Numbers, at: int) -> None:
    """What a seat sees, into numbers that are zero so far, the tricks excepted."""
    write_common(s, seat, turn, out, at)
    at += COMMON
    out[at] = s.first + 1
    out[at + 1] = s.turn + 1
    out[at + 2] = s.phase + 1
    if s.phase == OPENING or s.phase == BONUS or s.phase == NEW:
        out[at + 3] = s.due + 1
    at += 4
    if seat >= 0:
        out[at] = s.held[seat] + 1
        for i in range(s.held[seat]):
            out[at + 1 + i] = s.hands[seat * DEALT + i] + 1
    at += 1 + DEALT
    for player in range(s.players):
        out[at + player] = s.held[player] + 1
    at += s.players
    for player in range(s.players):
        out[at] = s.laid[player] + 1
        if s.phase != OPENING or player == seat:
            for i in range(s.laid[player]):
                out[at + 1 + i] = s.table[player * TABLEAU + i] + 1
        at += 1 + TABLEAU
    write_tricks(s, out, at)
    at += 1 + TRICK * TRICKS
    for player in range(s.players):
        out[at + player] = s.points[player] + 1
    at += s.players
    out[at] = s.in_pile + 1
    out[at + 1] = s.discarded + 1
    if s.discarded > 0:
        out[at + 2] = s.discard[s.discarded - 1] + 1
    out[at + 3] = s.turnings + 1
    out[at + 4] = (s.turns >> 8) + 1
    out[at + 5] = s.turns & 255
    if s.did != NOTHING:
        write_last(s, seat, out, at + 6)


@kernel
def write_tricks(s: State, out: Numbers, at: int) -> None:
    """The tableaux that were won: those that are not there yet, after what an earlier game may have left was cleared."""
    there = out[at] - 1 if out[at] > 0 else 0
    if there > s.tricks_won:
        for slot in range(at + 1, at + 1 + TRICK * there):
            out[slot] = 0
        there = 0
    out[at] = s.tricks_won + 1
    at += 1 + TRICK * there
    for number in range(there, s.tricks_won):
        cards = number * TABLEAU
        out[at] = s.trick_seat[number] + 1
        for i in range(TABLEAU):
            out[at + 1 + i] = s.tricks[cards + i] + 1
        same = s.tricks[cards] // BY_COLOUR == s.tricks[cards + 1] // BY_COLOUR
        out[at + 1 + TABLEAU] = COLOUR_POINTS if same else SHAPE_POINTS
        at += TRICK


@kernel
def write_last(s: State, seat: int, out: Numbers, at: int) -> None:
    """What was seen of the last action."""
    who, card = s.did_seat + 1, s.did_card + 1
    if s.did == STARTED:
        out[at] = 1
        out[at + STARTED_AT] = who
        out[at + STARTED_AT + 1] = card * (s.phase != OPENING or s.did_seat == seat)
        out[at + STARTED_AT + 2] = s.did_on + 1
    elif s.did == DREW or s.did == TOOK:
        out[at] = 2
        out[at + DREW_AT] = who
        out[at + DREW_AT + 1] = 1 + (s.did == TOOK)
        out[at + DREW_AT + 2] = card * (s.did == TOOK or s.did_seat == seat)
        out[at + DREW_AT + 3] = 1 + s.did_turned
    elif s.did == LAID:
        out[at] = 3
        out[at + LAID_AT] = who
        out[at + LAID_AT + 1] = card
        out[at + LAID_AT + 2] = s.did_on + 1
        out[at + LAID_AT + 3] = s.did_points + 1
    elif s.did == DISCARDED:
        out[at] = 4
        out[at + DISCARDED_AT] = who
        out[at + DISCARDED_AT + 1] = card
        out[at + DISCARDED_AT + 2] = 1 + s.did_turned
    elif s.did == LAID_HAND:
        out[at] = 5
        out[at + LAID_HAND_AT] = who
        for i in range(TABLEAU):
            out[at + LAID_HAND_AT + 1 + i] = s.tricks[(s.tricks_won - 1) * TABLEAU + i] + 1
        out[at + LAID_HAND_AT + 1 + TABLEAU] = s.did_points
    elif s.did == PASSED:
        out[at] = 6
        out[at + PASSED_AT] = who
