"""What one game shows, as a row of integers: followed entry by entry, in kernels for random play and plain beside bots.

Bound to one game's rules and engine. Leads are judged by the score of the rules, which everybody who looks on can count. A side
is the seats that win together; its first seat speaks for it.
"""

# mypy: disable-error-code="no-any-return"
# ruff: noqa: F821 (`rules` and `engine` are bound when it is loaded)
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ludotheque.rules.core import CHANCE
from ludotheque.rules.dice import Dice, below, seed_dice
from ludotheque.rules.kernel import Ints, Numbers, kernel
from ludotheque.rules.state import BY_LIMIT, RUNNING

if TYPE_CHECKING:
    from ludotheque.rules import engine
    from ludotheque.rules.core import Rules

    rules: Rules

ENTRIES, DECISIONS, TURNS, LIMITED, SHARED, DECISIVE, FIRST, CHANGES, DEFICIT, COMEBACK, GREATEST, SETTLED = range(12)
CHOICES, REAL, STAKE, STAKES, DISTINCT, DISTINCTS, JUDGED, JUDGEMENTS, HERO, SHARES = range(12, 22)
"""Where a row holds what; from SHARES on follow the wins of seats, and then those of places, counted from who starts."""

WHOLE = 840
"""A win; a shared one is so much by the number of winners, up to eight of them without a rest."""
MILLION = 1_000_000
"""Parts of a game are counted in millionths."""
PLAYS = 2
"""How often each deal is played."""
STREAMS = 8
"""Streams of dice for each deal: one for deal and draws, one for the choices of each play, one for stakes."""
ASIDE = 7
STAKES_EVERY = 4
"""Of how many deals one is stopped at one decision to see what is at stake there."""
THIRD = 3
"""Who was behind by a third of the best score and wins has come back."""

LAST, LEADER = TURNS + 1, TURNS + 2
BEHIND = SHARES
"""A trace is a row in the making, with the seat that moved last and the side that led last instead of what is known at the end;
then, for each side, its deficits added up, the greatest one, and when it last did not lead alone."""
PER_SIDE = 3


@kernel
def begin(trace: Numbers, sides: int) -> None:
    """Follow a new game."""
    for at in range(BEHIND + PER_SIDE * sides):
        trace[at] = 0


@kernel
def decide(trace: Numbers, seat: int, count: int) -> None:
    """A seat is about to choose among so many moves."""
    trace[DECISIONS] += 1
    trace[CHOICES] += count
    trace[REAL] += count > 1
    if trace[LAST] != seat + 1:
        trace[LAST] = seat + 1
        trace[TURNS] += 1


@kernel
def look(state: Any, trace: Numbers, sides: int) -> None:
    """Look at the scores after an entry."""
    best = rules.score(state, 0)
    leader = 0
    alone = True
    for side in range(1, sides):
        score = rules.score(state, side)
        if score > best:
            best = score
            leader = side
            alone = True
        elif score == best:
            alone = False
    if alone and trace[LEADER] != leader + 1:
        trace[CHANGES] += trace[LEADER] != 0
        trace[LEADER] = leader + 1
    for side in range(sides):
        behind = best - rules.score(state, side)
        at = BEHIND + PER_SIDE * side
        trace[at] += behind
        if behind > trace[at + 1]:
            trace[at + 1] = behind
        if not alone or side != leader:
            trace[at + 2] = state.entries


