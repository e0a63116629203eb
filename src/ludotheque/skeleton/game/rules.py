"""Pebblebag: draw pebbles from a bag in secret, as close to ten as you dare.

Two to four players. Replace this game by yours, from top to bottom: each part below has its place in every game of the house.
"""

from __future__ import annotations

from typing import Annotated, Literal

from ludotheque.rules import core
from ludotheque.rules.core import CHANCE, Chance, Common, Json, Line, Move, Option, Options, Refusal, Told, Value
from ludotheque.rules.deals import read_seat
from ludotheque.rules.dice import Dice, below
from ludotheque.rules.kernel import Numbers, kernel
from ludotheque.rules.state import OWN_END, RUNNING, BaseState

SLUG = "pebblebag"
PLAYERS = (2, 3, 4)
OPTIONS = (Option("open_hands", (False, True), False, "pebblebag.7"),)


def secret(options: Options) -> bool:
    """pebblebag.7: hands are secret unless all lie open."""
    return not options["open_hands"]


# Material (pebblebag.1) ------------------------------------------------------------------------------------------------

HIGHEST = 6
COPIES = 4
HAND = 5
LIMIT = 10
SEATS = 4

# State ---------------------------------------------------------------------------------------------------------------


class State(BaseState):
    """Everything a game of Pebblebag consists of: single numbers, and rows of numbers of a fixed length."""

    open_hands: int  # every option is a field of its own
    turn: int
    drawing: int  # whether a pebble is being drawn
    bag: Annotated[list[int], 6]  # how many pebbles of each value
    held: Annotated[list[int], 24]  # how many of each value every seat holds: HIGHEST numbers a seat
    count: Annotated[list[int], 4]  # how many pebbles a seat holds
    stopped: Annotated[list[int], 4]


# Moves ---------------------------------------------------------------------------------------------------------------

DRAW, STOP = 0, 1
MOVES = (Move("draw"), Move("stop"))
CHANCES = tuple(Chance(pebble=value) for value in range(1, HIGHEST + 1))
MOVE_CLAUSES = {"draw": "pebblebag.3", "stop": "pebblebag.4"}

# Set-up (pebblebag.1, pebblebag.2) ---------------------------------------------------------------------------------------


@kernel
def deal(s: State, dice: Dice) -> None:
    """The first player is drawn."""
    set_up(s, below(dice, s.players))


@kernel
def set_up(s: State, first: int) -> None:
    """All pebbles are in the bag."""
    s.first = first
    s.turn = first
    for value in range(HIGHEST):
        s.bag[value] = COPIES


def lay_out(s: State, deal: Json) -> None:
    """Set up from a recorded deal."""
    set_up(s, read_seat(deal, "first", s.players, "pebblebag.2"))


def dealt(s: State) -> Json:
    """The deal: who starts."""
    return {"first": s.first}


# Legal moves (pebblebag.3, pebblebag.4) ----------------------------------------------------------------------------------


@kernel
def to_act(s: State) -> int:
    """The seat whose turn it is, or chance while a pebble is being drawn."""
    return CHANCE if s.drawing else s.turn


@kernel
def legal(s: State, out: Numbers) -> int:
    """Draw while there is room in the hand; stop with at least one pebble."""
    n = 0
    if s.count[s.turn] < HAND:
        out[n] = DRAW
        n += 1
    if s.count[s.turn] > 0:
        out[n] = STOP
        n += 1
    return n


@kernel
def chances(s: State, weights: Numbers) -> int:
    """Each pebble in the bag is as likely as any other."""
    left = 0
    for value in range(HIGHEST):
        weights[value] = s.bag[value]
        left += s.bag[value]
    return left


# Playing a move ------------------------------------------------------------------------------------------------------


@kernel
def apply(s: State, action: int) -> None:
    """A pebble is reached for, is drawn, or the seat stops."""
    if s.drawing:
        s.drawing = 0
        s.bag[action] -= 1
        s.held[s.turn * HIGHEST + action] += 1
        s.count[s.turn] += 1
        pass_on(s)
    elif action == DRAW:
        s.drawing = 1
    else:
        s.stopped[s.turn] = 1
        pass_on(s)


