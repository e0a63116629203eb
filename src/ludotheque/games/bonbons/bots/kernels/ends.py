"""Where a go of Bonbons ends, and what that is worth to every seat: the turn passes, or a pair brings another go (bonbons.8).

Positions are counts (`counts`). What one is worth at the beginning of a go is judged (`judgement`, bound when it is compiled) and
kept in a table.
"""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ludotheque.bots.kernels.judgement import Mind, Thought
from ludotheque.games.bonbons.bots.kernels.counts import (
    BEYOND,
    COINS,
    ON_DEAD_SEEN,
    ON_DEAD_UNSEEN,
    ON_UNSEEN,
    A,
    C,
    coins,
    one,
    passed_on,
    to_find,
)
from ludotheque.games.bonbons.bots.kernels.features import describe
from ludotheque.rules.kernel import Ints, Reals, kernel

if TYPE_CHECKING:
    from ludotheque.bots.kernels import judgement

INLINE = False

SEATS, RESERVE, BARRED, STAMP, USED, BEGAN = range(6)
"""Numbers of a walk: seats, rounds set aside in the beginning, a position that the turn must not pass to, which entries of the
table are good, how many; and from here on, by seat, the position in which its last turn began."""
NUMBERS = BEGAN + 6
FIRST, LAST = 0, 1
"""Whom a position is judged for: who is to act in it, or who has just played."""
FOUND = 12
"""Rows for what is being counted."""
NEVER = -1.0
"""Worse than anything."""


class Walk(NamedTuple):
    """The arrays that counting works on."""

    mind: Mind
    thought: Thought
    numbers: Ints
    found: Reals
    """What is being counted, by seat from the mover on. Who writes into a row uses those after it."""
    choices: Ints
    """By phase of a turn."""
    keys: Ints
    stamps: Ints
    values: Reals
    """The table of positions met: what they are worth by seat, from the mover on."""


# The table of positions ----------------------------------------------------------------------------------------------


@kernel
def place_of(w: Walk, key: int) -> int:
    """Where a position stands in the table, or would."""
    size, stamp = len(w.keys), w.numbers[STAMP]
    at = key % (size - 15)
    while w.stamps[at] == stamp and w.keys[at] != key:
        at += 1
        if at == size:
            at = 0
    return at


@kernel
def put(w: Walk, at: int, key: int) -> None:
    """A position is in the table now."""
    w.keys[at] = key
    w.stamps[at] = w.numbers[STAMP]
    w.numbers[USED] += 1


@kernel
def forget(w: Walk) -> None:
    """Empty the table."""
    w.numbers[STAMP] += 1
    w.numbers[USED] = 0


@kernel
def look_up(w: Walk, p: int, role: int) -> int:
    """Where it stands in the table what a position is worth at the beginning of a go, to whoever plays first in it or last."""
    key = p | role << BEYOND
    at = place_of(w, key)
    if w.stamps[at] != w.numbers[STAMP]:
        seats = w.numbers[SEATS]
        describe(p, seats, w.numbers[RESERVE], role, w.thought.told)
        judgement.judge(w.mind, w.thought)
        put(w, at, key)
        for seat in range(seats):
            w.values[at, seat] = w.thought.chances[seat]
    return at


# Adding up -----------------------------------------------------------------------------------------------------------


@kernel
def clear(w: Walk, out: int) -> None:
    """Nothing counted yet."""
    for seat in range(w.numbers[SEATS]):
        w.found[out, seat] = 0.0


@kernel
def add(w: Walk, out: int, weight: int) -> None:
    """Add what the next row holds, so many times."""
    for seat in range(w.numbers[SEATS]):
        w.found[out, seat] += weight * w.found[out + 1, seat]


@kernel
def share(w: Walk, out: int, by: int) -> None:
    """The mean of what was added."""
    for seat in range(w.numbers[SEATS]):
        w.found[out, seat] /= by


@kernel
def prefer(w: Walk, out: int) -> None:
    """Take what the next row holds if that is better for the mover."""
    if w.found[out + 1, 0] > w.found[out, 0]:
        for seat in range(w.numbers[SEATS]):
            w.found[out, seat] = w.found[out + 1, seat]


# Ends of a go --------------------------------------------------------------------------------------------------------


@kernel
def end(w: Walk, p: int, out: int) -> None:
    """The turn passes."""
    seats = w.numbers[SEATS]
    after = passed_on(p, seats)
    if after == w.numbers[BARRED]:
        clear(w, out)
        w.found[out, 0] = NEVER
        return
    at = look_up(w, after, LAST)
    w.found[out, 0] = w.values[at, seats - 1]
    for seat in range(1, seats):
        w.found[out, seat] = w.values[at, seat - 1]


@kernel
def again(w: Walk, p: int, out: int) -> None:
    """bonbons.8: a pair was found; it was the last one (bonbons.20), or the mover plays again, or declines."""
    if to_find(p, 0) == 0:
        clear(w, out)
        w.found[out, 0] = 1.0
        return
    end(w, p, out)
    at = look_up(w, p, FIRST)
    if w.values[at, 0] >= w.found[out, 0]:
        for seat in range(w.numbers[SEATS]):
            w.found[out, seat] = w.values[at, seat]


@kernel
def give(w: Walk, p: int, victim: int, sort: int, out: int) -> None:
    """bonbons.12: a round was stolen, and one of the mover's goes over."""
    again(w, p - sort + one(sort, victim), out)


@kernel
def cover(w: Walk, p: int, sort: int, out: int) -> None:
    """bonbons.15: the coins are laid on one of the mover's, which ends the turn."""
    if to_find(p, 0) == 1:
        clear(w, out)
        w.found[out, 0] = 1.0
        return
    under = ON_UNSEEN
    if sort == A:
        under = ON_DEAD_SEEN
    elif sort == C:
        under = ON_DEAD_UNSEEN
    end(w, p - sort + (under - coins(p)) * COINS, out)
