"""A tree of what may happen next at Tableaux, grown where it points to and judged by learned values.

Every round deals anew what is hidden. A node is what was done from the root on, together with the cards that came from a pile
that nobody knows; moves that a deal does not allow are not thought of in it. Who remembers everything knows a pile that was
turned over, so there nothing is left to chance. Bound to compiled rules, engine, policy, trials and values; makes no arrays.
"""

# mypy: disable-error-code="no-any-return"
# ruff: noqa: F821 (`rules` and others are bound when it is compiled)
from __future__ import annotations

from math import exp, sqrt
from typing import TYPE_CHECKING, NamedTuple

from ludotheque.games.tableaux.bots.kernels.hunches import deal, reckon
from ludotheque.games.tableaux.bots.kernels.trials import LOOSE, Workspace
from ludotheque.games.tableaux.rules import DISCARD, DRAW_FROM_PILE, LAY, PASS, SEATS, TABLEAU, TURN, State, apart
from ludotheque.rules.dice import seed_dice
from ludotheque.rules.kernel import Ints, Numbers, Reals, kernel
from ludotheque.rules.state import RUNNING

if TYPE_CHECKING:
    from ludotheque.games.tableaux.bots.kernels import policy, trials, values
    from ludotheque.rules import engine
    from ludotheque.rules.core import Rules

    rules: Rules

INLINE = False

EXPLORES = 0.1
"""How far a move is hoped to be better than it was found to be so far."""
WARMTH = 0.15
"""By how many points a move has to be liked more to be hoped of e times as much."""
DEPTH = 48
"""Moves and drawn cards from the root, at most."""
CARD = PASS + 1
"""From here on the key of a node is not a move but a card that was drawn."""
ANY = -1
"""Instead of a move: whichever the tree points to."""

KEY, FIRST, NEXT, VISITS, ALLOWED, SIDE = range(6)
"""Columns of a node: what led to it, its first child, its next sibling, how often it was met, in which round it was allowed last,
and which side is to move there."""
COLUMNS = 6
TOTAL, SQUARES, OWN, LIKED = range(4)
"""What it came to for who moved there, and the squares of that; for who moves on from there; and how it was liked beforehand."""
SUMS = 4
NODES, KNOWS = range(2)
"""How many nodes there are, and whether the pile is known (0 or 1)."""


class Tree(NamedTuple):
    """The arrays that a tree grows in, made once."""

    nodes: Ints
    sums: Reals
    path: Ints
    """The nodes of this round."""
    tally: Ints
    weights: Reals
    """What was learned (see `values`)."""
    features: Reals
    stands: Reals
    """By side: the chance to win."""
    leanings: Reals
    """By seat: what speaks for cards in its hand, by line and by card;"""
    odds: Reals
    """and how likely each card therefore is to be there."""


@kernel
def plant(space: Workspace, tree: Tree, knows: int) -> None:
    """A tree that is only a root."""
    reckon(space, tree.leanings, tree.odds)
    tree.tally[NODES], tree.tally[KNOWS] = 0, knows
    add_node(tree, 0, -1, -1, 0.0)


@kernel
def add_node(tree: Tree, key: int, before: int, allowed: int, liked: float) -> int:
    """A new node in front of its siblings."""
    at = tree.tally[NODES]
    tree.tally[NODES] += 1
    nodes, sums = tree.nodes, tree.sums
    nodes[at, KEY], nodes[at, FIRST], nodes[at, NEXT] = key, -1, before
    nodes[at, VISITS], nodes[at, ALLOWED], nodes[at, SIDE] = 0, allowed, 0
    sums[at, TOTAL], sums[at, SQUARES], sums[at, OWN], sums[at, LIKED] = 0.0, 0.0, 0.0, liked
    return at


@kernel
def child_of(tree: Tree, node: int, key: int) -> int:
    """The child that something leads to, or -1."""
    child = tree.nodes[node, FIRST]
    while child >= 0 and tree.nodes[child, KEY] != key:
        child = tree.nodes[child, NEXT]
    return child


@kernel
def like(s: State, notes: Numbers, action: int, knows: int) -> float:
    """What the policy thinks of a move, also of the next card of a pile that is known."""
    if action == DRAW_FROM_PILE and knows == 1:
        return trials.gain(s, notes, s.pile[s.in_pile - 1])
    return trials.liking(s, notes, action)


@kernel
def finishing(s: State, actions: Numbers, count: int) -> int:
    """Of a seat's moves, those that finish a tableau, if there are any: nobody puts that off.

    Values hardly tell why: they were learned from games in which it is done in the next turn anyway.
    """
    found = 0
    for i in range(count):
        action = actions[i]
        if LAY <= action < DISCARD and s.laid[(action - LAY) % SEATS] == TABLEAU - 1:
            actions[found] = action
            found += 1
    return found if found > 0 else count


