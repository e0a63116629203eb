"""A coin with eight faces is tossed; three of them give the win to seat 0, one to seat 1, and four leave it to a choice."""

from __future__ import annotations

from ludotheque.rules import core
from ludotheque.rules.core import CHANCE, Chance, Common, Json, Line, Move, Options, Refusal, Told, Value
from ludotheque.rules.deals import read_seat
from ludotheque.rules.dice import Dice, below
from ludotheque.rules.kernel import Numbers, kernel
from ludotheque.rules.state import OWN_END, BaseState

SLUG = "coins"
PLAYERS = (2,)
FACES = 8


def secret(options: Options) -> bool:
    return False


class State(BaseState):
    tossed: int  # the face and one; 0 before the toss
    winner: int


MOVES = (Move("lose"), Move("win"))
MOVE_CLAUSES = {"lose": "coins.1", "win": "coins.1"}
CHANCES = tuple(Chance(face=face) for face in range(FACES))


@kernel
def deal(s: State, dice: Dice) -> None:
    s.first = below(dice, 2)


def lay_out(s: State, deal: Json) -> None:
    s.first = read_seat(deal, "first", 2, "coins.1")


def dealt(s: State) -> Json:
    return {"first": s.first}


@kernel
def to_act(s: State) -> int:
    return CHANCE if s.tossed == 0 else s.first


@kernel
def chances(s: State, weights: Numbers) -> int:
    for face in range(FACES):
        weights[face] = 1
    return FACES


@kernel
def legal(s: State, out: Numbers) -> int:
    out[0] = 0
    out[1] = 1
    return 2


@kernel
def apply(s: State, action: int) -> None:
    if s.tossed == 0:
        s.tossed = action + 1
        return
    if s.tossed <= 3:
        s.winner = 0
    elif s.tossed == 4:
        s.winner = 1
    else:
        s.winner = s.first if action == 1 else 1 - s.first
    s.ended = OWN_END


@kernel
def score(s: State, seat: int) -> int:
    return 1 if s.ended and s.winner == seat else 0


@kernel
def won(s: State, seat: int) -> bool:
    return s.winner == seat


def end_clause(s: State) -> str:
    return "coins.1"


def refuse(s: State, value: Value) -> Refusal:
    return Refusal("never", "coins.1", {})


class View(core.View, frozen=True, kw_only=True):
    tossed: int


def view(s: State, seat: int, common: Common) -> View:
    return View(**common, tossed=s.tossed)


def tell(before: View, value: Value, after: View) -> Told:
    line = Line("played", {})
    return Told(line, line)
