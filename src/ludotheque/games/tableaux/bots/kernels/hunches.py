"""Dealing what is hidden at Tableaux as it is likely to lie: by what others threw away and left, took, and have in front of them.

A hidden card of a hand is any of those that may be there, each as likely as the exponential of what speaks for it.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from math import exp
from typing import NamedTuple

from ludotheque.games.tableaux.bots.kernels.policy import COLOUR_LINES, LINES
from ludotheque.games.tableaux.bots.kernels.trials import HAND, LOOSE, OPENING, Workspace, fill_piles
from ludotheque.games.tableaux.rules import BY_COLOUR, DEALT, KINDS, State, begin, fits_on, take_up
from ludotheque.rules.dice import Dice, below, roll, shuffle
from ludotheque.rules.kernel import Numbers, Reals, kernel

INLINE = False


class Sign(NamedTuple):
    """What a sign speaks for or against: the colour of the card, its shape, and the card itself."""

    colour: float
    shape: float
    card: float


THREW = Sign(-0.1, -0.15, 0.25)
"""A card was thrown away,"""
LEFT = Sign(0.0, -0.25, 0.25)
"""or left on the discard pile. Of its twin that says nothing."""
KEEPS = 0.93
"""How much of a sign is left when its giver has thrown another card away."""
FITS_LONE, FITS, MATE_COLOUR, MATE_SHAPE = -0.25, -1.1, 0.3, 0.95
"""What speaks for a card that fits what lies in front of a seat, a lone card or more, or goes with a card that it surely has."""
COLUMNS = LINES + KINDS
"""By line, then by card."""


@kernel
def reckon(space: Workspace, leanings: Reals, odds: Reals) -> None:
    """The odds of every card in every hand of which something is hidden, by what its owner showed (`bots/signs.py`)."""
    s = space.worlds[0]
    for seat in range(s.players):
        if space.free[HAND + seat] == 0:
            continue
        for card in range(KINDS):
            colour, shape = card // BY_COLOUR, card % BY_COLOUR
            speaks = leanings[seat, colour] + leanings[seat, COLOUR_LINES + shape]
            speaks += leanings[seat, LINES + card]
            if fits_on(s, seat, card):
                speaks += FITS_LONE if s.laid[seat] == 1 else FITS
            for i in range(space.sures[seat]):
                other = space.sure[seat * DEALT + i]
                if other != card:
                    speaks += MATE_COLOUR if other // BY_COLOUR == colour else 0.0
                    speaks += MATE_SHAPE if other % BY_COLOUR == shape else 0.0
            odds[seat, card] = exp(speaks)


@kernel
def likely(odds: Reals, seat: int, loose: Numbers, count: int, dice: Dice) -> int:
    """The place of one of the first so many loose cards, drawn by the odds of a seat."""
    total = 0.0
    for i in range(count):
        total += odds[seat, loose[i]]
    drawn = total * (roll(dice) / 4294967296.0)
    for i in range(count - 1):
        drawn -= odds[seat, loose[i]]
        if drawn < 0.0:
            return i
    return count - 1


@kernel
def deal_hand(space: Workspace, odds: Reals, s: State, seat: int, count: int) -> int:
    """Fill a hand with what is known of it and with loose cards; answer how many of these are left."""
    s.held[seat] = 0
    for i in range(space.sures[seat]):
        take_up(s, seat, space.sure[seat * DEALT + i])
    for _ in range(space.free[HAND + seat]):
        at = likely(odds, seat, space.loose, count, space.dice)
        count -= 1
        card = space.loose[at]
        space.loose[at] = space.loose[count]
        space.loose[count] = card
        take_up(s, seat, card)
    return count


@kernel
def deal(space: Workspace, odds: Reals, s: State) -> None:
    """Put the unknown cards where they are likely to lie: hands first, from any of them on, and the rest as it comes."""
    free, loose = space.free, space.loose
    top, first = free[LOOSE], below(space.dice, s.players)
    for i in range(s.players):
        seat = (first + i) % s.players
        if free[HAND + seat] > 0:
            top = deal_hand(space, odds, s, seat, top)
    shuffle(space.dice, loose, top)
    for seat in range(s.players):
        if free[OPENING + seat] > 0:
            top -= 1
            begin(s, seat, loose[top])
    fill_piles(space, s, top)
