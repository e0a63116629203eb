"""The search of the race, ready to be asked: compiled kernels, the arrays they work on, deepening, and the clock."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from ludotheque.bots.base import Budget
from ludotheque.games.tuiles.bots.kernels import race as kernels
from ludotheque.games.tuiles.bots.kernels.race import DEEPEST, FRAME, MOST, STEPS, SURE, WAIT, WIN
from ludotheque.games.tuiles.rules import CORNERS, PAWNS, State, home, place_of
from ludotheque.rules import kernel

TABLE = 1 << 17
"""Positions that are kept; a power of two."""
PLACES = 60
POSITIONS = 40
"""Positions looked at that cost about as much as one playout of the usual search."""
LIKELY = 3
"""With three or four players: so many moves of each of the others are thought of. All of them would mean that they
think of nothing but stopping one; with three it won 57 % against two that thought so."""
PATIENCE = 24
"""How much a waiting move has to be better than going on, in 64ths of a turn, or two players might wait for ever."""


@dataclass(slots=True)
class Option:
    """A move of the seat that thinks, and what it was found to be worth."""

    move: int
    """Pawn times STEPS plus the step it leads to, or WAIT."""
    worth: int = 0
    positions: int = 0


class Race:
    """Kernels and arrays for searching the race. Not for two threads at a time."""

    def __init__(self) -> None:
        self._kernels: Any = kernel.compiled(kernels.__name__)
        self._place, self._value, self._need = (np.zeros((CORNERS, STEPS), np.int64) for _ in range(3))
        self._occupied, self._step = np.zeros(PLACES, np.int64), np.zeros(CORNERS * PAWNS, np.int64)
        self._stack = np.zeros((DEEPEST + 2, FRAME), np.int64)
        self._moves, self._gains = np.zeros((DEEPEST + 2, MOST), np.int64), np.zeros((DEEPEST + 2, MOST), np.int64)
        self._words = np.random.default_rng(3).integers(1, 1 << 62, CORNERS * STEPS + CORNERS)
        self._table, self._spent = np.zeros((TABLE, 3), np.int64), np.zeros(2, np.int64)
        self._salts = 0
        self._pace = 1_000_000.0  # positions a second, corrected as it goes

    def weigh(self, state: State, budget: Budget, depth: int, every: bool = False) -> list[Option]:
        """What the moves of the seat to act are worth, best first, looking at most so many moves ahead.

        With `every`, those that are not best are measured too; otherwise it is only known that they are not better.
        """
        began = time.perf_counter()
        self._set_up(state)
        self._salts += 1
        options = self._options(state)
        spent = self._spent
        spent[:] = 0
        for ahead in range(min(depth, DEEPEST)):
            before, at = int(spent[0]), time.perf_counter()
            limit = (budget.playouts or 1 << 40) * POSITIONS
            if budget.seconds is not None:
                left = budget.seconds - (at - began)
                if left <= 0 < ahead:
                    break
                limit = min(limit, before + max(int(left * self._pace), 200))
            options, whole = self._look(state, options, ahead, limit if ahead else 1 << 60, every)
            took = time.perf_counter() - at
            if took > 1e-3:
                self._pace = 0.5 * self._pace + 0.5 * (int(spent[0]) - before) / took
            if not whole or abs(options[0].worth) > SURE or len(options) == 1:
                break
        return options

    def _set_up(self, state: State) -> None:
        self._home = home(state)
        for seat in range(state.players):
            for step in range(self._home):
                place = place_of(state, seat, step)
                self._place[seat, step], self._value[seat, step] = place, state.tile[place]
        self._occupied[:] = state.occupied
        self._step[:] = state.step
        self._kernels.turns_needed(self._value, self._need, state.players, self._home)

    def _options(self, state: State) -> list[Option]:
        seat, at = state.turn, (self._value, self._step, state.turn, self._home)
        waits = bool(self._kernels.may_wait(*at, state.expert))
        count = self._kernels.moves_of(
            self._place, self._value, self._need, self._occupied, self._step, seat, self._home, waits, -1, self._moves[0],
            self._gains[0],
        )  # fmt: skip
        return [Option(int(move)) for move in self._moves[0, :count]]

    def _look(self, state: State, options: list[Option], ahead: int, limit: int, every: bool) -> tuple[list[Option], bool]:
        """All moves again, one move deeper; those that were looked at before time was up, and whether that is all."""
        best = -2 * WIN
        done: list[Option] = []
        for option in options:
            before = int(self._spent[0])
            worth = self._worth(state, option.move, ahead, -2 * WIN if every else best, limit)
            if self._spent[1]:
                return (sorted(done, key=lambda found: -found.worth) + options[len(done) :]) if done else options, False
            if option.move == WAIT and abs(worth) < SURE:
                worth -= PATIENCE
            if not every and done:
                worth = worth if worth > best else min(worth, best - 1)  # not better is all that is known
            done.append(Option(option.move, worth, option.positions + int(self._spent[0]) - before))
            best = max(best, worth)
        return sorted(done, key=lambda found: -found.worth), True

    def _worth(self, state: State, move: int, ahead: int, alpha: int, limit: int) -> int:
        seat, home = state.turn, self._home
        board = (self._place, self._occupied, self._step, seat, move)
        came_from = 0
        if move != WAIT:
            came_from = int(self._kernels.go(*board, home))
            if self._kernels.is_home(self._step, seat, home):
                self._kernels.go_back(*board, came_from, home)
                return WIN
        worth = self._kernels.search(
            self._place, self._value, self._need, self._occupied, self._step, self._stack, self._moves, self._gains, self._words,
            self._table, self._spent, state.players, home, state.expert, seat, (seat + 1) % state.players, self._salts, 1, ahead,
            MOST if state.players == 2 else LIKELY, alpha, 2 * WIN, limit,
        )  # fmt: skip
        if move != WAIT:
            self._kernels.go_back(*board, came_from, home)
        return int(worth)


@cache
def ready() -> Race:
    """The race of this process."""
    return Race()
