"""Monte Carlo tree search over imagined games, inside one compiled call.

One tree for the information sets of the seat that thinks: every round plays another imagined game down the same tree, so
a branch is worth what it is worth on average over all that may be hidden. Bound to one game's compiled rules and engine,
to a playout policy (`policy`), to what keeps the players' knowledge (`watcher`: the game's own policy, also when playouts are
played just anyhow) and to what deals anew (`worlds`); never used plain.
"""

# mypy: disable-error-code="no-any-return"
# ruff: noqa: F821 (`rules` is bound when it is compiled)
from __future__ import annotations

from math import log, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from ludotheque.rules.core import CHANCE
from ludotheque.rules.kernel import Ints, Numbers, Reals, kernel
from ludotheque.rules.state import BY_LIMIT, RUNNING

if TYPE_CHECKING:
    from ludotheque.bots.kernels import policy, worlds
    from ludotheque.bots.kernels import policy as watcher
    from ludotheque.rules import engine
    from ludotheque.rules.core import Rules

    rules: Rules

FIRST, NEXT, KEY, VISITS, OFFERED, MOVER = 0, 1, 2, 3, 4, 5
"""Columns of the tree: first child, next sibling, what leads here, how often taken and offered, who decided."""
COLUMNS = 6
ROOT = 0
OFTEN, RARELY = 12, 40
"""A move that the policy would not think of is tried once the others have been tried so often, at the root and below it."""
HASTE, LONG = 0.03, 600
"""A win is worth a little less the longer it takes (at most this much), or a sure winner would never make an end."""


class Workspace(NamedTuple):
    """The arrays that a search works on, made once."""

    worlds: Any
    """Imagined games."""
    world_notes: Ints
    """The notes that go with each of them."""
    states: Any
    """One state: the game that is played out."""
    notes: Ints
    tree: Ints
    """The columns above for every node."""
    total: Reals
    """What the rounds through each node brought to who decided there."""
    used: Ints
    """One number: how many nodes there are."""
    path: Ints
    """The nodes of the round under way."""
    at: Ints
    """By action: the child that it leads to; all zero in between."""
    rewards: Reals
    """By seat: what the round brought."""
    buffer: Ints
    dice: Ints


@kernel
def branch(space: Workspace, node: int, key: int, mover: int) -> int:
    """The child that a key leads to; a new one if there is space, otherwise -1."""
    tree, used = space.tree, space.used
    child = tree[node, FIRST]
    while child > 0:
        if tree[child, KEY] == key:
            return child
        child = tree[child, NEXT]
    if used[0] >= len(tree):
        return -1
    child = used[0]
    used[0] += 1
    tree[child, FIRST] = 0
    tree[child, NEXT] = tree[node, FIRST]
    tree[child, KEY] = key
    tree[child, VISITS] = 0
    tree[child, OFFERED] = 0
    tree[child, MOVER] = mover
    tree[node, FIRST] = child
    return child


@kernel
def select(space: Workspace, node: int, count: int, explore: float) -> int:
    """The move with the highest upper bound among the first `count` of the buffer, or -1 to ask the policy.

    A node widens slowly: most new moves are those that the policy proposes, now and then comes one that it would not think of.
    """
    tree, total, buffer, at = space.tree, space.total, space.buffer, space.at
    known, fresh, visits_here = 0, -1, tree[node, VISITS]
    child = tree[node, FIRST]
    while child > 0:
        at[tree[child, KEY]] = child
        child = tree[child, NEXT]
    best, best_bound = -1, -1.0
    for i in range(count):
        child = at[buffer[i]]
        if child == 0:
            fresh = buffer[i]
            continue
        known += 1
        tree[child, OFFERED] += 1
        visits = tree[child, VISITS]
        bound = total[child] / visits + explore * sqrt(log(tree[child, OFFERED]) / visits) if visits > 0 else 1e6
        if bound > best_bound:
            best, best_bound = buffer[i], bound
    child = tree[node, FIRST]
    while child > 0:
        at[tree[child, KEY]] = 0
        child = tree[child, NEXT]
    if known == 0:
        return -1
    if fresh >= 0 and visits_here % 4 == 0 and known * known <= visits_here:
        return -1
    if fresh >= 0 and visits_here % 8 == 2 and known * (RARELY if node != ROOT else OFTEN) <= visits_here:
        return fresh
    return best


@kernel
def without_twins(state: Any, notes: Numbers, buffer: Numbers, count: int) -> int:
    """Leave one of each kind of move that come to the same; answer how many are left."""
    kept = 0
    for i in range(count):
        if policy.stands_for(state, notes, buffer[i]) == buffer[i]:
            buffer[kept] = buffer[i]
            kept += 1
    return kept


@kernel
def stand_ins(space: Workspace) -> int:
    """The legal moves (into the buffer), and for each of them the one that was tried in its place (into `at`)."""
    state, notes = space.worlds[0], space.world_notes[0]
    count = rules.legal(state, space.buffer)
    for i in range(count):
        space.at[i] = policy.stands_for(state, notes, space.buffer[i])
    return count


@kernel
def think(space: Workspace, worlds_known: int, start: int, rounds: int, explore: float) -> None:
    """So many rounds: take the next imagined game, go down the tree, play on by the policy, and remember who won."""
    states, notes, buffer, dice = space.states, space.notes, space.buffer, space.dice
    tree, path, rewards = space.tree, space.path, space.rewards
    state = states[0]
    for number in range(start, start + rounds):
        states[0] = space.worlds[number % worlds_known]
        for i in range(len(notes)):
            notes[i] = space.world_notes[number % worlds_known, i]
        worlds.redeal(state, notes, buffer, dice)
        tree[ROOT, VISITS] += 1
        began, limit = state.entries, state.entries + policy.LONGEST
        node, depth, inside, cut = ROOT, 0, True, False
        while state.ended == RUNNING:
            actor = rules.to_act(state)
            action = -1
            if actor == CHANCE:
                action = engine.draw(state, buffer, dice)
            else:
                count = rules.legal(state, buffer)
                if inside:
                    count = without_twins(state, notes, buffer, count)
                    action = select(space, node, count, explore)
                if action < 0:
                    action = policy.pick(state, notes, buffer, count, dice)
                    if inside:
                        action = policy.stands_for(state, notes, action)
            told = watcher.watch(state, notes, actor, action)
            if inside:
                if actor == CHANCE:
                    node = branch(space, node, len(buffer) + action, CHANCE)
                else:
                    taken = branch(space, node, action, actor)
                    if taken > 0:
                        path[depth] = taken
                        depth += 1
                        inside = tree[taken, VISITS] > 0 and depth < len(path)
                        node = branch(space, taken, told, CHANCE)
                    else:
                        node = -1
                if node > 0:
                    tree[node, VISITS] += 1
                else:
                    inside = False
            engine.step(state, action)
            if inside:
                limit = state.entries + policy.LONGEST
            elif state.ended == RUNNING and state.entries >= limit and policy.settled(state):
                state.ended = BY_LIMIT
                cut = True
        together = 0.0
        for seat in range(state.players):
            if cut:
                rewards[seat] = policy.worth(state, notes, seat)
            else:
                rewards[seat] = 1.0 if engine.wins(state, seat) else 0.0
            together += rewards[seat]
        sooner = 1.0 - HASTE * min((state.entries - began) / LONG, 1.0)
        for i in range(depth):
            tree[path[i], VISITS] += 1
            space.total[path[i]] += sooner * rewards[tree[path[i], MOVER]] / together
