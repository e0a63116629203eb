"""A learned judgement: how likely each seat is to win, from what a game tells of a position (its `features`).

A small network. What is told of a part (a cylinder, a colour) adds up to a row of numbers, of which what is below zero is left
out; parts of a kind are added up; they and what is told of the whole make a second such row, and that one number for each seat in
play. Shares go by their exponentials, so all chances together are one.
"""

# ruff: noqa: F821 (`features` and `engine` are bound when it is compiled)
from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, Any, NamedTuple

from ludotheque.rules.kernel import Ints, Reals, kernel
from ludotheque.rules.state import RUNNING

if TYPE_CHECKING:
    from ludotheque.rules import engine

    features: Any

INLINE = False
WIDE, DEEP, MOST_SEATS = 16, 32, 6
"""Numbers in the first and the second row, and seats at most."""
WHOLE = -9
"""What ends everything that is told; what ends a part is -1, -2, ..., by its kind."""
SEATS, WHOLES, MIX, OUT = range(4)


class Mind(NamedTuple):
    """What was learned, for one number of seats in play."""

    weights: Reals
    """By what is told of a part, WIDE numbers; by what is told of the whole, DEEP numbers; by kind of part and number of its row,
    DEEP numbers; by number of the second row, and for none, one number for each seat, from the one to act on."""
    places: Ints
    """How many seats there are, and where the second, third and fourth of these begin."""


class Thought(NamedTuple):
    """Room for judging one position."""

    told: Ints
    parts: Reals
    first: Reals
    second: Reals
    chances: Reals
    """By seat, from the one to act on."""


@kernel
def judge(mind: Mind, thought: Thought) -> None:
    """The chance of each seat in play, from the one to act on, by what was told."""
    weights, told, first, second, chances = mind.weights, thought.told, thought.first, thought.second, thought.chances
    seats, wholes, mix, out = mind.places[SEATS], mind.places[WHOLES], mind.places[MIX], mind.places[OUT]
    for j in range(DEEP):
        second[j] = 0.0
    at = look_at_parts(mind, thought)
    while told[at] != WHOLE:
        row = wholes + told[at] * DEEP
        for j in range(DEEP):
            second[j] += weights[row + j]
        at += 1
    for i in range(len(first)):
        by = first[i]
        if by > 0.0:
            row = mix + i * DEEP
            for j in range(DEEP):
                second[j] += by * weights[row + j]
    for seat in range(seats):
        chances[seat] = weights[out + DEEP * seats + seat]
    for i in range(DEEP):
        by = second[i]
        if by > 0.0:
            for seat in range(seats):
                chances[seat] += by * weights[out + i * seats + seat]
    share_out(chances, seats)


@kernel
def look_at_parts(mind: Mind, thought: Thought) -> int:
    """Add up the rows of all parts by kind; answer where what is told of the whole begins."""
    weights, told, parts, first = mind.weights, thought.told, thought.parts, thought.first
    for j in range(len(first)):
        first[j] = 0.0
    at = 0
    for number in range(features.PARTS):
        for j in range(WIDE):
            parts[number, j] = 0.0
        while told[at] >= 0:
            row = told[at] * WIDE
            for j in range(WIDE):
                parts[number, j] += weights[row + j]
            at += 1
        start = (-1 - told[at]) * WIDE
        for j in range(WIDE):
            first[start + j] += max(parts[number, j], 0.0)
        at += 1
    return at


@kernel
def share_out(chances: Reals, seats: int) -> None:
    """Make numbers chances."""
    most = chances[0]
    for seat in range(1, seats):
        most = max(most, chances[seat])
    together = 0.0
    for seat in range(seats):
        chances[seat] = exp(chances[seat] - most)
        together += chances[seat]
    for seat in range(seats):
        chances[seat] /= together


@kernel
def value(state: Any, mind: Mind, thought: Thought, values: Reals, at: int) -> None:
    """The chance of every seat, into a row: as it came out, or as it is judged."""
    winners, playing = 0, 0
    for seat in range(state.players):
        playing += features.playing(state, seat)
        if state.ended != RUNNING:
            winners += engine.wins(state, seat)
    if winners > 0 or playing != mind.places[SEATS]:  # who is out just now has lost, whoever else wins
        for seat in range(state.players):
            values[at, seat] = engine.wins(state, seat) / winners if winners > 0 else features.playing(state, seat) / playing
        return
    for seat in range(state.players):
        values[at, seat] = 0.0
    features.describe(state, thought.told)
    judge(mind, thought)
    seat = state.turn
    for i in range(playing):
        values[at, seat] = thought.chances[i]
        seat = features.next_playing(state, seat)
