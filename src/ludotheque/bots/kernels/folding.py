"""From what each end of a turn is worth to what the turn is worth: a choice, what chance makes of it, and a choice again."""

from __future__ import annotations

from ludotheque.bots.kernels.turns import ACTION, OUTCOME, WEIGHT
from ludotheque.rules.kernel import Ints, Reals, kernel

INLINE = False


@kernel
def fold(facts: Ints, values: Reals, start: int, end: int, mover: int, seats: int, sums: Reals, into: Reals, row: int) -> int:
    """What the best choice of the mover comes to, by seat, into a row; answer the action.

    Ends of the turn lie from `start` to `end`, as they were written.
    """
    best_action, best = -1, -1.0
    at = start
    while at < end:
        action = facts[at, ACTION]
        for seat in range(seats):
            sums[seat] = 0.0
        weights = 0
        while at < end and facts[at, ACTION] == action:
            outcome, chosen = facts[at, OUTCOME], at
            while at < end and facts[at, ACTION] == action and facts[at, OUTCOME] == outcome:
                if values[at, mover] > values[chosen, mover]:
                    chosen = at
                at += 1
            weights += facts[chosen, WEIGHT]
            for seat in range(seats):
                sums[seat] += facts[chosen, WEIGHT] * values[chosen, seat]
        if sums[mover] > best * weights:
            best, best_action = sums[mover] / weights, action
            for seat in range(seats):
                into[row, seat] = sums[seat] / weights
    return best_action
