"""Trying out a move of Tableaux: deal what is hidden, play on for a while by the policy, and see how everybody stands.

A game has hundreds of moves and one decision settles little of it, so a trial is not played to the end: after some turns
each seat's points and outlook say more than a distant win does. Bound to compiled rules, engine and policy; makes no arrays.
"""

# mypy: disable-error-code="no-any-return"
# ruff: noqa: F821 (`rules` is bound when it is compiled)
from __future__ import annotations

from math import exp, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from ludotheque.games.tableaux.rules import (
    DEALT,
    DISCARD,
    DRAW_FROM_DISCARD,
    DRAW_FROM_PILE,
    LAY,
    LAY_HAND,
    SEATS,
    START,
    State,
    apart,
    begin,
    fits_on,
    take_up,
)
from ludotheque.rules.dice import seed_dice, shuffle
from ludotheque.rules.kernel import Ints, Numbers, Reals, kernel
from ludotheque.rules.state import RUNNING

if TYPE_CHECKING:
    from ludotheque.games.tableaux.bots.kernels import policy
    from ludotheque.rules import engine
    from ludotheque.rules.core import Rules

    rules: Rules

HAND, OPENING, PILE, DISCARDS, LOOSE = 0, 6, 12, 13, 14
"""Columns of `free`: how many cards are unknown of each hand, of each opening (0 or 1), of both piles, and of all of these."""
FREE = 15
HAND_LAID = 2.0
"""What laying the whole hand is worth, in points."""
AT_THE_END, IN_BETWEEN = 0.15, 0.28
"""How many points of a lead make a difference: when all is over, and more the more cards are still to be won."""


class Workspace(NamedTuple):
    """The arrays that trials work on, made once."""

    worlds: Any
    """Games that may be, as many as are looked at."""
    world_notes: Ints
    states: Any
    """One state: the game that is played on."""
    notes: Ints
    sure: Ints
    """Cards that are known to be in each hand,"""
    sures: Ints
    """and how many."""
    free: Ints
    """How many cards are not known (the columns above),"""
    places: Ints
    """where in the two piles they lie,"""
    loose: Ints
    """and what they are."""
    actions: Ints
    """Moves that the policy is asked about,"""
    liked: Reals
    """and what it thinks of them."""
    buffer: Ints
    dice: Ints
    stands: Reals
    """By side: points and outlook."""
    sums: Reals
    """Chances, and their squares, by the place of a move in `actions`."""
    seen: Ints
    """What lies open, and what is believed of what does not, as `sight` reads it."""


@kernel
def fill_piles(space: Workspace, s: State, top: int) -> None:
    """Put the first so many loose cards into the two piles, where nothing is known to lie."""
    for i in range(space.free[PILE]):
        top -= 1
        s.pile[space.places[0, i]] = space.loose[top]
    for i in range(space.free[DISCARDS]):
        top -= 1
        s.discard[space.places[1, i]] = space.loose[top]


@kernel
def deal_again(space: Workspace, s: State) -> None:
    """Put the unknown cards where they may lie."""
    free, loose = space.free, space.loose
    top = free[LOOSE]
    shuffle(space.dice, loose, top)
    for seat in range(s.players):
        if free[HAND + seat] > 0:
            s.held[seat] = 0
            for i in range(space.sures[seat]):
                take_up(s, seat, space.sure[seat * DEALT + i])
            for _ in range(free[HAND + seat]):
                top -= 1
                take_up(s, seat, loose[top])
        if free[OPENING + seat] > 0:
            top -= 1
            begin(s, seat, loose[top])
    fill_piles(space, s, top)


@kernel
def liking(s: State, notes: Numbers, action: int) -> float:
    """What the policy thinks of a move of the seat to act, in points; it has reckoned for that seat."""
    if action == DRAW_FROM_PILE:
        return policy.UNKNOWN
    if action == DRAW_FROM_DISCARD:
        return gain(s, notes, s.discard[s.discarded - 1])
    if action >= LAY_HAND:
        return HAND_LAID
    card, on = action - DISCARD, -1
    if action < DISCARD:
        card, on = divmod(action - (START if action < DRAW_FROM_PILE else LAY), SEATS)
    at = s.turn * DEALT
    while s.hands[at] != card:
        at += 1
    spoils = policy.DENIES * policy.use_to_next(s, card) if on < 0 else 0.0
    return policy.outlook(s, notes, s.turn, at, on) - spoils


