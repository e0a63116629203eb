"""How anybody plays when nothing better is known of a game: at random, without throwing the game away at once.

A game's own `policy` module has the same names; what it lacks is taken from here. They are bound to the game's rules and
engine. `notes` is a row of integers that travels with an imagined game: what its players know, for policies that may
not use what is hidden.
"""

# mypy: disable-error-code="no-any-return"
# ruff: noqa: F821 (`rules` and `engine` are bound when it is compiled)
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ludotheque.rules.dice import Dice, below
from ludotheque.rules.kernel import Numbers, kernel

if TYPE_CHECKING:
    from ludotheque.rules import engine
    from ludotheque.rules.core import Rules

    rules: Rules

NOTES = 0
"""How many integers travel with an imagined game."""
LONGEST = 600
"""A playout is cut so many entries after the tree, and what the position is worth decides."""


@kernel
def pick(state: Any, notes: Numbers, buffer: Numbers, count: int, dice: Dice) -> int:
    """A move for the seat to act, out of the first `count` of the buffer."""
    kept = 0
    for i in range(count):
        if not rules.careless(state, buffer[i]):
            buffer[kept] = buffer[i]
            kept += 1
    if kept == 0:
        kept = count
    return buffer[below(dice, kept)]


@kernel
def watch(state: Any, notes: Numbers, actor: int, action: int) -> int:
    """Called before each entry: keep the notes up to date, and answer what everybody is about to see (0: nothing new)."""
    return 0


@kernel
def stands_for(state: Any, notes: Numbers, action: int) -> int:
    """The first of the legal moves that surely come to the same as this one; the search tries that one only."""
    return action


@kernel
def settled(state: Any) -> bool:
    """Whether a playout may be cut here."""
    return True


@kernel
def worth(state: Any, notes: Numbers, seat: int) -> float:
    """What a seat's prospects are in a game that was cut, compared with those of the others: the best score wins (any.1)."""
    return 1.0 if engine.wins(state, seat) else 0.0
