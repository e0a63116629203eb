"""What a seat has and may expect at Tableaux, as numbers that are weighed by learned weights: the judgement of elephant.

A side's worth is the mean of its members' features, weighed; the chance to win goes by how far it is ahead of the others, next to
how much is still to be won.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from math import exp, sqrt
from typing import TYPE_CHECKING

from ludotheque.games.tableaux.rules import BY_COLOUR, DEALT, IN_THE_BOX, TABLEAU, State, apart
from ludotheque.rules.kernel import Numbers, Reals, kernel
from ludotheque.rules.state import RUNNING

if TYPE_CHECKING:
    from ludotheque.games.tableaux.bots.kernels import policy

POINTS, BARE, GAIN, IN_HAND, TO_ACT, EMPTY, LONE, TWO, THREE, BEST = 0, 1, 2, 3, 4, 5, 6, 22, 28, 32
"""Points; what the tableau promises alone, how much more with the hand, what the rest of the hand promises; whether the seat has
the turn; and what there is in so many words: no tableau, a lone card by how many cards of its colour and of its shape are in
hand, two and three cards by kind and by what is in hand, the longest colour and the longest shape of the rest of the hand."""
FEATURES = BEST + 10
"""As many again follow, times the share of the cards that is not won yet."""
WEIGHTS = 2 * FEATURES
AT_THE_END, IN_BETWEEN = 0.15, 0.28
"""How many points of a lead make a difference: when all is over, and more the more cards are still to be won."""
MOST = 3
"""So many cards of a line can follow a lone one."""
INLINE = False


@kernel
def in_play(s: State) -> int:
    """How many cards are not won yet."""
    rest = s.in_pile + s.discarded
    for member in range(s.players):
        rest += s.laid[member] + s.held[member]
    return rest


@kernel
def spread(rest: int) -> float:
    """How many points of a lead make a difference."""
    return AT_THE_END + IN_BETWEEN * sqrt(1.0 * rest)


@kernel
def share_of(rest: int) -> float:
    """What part of all cards so many are."""
    return rest / IN_THE_BOX


@kernel
def count_in_hand(s: State, seat: int, cards: int) -> int:
    """How many different cards of a set a hand holds."""
    have, before = 0, -1
    for place in range(seat * DEALT, seat * DEALT + s.held[seat]):
        card = s.hands[place]
        if card != before and (cards >> card) & 1 == 1:
            have += 1
        before = card
    return have


@kernel
def look_at(s: State, notes: Numbers, seat: int, out: Reals) -> None:
    """Fill in the features of a seat (not yet those times the share of the cards)."""
    for i in range(FEATURES):
        out[i] = 0.0
    policy.reckon(s, notes, seat)
    policy.count_hand(s, notes, seat, -1)
    out[POINTS] = 1.0 * s.points[seat]
    out[TO_ACT] = 1.0 if s.turn == seat else 0.0
    along = -1
    for on in range(seat % apart(s), s.players, apart(s)):
        if s.laid[on] == 0:
            out[EMPTY] += on == seat
        elif s.laid[on] == 1:
            along = look_at_lone_card(s, notes, seat, on, along, out)
        else:
            along = look_at_tableau(s, notes, seat, on, along, out)
    out[IN_HAND] = policy.best_in_hand(s, notes, seat, -1, along)
    look_at_rest(notes, along, out)


@kernel
def look_at_lone_card(s: State, notes: Numbers, seat: int, on: int, along: int, out: Reals) -> int:
    """A tableau that may still go either way; answer the line that the hand is best laid along so far."""
    first = s.table[on * TABLEAU]
    colour, shape = first // BY_COLOUR, policy.COLOUR_LINES + first % BY_COLOUR
    by_colour = min(count_in_hand(s, seat, s.fitting[on] & policy.LINE[colour]), MOST)
    by_shape = min(count_in_hand(s, seat, s.fitting[on] & policy.LINE[shape]), MOST)
    if on == seat:
        out[LONE + (MOST + 1) * by_colour + by_shape] = 1.0
    bare = max(policy.promise(notes, colour, 1, 0), policy.promise(notes, shape, 1, 0))
    full, other = policy.promise(notes, colour, 1, by_colour), policy.promise(notes, shape, 1, by_shape)
    out[BARE] += bare
    if max(full, other) - bare > out[GAIN]:
        out[GAIN] = max(full, other) - bare
        return shape if other > full else colour
    return along


@kernel
def look_at_tableau(s: State, notes: Numbers, seat: int, on: int, along: int, out: Reals) -> int:
    """A tableau of two or three cards; answer the line that the hand is best laid along so far."""
    laid, line = s.laid[on], policy.line_of(s.table[on * TABLEAU], s.table[on * TABLEAU + 1])
    have = min(count_in_hand(s, seat, s.fitting[on]), TABLEAU - laid)
    if on == seat:
        by_shape = 1 if line >= policy.COLOUR_LINES else 0
        out[(TWO + 3 * by_shape if laid == 2 else THREE + 2 * by_shape) + have] = 1.0
    bare, full = policy.promise(notes, line, laid, 0), policy.promise(notes, line, laid, have)
    out[BARE] += bare
    if full - bare > out[GAIN]:
        out[GAIN] = full - bare
        return line
    return along


@kernel
def look_at_rest(notes: Numbers, along: int, out: Reals) -> None:
    """The longest colour and the longest shape in hand, but for the line that is laid along."""
    colours, shapes = 0, 0
    for line in range(policy.LINES):
        held = min(notes[policy.HOLDS + line], TABLEAU) if line != along else 0
        if line < policy.COLOUR_LINES:
            colours = max(colours, held)
        else:
            shapes = max(shapes, held)
    out[BEST + colours] = 1.0
    out[BEST + TABLEAU + 1 + shapes] = 1.0


@kernel
def judge(s: State, notes: Numbers, weights: Reals, out: Reals, stands: Reals) -> None:
    """The chance to win of every side."""
    sides = apart(s)
    for side in range(sides):
        stands[side] = 1.0 * s.points[side] if s.ended != RUNNING else 0.0
    wide = AT_THE_END
    if s.ended == RUNNING:
        rest = in_play(s)
        wide = spread(rest)
        share = share_of(rest)
        for member in range(s.players):
            look_at(s, notes, member, out)
            worth = 0.0
            for i in range(FEATURES):
                worth += out[i] * (weights[i] + share * weights[FEATURES + i])
            stands[member % sides] += worth * sides / s.players
    best = stands[0]
    for side in range(1, sides):
        best = max(best, stands[side])
    total = 0.0
    for side in range(sides):
        stands[side] = exp((stands[side] - best) / wide)
        total += stands[side]
    for side in range(sides):
        stands[side] /= total
