"""A view of tic-tac-toe as numbers: its bounds, and the same numbers straight from a state."""

from __future__ import annotations

from examples.tictactoe.rules import CELLS, State
from ludotheque.adapters.layout import Bounds
from ludotheque.adapters.writing import COMMON, write_common
from ludotheque.rules.core import Options
from ludotheque.rules.kernel import Numbers, kernel


def bounds(players: int, options: Options) -> Bounds:
    """What the types of the view do not say."""
    return {"cells": CELLS, "cells[]": range(players)}


@kernel
def encode(s: State, seat: int, turn: int, out: Numbers, at: int) -> None:
    """What a seat sees, into numbers that are zero so far."""
    write_common(s, seat, turn, out, at)
    for cell in range(CELLS):
        out[at + COMMON + cell] = (s.marks[0] >> cell & 1) + 2 * (s.marks[1] >> cell & 1)
