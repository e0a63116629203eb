"""A table of two, read as a position: what is known of each picture, and what each legal move is worth.

Whoever forgets nothing knows what everybody was shown. So it takes a view and the pictures of tiles that lie face down again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ludotheque.games.bonbons.imagine import Known
from ludotheque.games.bonbons.rules import PICTURES, SWEETS
from ludotheque.games.bonbons.seen import Round, View
from ludotheque.games.bonbons.solve.kernels import solution as solver
from ludotheque.games.bonbons.solve.kernels.solution import (
    COINS,
    MINE,
    NO_COINS,
    NO_LIMIT,
    OF_MINE,
    OF_MINE_LOST,
    OF_THEIRS,
    OF_THEIRS_LOST,
    ON_DEAD_SEEN,
    ON_DEAD_UNSEEN,
    ON_HIDDEN,
    ON_MINE,
    ON_NOTHING,
    ON_THEIRS,
    ON_UNSEEN,
    THEIRS,
    WRAPPED,
    A,
    B,
    C,
    D,
    E,
    O,
    U,
)
from ludotheque.games.bonbons.solve.solution import Solution
from ludotheque.rules.core import Move
from ludotheque.rules.kernel import Reals

NOT_A_ROUND = -1


@dataclass(frozen=True, slots=True)
class Table:
    """What the seat to act knows, all told."""

    me: int
    phase: str
    squares: Mapping[int, str]
    """Pictures by cell: of squares that lie face down and were seen, and of those turned in this turn."""
    rounds: Mapping[tuple[int, int], str]
    """Pictures by seat and slot, likewise; also of a round under the coins."""
    covered: tuple[int, int] | None
    position: int
    shown: tuple[Any, ...]

    def round_of(self, picture: str) -> tuple[int, int] | None:
        """Where the round of a picture lies, if it was seen and can be turned."""
        return next((at for at, seen in self.rounds.items() if seen == picture and at != self.covered), None)

    def square_of(self, picture: str) -> int | None:
        """Where the square of a picture lies, if it was seen."""
        return next((cell for cell, seen in self.squares.items() if seen == picture), None)

    def on(self, picture: str) -> int:
        """What the round of a square's picture is."""
        found = self.round_of(picture)
        if found is not None:
            return ON_MINE if found[0] == self.me else ON_THEIRS
        dead = self.covered is not None and self.rounds.get(self.covered) == picture
        return ON_NOTHING if dead or picture in ("coin", "wrapper") else ON_HIDDEN

    def of(self, seat: int, picture: str) -> int:
        """What a round's picture is, by whether its square was seen."""
        seen = self.square_of(picture) is not None
        if seat == self.me:
            return OF_MINE if seen else OF_MINE_LOST
        return OF_THEIRS if seen else OF_THEIRS_LOST

    def kind(self, move: Move) -> tuple[object, ...]:
        """The same for moves that surely come to the same: which of the tiles that nobody has seen is turned does not matter."""
        if move.type == "turn_square":
            return move.type, self.squares.get(move["cell"])
        if move.type == "turn_round":
            return move.type, move["seat"], self.rounds.get((move["seat"], move["slot"]))
        if move.type in ("give", "cover"):
            return move.type, self.sort(self.me, move["slot"])
        return (move.type,)

    def sort(self, seat: int, slot: int) -> int:
        """What a face-down round of mine is counted as."""
        picture = self.rounds.get((seat, slot))
        if picture is None:
            return U
        return A if self.square_of(picture) is not None else C


def read_table(view: View, known: Known) -> Table:
    """The table as the seat to act knows it."""
    assert isinstance(view.to_act, int)
    squares = {cell: tile.picture for cell, tile in enumerate(view.grid) if tile.state == "turned" and tile.picture}
    squares |= {cell: seen for cell, seen in known.squares.items() if view.grid[cell].state == "down"}
    rounds = {(seat, slot): seen for seat, slot, seen in known.rounds if view.rounds[seat][slot].state in ("down", "covered")}
    covered = None
    for seat, row in enumerate(view.rounds):
        for slot, tile in enumerate(row):
            if tile.state == "turned" and tile.picture:
                rounds[seat, slot] = tile.picture
            if tile.state == "covered":
                covered = (seat, slot)
    table = Table(view.to_act, view.phase, squares, rounds, covered, 0, view.shown)
    return Table(view.to_act, view.phase, squares, rounds, covered, _position(view, table), view.shown)


def _position(view: View, table: Table) -> int:
    me, covered = table.me, table.covered
    p = 0
    for seat, row in enumerate(view.rounds):
        for slot, tile in enumerate(row):
            if tile.state in ("down", "turned"):
                sort = table.sort(seat, slot)
                p += sort if seat == me else {U: O, A: B, C: D}[sort]
    found = {tile.picture for tile in view.grid if tile.state == "up"}
    sweets = [picture for picture in PICTURES[:SWEETS] if picture not in found and picture.split("-")[0] not in view.removed]
    p += E * sum(table.square_of(picture) is not None and table.on(picture) == ON_HIDDEN for picture in sweets)
    if view.options["quick"]:
        p += NO_COINS * COINS
    elif covered is None:
        p += COINS * sum(seen == "coin" for seen in table.squares.values())
    else:
        under = table.rounds.get(covered)
        dead = ON_DEAD_UNSEEN if under is None or table.square_of(under) is None else ON_DEAD_SEEN
        p += COINS * (ON_UNSEEN if under is None else dead)
    if "wrapper" in found:
        p += WRAPPED * (MINE if len(view.rounds[me]) > len(view.rounds[1 - me]) else THEIRS)
    return p


