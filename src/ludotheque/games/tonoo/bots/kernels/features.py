"""What a learned judgement of Tonoo looks at, at the beginning of a turn: each cylinder, each colour, and everybody's pawns.

Seats are told as seen from the one to act, colours and cylinders as sets of their own: renaming them changes nothing.
"""

from __future__ import annotations

from ludotheque.games.tonoo.rules import CYLINDERS, JOKER, KINDS, TO_WIN, State, next_playing
from ludotheque.games.tonoo.rules import playing as playing  # the judgement asks for both
from ludotheque.rules.kernel import Numbers, kernel

KINDS_OF_PARTS, PARTS = 2, 9
"""Cylinders; colours, and jokers among them."""
TELLS = 4 * (3 + 4 + 1 + 6 + 2) + 5 * 4 + 6 + 2 + 2
"""Room for everything that is told of a position."""

JOKERS = 3
LEVELS = 3
"""A colour is in a cylinder once, twice, or more often."""
ROOMS = 9
"""Room for so many pawns, at most seven; or the cylinder is out."""
GAINS = 8
"""What a lift comes to: elimination, in vain, nought to three pawns kept, or a win (the last one)."""
SAFE = 35
"""A colour by how many of it are in the bag and how many cylinders have room and none of it."""
JOKERS_SAFE = 20
HELD = 16
"""What a seat owns: colours times four plus jokers."""
BAG, UNSAFE = 28, 10


def rows(seats: int) -> int:
    """How many things can be told of a part."""
    owners = 1 << seats
    return LEVELS * owners + JOKERS + ROOMS + GAINS * seats + SAFE + JOKERS_SAFE + LEVELS * owners


def wholes(seats: int) -> int:
    """How many things can be told of the whole."""
    return HELD * seats + BAG + UNSAFE


@kernel
def describe(s: State, told: Numbers) -> None:
    """Write what is to be said of a position.

    Of every part the numbers of what is so, then -1 for a cylinder or -2 for a colour; then those of the whole, and -9.
    """
    owners, seats, seat = 0, 0, s.turn  # of each colour eight bits: who owns it, from the seat to act on
    while True:
        for colour in range(JOKER):
            owners |= s.owned[seat * KINDS + colour] << (8 * colour + seats)
        seats += 1
        seat = next_playing(s, seat)
        if seat == s.turn:
            break
    at = 0
    for cylinder in range(CYLINDERS):
        at = describe_cylinder(s, cylinder, seats, owners, told, at)
    base = (LEVELS << seats) + JOKERS + ROOMS + GAINS * seats
    unsafe = 0
    for pawn in range(KINDS):
        safe, ripe = 0, 0
        for cylinder in range(CYLINDERS):
            count = s.inside[cylinder * KINDS + pawn]
            safe += (count == 0) & (s.filled[cylinder] < s.capacity) & (s.cylinder_out[cylinder] == 0)
            ripe += count >= 2
        if safe == 0:
            unsafe += s.bag[pawn]
        if pawn == JOKER:
            told[at] = base + SAFE + s.bag[pawn] * (CYLINDERS + 1) + safe
            at += 1
        else:
            told[at] = base + s.bag[pawn] * (CYLINDERS + 1) + safe
            told[at + 1] = base + SAFE + JOKERS_SAFE + (min(ripe, 2) << seats) + ((owners >> (8 * pawn)) & 255)
            at += 2
        told[at] = -2
        at += 1
    describe_whole(s, seats, unsafe, told, at)


@kernel
def describe_cylinder(s: State, cylinder: int, seats: int, owners: int, told: Numbers, at: int) -> int:
    """The colours in it by who owns them, jokers, room, and what each seat would get."""
    base = LEVELS << seats
    jokers, alike = s.inside[cylinder * KINDS + JOKER], s.inside[cylinder * KINDS + JOKER] >= 2
    useful = 0  # a number for each seat, eight bits apart: how many colours it would keep
    for pawn in range(JOKER):
        count = s.inside[cylinder * KINDS + pawn]
        if count > 0:
            who = (owners >> (8 * pawn)) & 255
            told[at] = ((min(count, LEVELS) - 1) << seats) + who
            at += 1
            if count >= 2:
                alike = True
                for i in range(seats):
                    useful += ((~who >> i) & 1) << (8 * i)
    if jokers > 0:
        told[at] = base + jokers - 1
        at += 1
    told[at] = base + JOKERS + (s.capacity - s.filled[cylinder] if s.cylinder_out[cylinder] == 0 else ROOMS - 1)
    at += 1
    if s.cylinder_out[cylinder] == 0:
        base += JOKERS + ROOMS
        seat = s.turn
        for i in range(seats):
            what = 0 if s.filled[cylinder] == 0 else 1
            if alike:
                kept = ((useful >> (8 * i)) & 255) + jokers
                what = GAINS - 1 if s.owns[seat] + kept >= TO_WIN else kept + 2
            told[at] = base + i * GAINS + what
            at += 1
            seat = next_playing(s, seat)
    told[at] = -1
    return at + 1


@kernel
def describe_whole(s: State, seats: int, unsafe: int, told: Numbers, at: int) -> None:
    """What everybody owns, and how full the bag is of pawns, and of pawns that fit nowhere without ripening."""
    seat = s.turn
    for i in range(seats):
        jokers = s.owned[seat * KINDS + JOKER]
        told[at] = i * HELD + (s.owns[seat] - jokers) * 4 + jokers
        at += 1
        seat = next_playing(s, seat)
    told[at] = seats * HELD + s.in_bag
    told[at + 1] = seats * HELD + BAG + ((9 * unsafe + s.in_bag - 1) // s.in_bag if s.in_bag > 0 else 9)
    told[at + 2] = -9
