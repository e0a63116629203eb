"""Games of one who learns a judgement among others, turn by turn: everybody plays what is best one turn ahead, or by the policy.

Players who all learn from each other may come to do together what is good for none of them. So about half of the others play by
the game's policy, if it has one. Bound to a game's compiled rules, engine, turns, features and policy, and to the judgement. A
game whose turns are of another kind plays in its own way (`bots/kernels/selfplay.py`, with a `play` like this one).
"""

# mypy: disable-error-code="no-any-return"
# ruff: noqa: F821 (`rules` and others are bound when it is compiled)
from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ludotheque.bots.kernels.judgement import Mind, Thought
from ludotheque.bots.kernels.turns import ACTION, OUTCOME, WEIGHT
from ludotheque.lab.learning.kernels.differences import School
from ludotheque.rules.core import CHANCE
from ludotheque.rules.dice import below, seed_dice
from ludotheque.rules.kernel import Ints, Reals, kernel
from ludotheque.rules.state import RUNNING

if TYPE_CHECKING:
    from ludotheque.bots.kernels import folding, judgement, policy
    from ludotheque.rules import engine
    from ludotheque.rules.core import Rules

    rules: Rules
    features: Any
    turns: Any

INLINE = False
STRAYS = 32
"""One move in so many is any other."""
STRANGE = 2
"""Of the others, one in so many plays by the policy."""


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
    notes: Ints
    """What the policy's players know."""
    strangers: Ints
    """Whether there are such others."""


@kernel
def play(school: School, mind: Mind, thought: Thought) -> int:
    """Play one game in which somebody learns, and keep its positions; answer how many turns it took."""
    room, dice, longest = school.room, school.dice, len(school.turn_of)
    state = room.states[0]
    room.states[0] = room.templates[below(dice, len(room.templates))]
    rules.deal(state, dice)
    own, strangers, turn = below(dice, state.players), 0, 0
    for seat in range(state.players):
        strangers |= (below(dice, STRANGE) < room.strangers[0]) << seat
    while turn < longest:
        features.describe(state, thought.told)
        for i in range(len(thought.told)):
            school.history[turn, i] = thought.told[i]
        mover = state.turn
        school.turn_of[turn] = mover
        school.strayed[turn] = 0
        if mover != own and strangers >> mover & 1 == 1:
            at = watched_turn(school, mind, thought, turn)
        else:
            at = own_turn(school, mind, thought, turn)
        turn += 1
        if state.ended != RUNNING or turn == longest or not features.playing(state, mover):
            for seat in range(state.players):
                school.worth[turn, seat] = room.values[at, seat]
            break
    return turn


@kernel
def weigh(school: School, mind: Mind, thought: Thought, turn: int) -> tuple[int, int]:
    """Judge all that a turn may come to; what it is worth goes into a row. Answer the best action, and the number of ends."""
    room = school.room
    state, facts, values = room.states[0], room.facts, room.values
    end = turns.expand(state, room.after, facts, 0, room.buffer, school.dice)
    for at in range(end):
        judgement.value(room.after[at], mind, thought, values, at)
    return folding.fold(facts, values, 0, end, state.turn, state.players, room.sums, school.worth, turn), end


@kernel
def own_turn(school: School, mind: Mind, thought: Thought, turn: int) -> int:
    """Play what is best one turn ahead, or now and then anything; what the turn was worth is noted. Answer how it ended."""
    room, dice = school.room, school.dice
    action, end = weigh(school, mind, thought, turn)
    school.strayed[turn] = below(dice, STRAYS) == 0
    chosen = below(dice, end)
    if school.strayed[turn] == 0:
        chosen = happen(room, dice, action, end, room.states[0].turn)
    room.states[0] = room.after[chosen]
    return chosen


@kernel
def strange_turn(room: Room, dice: Ints) -> None:
    """Play a turn by the policy."""
    state, first = room.states[0], True
    while first or (state.ended == RUNNING and not policy.settled(state)):
        first = False
        if rules.to_act(state) == CHANCE:
            engine.step(state, engine.draw(state, room.buffer, dice))
        else:
            count = rules.legal(state, room.buffer)
            engine.step(state, policy.pick(state, room.notes, room.buffer, count, dice))


@kernel
def watched_turn(school: School, mind: Mind, thought: Thought, turn: int) -> int:
    """A turn of a stranger: it was worth what came of it. Answer where that is noted."""
    room = school.room
    strange_turn(room, school.dice)
    judgement.value(room.states[0], mind, thought, room.values, 0)
    for seat in range(room.states[0].players):
        school.worth[turn, seat] = room.values[0, seat]
    return 0


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
def contest(
    school: School, mind: Mind, others: Mind, thought: Thought, seed: int, start: int, games: int, strange: bool
) -> float:
    """The wins of a mind among others, which has each seat in turn: they play by another mind, or are strangers."""
    room, dice, longest = school.room, school.dice, len(school.turn_of)
    state, won = room.states[0], 0.0
    for game in range(start, start + games):
        seed_dice(dice, seed, game)
        room.states[0] = room.templates[below(dice, len(room.templates))]
        rules.deal(state, dice)
        own, turn = game % state.players, 0
        while state.ended == RUNNING and turn < longest:
            if state.turn == own:
                best_turn(school, mind, thought)
            elif strange:
                strange_turn(room, dice)
            else:
                best_turn(school, others, thought)
            turn += 1
        judgement.value(state, mind, thought, room.values, 0)
        won += room.values[0, own]
    return won


@kernel
def best_turn(school: School, mind: Mind, thought: Thought) -> None:
    """Play what is best one turn ahead."""
    action, end = weigh(school, mind, thought, 0)
    room = school.room
    room.states[0] = room.after[happen(room, school.dice, action, end, room.states[0].turn)]