@kernel
def finish(state: Any, trace: Numbers, rows: Ints, at: int, sides: int) -> None:
    """Write the row of a game that is over."""
    winners = 0
    for seat in range(state.players):
        winners += engine.wins(state, seat)
    sharing = 0
    best = 1
    for side in range(sides):
        sharing += engine.wins(state, side)
        best = max(best, rules.score(state, side))
    for column in range(SHARES):
        rows[at, column] = 0
    rows[at, ENTRIES] = state.entries
    rows[at, DECISIONS] = trace[DECISIONS]
    rows[at, TURNS] = trace[TURNS]
    rows[at, LIMITED] = state.ended == BY_LIMIT
    rows[at, SHARED] = sharing > 1
    rows[at, DECISIVE] = sharing == 1 and state.ended != BY_LIMIT
    rows[at, CHANGES] = trace[CHANGES]
    rows[at, CHOICES] = trace[CHOICES]
    rows[at, REAL] = trace[REAL]
    for seat in range(state.players):
        share = WHOLE // winners if engine.wins(state, seat) else 0
        place = (seat - state.first + state.players) % state.players
        rows[at, SHARES + seat] = share
        rows[at, SHARES + state.players + place] = share
        if place == 0:
            rows[at, FIRST] = share
    for side in range(sides):
        if engine.wins(state, side):
            own = BEHIND + PER_SIDE * side
            rows[at, DEFICIT] += trace[own] * MILLION // (best * max(state.entries, 1) * sharing)
            rows[at, GREATEST] += trace[own + 1] * MILLION // (best * sharing)
            rows[at, SETTLED] += (state.entries - trace[own + 2]) * MILLION // (max(state.entries, 1) * sharing)
            if trace[own + 1] * THIRD >= best:
                rows[at, COMEBACK] = 1


@kernel
def play_deals(
    states: Any,
    blank: Any,
    buffer: Numbers,
    chance: Dice,
    choice: Dice,
    aside: Dice,
    trace: Numbers,
    rows: Ints,
    seed: int,
    start: int,
    deals: int,
    sides: int,
    careful: bool,
) -> None:
    """Play deals number `start` to `start + deals - 1` of a seed at random, each twice: same deal and draws, other choices."""
    state = states[0]
    for number in range(deals):
        deal = start + number
        for again in range(PLAYS):
            states[0] = blank[0]
            seed_dice(chance, seed, deal * STREAMS)
            seed_dice(choice, seed, deal * STREAMS + 1 + again)
            seed_dice(aside, seed, deal * STREAMS + ASIDE)
            rules.deal(state, chance)
            begin(trace, sides)
            stopping = again == 0 and deal % STAKES_EVERY == 0
            while state.ended == RUNNING:
                if engine.OUTCOMES > 0 and rules.to_act(state) == CHANCE:
                    engine.step(state, engine.draw(state, buffer, chance))
                else:
                    count = rules.legal(state, buffer)
                    decide(trace, rules.to_act(state), count)
                    if stopping and count > 1 and below(aside, trace[REAL]) == 0:
                        states[1] = states[0]  # any of the decisions met so far, each as likely
                    action = buffer[below(choice, count)]
                    if careful and rules.careless(state, action):
                        action = engine.choose(state, buffer, choice, True)
                    engine.step(state, action)
                look(state, trace, sides)
            finish(state, trace, rows, PLAYS * number + again, sides)
            if stopping and trace[REAL] > 0:
                rows[PLAYS * number + again, STAKE] = stake(states, buffer, aside, careful)
                rows[PLAYS * number + again, STAKES] = 1


@kernel
def stake(states: Any, buffer: Numbers, dice: Dice, careful: bool) -> int:
    """What is at stake at the decision kept in the second state: two of its moves, each tried twice with everybody at random.

    The product of the two differences is, on average, the square of the difference between the chances of the two moves.
    """
    kept = states[1]
    seat = rules.to_act(kept)
    count = rules.legal(kept, buffer)
    one = below(dice, count)
    other = below(dice, count - 1)
    other += other >= one
    first = buffer[one]
    second = buffer[other]
    difference = 0
    again = 0
    for attempt in range(4):
        share = play_on(states, buffer, dice, first if attempt % 2 == 0 else second, seat, careful)
        if attempt % 2 == 1:
            share = -share
        if attempt < 2:
            difference += share
        else:
            again += share
    return difference * again


@kernel
def play_on(states: Any, buffer: Numbers, dice: Dice, action: int, seat: int, careful: bool) -> int:
    """The share of a seat in the win after one move and random play."""
    states[2] = states[1]
    state = states[2]
    engine.step(state, action)
    while state.ended == RUNNING:
        engine.step(state, engine.next_entry(state, buffer, dice, careful))
    if not engine.wins(state, seat):
        return 0
    winners = 0
    for other in range(state.players):
        winners += engine.wins(state, other)
    return WHOLE // winners
