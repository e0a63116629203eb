"""One chunk of a study: a pure function of the plan, the cell and the deals, the same on every machine."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from types import ModuleType
from typing import Any, cast

import numpy as np

from ludotheque.bots import make_bot
from ludotheque.bots.advice import Adviser
from ludotheque.bots.base import Budget
from ludotheque.bots.notebook import Notebook
from ludotheque.bots.player import policy_of
from ludotheque.bots.warm import warm_up
from ludotheque.games import game as find_game
from ludotheque.lab.bouts import deal_out, play_out
from ludotheque.lab.kernels import rows as at
from ludotheque.lab.kernels.rows import ASIDE, PER_SIDE, PLAYS, SHARES, STREAMS
from ludotheque.lab.study.entrants import seat_entrant
from ludotheque.lab.study.plan import Plan, Table
from ludotheque.lab.study.sums import Sums, row_width, sums_of
from ludotheque.levels import LEVELS
from ludotheque.rules import kernel
from ludotheque.rules.compiled import APART
from ludotheque.rules.core import CHANCE, View
from ludotheque.rules.dice import below, new_dice
from ludotheque.rules.game import Game
from ludotheque.rules.play import Play
from ludotheque.rules.state import to_record

ROWS = "ludotheque.lab.kernels.rows"
JUDGES, JUDGED_EVERY = Budget(playouts=48), 6
"""Beside bots a judge looks over the shoulder of each seat, sees what it sees, and weighs one decision in so many."""
JUDGED_DEALS = 50
"""The judges see the first so many deals of a table, which tell enough; they cost as much as the game itself. None see duels."""


def play_chunk(plan: Plan, cell: int, start: int, deals: int) -> Sums:
    """Play so many deals from `start` on at every table of a cell, and add up what they show."""
    tables = plan.cells[cell].tables
    judged = JUDGED_DEALS if plan.cells[cell].purpose in ("play", "compare") else 0
    played = [rows_of(table, plan.seed, start, deals, judged) for table in tables]
    return sums_of(played, [table.players for table in tables])


def warm(plan: Plan) -> None:
    """Compile what a plan needs, or see that it was compiled before: once, instead of in every worker."""
    tables = {table.game: table for cell in plan.cells for table in cell.tables}
    for table in tables.values():
        _in_a_kernel(table, plan.seed, 0, 0)
    for slug in {table.game for cell in plan.cells for table in cell.tables if not table.compiled}:
        warm_up(slug)


def rows_of(table: Table, seed: int, start: int, deals: int, judged: int = 0) -> np.ndarray:
    """The rows of so many deals, the two plays of each one after the other. Judges of bots see those numbered below `judged`."""
    return _in_a_kernel(table, seed, start, deals) if table.compiled else _among_bots(table, seed, start, deals, judged)


@cache
def compiled_rows(game: Game) -> ModuleType:
    """The kernels that follow games of this kind."""
    return kernel.compiled(ROWS, label=game.package, rules=game.compiled.rules, engine=game.compiled.engine)


def _in_a_kernel(table: Table, seed: int, start: int, deals: int) -> np.ndarray:
    game = find_game(table.game)
    kernels = game.compiled
    rows = np.zeros((PLAYS * deals, row_width(table.players)), np.int64)
    compiled_rows(game).play_deals(
        kernels.states(3),
        kernels.blank(table.players, table.options),
        kernels.buffer(),
        *(kernels.dice() for _ in range(3)),
        np.zeros(APART + SHARES + PER_SIDE * table.players, np.int64),
        rows,
        seed,
        start,
        deals,
        table.sides,
        table.bots[0].name == "careful",
    )
    return rows


def _among_bots(table: Table, seed: int, start: int, deals: int, judged: int) -> np.ndarray:
    rows = np.zeros((PLAYS * deals, row_width(table.players)), np.int64)
    for number in range(deals):
        for again in range(PLAYS):
            follower = Follower(table, rows, PLAYS * number + again)
            follower.play(seed, start + number, again, judged=start + number < judged)
    return rows


class Follower:
    """Follows one game among bots, as kernels do at random."""

    def __init__(self, table: Table, rows: np.ndarray, at_row: int) -> None:
        self.table, self.rows, self.at_row = table, rows, at_row
        self.game, self.sides = find_game(table.game), table.sides
        self._watch: Any = kernel.plain(
            ROWS, label=self.game.package, rules=cast(ModuleType, self.game.rules), engine=self.game.engine
        )
        self._trace = [0] * (SHARES + PER_SIDE * table.players)
        self._judges: list[Adviser] = []
        self._deficits: list[list[float]] = [[] for _ in range(self.sides)]
        self._buffer = [0] * max(len(self.game.rules.MOVES), len(self.game.rules.CHANCES))
        self._kept = self.game.compiled.states(3)
        self._aside = self.game.compiled.dice()
        self._distinct = [0, 0]

    def play(self, seed: int, deal: int, again: int, judged: bool) -> None:
        """Play one deal, everybody `again` seats further on, and write its row."""
        chance = new_dice(seed, deal * STREAMS)
        self._aside[0] = new_dice(seed, deal * STREAMS + ASIDE)[0]
        play = deal_out(self.game, self.table.players, self.table.options, chance)
        turned = (PLAYS * deal + again) % self.sides
        seats = range(self.table.players)
        if judged:
            self._judges = [cast(Adviser, make_bot(self.game, seat, LEVELS[-1], self.at_row, JUDGES)) for seat in seats]
        seated = [self.table.bots[(seat - turned) % self.table.players] for seat in seats]
        private = new_dice(seed, deal * STREAMS + 1 + again)[0] >> 8
        bots = [seat_entrant(self.game, seat, seated[seat], private * STREAMS + seat) for seat in seats]
        play_out(play, bots, chance, before=self._before, after=self._after)
        self._watch.finish(play.state, self._trace, self.rows, self.at_row, self.sides)
        row = self.rows[self.at_row]
        row[at.HERO] = sum(row[SHARES + seat] for seat in seats if (seat - turned) % self.sides == 0)
        row[at.DISTINCT], row[at.DISTINCTS] = self._distinct
        told = [told for side, told in enumerate(self._deficits) if told and row[SHARES + side]]
        if told:
            row[at.JUDGED] = round(at.MILLION * sum(sum(one) / len(one) for one in told) / len(told))
            row[at.JUDGEMENTS] = 1
        if again == 0 and self._trace[at.REAL] > 0:
            row[at.STAKE] = compiled_rows(self.game).stake(self._kept, self.game.compiled.buffer(), self._aside, False)
            row[at.STAKES] = 1

    def _before(self, play: Play, views: Sequence[View]) -> None:
        for judge, view in zip(self._judges, views, strict=False):
            judge.see(view)
        if play.to_act == CHANCE:
            return
        count = self.game.rules.legal(play.state, self._buffer)
        self._watch.decide(self._trace, play.to_act, count)
        if count > 1 and below(self._aside, self._trace[at.REAL]) == 0:
            to_record(play.state, self.game.rules.State, self._kept[1])
        if self._judges:
            self._judge(play, views[play.to_act], count)

    def _judge(self, play: Play, view: View, count: int) -> None:
        judge = self._judges[play.to_act]
        self._distinct[0] += _distinct(self.game, judge.notebook, view)
        self._distinct[1] += 1
        if count > 1 and below(self._aside, JUDGED_EVERY) == 0:
            self._deficits[play.to_act % self.sides].append(max(1 / self.sides - judge.weigh(view)[0].chance, 0.0))

    def _after(self, play: Play) -> None:
        self._watch.look(play.state, self._trace, self.sides)


def _distinct(game: Game, notebook: Notebook, view: View) -> int:
    """How many moves differ, as far as a seat that forgets nothing can tell: one tile nobody has seen is like another."""
    policy, known, dice = policy_of(game), notebook.known(view), new_dice(view.entries)
    state = game.imagine(view, known, dice)
    notes = notebook.notes(view, known, state)
    notes = [*notes, *[0] * (policy.NOTES - len(notes))]
    buffer = [0] * max(len(game.rules.MOVES), len(game.rules.CHANCES))
    count = game.rules.legal(state, buffer)
    return len({policy.stands_for(state, notes, action) for action in buffer[:count]})
