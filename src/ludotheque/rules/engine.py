"""What all games do in the same way: one step, one choice at random, one random game.

This module is written over `rules`, a name it does not define: `Game` binds it to the rules of one game, once plain and
once compiled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ludotheque.rules.core import CHANCE, LIMIT, OVER
from ludotheque.rules.dice import Dice, below
from ludotheque.rules.kernel import Numbers, kernel
from ludotheque.rules.state import BY_LIMIT, RUNNING

if TYPE_CHECKING:
    from ludotheque.rules.core import Rules

    rules: Rules


OUTCOMES = len(rules.CHANCES) if "rules" in globals() else 0
"""How many outcomes chance can have; in most games it never acts."""


@kernel
def to_act(state: Any) -> int:
    """The seat to move, CHANCE or OVER."""
    if state.ended != RUNNING:
        return OVER
    return rules.to_act(state)


@kernel
def step(state: Any, action: int) -> None:
    """Play one entry; the game ends with the entry that fills the record (any.1)."""
    rules.apply(state, action)
    entries = state.entries + 1
    state.entries = entries
    if entries >= LIMIT and state.ended == RUNNING:
        state.ended = BY_LIMIT


@kernel
def draw(state: Any, weights: Numbers, dice: Dice) -> int:
    """An outcome of chance, drawn by its weight."""
    drawn = below(dice, rules.chances(state, weights))
    outcome = 0
    passed = 0
    for i in range(OUTCOMES - 1):  # all of them, since a loop that stops at random is dear
        passed += weights[i]
        outcome += drawn >= passed
    return outcome


@kernel
def choose(state: Any, buffer: Numbers, dice: Dice, careful: bool) -> int:
    """A legal action, each with the same chance; when `careful`, not one that throws the game away at once."""
    count = rules.legal(state, buffer)
    action = buffer[below(dice, count)]
    if careful and rules.careless(state, action):
        kept = 0
        for i in range(count):
            if not rules.careless(state, buffer[i]):
                buffer[kept] = buffer[i]
                kept += 1
        if kept > 0:  # those that are not careless have all been as likely as each other so far, and still are
            action = buffer[below(dice, kept)]
    return action


@kernel
def next_entry(state: Any, buffer: Numbers, dice: Dice, careful: bool) -> int:
    """The next entry of a random game, whoever is to act."""
    if OUTCOMES > 0 and rules.to_act(state) == CHANCE:
        return draw(state, buffer, dice)
    return choose(state, buffer, dice, careful)


@kernel
def wins(state: Any, seat: int) -> bool:
    """Whether the seat is among the winners of a game that is over."""
    if state.ended != BY_LIMIT:
        return rules.won(state, seat)
    if not rules.playing(state, seat):
        return False
    score = rules.score(state, seat)
    for other in range(state.players):
        if rules.playing(state, other) and rules.score(state, other) > score:
            return False
    return True
