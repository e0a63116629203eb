"""Sensible quick play of Tonoo: after every move, who would lift what in the order of play, and what that leaves to whom.

Everybody saw every pawn go in, so the players of an imagined game may know what is in the cylinders.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from ludotheque.games.tonoo.rules import (
    CHOOSING,
    CYLINDERS,
    JOKER,
    KINDS,
    LIFT,
    PLACE,
    RETURN,
    TO_WIN,
    State,
    has_room,
    next_playing,
    score,
)
from ludotheque.rules.dice import Dice, below
from ludotheque.rules.kernel import Numbers, kernel

SURE = 0
"""Whether nothing is uncertain: what is imagined is so."""
NOTES = 1
LONGEST = 6
"""Long enough for what lies ready to be lifted; who gets which pawns later is chance."""

ODDS = (1.0, 1.65, 2.9, 6.0, 14.0)
"""What owning so many pawns is worth: odds as they came out in games of this policy, much the same with two to six players."""
JOKER_ODDS = 1.5
"""How many times better it is when one of them is a joker, which stands in the way of no colour."""
WINS = 1000.0
"""What a win at once is worth among them."""
FADES = (1.0, 0.8, 0.7, 0.6, 0.5, 0.4)
"""How much of what lies ready for a seat counts, so many turns before it can lift it."""
IN_VAIN, FEEDS_ALL = 0.8, 0.5
"""How much is left of a share by a lift in vain: with a pawn to return (tonoo.7), and without (tonoo.8)."""
CROWDED = 0.002
"""What each pawn in a cylinder counts against putting one more in; with much more or nothing at all the policy is weaker."""
CLOSE = 0.0001
"""Moves that differ by less are as good as each other."""


@kernel
def gain(s: State, cylinder: int, seat: int) -> int:
    """How many pawns a seat would keep from a cylinder; -1 for a lift in vain, -4 for an empty one."""
    alike, kept, pawns = False, 0, 0
    for pawn in range(KINDS):
        count = s.inside[cylinder * KINDS + pawn]
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
def ripest(s: State, seat: int, lifted: int) -> int:
    """The best cylinder for a seat among those not `lifted` (a bit each): eight times its number, plus what it gives."""
    best, where = 0, 0
    for cylinder in range(CYLINDERS):
        if (lifted >> cylinder) & 1 == 0:
            kept = gain(s, cylinder, seat)
            if kept > best:
                best, where = kept, cylinder
    return where * 8 + best


@kernel
def odds(s: State, seat: int, pawns: int, jokers: int) -> float:
    """What a seat's prospects are with so many pawns, and so many jokers more than it has."""
    found = ODDS[pawns]
    for _ in range(s.owned[seat * KINDS + JOKER] + jokers):
        found *= JOKER_ODDS
    return found


@kernel
def prospect(s: State, seat: int, ready: int, turns: int) -> float:
    """What a seat's prospects are when so many pawns lie ready for it and so many others come before it."""
    pawns = score(s, seat)
    if ready > 0 and turns == 0 and pawns + ready >= TO_WIN:
        return WINS
    now = odds(s, seat, pawns, 0)
    return now + FADES[turns] * (odds(s, seat, min(pawns + ready, TO_WIN), 0) - now)


