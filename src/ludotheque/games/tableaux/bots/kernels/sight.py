"""A table of Tableaux as its view shows it, made a world of which the unseen cards are still to be dealt.

What lies open and what is believed comes as one row of numbers (`bots/sight.py` writes it), in the order of the columns below.
It is what `imagine` does for one card after the other in Python; here nothing is dealt, since every trial deals anew.
"""

from __future__ import annotations

from ludotheque.games.tableaux.bots.kernels.policy import OPEN
from ludotheque.games.tableaux.bots.kernels.trials import DISCARDS, HAND, LOOSE, PILE, Workspace
from ludotheque.games.tableaux.bots.kernels.trials import OPENING as OPENED
from ludotheque.games.tableaux.rules import COPIES, DEALT, IN_THE_BOX, KINDS, SEATS, TABLEAU, State, add_to, begin, take_up
from ludotheque.rules.kernel import Ints, kernel

PLAYERS, TEAMS, ENTRIES, FIRST, TURN, PHASE, DUE, TURNINGS, TURNS, IN_PILE, DISCARDED, TRICKS, BELIEFS = range(13)
POINTS = 13
HELD = POINTS + SEATS
LAID = HELD + SEATS
TABLES = LAID + SEATS
"""Four cards a seat; HIDDEN is one that lies face down."""
WON = TABLES + SEATS * TABLEAU
"""How many copies of each card lie in tricks."""
FACTS = WON + KINDS
"""Where, which place or seat, and which card: one after the other, what is certain first."""
IN_HAND, IN_DISCARD, IN_DRAW_PILE = range(3)
"""Where: in a hand, at a place of the discard pile or of the draw pile, counted from the bottom."""
COLUMNS = FACTS + 3 * 2 * IN_THE_BOX
HIDDEN, NOWHERE = -1, -1


@kernel
def look(space: Workspace) -> None:
    """Make the first world what is seen, and note what is to be dealt."""
    seen, s = space.seen, space.worlds[0]
    set_table(seen, s)
    count_open(space, s)
    space.free[:] = 0
    space.sures[:] = 0
    for i in range(s.in_pile):
        s.pile[i] = NOWHERE
    for i in range(s.discarded):
        s.discard[i] = NOWHERE
    for i in range(seen[BELIEFS]):
        at = FACTS + 3 * i
        believe(space, s, seen[at], seen[at + 1], seen[at + 2])
    leave_open(space, s)


@kernel
def set_table(seen: Ints, s: State) -> None:
    """What everybody knows."""
    s.players, s.teams, s.entries, s.first, s.ended = seen[PLAYERS], seen[TEAMS], seen[ENTRIES], seen[FIRST], 0
    s.turn, s.phase, s.due = seen[TURN], seen[PHASE], seen[DUE]
    s.turnings, s.turns, s.in_pile, s.discarded = seen[TURNINGS], seen[TURNS], seen[IN_PILE], seen[DISCARDED]
    s.tricks_won = seen[TRICKS]
    for seat in range(SEATS):
        s.points[seat], s.held[seat], s.laid[seat], s.fitting[seat] = seen[POINTS + seat], 0, 0, 0
    for i in range(SEATS * DEALT):
        s.hands[i] = 0
    for i in range(SEATS * TABLEAU):
        s.table[i] = 0
    for on in range(s.players):
        for place in range(seen[LAID + on]):
            card = seen[TABLES + on * TABLEAU + place]
            if card != HIDDEN and place == 0:
                begin(s, on, card)
            elif card != HIDDEN:
                add_to(s, on, card)


@kernel
def count_open(space: Workspace, s: State) -> None:
    """How many copies of each card lie open for good; in `loose`, for the time being, how many may lie anywhere."""
    for i in range(len(space.world_notes)):
        space.world_notes[i] = 0
    for card in range(KINDS):
        space.world_notes[OPEN + card] = space.seen[WON + card]
    for on in range(s.players):
        for place in range(s.laid[on]):
            space.world_notes[OPEN + s.table[on * TABLEAU + place]] += 1
    for card in range(KINDS):
        space.loose[card] = COPIES - space.world_notes[OPEN + card]


@kernel
def believe(space: Workspace, s: State, where: int, place: int, card: int) -> None:
    """Put a card where it is believed to be, if that can be."""
    if where == IN_DISCARD or where == IN_DRAW_PILE:
        lies = s.discard[place] if where == IN_DISCARD else s.pile[place]
        if lies != NOWHERE or space.loose[card] == 0:
            return
        if where == IN_DISCARD:
            s.discard[place] = card
        else:
            s.pile[place] = card
    elif space.loose[card] == 0 or space.sures[place] == space.seen[HELD + place]:
        return
    else:
        space.sure[place * DEALT + space.sures[place]] = card
        space.sures[place] += 1
        take_up(s, place, card)
    space.loose[card] -= 1


@kernel
def leave_open(space: Workspace, s: State) -> None:
    """What is not known is to be dealt: to hands, as openings, to the piles; and which cards these are."""
    seen, free = space.seen, space.free
    for seat in range(s.players):
        free[HAND + seat] = seen[HELD + seat] - space.sures[seat]
        s.held[seat] = seen[HELD + seat]
        if seen[LAID + seat] > 0 and seen[TABLES + seat * TABLEAU] == HIDDEN:
            free[OPENED + seat] = 1
    for place in range(s.in_pile):
        if s.pile[place] == NOWHERE:
            space.places[0, free[PILE]] = place
            free[PILE] += 1
    for place in range(s.discarded):
        if s.discard[place] == NOWHERE:
            space.places[1, free[DISCARDS]] = place
            free[DISCARDS] += 1
    for column in range(LOOSE):
        free[LOOSE] += free[column]
    at = 0
    for card in range(KINDS):
        for _ in range(space.loose[card]):
            space.buffer[at] = card
            at += 1
    for i in range(at):
        space.loose[i] = space.buffer[i]
