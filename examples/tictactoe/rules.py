"""Tic-tac-toe: three in a row. Everything is open, nothing is left to chance."""

from __future__ import annotations

from typing import Annotated

from ludotheque.rules import core
from ludotheque.rules.core import Common, Json, Line, Move, Options, Refusal, Told, Value
from ludotheque.rules.deals import read_seat
from ludotheque.rules.dice import Dice, below
from ludotheque.rules.kernel import Numbers, kernel
from ludotheque.rules.state import OWN_END, BaseState

SLUG = "tictactoe"
PLAYERS = (2,)


def secret(options: Options) -> bool:
    """Everything is open."""
    return False


CELLS = 9
FULL = (1 << CELLS) - 1
ROWS = (0b111, 0b111000, 0b111000000, 0b1001001, 0b10010010, 0b100100100, 0b100010001, 0b1010100)


class State(BaseState):
    """Everything a game of tic-tac-toe consists of."""

    turn: int
    marks: Annotated[list[int], 2]  # the cells of each seat, one bit each


MOVES = tuple(Move("mark", cell=cell) for cell in range(CELLS))
MOVE_CLAUSES = {"mark": "tictactoe.1"}


@kernel
def deal(s: State, dice: Dice) -> None:
    """The starter is drawn."""
    s.first = below(dice, 2)
    s.turn = s.first


def lay_out(s: State, deal: Json) -> None:
    """Set up from a recorded deal."""
    s.first = s.turn = read_seat(deal, "first", 2, "tictactoe.1")


def dealt(s: State) -> Json:
    """The deal: who starts."""
    return {"first": s.first}


@kernel
def to_act(s: State) -> int:
    """Seats take turns."""
    return s.turn


@kernel
def legal(s: State, out: Numbers) -> int:
    """tictactoe.1: any free cell."""
    n = 0
    taken = s.marks[0] | s.marks[1]
    for cell in range(CELLS):
        if (taken >> cell) & 1 == 0:
            out[n] = cell
            n += 1
    return n


@kernel
def apply(s: State, action: int) -> None:
    """Mark a cell; three in a row or a full board end the game."""
    s.marks[s.turn] |= 1 << action
    if won_by_row(s, s.turn) or (s.marks[0] | s.marks[1]) == FULL:
        s.ended = OWN_END
    else:
        s.turn = 1 - s.turn


@kernel
def won_by_row(s: State, seat: int) -> bool:
    """tictactoe.2: three in a row."""
    for row in ROWS:
        if s.marks[seat] & row == row:
            return True
    return False


@kernel
def score(s: State, seat: int) -> int:
    """One for three in a row."""
    return 1 if won_by_row(s, seat) else 0


@kernel
def won(s: State, seat: int) -> bool:
    """tictactoe.2: the row wins; tictactoe.3: a full board without one is shared."""
    return won_by_row(s, seat) or not won_by_row(s, 1 - seat)


def end_clause(s: State) -> str:
    """A row, or a full board."""
    return "tictactoe.2" if won_by_row(s, 0) or won_by_row(s, 1) else "tictactoe.3"


def refuse(s: State, value: Value) -> Refusal:
    """Only a cell that is taken cannot be marked."""
    return Refusal("taken", "tictactoe.1", {"cell": value["cell"]})


class View(core.View, frozen=True, kw_only=True):
    """A table of tic-tac-toe."""

    cells: tuple[int | None, ...]
    """Who marked each cell."""


def view(s: State, seat: int, common: Common) -> View:
    """Everything is open."""
    return View(**common, cells=tuple(next((at for at in (0, 1) if (s.marks[at] >> cell) & 1), None) for cell in range(CELLS)))


def tell(before: View, value: Value, after: View) -> Told:
    """Who marked what."""
    line = Line("marked", {"seat": before.to_act, "cell": value["cell"]})
    return Told(line, line)
