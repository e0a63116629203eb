"""Sensible quick play of Tableaux: finish tableaux, prefer shapes, keep what goes together, throw what the next one cannot use.

A seat uses its own hand and what lies open, never the hands and the pile of the imagined game.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ludotheque.rules.dice import below
from ludotheque.rules.games.tableaux.rules import (
    BY_COLOUR,
    DEALT,
    DISCARD,
    DRAW_FROM_DISCARD,
    DRAW_FROM_PILE,
    LAY,
    LAY_HAND,
    SEATS,
    START,
    TABLEAU,
    fits_on,
)
from ludotheque.rules.kernel import kernel

if TYPE_CHECKING:
    from ludotheque.rules.core import Rules

    rules: Rules

NOTES = 1


@kernel
def mates(s: Any, seat: int, card: int) -> int:
    """How well a card goes with the others in a hand: shapes count double."""
    count = 0
    for at in range(seat * DEALT, seat * DEALT + s.held[seat]):
        other = s.hands[at]
        if other != card:
            if other % BY_COLOUR == card % BY_COLOUR:
                count += 3
            elif other // BY_COLOUR == card // BY_COLOUR:
                count += 2
    return count


@kernel
def on_shape(s: Any, on: int, card: int) -> bool:
    """Whether a card that fits a tableau makes (or keeps) it one of a single shape."""
    return s.table[on * TABLEAU] % BY_COLOUR == card % BY_COLOUR


@kernel
def worth_of(s: Any, action: int) -> int:
    """How good an action looks to the seat to act."""
    seat = s.turn
    if action < DRAW_FROM_PILE:
        return 4 * mates(s, seat, (action - START) // SEATS)
    if action == DRAW_FROM_PILE:
        return 14
    if action == DRAW_FROM_DISCARD:
        card = s.discard[s.discarded - 1]
        worth = 3 * mates(s, seat, card)
        if fits_on(s, seat, card):
            worth += 10 + 8 * s.laid[seat] + (6 if on_shape(s, seat, card) else 0)
        return worth
    if action < DISCARD:
        card, on = (action - LAY) // SEATS, (action - LAY) % SEATS
        worth = 60 + 40 * (s.laid[on] == TABLEAU - 1) + (10 if on_shape(s, on, card) else 0)
        if s.laid[on] == 1:
            worth += 3 * mates(s, seat, card) - (0 if on_shape(s, on, card) else 6)
        return worth
    if action < LAY_HAND:
        card = action - DISCARD
        worth = 40 - 3 * mates(s, seat, card)
        if fits_on(s, seat, card):
            worth -= 12
        rival = (seat + 1) % s.players
        if fits_on(s, rival, card):
            worth -= 6 + 5 * s.laid[rival]
        return worth
    return 200 if action == LAY_HAND else 0


@kernel
def pick(s: Any, notes: Any, buffer: Any, count: int, dice: Any) -> int:
    """A move for the seat to act."""
    best, best_worth = buffer[0], -1000
    for i in range(count):
        worth = worth_of(s, buffer[i]) + below(dice, 8)
        if worth > best_worth:
            best, best_worth = buffer[i], worth
    return best


@kernel
def watch(s: Any, notes: Any, actor: int, action: int) -> int:
    """A drawn card is new to its owner."""
    if action == DRAW_FROM_PILE:
        return s.pile[s.in_pile - 1] + 1
    return 0