@kernel
def pass_on(s: State) -> None:
    """pebblebag.2: to the next seat that has not stopped. pebblebag.5: or to nobody."""
    for _ in range(s.players):
        s.turn = (s.turn + 1) % s.players
        if s.stopped[s.turn] == 0:
            return
    s.ended = OWN_END


# The end (pebblebag.5, pebblebag.6) --------------------------------------------------------------------------------------


@kernel
def total(s: State, seat: int) -> int:
    """What the pebbles of a seat add up to."""
    points = 0
    for value in range(HIGHEST):
        points += (value + 1) * s.held[seat * HIGHEST + value]
    return points


@kernel
def score(s: State, seat: int) -> int:
    """pebblebag.6: the total; more than the limit counts nothing."""
    points = total(s, seat)
    return points if points <= LIMIT else 0


@kernel
def won(s: State, seat: int) -> bool:
    """pebblebag.6: the highest score; equal ones share the win."""
    for other in range(s.players):
        if score(s, other) > score(s, seat):
            return False
    return True


def end_clause(s: State) -> str:
    """There is one way to end."""
    return "pebblebag.5"


def material(s: State) -> list[int]:
    """All pebbles of each value, wherever they are (pebblebag.1)."""
    return [s.bag[value] + sum(s.held[value::HIGHEST]) for value in range(HIGHEST)]


# Refusals ------------------------------------------------------------------------------------------------------------


def refuse(s: State, value: Value) -> Refusal:
    """Why the seat to act may not play this; no more than its view says."""
    if isinstance(value, Chance):
        return Refusal("not_in_the_bag", "pebblebag.1", {"pebble": value["pebble"]})
    if value == MOVES[DRAW]:
        return Refusal("hand_full", "pebblebag.3")
    return Refusal("draw_first", "pebblebag.4")


# What a seat sees ----------------------------------------------------------------------------------------------------


class View(core.View, frozen=True, kw_only=True):
    """A table of Pebblebag, as a seat sees it. What is not named here is seen by nobody."""

    turn: int
    phase: Literal["choose", "draw"]
    bag: int
    """How many pebbles are left in the bag."""
    counts: tuple[int, ...]
    """How many pebbles each seat holds."""
    stopped: tuple[bool, ...]
    hands: tuple[tuple[int, ...] | None, ...]
    """The pebbles of each seat in ascending order; None where they are hidden."""


def view(s: State, seat: int, common: Common) -> View:
    """Counts are open, hands are not: each thing that is shown is named, and nothing else leaves the state."""
    return View(
        **common,
        turn=s.turn,
        phase="draw" if s.drawing else "choose",
        bag=sum(s.bag),
        counts=tuple(s.count[: s.players]),
        stopped=tuple(bool(stopped) for stopped in s.stopped[: s.players]),
        hands=tuple(hand_of(s, at) if sees_hand(s, seat, at) else None for at in range(s.players)),
    )


def sees_hand(s: State, seat: int, other: int) -> bool:
    """pebblebag.3: own; pebblebag.7: open ones; pebblebag.6: in the end all."""
    return seat == other or bool(s.open_hands) or s.ended != RUNNING


def hand_of(s: State, seat: int) -> tuple[int, ...]:
    """The pebbles of a seat, the lowest first."""
    held = s.held[seat * HIGHEST : seat * HIGHEST + HIGHEST]
    return tuple(value + 1 for value, copies in enumerate(held) for _ in range(copies))


# What the log says (any.2) -------------------------------------------------------------------------------------------


def tell(before: View, value: Value, after: View) -> Told:
    """Who drew and who stopped, never what was drawn."""
    code = "drew" if isinstance(value, Chance) else "reached" if value == MOVES[DRAW] else "stopped"
    line = Line(code, {"seat": before.turn, "count": after.counts[before.turn]})
    return Told(line, line)
