"""Games that a judgement plays against itself, turn by turn: everybody plays what is best one turn ahead.

Bound to a game's compiled rules, engine, turns and features, and to the judgement. A game whose turns are of another kind plays
in its own way (`bots/kernels/selfplay.py`, with a `play` like this one).
"""

# mypy: disable-error-code="no-any-return"
# ruff: noqa: F821 (`rules` and others are bound when it is compiled)
from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ludotheque.bots.kernels.judgement import Mind, Thought
from ludotheque.bots.kernels.turns import ACTION, OUTCOME, WEIGHT
from ludotheque.lab.learning.kernels.differences import School
from ludotheque.rules.dice import below, seed_dice
from ludotheque.rules.kernel import Ints, Reals, kernel
from ludotheque.rules.state import RUNNING

if TYPE_CHECKING:
    from ludotheque.bots.kernels import folding, judgement
    from ludotheque.rules.core import Rules

    rules: Rules
    features: Any
    turns: Any

INLINE = False
STRAYS = 32
"""One move in so many is any other."""


class Room(NamedTuple):
    """The arrays that playing works on."""

    templates: Any
    """Games before their deal, one for each variant to learn."""
    states: Any
    """The game under way."""
    after: Any
    facts: Ints
    values: Reals
    sums: Reals
    buffer: Ints


@kernel
def play(school: School, mind: Mind, thought: Thought) -> int:
    """Play one game by the judgement and keep its positions; answer how many turns it took."""
    room, dice, longest = school.room, school.dice, len(school.turn_of)
    state, after, facts = room.states[0], room.after, room.facts
    room.states[0] = room.templates[below(dice, len(room.templates))]
    rules.deal(state, dice)
    players, turn = state.players, 0
    while turn < longest:
        features.describe(state, thought.told)
        for i in range(len(thought.told)):
            school.history[turn, i] = thought.told[i]
        school.turn_of[turn] = state.turn
        mover = state.turn
        end = turns.expand(state, after, facts, 0, room.buffer, dice)
        for at in range(end):
            judgement.value(after[at], mind, thought, room.values, at)
        action = folding.fold(facts, room.values, 0, end, mover, players, room.sums, school.worth, turn)
        school.strayed[turn] = below(dice, STRAYS) == 0
        chosen = below(dice, end)
        if school.strayed[turn] == 0:
            chosen = happen(room, dice, action, end, mover)
        room.states[0] = after[chosen]
        turn += 1
        if state.ended != RUNNING or turn == longest or not features.playing(state, mover):
            for seat in range(players):
                school.worth[turn, seat] = room.values[chosen, seat]
            break
    return turn


@kernel
def happen(room: Room, dice: Ints, action: int, end: int, mover: int) -> int:
    """How a turn ends that begins with an action: chance does what it does, and the mover the best of it."""
    facts, values = room.facts, room.values
    weights = 0
    for at in range(end):
        if facts[at, ACTION] == action and (at == 0 or not same_outcome(facts, at, at - 1)):
            weights += facts[at, WEIGHT]
    drawn, chosen = below(dice, weights), -1
    for at in range(end):
        if facts[at, ACTION] == action:
            if at == 0 or not same_outcome(facts, at, at - 1):
                if drawn < 0:
                    break
                drawn -= facts[at, WEIGHT]
                chosen = at
            elif values[at, mover] > values[chosen, mover]:
                chosen = at
    return chosen


@kernel
def same_outcome(facts: Ints, one: int, other: int) -> bool:
    """Whether only the last choice differs."""
    return facts[one, ACTION] == facts[other, ACTION] and facts[one, OUTCOME] == facts[other, OUTCOME]


@kernel
def contest(school: School, mind: Mind, others: Mind, thought: Thought, seed: int, start: int, games: int) -> float:
    """The wins of a mind among others, which has each seat in turn; everybody plays what is best one turn ahead."""
    room, dice, longest = school.room, school.dice, len(school.turn_of)
    state, after, facts, values = room.states[0], room.after, room.facts, room.values
    won = 0.0
    for game in range(start, start + games):
        seed_dice(dice, seed, game)
        room.states[0] = room.templates[below(dice, len(room.templates))]
        rules.deal(state, dice)
        own, chosen, turn = game % state.players, 0, 0
        while state.ended == RUNNING and turn < longest:
            mover = state.turn
            end = turns.expand(state, after, facts, 0, room.buffer, dice)
            for at in range(end):
                judgement.value(after[at], mind if mover == own else others, thought, values, at)
            action = folding.fold(facts, values, 0, end, mover, state.players, room.sums, school.worth, 0)
            chosen = happen(room, dice, action, end, mover)
            room.states[0] = after[chosen]
            turn += 1
        won += values[chosen, own]
    return won
