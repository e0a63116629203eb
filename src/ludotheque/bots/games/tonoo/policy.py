"""Sensible quick play of Tonoo: lift what is ripe, do not make anything ripe for the next player, never lift in vain.

Everybody saw every pawn go in, so the players of an imagined game may know what is in the cylinders.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ludotheque.rules.dice import below
from ludotheque.rules.games.tonoo.rules import CHOOSING, CYLINDERS, JOKER, KINDS, LIFT, PLACE, RETURN, TO_WIN, next_playing, score
from ludotheque.rules.kernel import kernel

if TYPE_CHECKING:
    from ludotheque.rules.core import Rules

    rules: Rules

SURE = 1
"""Whether nothing is uncertain: what is imagined is so."""
NOTES = 2
PROSPECTS = (1.0, 1.4, 2.6, 5.1, 1000.0)
"""What owning so many pawns is worth: odds as they came out in 120 games of elephants."""
JOKER_PROSPECT = 5.0
"""How many times better it is when one of them is a joker, which stands in the way of no colour."""
LONGEST = 6
"""Long enough for what lies ready to be lifted; who gets which pawns later is chance."""


@kernel
def gain(s: Any, cylinder: int, more: int, seat: int) -> int:
    """How many pawns a seat would keep from a cylinder, with one more pawn in it (`more`, or -1); -1 for a lift in vain."""
    alike, kept, pawns = False, 0, 0
    for pawn in range(KINDS):
        count = s.inside[cylinder * KINDS + pawn] + (1 if pawn == more else 0)
        pawns += count
        if count >= 2:
            alike = True
        if pawn == JOKER:
            kept += count
        elif count >= 2 and s.owned[seat * KINDS + pawn] == 0:
            kept += 1
    if not alike:
        return -1 if pawns > 0 else -4
    return kept


@kernel
def pick(s: Any, notes: Any, buffer: Any, count: int, dice: Any) -> int:
    """A move for the seat to act."""
    if buffer[0] >= RETURN:  # a joker never stands in the way of a colour: it goes last
        return buffer[below(dice, max(count - (buffer[count - 1] == RETURN + JOKER), 1))]
    if PLACE <= buffer[0] < LIFT:
        return pick_cylinder(s, buffer, count, dice)
    best, best_worth = buffer[0], -100
    mine = score(s, s.turn)
    rival = next_playing(s, s.turn)
    for i in range(count):
        action = buffer[i]
        worth = 0
        if action >= LIFT:
            kept = gain(s, action - LIFT, -1, s.turn)
            worth = kept * 16
            if kept > 0:
                if mine + kept >= TO_WIN:
                    worth = 1000
                worth += 4 * max(gain(s, action - LIFT, -1, rival), 0)
            if kept >= 0:
                theirs = gain(s, action - LIFT, -1, rival)
                if theirs > 0 and theirs + score(s, rival) >= TO_WIN:  # the next player would win with it
                    worth += 200
                elif kept == 0:
                    worth = theirs - 6
        worth = worth * 4 + below(dice, 4)
        if worth > best_worth:
            best, best_worth = action, worth
    return best


@kernel
def pick_cylinder(s: Any, buffer: Any, count: int, dice: Any) -> int:
    """Where to put the pawn: where it ripens for oneself and not for the next player."""
    best, best_worth = buffer[0], -10000
    rival = next_playing(s, s.turn)
    for i in range(count):
        cylinder = buffer[i] - PLACE
        before = max(gain(s, cylinder, -1, rival), 0)
        after = max(gain(s, cylinder, s.drawn, rival), 0)
        worth = -8 * (after - before)
        if after > before and score(s, rival) + after >= TO_WIN:
            worth -= 100
        worth += 3 * (max(gain(s, cylinder, s.drawn, s.turn), 0) - max(gain(s, cylinder, -1, s.turn), 0))
        if s.filled[cylinder] == 0:
            worth += 1
        worth = worth * 4 + below(dice, 8)
        if worth > best_worth:
            best, best_worth = buffer[i], worth
    return best


@kernel
def watch(s: Any, notes: Any, actor: int, action: int) -> int:
    """A lift shows what was in the cylinder."""
    shown = 0
    if actor >= 0 and LIFT <= action < RETURN:
        for pawn in range(KINDS):
            shown = shown * 8 + s.inside[(action - LIFT) * KINDS + pawn]
    return shown


@kernel
def stands_for(s: Any, notes: Any, action: int) -> int:
    """One cylinder is like another that surely holds the same."""
    if notes[SURE] == 0 or not PLACE <= action < RETURN:
        return action
    start = PLACE if action < LIFT else LIFT
    for cylinder in range(action - start):
        if s.cylinder_out[cylinder] == 0 and same_inside(s, cylinder, action - start):
            return start + cylinder
    return action


@kernel
def same_inside(s: Any, one: int, other: int) -> bool:
    """Whether two cylinders hold the same pawns."""
    same = True
    for pawn in range(KINDS):
        same &= s.inside[one * KINDS + pawn] == s.inside[other * KINDS + pawn]
    return same


@kernel
def settled(s: Any) -> bool:
    """Between two turns."""
    return s.phase == CHOOSING


@kernel
def worth(s: Any, notes: Any, seat: int) -> float:
    """Prospects by what a seat owns, and by what lies ready for the seat to act."""
    if s.eliminated[seat] == 1:
        return 0.0
    pawns = score(s, seat)
    if seat == s.turn:
        best = 0
        for cylinder in range(CYLINDERS):
            if s.cylinder_out[cylinder] == 0:
                best = max(best, gain(s, cylinder, -1, seat))
        pawns = min(pawns + best, TO_WIN)
    prospect = PROSPECTS[pawns]
    for _ in range(s.owned[seat * KINDS + JOKER]):
        prospect *= JOKER_PROSPECT
    return prospect