class Impatient:
    """Values in which passing in one position is worth less than anything: what to do when one has waited enough."""

    def __init__(self, values: Reals, position: int) -> None:
        self._values, self._barred = values, solver.number(solver.turned_round(position))

    def __len__(self) -> int:
        return len(self._values)

    def __getitem__(self, place: tuple[int, int]) -> float:
        return solver.UNSOLVED if place[1] == self._barred else float(self._values[place])


class Judge:
    """What each legal move of a table is worth to who forgets nothing."""

    def __init__(self, solution: Solution, waited: int | None = None) -> None:
        """`waited` is a position in which the seat to act does not want to pass again."""
        self.values = solution.values if waited is None else Impatient(solution.values, waited)
        self.reserve = solution.reserve

    def worth(self, table: Table, move: Move) -> float:
        """The chance to win after a move, if everybody goes on as well as can be."""
        p = table.position
        if move.type == "stop":
            return float(solver.end(self.values, NO_LIMIT, p))
        if move.type == "give":
            sort = table.sort(table.me, move["slot"])
            return float(solver.again(self.values, NO_LIMIT, p - B - sort + {U: O, A: B, C: D}[sort]))
        if move.type == "cover":
            return self._cover(p, table.sort(table.me, move["slot"]))
        if move.type == "turn_square":
            return self._square(table, table.squares.get(move["cell"]))
        return self._round(table, move["seat"], table.rounds.get((move["seat"], move["slot"])))

    def _cover(self, p: int, sort: int) -> float:
        if solver.mine(p) == 1:
            return 1.0
        under = {A: ON_DEAD_SEEN, C: ON_DEAD_UNSEEN, U: ON_UNSEEN}[sort]
        return float(solver.end(self.values, NO_LIMIT, p - solver.coins(p) * COINS - sort + under * COINS))

    def _square(self, table: Table, picture: str | None) -> float:
        p, values, reserve = table.position, self.values, self.reserve
        if table.phase == "start":
            if picture is None:
                return float(solver.first_unseen_square(values, reserve, NO_LIMIT, p))
            if picture == "coin":
                return float(solver.after_coin(values, reserve, NO_LIMIT, p))
            return float(solver.after_square(values, reserve, NO_LIMIT, p, table.on(picture)))
        if table.phase == "round":
            return self._square_after_round(table, picture)
        second = table.phase == "coin"
        if picture == "coin":
            return float(solver.after_two_coins(values, reserve, NO_LIMIT, p) if second else solver.cover(values, NO_LIMIT, p))
        if picture is not None:
            return float(solver.end(values, NO_LIMIT, p))
        if solver.unseen_coins(p) == 0:
            return float(solver.unseen_square(values, reserve, NO_LIMIT, p, NOT_A_ROUND, 0.0))
        coin = solver.after_two_coins(values, reserve, NO_LIMIT, p + COINS) if second else solver.cover(values, NO_LIMIT, p)
        return float(solver.unseen_square(values, reserve, NO_LIMIT, p, NOT_A_ROUND, coin))

    def _square_after_round(self, table: Table, picture: str | None) -> float:
        p, values = table.position, self.values
        first = table.shown[0]
        assert isinstance(first, Round)
        turned = table.rounds[first.seat, first.slot]
        what = table.of(first.seat, turned)
        if picture is None:
            coin = solver.end(values, NO_LIMIT, p + COINS) if solver.unseen_coins(p) > 0 else 0.0
            return float(solver.unseen_square(values, self.reserve, NO_LIMIT, p, what, coin))
        if picture != turned:
            return float(solver.end(values, NO_LIMIT, p))
        return float(solver.again(values, NO_LIMIT, p - A) if what == OF_MINE else solver.give(values, NO_LIMIT, p - B))

    def _round(self, table: Table, seat: int, picture: str | None) -> float:
        p, values, reserve, own = table.position, self.values, self.reserve, seat == table.me
        if table.phase == "start":
            if picture is None:
                return float(solver.first_unseen_round(values, reserve, NO_LIMIT, p, own))
            return float(solver.after_round(values, reserve, NO_LIMIT, p, table.of(seat, picture)))
        turned = table.squares.get(table.shown[0].cell)  # the wrapper lies open and is none of these
        if picture is None:
            fits = turned is not None and table.on(turned) == ON_HIDDEN
            return float(solver.unseen_round(values, reserve, NO_LIMIT, p, fits, own))
        if picture != turned:
            return float(solver.end(values, NO_LIMIT, p))
        return float(solver.again(values, NO_LIMIT, p - A) if own else solver.give(values, NO_LIMIT, p - B))