@kernel
def share(s: State, cylinder: int, kept: int) -> float:
    """The share of all prospects that the seat to act has once its turn is over and everybody lifts what is ripest.

    It has lifted a cylinder and kept so many pawns (-1: returned one), or done nothing of the kind (cylinder -1).
    """
    first = next_playing(s, s.turn)
    together, own, turns, seat = 0.0, 0.0, 0, first
    lifted = 1 << cylinder if cylinder >= 0 else 0
    while True:
        found = ripest(s, seat, lifted)
        if found % 8 > 0:
            lifted |= 1 << (found // 8)
        if seat == s.turn and cylinder >= 0:
            worth = odds(s, seat, score(s, seat) + kept, s.inside[cylinder * KINDS + JOKER] if kept > 0 else 0)
        else:
            worth = prospect(s, seat, found % 8, turns)
        together += worth
        if seat == s.turn:
            own = worth
        seat = next_playing(s, seat)
        turns += 1
        if seat == first:
            return own / together


@kernel
def share_with(s: State, cylinder: int, pawn: int) -> float:
    """That share with one more pawn in a cylinder."""
    s.inside[cylinder * KINDS + pawn] += 1
    found = share(s, -1, 0)
    s.inside[cylinder * KINDS + pawn] -= 1
    return found


@kernel
def share_of_drawing(s: State) -> float:
    """That share on average over what may be drawn: a pawn that fits nowhere without ripening goes where it does least harm."""
    calm, together = share(s, -1, 0), 0.0
    for pawn in range(KINDS):
        if s.bag[pawn] > 0:
            safe, least_harm = False, 0.0
            for cylinder in range(CYLINDERS):
                safe |= has_room(s, cylinder) and s.inside[cylinder * KINDS + pawn] == 0
            for cylinder in range(CYLINDERS):
                if not safe and has_room(s, cylinder):
                    least_harm = max(least_harm, share_with(s, cylinder, pawn))
            together += s.bag[pawn] * (calm if safe else least_harm)
    return together / s.in_bag


@kernel
def pick(s: State, notes: Numbers, buffer: Numbers, count: int, dice: Dice) -> int:
    """A move for the seat to act."""
    if buffer[0] >= RETURN:  # a joker never stands in the way of a colour: it goes last
        return buffer[below(dice, max(count - (buffer[count - 1] == RETURN + JOKER), 1))]
    best, best_worth = buffer[0], -10.0
    for i in range(count):
        action = buffer[i]
        if action >= LIFT:
            worth = worth_of_lifting(s, action - LIFT)
        elif action >= PLACE:
            worth = share_with(s, action - PLACE, s.drawn)
            if s.inside[(action - PLACE) * KINDS + s.drawn] == 0:
                worth -= CROWDED * s.filled[action - PLACE]
        else:
            worth = share_of_drawing(s)
        worth += CLOSE * below(dice, 8)
        if worth > best_worth:
            best, best_worth = action, worth
    return best


@kernel
def worth_of_lifting(s: State, cylinder: int) -> float:
    """The share that a lift leads to."""
    kept = gain(s, cylinder, s.turn)
    if kept < -1:
        return -1.0
    if kept < 0:
        return IN_VAIN * share(s, cylinder, -1) if score(s, s.turn) > 0 else FEEDS_ALL * share(s, cylinder, 0)
    return share(s, cylinder, kept) if score(s, s.turn) + kept < TO_WIN else 1.0


@kernel
def watch(s: State, notes: Numbers, actor: int, action: int) -> int:
    """A lift shows what was in the cylinder."""
    shown = 0
    if actor >= 0 and LIFT <= action < RETURN:
        for pawn in range(KINDS):
            shown = shown * 8 + s.inside[(action - LIFT) * KINDS + pawn]
    return shown


@kernel
def stands_for(s: State, notes: Numbers, action: int) -> int:
    """One cylinder is like another that surely holds the same."""
    if notes[SURE] == 0 or not PLACE <= action < RETURN:
        return action
    start = PLACE if action < LIFT else LIFT
    for cylinder in range(action - start):
        if s.cylinder_out[cylinder] == 0 and same_inside(s, cylinder, action - start):
            return start + cylinder
    return action


@kernel
def same_inside(s: State, one: int, other: int) -> bool:
    """Whether two cylinders hold the same pawns."""
    same = True
    for pawn in range(KINDS):
        same &= s.inside[one * KINDS + pawn] == s.inside[other * KINDS + pawn]
    return same


@kernel
def settled(s: State) -> bool:
    """Between two turns."""
    return s.phase == CHOOSING


@kernel
def worth(s: State, notes: Numbers, seat: int) -> float:
    """Prospects by what a seat owns, and by what lies ready for it once everybody before it has lifted what is ripest."""
    if s.eliminated[seat] == 1:
        return 0.0
    lifted, turns, before = 0, 0, s.turn
    while before != seat:
        found = ripest(s, before, lifted)
        if found % 8 > 0:
            lifted |= 1 << (found // 8)
        before = next_playing(s, before)
        turns += 1
    return prospect(s, seat, ripest(s, seat, lifted) % 8, turns)
