"""Sensible quick play of Tableaux: every move by what the tableaux under way and the hand promise afterwards.

A promise is the points of a tableau, less the longer it will take: cards are laid one a turn, and those that are missing have
to be drawn among the copies that may be left. A seat uses its own hand and what lies open, never the hands and the pile of the
imagined game.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from ludotheque.games.tableaux.rules import (
    BY_COLOUR,
    COLOUR_POINTS,
    COPIES,
    DEALT,
    DISCARD,
    DRAW_FROM_DISCARD,
    DRAW_FROM_PILE,
    KINDS,
    LAY,
    LAY_HAND,
    NEW,
    OPENING,
    PLAY,
    SAME_COLOUR,
    SAME_SHAPE,
    SEATS,
    SHAPE_POINTS,
    START,
    TABLEAU,
    State,
    apart,
    fits_on,
    nothing_to_draw,
    take_up,
)
from ludotheque.rules.dice import Dice, below
from ludotheque.rules.kernel import Numbers, kernel

COLOUR_LINES, LINES = 6, 14
"""Lines are what tableaux are made of: six colours, then eight shapes."""
LINE = SAME_COLOUR + SAME_SHAPE

OPEN, RATE, HOLDS = 0, KINDS, KINDS + LINES
"""Where in the notes it stands how many copies of each card lie open for good; and, for the seat that thinks, how likely a card
of each line is to come in a turn, in millionths, and how many different cards of each line are in the hand."""
NOTES = HOLDS + LINES

FADES = 0.12
"""A tableau that takes t turns is worth 1 / (1 + FADES * t) of its points."""
LOOKS = 1.5
"""Cards that a seat gets to choose from in a turn, the discards of others counted."""
UNKNOWN = 0.06
"""What drawing an unknown card is worth, in points."""
STALE = 0.01
"""How much less a discard is worth with every turn in which nobody laid anything: or two would pass the same cards for ever."""
DENIES = 0.6
"""How much of what a discard is worth to the next one counts against it."""
FRESH = 0.5
"""What a tableau is worth that is still to be started."""
LOOSE = 0.0001
"""How loosely a playout keeps to what is best: up to 200 times this, in points."""


@kernel
def reckon(s: State, notes: Numbers, seat: int) -> None:
    """Note for each line how likely one certain card of it is to come in a turn."""
    unseen = s.in_pile + s.discarded + 1
    for other in range(s.players):
        if other != seat:
            unseen += s.held[other]
    for line in range(LINES):
        notes[RATE + line] = 0
    for card in range(KINDS):
        left = COPIES - notes[OPEN + card]
        notes[RATE + card // BY_COLOUR] += left
        notes[RATE + COLOUR_LINES + card % BY_COLOUR] += left
    for line in range(LINES):
        cards = BY_COLOUR if line < COLOUR_LINES else COLOUR_LINES
        notes[RATE + line] = int(1e6 * LOOKS * notes[RATE + line] / (cards * unseen))


@kernel
def count_hand(s: State, notes: Numbers, seat: int, without: int) -> None:
    """Note how many different cards of each line a hand holds, leaving out the one at the place `without`."""
    for line in range(LINES):
        notes[HOLDS + line] = 0
    before = -1
    for at in range(seat * DEALT, seat * DEALT + s.held[seat]):
        card = s.hands[at]
        if at != without and card != before:
            notes[HOLDS + card // BY_COLOUR] += 1
            notes[HOLDS + COLOUR_LINES + card % BY_COLOUR] += 1
            before = card


@kernel
def promise(notes: Numbers, line: int, laid: int, have: int) -> float:
    """What a tableau of a line is worth with so many cards on the table and so many in hand that can follow them."""
    points = COLOUR_POINTS if line < COLOUR_LINES else SHAPE_POINTS
    kinds = (BY_COLOUR if line < COLOUR_LINES else COLOUR_LINES) - laid - have
    turns = 0.0
    for _ in range(TABLEAU - laid - have):
        if kinds <= 0 or notes[RATE + line] == 0:
            return 0.0
        turns += 1e6 / (notes[RATE + line] * kinds)
        kinds -= 1
    turns = max(turns, 1.0 * (TABLEAU - laid)) if laid > 0 else turns + 1.0
    return points / (1.0 + FADES * turns)


@kernel
def line_of(first: int, second: int) -> int:
    """The line of two cards of a tableau."""
    return first // BY_COLOUR if first // BY_COLOUR == second // BY_COLOUR else COLOUR_LINES + first % BY_COLOUR


@kernel
def outlook(s: State, notes: Numbers, seat: int, without: int, on: int) -> float:
    """What a seat may expect of its tableau (and its partners') and its hand, in points.

    The card at the place `without` of its hand is gone: laid on the tableau `on`, or, if that is -1, thrown away.
    """
    count_hand(s, notes, seat, without)
    gain, own_line, total = 0.0, -1, 0.0
    for at in range(seat % apart(s), s.players, apart(s)):
        laid, fitting, first, second = s.laid[at], s.fitting[at], s.table[at * TABLEAU], s.table[at * TABLEAU + 1]
        if at == on:
            card = s.hands[without]
            if laid == 0:
                first = card
                fitting = SAME_COLOUR[card // BY_COLOUR] ^ SAME_SHAPE[card % BY_COLOUR]
            elif laid == 1:
                second = card
            fitting &= ~(1 << card)
            laid += 1
        if laid == TABLEAU:
            total += (COLOUR_POINTS if line_of(first, second) < COLOUR_LINES else SHAPE_POINTS) + FRESH
        if laid == 0 or laid == TABLEAU:
            continue
        bare, full, along = 0.0, 0.0, -1
        for way in range(4):  # either line of a lone card, first without the hand and then with it
            line = first // BY_COLOUR if way % 2 == 0 else COLOUR_LINES + first % BY_COLOUR
            if laid > 1 and line != line_of(first, second):
                continue
            have = 0
            if way >= 2:
                before = -1
                for place in range(seat * DEALT, seat * DEALT + s.held[seat]):
                    card = s.hands[place]
                    if place != without and card != before and ((fitting & LINE[line]) >> card) & 1 == 1:
                        have += 1
                        before = card
                have = min(have, TABLEAU - laid)
            worth = promise(notes, line, laid, have)
            if way < 2:
                bare = max(bare, worth)
            elif worth > full:
                full, along = worth, line
        total += bare
        if full - bare > gain:
            gain, own_line = full - bare, along
    return total + gain + best_in_hand(s, notes, seat, without, own_line)


@kernel
def best_in_hand(s: State, notes: Numbers, seat: int, without: int, besides: int) -> float:
    """What the hand promises as a tableau of its own, besides the line that its cards are laid along."""
    if besides >= 0:  # the cards of that line leave the hand
        before = -1
        for at in range(seat * DEALT, seat * DEALT + s.held[seat]):
            card = s.hands[at]
            if at != without and card != before and (LINE[besides] >> card) & 1 == 1:
                notes[HOLDS + card // BY_COLOUR] -= 1
                notes[HOLDS + COLOUR_LINES + card % BY_COLOUR] -= 1
                before = card
    best = 0.0
    for line in range(LINES):
        if notes[HOLDS + line] > 0 and line != besides:
            best = max(best, promise(notes, line, 0, min(notes[HOLDS + line], TABLEAU)))
    return best


@kernel
def use_to_next(s: State, card: int) -> float:
    """What a card on the discard pile is worth to the next player, as far as can be seen."""
    rival = (s.turn + 1) % s.players
    if not fits_on(s, rival, card):
        return 0.0
    laid, first, second = s.laid[rival], s.table[rival * TABLEAU], s.table[rival * TABLEAU + 1]
    points = COLOUR_POINTS if line_of(first, second if laid > 1 else card) < COLOUR_LINES else SHAPE_POINTS
    return points * (0.1 + 0.15 * laid)


@kernel
def is_useful(s: State, card: int) -> bool:
    """Whether a card fits anything that the seat to act has."""
    found = False
    for on in range(s.turn % apart(s), s.players, apart(s)):
        found = found or fits_on(s, on, card)
    for at in range(s.turn * DEALT, s.turn * DEALT + s.held[s.turn]):
        other = s.hands[at]
        if other != card and (other % BY_COLOUR == card % BY_COLOUR or other // BY_COLOUR == card // BY_COLOUR):
            found = True
    return found


@kernel
def put_back(s: State, card: int) -> None:
    """A card that was only thought to be taken leaves the hand again."""
    seat = s.turn
    at = seat * DEALT
    while s.hands[at] != card:
        at += 1
    s.held[seat] -= 1
    last = seat * DEALT + s.held[seat]
    while at < last:
        s.hands[at] = s.hands[at + 1]
        at += 1
    s.hands[last] = 0


@kernel
def pick(s: State, notes: Numbers, buffer: Numbers, count: int, dice: Dice) -> int:
    """A move for the seat to act."""
    if count == 1:
        return buffer[0]
    if buffer[count - 1] == LAY_HAND:
        return LAY_HAND
    starts = s.phase == OPENING or s.phase == NEW
    draws = not starts and s.phase != PLAY and not nothing_to_draw(s)
    offered = -1
    if draws:
        offered = s.discard[s.discarded - 1]
        if not is_useful(s, offered):
            return DRAW_FROM_PILE
        take_up(s, s.turn, offered)
    reckon(s, notes, s.turn)
    throws = draws or s.phase == PLAY
    best, best_worth, without_it = -1, -1000.0, 0.0
    for at in range(s.turn * DEALT, s.turn * DEALT + s.held[s.turn]):
        card = s.hands[at]
        for on in range(-1, s.players):
            if starts:
                if on != s.due:
                    continue
            elif on < 0:
                if not throws:
                    continue
            elif on % apart(s) != s.turn % apart(s) or not fits_on(s, on, card):
                continue
            worth = outlook(s, notes, s.turn, at, on)
            if on < 0 and card == offered:
                without_it = worth
            if on < 0 and not draws:
                worth -= DENIES * use_to_next(s, card)
            worth += LOOSE * below(dice, 200)
            if worth > best_worth:
                best_worth = worth
                best = START + card * SEATS + on if starts else LAY + card * SEATS + on if on >= 0 else DISCARD + card
    if draws:
        put_back(s, offered)
        return DRAW_FROM_DISCARD if best_worth - without_it > UNKNOWN + STALE * s.turns else DRAW_FROM_PILE
    return best


@kernel
def watch(s: State, notes: Numbers, actor: int, action: int) -> int:
    """Count the cards laid; a drawn card is new to its owner."""
    if action < DRAW_FROM_PILE:
        notes[OPEN + (action - START) // SEATS] += 1
    elif LAY <= action < DISCARD:
        notes[OPEN + (action - LAY) // SEATS] += 1
    elif action == LAY_HAND:
        for at in range(actor * DEALT, actor * DEALT + s.held[actor]):
            notes[OPEN + s.hands[at]] += 1
    elif action == DRAW_FROM_PILE:
        return s.pile[s.in_pile - 1] + 1
    return 0