@kernel
def gain(s: State, notes: Numbers, card: int) -> float:
    """How much better off the seat to act is with a card than without it."""
    seat = s.turn
    without = policy.outlook(s, notes, seat, -1, -1)
    take_up(s, seat, card)
    best = 0.0
    for at in range(seat * DEALT, seat * DEALT + s.held[seat]):
        best = max(best, policy.outlook(s, notes, seat, at, -1))
        for on in range(seat % apart(s), s.players, apart(s)):
            if fits_on(s, on, s.hands[at]):
                best = max(best, policy.outlook(s, notes, seat, at, on))
    policy.put_back(s, card)
    return best - without


@kernel
def likings(space: Workspace) -> int:
    """The moves in the first of the worlds and what the policy thinks of each; how many. None of them has been tried."""
    space.states[0] = space.worlds[0]
    state = space.states[0]
    count = rules.legal(state, space.actions)
    for i in range(len(space.notes)):
        space.notes[i] = space.world_notes[i]
    policy.reckon(state, space.notes, state.turn)
    for i in range(count):
        space.liked[i] = liking(state, space.notes, space.actions[i])
        space.sums[i, 0] = 0.0
        space.sums[i, 1] = 0.0
    return count


@kernel
def first_thought(space: Workspace, seed: int) -> int:
    """What the policy plays in one deal of the first world."""
    space.states[0] = space.worlds[0]
    state = space.states[0]
    for i in range(len(space.notes)):
        space.notes[i] = space.world_notes[i]
    seed_dice(space.dice, seed, 0)
    deal_again(space, state)
    return policy.pick(state, space.notes, space.buffer, rules.legal(state, space.buffer), space.dice)


@kernel
def chance(s: State, notes: Numbers, seat: int, stands: Reals) -> float:
    """The chance to win that goes with what each seat (with its partners) has and may expect, in points."""
    sides = apart(s)
    for side in range(sides):
        stands[side] = 1.0 * s.points[side]
    rest = s.in_pile + s.discarded
    if s.ended == RUNNING:
        for member in range(s.players):
            rest += s.laid[member] + s.held[member]
            policy.reckon(s, notes, member)
            stands[member % sides] += policy.outlook(s, notes, member, -1, -1) * sides / s.players
    spread = AT_THE_END + IN_BETWEEN * sqrt(1.0 * rest) if s.ended == RUNNING else AT_THE_END
    against = 0.0
    for side in range(sides):
        if side != seat % sides:
            against += exp(min((stands[side] - stands[seat % sides]) / spread, 30.0))
    return 1.0 / (1.0 + against)


@kernel
def attempt_all(space: Workspace, count: int, seed: int, start: int, rounds: int, longest: int) -> None:
    """Try the first so many of `actions`, each in the same worlds."""
    for at in range(count):
        attempt(space, at, seed, start, rounds, longest)


@kernel
def attempt(space: Workspace, at: int, seed: int, start: int, rounds: int, longest: int) -> None:
    """Try one of `actions` in the worlds `start` to `start` + `rounds` - 1; chances and their squares are added to its `sums`."""
    worlds, states, notes, buffer, dice, sums = space.worlds, space.states, space.notes, space.buffer, space.dice, space.sums
    state = states[0]
    own, action = worlds[0].turn, space.actions[at]
    for number in range(start, start + rounds):
        states[0] = worlds[number % len(worlds)]
        for i in range(len(notes)):
            notes[i] = space.world_notes[i]
        seed_dice(dice, seed, number)
        if space.free[LOOSE] > 0:
            deal_again(space, state)
        limit = state.entries + longest
        policy.watch(state, notes, own, action)
        engine.step(state, action)
        while state.ended == RUNNING and state.entries < limit:
            choices = rules.legal(state, buffer)
            chosen = policy.pick(state, notes, buffer, choices, dice)
            policy.watch(state, notes, rules.to_act(state), chosen)
            engine.step(state, chosen)
        found = chance(state, notes, own, space.stands)
        sums[at, 0] += found
        sums[at, 1] += found * found
