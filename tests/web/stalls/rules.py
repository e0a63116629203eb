"""Stalls: take the top of a stack, lay it on a free place of a stall or throw it away. Tiles on one's own stall count."""

from __future__ import annotations

from typing import Annotated

from ludotheque.rules import core
from ludotheque.rules.core import Common, Json, Line, Move, Options, Refusal, Told, Value
from ludotheque.rules.deals import read_seat
from ludotheque.rules.dice import Dice, below
from ludotheque.rules.kernel import Numbers, kernel
from ludotheque.rules.state import OWN_END, BaseState

SLUG = "stalls"
PLAYERS = (2,)

SEATS, WIDTH, STACKS, DEEP = 2, 4, 3, 3
KINDS = ("", "old-lamp", "very-long-woollen-carpet", "jug")
LAYERS = ((1, 2, 3), (2, 1), (3,))
"""What lies on each stack, from the bottom up."""


class State(BaseState):
    """Everything a game of stalls consists of."""

    turn: int
    left: Annotated[list[int], STACKS]
    held: int  # the kind in the hand of the seat to act; 0 for none
    stalls: Annotated[list[int], SEATS * WIDTH]
    thrown: int


MOVES = (
    *(Move("take", stack=stack) for stack in range(STACKS)),
    *(Move("lay", stall=row, column=column) for row in range(SEATS) for column in range(WIDTH)),
    Move("throw_away"),
)
LAY, THROW = STACKS, STACKS + SEATS * WIDTH
MOVE_CLAUSES = {"take": "stalls.1", "lay": "stalls.2", "throw_away": "stalls.2"}


def secret(options: Options) -> bool:
    """Everything is open."""
    return False


@kernel
def begin(s: State) -> None:
    """All stacks full."""
    s.turn = s.first
    for stack in range(STACKS):
        s.left[stack] = DEEP - stack


@kernel
def deal(s: State, dice: Dice) -> None:
    """The starter is drawn."""
    s.first = below(dice, SEATS)
    begin(s)


def lay_out(s: State, deal: Json) -> None:
    """Set up from a recorded deal."""
    s.first = read_seat(deal, "first", SEATS, "stalls.1")
    begin(s)


def dealt(s: State) -> Json:
    """The deal: who starts."""
    return {"first": s.first}


@kernel
def to_act(s: State) -> int:
    """Seats take turns."""
    return s.turn


@kernel
def legal(s: State, out: Numbers) -> int:
    """stalls.1: any stack that is not empty; stalls.2: any free place, or away with it."""
    n = 0
    if s.held == 0:
        for stack in range(STACKS):
            if s.left[stack] > 0:
                out[n] = stack
                n += 1
        return n
    for place in range(SEATS * WIDTH):
        if s.stalls[place] == 0:
            out[n] = LAY + place
            n += 1
    out[n] = THROW
    return n + 1


@kernel
def apply(s: State, action: int) -> None:
    """Take, or lay and pass the turn on; the last tile ends the game."""
    if action < LAY:
        s.left[action] -= 1
        s.held = (1, 2, 3, 2, 1, 0, 3, 0, 0)[action * DEEP + s.left[action]]
        return
    if action == THROW:
        s.thrown += 1
    else:
        s.stalls[action - LAY] = s.held
    s.held = 0
    s.turn = 1 - s.turn
    if s.left[0] + s.left[1] + s.left[2] == 0:
        s.ended = OWN_END


@kernel
def score(s: State, seat: int) -> int:
    """stalls.3: tiles on one's stall."""
    found = 0
    for column in range(WIDTH):
        if s.stalls[seat * WIDTH + column] > 0:
            found += 1
    return found


@kernel
def won(s: State, seat: int) -> bool:
    """stalls.3: the fuller stall wins."""
    return score(s, seat) >= score(s, 1 - seat)


def end_clause(s: State) -> str:
    """The stacks are empty."""
    return "stalls.3"


def refuse(s: State, value: Value) -> Refusal:
    """Nothing there, or nothing in the hand."""
    return Refusal("not_now", "stalls.1" if s.held == 0 else "stalls.2")


class View(core.View, frozen=True, kw_only=True):
    """A table of stalls."""

    stacks: tuple[tuple[str, ...], ...]
    stalls: tuple[tuple[str | None, ...], ...]
    held: str | None
    thrown: int


def view(s: State, seat: int, common: Common) -> View:
    """Everything is open."""
    rows = (s.stalls[row * WIDTH : (row + 1) * WIDTH] for row in range(SEATS))
    return View(
        **common,
        stacks=tuple(tuple(KINDS[kind] for kind in LAYERS[stack][: s.left[stack]]) for stack in range(STACKS)),
        stalls=tuple(tuple(KINDS[kind] or None for kind in row) for row in rows),
        held=KINDS[s.held] or None,
        thrown=s.thrown,
    )


def tell(before: View, value: Value, after: View) -> Told:
    """Who did what."""
    line = Line(str(getattr(value, "type", "")), {"seat": before.to_act})
    return Told(line, line)
