"""Learning a judgement from games that it plays against itself.

Everybody plays what is best one turn ahead by the judgement as it is; now and then something else. Then every position of the
game is taught what came later: what its turn was worth, mixed with what the next position was taught, down to who won.
Bound to a game's compiled rules, engine, turns and features, and to the judgement.
"""

# mypy: disable-error-code="no-any-return"
# ruff: noqa: F821 (`rules` and others are bound when it is compiled)
from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from ludotheque.bots.kernels.judgement import DEEP, MIX, OUT, SEATS, WHOLE, WHOLES, WIDE, Mind, Thought
from ludotheque.bots.kernels.turns import ACTION, OUTCOME, WEIGHT
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
LONGEST = 400
"""Turns after which a game is given up, and judged instead."""
STRAYS = 32
"""One move in so many is any other."""
BATCH = 4
"""Games between two steps of learning."""
KEEPS, KEEPS_SQUARES, TINY = 0.9, 0.999, 1e-8
"""Adam's usual numbers."""


class School(NamedTuple):
    """The arrays that learning works on."""

    templates: Any
    """Games before their deal, one for each variant to learn."""
    states: Any
    """The game under way."""
    after: Any
    facts: Ints
    values: Reals
    sums: Reals
    buffer: Ints
    dice: Ints
    history: Ints
    """By turn: what was told,"""
    turn_of: Ints
    """whose turn it was,"""
    strayed: Ints
    """whether it went on with any other move,"""
    worth: Reals
    """and what it was worth, by seat. The last one is what came of it all."""
    slopes: Reals
    mean: Reals
    squares: Reals
    deltas: Reals
    """Room for what is taught: by seat, and by number of the second, of the first row."""


@kernel
def play(school: School, mind: Mind, thought: Thought) -> int:
    """Play one game by the judgement and keep its positions; answer how many turns it took."""
    state, after, facts, dice = school.states[0], school.after, school.facts, school.dice
    school.states[0] = school.templates[below(dice, len(school.templates))]
    rules.deal(state, dice)
    players, turn = state.players, 0
    while turn < LONGEST:
        features.describe(state, thought.told)
        for i in range(len(thought.told)):
            school.history[turn, i] = thought.told[i]
        school.turn_of[turn] = state.turn
        mover = state.turn
        end = turns.expand(state, after, facts, 0, school.buffer, dice)
        for at in range(end):
            judgement.value(after[at], mind, thought, school.values, at)
        action = folding.fold(facts, school.values, 0, end, mover, players, school.sums, school.worth, turn)
        school.strayed[turn] = below(dice, STRAYS) == 0
        chosen = below(dice, end)
        if school.strayed[turn] == 0:
            chosen = happen(school, action, end, mover)
        school.states[0] = after[chosen]
        turn += 1
        if state.ended != RUNNING or turn == LONGEST or not features.playing(state, mover):
            for seat in range(players):
                school.worth[turn, seat] = school.values[chosen, seat]
            break
    return turn


@kernel
def happen(school: School, action: int, end: int, mover: int) -> int:
    """How a turn ends that begins with an action: chance does what it does, and the mover the best of it."""
    facts, values = school.facts, school.values
    weights = 0
    for at in range(end):
        if facts[at, ACTION] == action and (at == 0 or not same_outcome(facts, at, at - 1)):
            weights += facts[at, WEIGHT]
    drawn, chosen = below(school.dice, weights), -1
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
def teach(school: School, mind: Mind, thought: Thought) -> None:
    """Add up the slopes of one position: what was told is in `thought`, what it should have said in the first row of deltas."""
    weights, slopes, told, deltas = mind.weights, school.slopes, thought.told, school.deltas
    first, second = thought.first, thought.second
    seats, wholes, mix, out = mind.places[SEATS], mind.places[WHOLES], mind.places[MIX], mind.places[OUT]
    judgement.judge(mind, thought)
    for seat in range(seats):
        deltas[0, seat] = thought.chances[seat] - deltas[0, seat]
        slopes[out + DEEP * seats + seat] += deltas[0, seat]
    for i in range(DEEP):
        deltas[1, i] = 0.0
        if second[i] > 0.0:
            for seat in range(seats):
                deltas[1, i] += deltas[0, seat] * weights[out + i * seats + seat]
                slopes[out + i * seats + seat] += deltas[0, seat] * second[i]
    for i in range(len(first)):
        deltas[2, i] = 0.0
        if first[i] > 0.0:
            row, by, found = mix + i * DEEP, first[i], 0.0
            for j in range(DEEP):
                found += deltas[1, j] * weights[row + j]
                slopes[row + j] += deltas[1, j] * by
            deltas[2, i] = found
    at = 0
    for number in range(features.PARTS):
        begin = at
        while told[at] >= 0:
            at += 1
        start = (-1 - told[at]) * WIDE
        for one in range(begin, at):
            row = told[one] * WIDE
            for j in range(WIDE):
                if thought.parts[number, j] > 0.0:
                    slopes[row + j] += deltas[2, start + j]
        at += 1
    while told[at] != WHOLE:
        row = wholes + told[at] * DEEP
        for j in range(DEEP):
            slopes[row + j] += deltas[1, j]
        at += 1


