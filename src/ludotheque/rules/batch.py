"""Whole batches of random games inside one compiled call. Bound to one game's compiled rules and engine, never used plain."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ludotheque.rules.core import CHANCE
from ludotheque.rules.dice import Dice, seed_dice
from ludotheque.rules.kernel import Ints, Numbers, kernel
from ludotheque.rules.state import BY_LIMIT, RUNNING

if TYPE_CHECKING:
    from ludotheque.rules import engine
    from ludotheque.rules.core import Rules

    rules: Rules

DECISIONS, ENTRIES, ENTRIES_SQUARED, LIMITED, FIRST_WINS, WINS = 0, 1, 2, 3, 4, 5
"""Where a tally counts what. The wins of seats follow from WINS on, a shared win counting SHARE / winners for each."""
SHARE = 60


@kernel
def random_games(
    states: Any, blank: Any, buffer: Numbers, dice: Dice, tally: Ints, seed: int, start: int, games: int, careful: bool
) -> None:
    """Play games number `start` to `start + games - 1` of a seed and add them to the tally."""
    state = states[0]
    for number in range(start, start + games):
        states[0] = blank[0]
        seed_dice(dice, seed, number)
        rules.deal(state, dice)
        decisions = 0
        while state.ended == RUNNING:
            if engine.OUTCOMES > 0 and rules.to_act(state) == CHANCE:
                engine.step(state, engine.draw(state, buffer, dice))
            else:
                engine.step(state, engine.choose(state, buffer, dice, careful))
                decisions += 1
        tally[DECISIONS] += decisions
        tally[ENTRIES] += state.entries
        tally[ENTRIES_SQUARED] += state.entries * state.entries
        tally[LIMITED] += state.ended == BY_LIMIT
        winners = 0
        for seat in range(state.players):
            winners += engine.wins(state, seat)
        for seat in range(state.players):
            if engine.wins(state, seat):
                tally[WINS + seat] += SHARE // winners
                if seat == state.first:
                    tally[FIRST_WINS] += SHARE // winners


@kernel
def logged_games(
    states: Any,
    starts: Any,
    blank: Any,
    buffer: Numbers,
    dice: Dice,
    log: Ints,
    lengths: Ints,
    seed: int,
    start: int,
    careful: bool,
) -> None:
    """Play as many games as there are states, keeping each one's set-up, its entries and its last position."""
    for i in range(len(states)):
        states[i] = blank[0]
        state = states[i]
        seed_dice(dice, seed, start + i)
        rules.deal(state, dice)
        starts[i] = states[i]
        while state.ended == RUNNING:
            action = engine.next_entry(state, buffer, dice, careful)
            log[i, state.entries] = action
            engine.step(state, action)
        lengths[i] = state.entries
