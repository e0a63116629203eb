"""Looking some turns ahead: everything that turns may come to, chance by its weights, everybody playing what is best for them.

The ends are judged (`judgement`). What looks clearly worse than something else is not followed. Bound to a game's compiled
engine, turns and features, and to the judgement; no recursion.
"""

# mypy: disable-error-code="no-any-return"
# ruff: noqa: F821 (`turns` and others are bound when it is compiled)
from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ludotheque.bots.kernels.judgement import Mind, Thought
from ludotheque.bots.kernels.turns import ACTION, OUTCOME
from ludotheque.rules.kernel import Ints, Reals, kernel
from ludotheque.rules.state import RUNNING

if TYPE_CHECKING:
    from ludotheque.bots.kernels import folding, judgement

    turns: Any

INLINE = False
DEEPEST = 8
"""Turns ahead at most."""
MOVER, NEXT, END = range(3)
"""Columns of a level: whose turn it is, which end of it comes next, and where the ends of it end."""
DROPPED = -1.0
"""The value of what is not followed."""


class Ahead(NamedTuple):
    """The arrays that looking ahead works on."""

    roots: Any
    """One state: the game as it stands."""
    after: Any
    """By level, the states in which a turn may end,"""
    facts: Ints
    """what led to them,"""
    values: Reals
    """what they are worth by seat,"""
    levels: Ints
    sums: Reals
    best: Reals
    """What a turn comes to: by level and seat."""
    buffer: Ints
    dice: Ints
    judged: Ints
    """How many positions were judged."""


@kernel
def begin(ahead: Ahead, mind: Mind, thought: Thought) -> int:
    """All ends of the turn under way, and what they are worth as they stand. Answer how many there are."""
    ahead.judged[0] = 0
    lay_out(ahead, mind, thought, ahead.roots[0], 0)
    return ahead.levels[0, END]


@kernel
def lay_out(ahead: Ahead, mind: Mind, thought: Thought, state: Any, level: int) -> None:
    """Everything that the turn of a state may come to, judged as it stands."""
    start = level * turns.MOST
    end = turns.expand(state, ahead.after, ahead.facts, start, ahead.buffer, ahead.dice)
    for one in range(start, end):
        judgement.value(ahead.after[one], mind, thought, ahead.values, one)
    ahead.judged[0] += end - start
    ahead.levels[level, MOVER] = state.turn
    ahead.levels[level, NEXT] = start
    ahead.levels[level, END] = end


@kernel
def prune(ahead: Ahead, level: int, players: int, margin: float) -> int:
    """Drop choices that look worse than the best one by more than a margin; answer how many moves are left."""
    start, end, mover = level * turns.MOST, ahead.levels[level, END], ahead.levels[level, MOVER]
    facts, values = ahead.facts, ahead.values
    folding.fold(facts, values, start, end, mover, players, ahead.sums, ahead.best, level)
    enough = ahead.best[level, mover] - margin
    at, left = start, 0
    while at < end:
        begun, action = at, facts[at, ACTION]
        while at < end and facts[at, ACTION] == action:
            at += 1
        folding.fold(facts, values, begun, at, mover, players, ahead.sums, ahead.best, level)
        if ahead.best[level, mover] < enough:
            for one in range(begun, at):
                values[one, mover] = DROPPED
        else:
            left += 1
            drop_last_choices(facts, values, begun, at, mover, margin)
    return left


@kernel
def drop_last_choices(facts: Ints, values: Reals, start: int, end: int, mover: int, margin: float) -> None:
    """The same within what chance did."""
    at = start
    while at < end:
        begun, outcome, best = at, facts[at, OUTCOME], 0.0
        while at < end and facts[at, OUTCOME] == outcome:
            best = max(best, values[at, mover])
            at += 1
        for one in range(begun, at):
            if values[one, mover] < best - margin:
                values[one, mover] = DROPPED


@kernel
def deepen(ahead: Ahead, mind: Mind, thought: Thought, depth: int, margin: float, most: int) -> bool:
    """Look `depth` turns further from every end of the turn under way that was not dropped; its values are then what comes of it.

    Answer whether that was done before so many positions had been judged.
    """
    levels, values, facts, players = ahead.levels, ahead.values, ahead.facts, ahead.roots[0].players
    levels[0, NEXT] = 0
    level = 0
    while ahead.judged[0] < most:
        at, mover = levels[level, NEXT], levels[level, MOVER]
        if level == depth or at == levels[level, END]:
            if level == 0:
                return True
            folding.fold(facts, values, level * turns.MOST, levels[level, END], mover, players, ahead.sums, ahead.best, level)
            level -= 1
            for seat in range(players):
                values[levels[level, NEXT], seat] = ahead.best[level + 1, seat]
            levels[level, NEXT] += 1
        elif values[at, mover] == DROPPED or ahead.after[at].ended != RUNNING:
            levels[level, NEXT] += 1
        else:
            level += 1
            lay_out(ahead, mind, thought, ahead.after[at], level)
            if level < depth:
                prune(ahead, level, players, margin)
    return False