@kernel
def look_back(school: School, mind: Mind, thought: Thought, count: int, trust: float) -> None:
    """Teach every position of a game what came later; `trust` is how much of it is what really came."""
    players, last = mind.places[SEATS], count
    for turn in range(count - 1, -1, -1):
        for seat in range(players):
            if school.strayed[turn] == 0:
                worth = school.worth[turn, seat]
                school.worth[turn, seat] = worth + trust * (school.worth[last, seat] - worth)
        last = turn
        for seat in range(players):
            school.deltas[0, seat] = school.worth[turn, (school.turn_of[turn] + seat) % players]
        for i in range(len(thought.told)):
            thought.told[i] = school.history[turn, i]
        teach(school, mind, thought)


@kernel
def step(school: School, mind: Mind, number: int, positions: int, rate: float) -> None:
    """One step against the slopes, by Adam; they are zero afterwards."""
    weights, slopes, mean, squares = mind.weights, school.slopes, school.mean, school.squares
    steps = number + 1.0
    later, later_squares = 1.0 - KEEPS**steps, 1.0 - KEEPS_SQUARES**steps
    for i in range(len(weights)):
        slope = slopes[i] / positions
        slopes[i] = 0.0
        mean[i] = KEEPS * mean[i] + (1.0 - KEEPS) * slope
        squares[i] = KEEPS_SQUARES * squares[i] + (1.0 - KEEPS_SQUARES) * slope * slope
        weights[i] -= rate * (mean[i] / later) / (sqrt(squares[i] / later_squares) + TINY)


@kernel
def learn(school: School, mind: Mind, thought: Thought, seed: int, start: int, batches: int, rate: float, trust: float) -> int:
    """Play and learn from so many batches of games, from batch `start` on; answer how many turns were played."""
    played = 0
    for batch in range(start, start + batches):
        positions = 0
        for game in range(BATCH):
            seed_dice(school.dice, seed, batch * BATCH + game)
            count = play(school, mind, thought)
            look_back(school, mind, thought, count, trust)
            positions += count
        step(school, mind, batch, positions, rate)
        played += positions
    return played


@kernel
def contest(school: School, mind: Mind, others: Mind, thought: Thought, seed: int, start: int, games: int) -> float:
    """The wins of a mind among others, which has each seat in turn; everybody plays what is best one turn ahead."""
    state, after, facts, values = school.states[0], school.after, school.facts, school.values
    won = 0.0
    for game in range(start, start + games):
        seed_dice(school.dice, seed, game)
        school.states[0] = school.templates[below(school.dice, len(school.templates))]
        rules.deal(state, school.dice)
        own, chosen, turn = game % state.players, 0, 0
        while state.ended == RUNNING and turn < LONGEST:
            mover = state.turn
            end = turns.expand(state, after, facts, 0, school.buffer, school.dice)
            for at in range(end):
                judgement.value(after[at], mind if mover == own else others, thought, values, at)
            action = folding.fold(facts, values, 0, end, mover, state.players, school.sums, school.worth, 0)
            chosen = happen(school, action, end, mover)
            school.states[0] = after[chosen]
            turn += 1
        won += values[chosen, own]
    return won
