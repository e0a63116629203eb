"""Positions of games that the policy plays, as features and what came of them: what values are learned from."""

# ruff: noqa: F821 (`rules`, `engine`, `policy` and `values` are bound when it is compiled)
from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ludotheque.games.tableaux.rules import TURN, apart
from ludotheque.rules.dice import below, seed_dice
from ludotheque.rules.kernel import Ints, Reals, kernel
from ludotheque.rules.state import RUNNING

if TYPE_CHECKING:
    from ludotheque.games.tableaux.bots.kernels import policy, values
    from ludotheque.rules import engine
    from ludotheque.rules.core import Rules

    rules: Rules

INLINE = False


class Room(NamedTuple):
    """The arrays that games are played and written down in."""

    blank: Any
    """A game before its deal."""
    states: Any
    buffer: Ints
    dice: Ints
    aside: Ints
    """Dice that choose what is written down, so that who plays does not notice."""
    notes: Ints
    features: Reals
    rows: Reals
    """By position and side: what is weighed, and last the share in the win."""


@kernel
def write(room: Room, at: int) -> None:
    """What is weighed of every side of a position: the mean of its members' features."""
    state, rows = room.states[0], room.rows
    sides, rest = apart(state), values.in_play(state)
    for side in range(sides):
        for i in range(values.WEIGHTS + 1):
            rows[at, side, i] = 0.0
    wide = values.spread(rest) * state.players / sides
    for member in range(state.players):
        values.look_at(state, room.notes, member, room.features)
        for i in range(values.FEATURES):
            told = room.features[i] / wide
            rows[at, member % sides, i] += told
            rows[at, member % sides, values.FEATURES + i] += told * values.share_of(rest)


@kernel
def play(room: Room, start: int, each: int) -> int:
    """Play a game and write down so many of its positions at the beginning of a turn, any as likely as any other."""
    state, notes, seen = room.states[0], room.notes, 0
    for i in range(len(notes)):
        notes[i] = 0
    while state.ended == RUNNING:
        if state.phase == TURN:
            place = seen if seen < each else below(room.aside, seen + 1)
            if place < each:
                write(room, start + place)
            seen += 1
        chosen = policy.pick(state, notes, room.buffer, rules.legal(state, room.buffer), room.dice)
        policy.watch(state, notes, state.turn, chosen)
        engine.step(state, chosen)
    return min(seen, each)


@kernel
def take(room: Room, seed: int, start: int, games: int, each: int) -> int:
    """Play games number `start` on and write positions of them into `rows`; answer how many."""
    state, written = room.states[0], 0
    for game in range(start, start + games):
        room.states[0] = room.blank[0]
        seed_dice(room.dice, seed, 2 * game)
        seed_dice(room.aside, seed, 2 * game + 1)
        rules.deal(state, room.dice)
        count, sides, winners = play(room, written, each), apart(state), 0
        for side in range(sides):
            winners += engine.wins(state, side)
        for at in range(written, written + count):
            for side in range(sides):
                room.rows[at, side, values.WEIGHTS] = engine.wins(state, side) / winners
        written += count
    return written
