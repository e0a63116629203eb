"""Trials of one move of Tonoo: the move is played, then everybody plays on by the policy for some rounds.

Every trial of one number starts with the same luck, whichever move is tried, so that moves are compared and not draws.
Bound to compiled rules, engine and policy; makes no arrays.
"""

# mypy: disable-error-code="no-any-return"
# ruff: noqa: F821 (`rules` is bound when it is compiled)
from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ludotheque.games.tonoo.rules import State
from ludotheque.rules.core import CHANCE
from ludotheque.rules.dice import seed_dice
from ludotheque.rules.kernel import Ints, Numbers, Reals, kernel
from ludotheque.rules.state import RUNNING

if TYPE_CHECKING:
    from ludotheque.games.tonoo.bots.kernels import policy
    from ludotheque.rules import engine
    from ludotheque.rules.core import Rules

    rules: Rules


class Workspace(NamedTuple):
    """The arrays that trials work on, made once."""

    world: Any
    """One state: the game as it stands."""
    states: Any
    """One state: the game that is played on."""
    notes: Ints
    buffer: Ints
    dice: Ints
    sums: Reals
    """Chances, and their squares."""


@kernel
def chance(s: State, notes: Numbers, seat: int) -> float:
    """The chance of a seat to win: it has, or it has not, or by its share of all prospects."""
    if s.ended != RUNNING:
        won, winners = 0.0, 0
        for other in range(s.players):
            if engine.wins(s, other):
                winners += 1
                if other == seat:
                    won = 1.0
        return won / winners
    together = 0.0
    for other in range(s.players):
        together += policy.worth(s, notes, other)
    return policy.worth(s, notes, seat) / together


@kernel
def attempt(space: Workspace, action: int, seed: int, start: int, rounds: int, longest: int) -> None:
    """Try one move `rounds` times, from number `start` on; chances and their squares are added up in `sums`."""
    states, notes, buffer, dice, sums = space.states, space.notes, space.buffer, space.dice, space.sums
    state = states[0]
    own = space.world[0].turn
    for number in range(start, start + rounds):
        states[0] = space.world[0]
        seed_dice(dice, seed, number)
        limit = state.entries + longest
        engine.step(state, action)
        while state.ended == RUNNING and (state.entries < limit or not policy.settled(state)):
            chosen = -1
            if rules.to_act(state) == CHANCE:
                chosen = engine.draw(state, buffer, dice)
            else:
                choices = rules.legal(state, buffer)
                chosen = policy.pick(state, notes, buffer, choices, dice)
            engine.step(state, chosen)
        found = chance(state, notes, own)
        sums[0] += found
        sums[1] += found * found
