"""Learning a judgement from games that it plays against itself.

Games are played by the judgement as it is (`selfplay`, or a game's own way). Then every position of a game is taught what came
later: what its turn was worth, mixed with what the next position was taught, down to who won. Bound to a game's compiled
features, to the judgement and to what plays.
"""

# mypy: disable-error-code="no-any-return"
# ruff: noqa: F821 (`selfplay` and others are bound when it is compiled)
from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from ludotheque.bots.kernels.judgement import DEEP, MIX, OUT, SEATS, WHOLE, WHOLES, WIDE, Mind, Thought
from ludotheque.rules.dice import seed_dice
from ludotheque.rules.kernel import Ints, Reals, kernel

if TYPE_CHECKING:
    from ludotheque.bots.kernels import judgement
    from ludotheque.lab.learning.kernels import selfplay

    features: Any

INLINE = False
BATCH = 4
"""Games between two steps of learning."""
KEEPS, KEEPS_SQUARES, TINY = 0.9, 0.999, 1e-8
"""Adam's usual numbers."""


class School(NamedTuple):
    """The arrays that learning works on."""

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
    room: Any
    """What playing needs besides."""


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
            count = selfplay.play(school, mind, thought)
            look_back(school, mind, thought, count, trust)
            positions += count
        step(school, mind, batch, positions, rate)
        played += positions
    return played
