"""Everything that one turn of Tonoo can come to.

A turn is a choice, then perhaps chance, then perhaps another choice: lift (and return a pawn), or draw and place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ludotheque.bots.kernels.turns import ACTION, OUTCOME, WEIGHT
from ludotheque.games.tonoo.rules import (
    CHOOSING,
    CYLINDERS,
    DRAW,
    KINDS,
    LIFT,
    PLACE,
    PLACING,
    RETURN,
    RETURNING,
    TAKING,
    State,
    has_room,
)
from ludotheque.rules.dice import Dice
from ludotheque.rules.kernel import Ints, Numbers, kernel
from ludotheque.rules.state import RUNNING

if TYPE_CHECKING:
    from ludotheque.games.tonoo.bots.kernels import policy
    from ludotheque.rules import engine

INLINE = False
MOST = 64
"""More than a turn can come to."""
TAKINGS = 3
"""What several opponents may take (tonoo.8) is drawn so many times."""
NONE = -1


@kernel
def expand(s: State, after: Any, facts: Ints, at: int, buffer: Numbers, dice: Dice) -> int:
    """Write every state in which this turn may end, from `at` on; answer where they end.

    Of each: the action that begins it, the number of what chance did, and its weight. They come in this order.
    """
    if s.phase == RETURNING:
        return returns(s, NONE, after, facts, at)
    for cylinder in range(CYLINDERS):
        if s.phase == CHOOSING and s.cylinder_out[cylinder] == 0 and first_of_its_kind(s, cylinder):
            at = lifts(s, cylinder, after, facts, at, buffer, dice)
    for pawn in range(KINDS):
        if s.drawn == pawn if s.phase == PLACING else s.bag[pawn] > 0:
            for cylinder in range(CYLINDERS):
                if has_room(s, cylinder) and first_of_its_kind(s, cylinder):
                    if s.phase == PLACING:
                        reach(s, PLACE + cylinder, NONE, NONE, after, facts, at, 0, 1)
                    else:
                        reach(s, DRAW, pawn, PLACE + cylinder, after, facts, at, pawn, s.bag[pawn])
                    at += 1
    return at


@kernel
def reach(s: State, first: int, second: int, third: int, after: Any, facts: Ints, at: int, outcome: int, weight: int) -> None:
    """Play one to three entries from a state, and note what led to the state that is reached."""
    after[at] = s
    state = after[at]
    for number in range(3):
        action = first if number == 0 else second if number == 1 else third
        if action >= 0:
            engine.step(state, action)
    facts[at, ACTION] = first
    facts[at, OUTCOME] = outcome
    facts[at, WEIGHT] = weight


@kernel
def first_of_its_kind(s: State, cylinder: int) -> bool:
    """Whether no cylinder before it holds the same."""
    for other in range(cylinder):
        if s.cylinder_out[other] == 0 and policy.same_inside(s, other, cylinder):
            return False
    return True


@kernel
def returns(s: State, lifted: int, after: Any, facts: Ints, at: int) -> int:
    """Every pawn that may be returned, perhaps after a lift."""
    for pawn in range(KINDS):
        if s.owned[s.turn * KINDS + pawn] > 0:
            if lifted == NONE:
                reach(s, RETURN + pawn, NONE, NONE, after, facts, at, 0, 1)
            else:
                reach(s, lifted, RETURN + pawn, NONE, after, facts, at, 0, 1)
            at += 1
    return at


@kernel
def lifts(s: State, cylinder: int, after: Any, facts: Ints, at: int, buffer: Numbers, dice: Dice) -> int:
    """A lift, and what is returned or taken then: what one opponent may take, or some examples of what several may."""
    action = LIFT + cylinder
    reach(s, action, NONE, NONE, after, facts, at, 0, 1)
    if after[at].ended != RUNNING or after[at].phase == CHOOSING:
        return at + 1
    if after[at].phase == RETURNING:
        return returns(s, action, after, facts, at)
    if s.players == 2:
        for pawn in range(KINDS):
            weight = s.bag[pawn] + s.inside[cylinder * KINDS + pawn]
            if weight > 0:
                reach(s, action, pawn, NONE, after, facts, at, pawn, weight)
                at += 1
        return at
    for example in range(TAKINGS):
        reach(s, action, NONE, NONE, after, facts, at, example, 1)
        while after[at].ended == RUNNING and after[at].phase == TAKING:
            take_one(after[at], buffer, dice)
        at += 1
    return at


@kernel
def take_one(s: State, buffer: Numbers, dice: Dice) -> None:
    """The next opponent takes a pawn."""
    engine.step(s, engine.draw(s, buffer, dice))