@kernel
def open_up(space: Workspace, tree: Tree, node: int, number: int, knows: int, all_moves: bool) -> bool:
    """Mark the moves that are allowed in this round, and add those that were not thought of yet; False if there is no room."""
    state, fresh = space.states[0], 0
    count = rules.legal(state, space.buffer)
    if not all_moves:
        count = finishing(state, space.buffer, count)
    for i in range(count):
        child = child_of(tree, node, space.buffer[i])
        if child >= 0:
            tree.nodes[child, ALLOWED] = number
        else:
            space.buffer[fresh] = space.buffer[i]
            fresh += 1
    if tree.tally[NODES] + fresh > len(tree.nodes):
        return False
    if fresh > 0 and count > 1:
        policy.reckon(state, space.notes, state.turn)
    for i in range(fresh):
        liked = like(state, space.notes, space.buffer[i], knows) if count > 1 else 0.0
        tree.nodes[node, FIRST] = add_node(tree, space.buffer[i], tree.nodes[node, FIRST], number, liked)
    return True


@kernel
def choose(tree: Tree, node: int, number: int) -> int:
    """The child to follow: by what it came to so far, and by what is hoped of it as long as it was hardly tried."""
    nodes, sums = tree.nodes, tree.sums
    most, hopes = -1e9, 0.0
    child = nodes[node, FIRST]
    while child >= 0:
        if nodes[child, ALLOWED] == number:
            most = max(most, sums[child, LIKED])
        child = nodes[child, NEXT]
    child = nodes[node, FIRST]
    while child >= 0:
        if nodes[child, ALLOWED] == number:
            hopes += exp((sums[child, LIKED] - most) / WARMTH)
        child = nodes[child, NEXT]
    usual = sums[node, OWN] / max(nodes[node, VISITS], 1)
    eager = EXPLORES * sqrt(1.0 * nodes[node, VISITS]) / hopes
    best, best_worth = -1, -1e9
    child = nodes[node, FIRST]
    while child >= 0:
        if nodes[child, ALLOWED] == number:
            visits = nodes[child, VISITS]
            found = sums[child, TOTAL] / visits if visits > 0 else usual
            worth = found + eager * exp((sums[child, LIKED] - most) / WARMTH) / (1 + visits)
            if worth > best_worth:
                best, best_worth = child, worth
        child = nodes[child, NEXT]
    return best


@kernel
def follow(space: Workspace, tree: Tree, number: int, only: int) -> int:
    """Play from the root to where the tree ends; answer how many nodes the path has besides the root."""
    state, nodes, path, sides = space.states[0], tree.nodes, tree.path, apart(space.states[0])
    knows, node, depth = tree.tally[KNOWS], 0, 0
    path[0] = 0
    while state.ended == RUNNING:
        nodes[node, SIDE] = state.turn % sides
        if (depth > 0 and nodes[node, VISITS] == 0) or depth + 2 >= DEPTH:
            break
        if not open_up(space, tree, node, number, knows, only != ANY and depth == 0):
            break
        node = child_of(tree, 0, only) if only != ANY and depth == 0 else choose(tree, node, number)
        action, drawn = nodes[node, KEY], 0
        if action == DRAW_FROM_PILE and knows == 0:
            drawn = CARD + state.pile[state.in_pile - 1]
        depth += 1
        path[depth] = node
        mover = state.turn % sides
        policy.watch(state, space.notes, state.turn, action)
        engine.step(state, action)
        if state.did_turned == 1:
            knows = 1
        if drawn > 0:
            nodes[node, SIDE] = mover
            at = child_of(tree, node, drawn)
            if at < 0 and tree.tally[NODES] == len(nodes):
                break
            if at < 0:
                at = add_node(tree, drawn, nodes[node, FIRST], number, 0.0)
                nodes[node, FIRST] = at
            node = at
            depth += 1
            path[depth] = node
    return depth


@kernel
def end_turn(space: Workspace) -> None:
    """Play on by the policy until somebody's turn begins: that is what was learned to be judged."""
    state = space.states[0]
    while state.ended == RUNNING and state.phase != TURN:
        choices = rules.legal(state, space.buffer)
        chosen = policy.pick(state, space.notes, space.buffer, choices, space.dice)
        policy.watch(state, space.notes, state.turn, chosen)
        engine.step(state, chosen)


@kernel
def grow(space: Workspace, tree: Tree, seed: int, start: int, rounds: int, only: int) -> None:
    """Follow the tree in rounds number `start` to `start` + `rounds` - 1 and let it grow; with `only` that is the first move."""
    nodes, sums, path, stands = tree.nodes, tree.sums, tree.path, tree.stands
    for number in range(start, start + rounds):
        space.states[0] = space.worlds[number % len(space.worlds)]
        for i in range(len(space.notes)):
            space.notes[i] = space.world_notes[i]
        seed_dice(space.dice, seed, number)
        if space.free[LOOSE] > 0:
            deal(space, tree.odds, space.states[0])
        depth = follow(space, tree, number, only)
        end_turn(space)
        values.judge(space.states[0], space.notes, tree.weights, tree.features, stands)
        for i in range(depth + 1):
            at = path[i]
            nodes[at, VISITS] += 1
            sums[at, OWN] += stands[nodes[at, SIDE]]
            if i > 0:
                found = stands[nodes[path[i - 1], SIDE]]
                sums[at, TOTAL] += found
                sums[at, SQUARES] += found * found


@kernel
def grow_all(space: Workspace, tree: Tree, seed: int, start: int, rounds: int, count: int) -> None:
    """The same for each of the first so many of `actions` as the first move, in the same deals."""
    for at in range(count):
        grow(space, tree, seed, start, rounds, space.actions[at])
