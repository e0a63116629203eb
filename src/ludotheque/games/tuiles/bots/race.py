"""The search of the race, ready to be asked: compiled kernels, the arrays they work on, deepening, and the clock."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import cache

from ludotheque.bots.base import Budget
from ludotheque.games.tuiles.bots.kernels import race as kernels
from ludotheque.games.tuiles.bots.kernels.race import DEEPEST, MOST, SURE, WAIT, WIN, Board
from ludotheque.games.tuiles.rules import State
from ludotheque.rules import arrays, kernel
from ludotheque.rules.dice import new_dice, roll
from ludotheque.rules.state import fields, to_record

TABLE = 1 << 17
"""Positions that are kept; a power of two."""
POSITIONS = 40
"""Positions looked at that cost about as much as one playout of the usual search."""
LIKELY = 3
"""With three or four players: so many moves of each of the others are thought of. All of them would mean that they
think of nothing but stopping one; with three it won 57 % against two that thought so."""
PATIENCE = 24
"""How much a waiting move has to be better than going on, in 64ths of a turn, or two players might wait for ever."""


@dataclass(slots=True)
class Candidate:
    """A move of the seat that thinks, and what it was found to be worth."""

    move: int
    """Pawn times STEPS plus the step it leads to, or WAIT."""
    worth: int = 0
    positions: int = 0
    before: int = 0
    """What it was found to be worth looking one move less ahead."""


class Race:
    """Kernels and arrays for searching the race. Not for two threads at a time."""

    def __init__(self) -> None:
        rules = kernel.compiled(State.__module__)  # bound, so that the cache of the kernels knows of both files
        self._kernels = kernel.compiled(kernels.__name__, rules=rules)
        self.boards = arrays.states(Board)
        """One board: the position that is thought about."""
        dice = new_dice(3)
        self.boards[0]["words"] = [roll(dice) << 30 ^ roll(dice) for _ in range(fields(Board)["words"])]
        self._table = arrays.ints(TABLE, 3)
        self._pace = 1_000_000.0  # positions a second, corrected as it goes

    def weigh(self, state: State, budget: Budget, depth: int, every: bool = False) -> list[Candidate]:
        """What the moves of the seat to act are worth, best first, looking at most so many moves ahead.

        With `every`, those that are not best are measured too; otherwise it is only known that they are not better.
        """
        began = time.perf_counter()
        self.set_up(state)
        options, board = self._options(), self.boards[0]
        for ahead in range(min(depth, DEEPEST)):
            before, at = int(board["spent"]), time.perf_counter()
            limit = (budget.playouts or 1 << 40) * POSITIONS
            if budget.seconds is not None:
                left = budget.seconds - (at - began)
                if left <= 0 < ahead:
                    break
                limit = min(limit, before + max(int(left * self._pace), 200))
            deeper, whole = self._look(options, ahead, limit if ahead else 1 << 60, every)
            took = time.perf_counter() - at
            if took > 1e-3:
                self._pace = 0.5 * self._pace + 0.5 * (int(board["spent"]) - before) / took
            if state.players > 2 and deeper[0].worth < -SURE:
                break  # all others together would win, but they do not play together: what was best before stays so
            options = deeper
            if not whole or abs(options[0].worth) > SURE or len(options) == 1:
                break
        return options

    def set_up(self, state: State) -> None:
        """Put a position on the board."""
        board = self.boards[0]
        to_record(state, State, board)
        board["own"], board["width"] = state.turn, MOST if state.players == 2 else LIKELY
        board["salt"] += 1
        board["spent"] = board["stopped"] = 0
        self._kernels.prepare(self.boards)

    def _options(self) -> list[Candidate]:
        count = self._kernels.options(self.boards)
        return [Candidate(move) for move in self.boards[0]["moves"][:count].tolist()]

    def _look(self, options: list[Candidate], ahead: int, limit: int, every: bool) -> tuple[list[Candidate], bool]:
        """All moves again, one move deeper; those that were looked at before time was up, and whether that is all."""
        best, board = -2 * WIN, self.boards[0]
        done: list[Candidate] = []
        for option in options:
            before = int(board["spent"])
            alpha = -2 * WIN if every else best
            worth = int(self._kernels.worth_of(self.boards, self._table, option.move, ahead, alpha, limit))
            if board["stopped"]:
                return (sorted(done, key=lambda found: -found.worth) + options[len(done) :]) if done else options, False
            if option.move == WAIT and abs(worth) < SURE:
                worth -= PATIENCE
            if not every and done:
                worth = worth if worth > best else min(worth, best - 1)  # not better is all that is known
            done.append(Candidate(option.move, worth, option.positions + int(board["spent"]) - before, option.worth))
            best = max(best, worth)
        return sorted(done, key=lambda found: -found.worth), True


@cache
def ready() -> Race:
    """The race of this process."""
    return Race()
