"""Bonbons with a handful of tiles, by brute force: every tile has a name and a place, and chance is counted over every deal.

Written from the clauses for this one purpose, and as plainly as can be: nothing here knows of counts, of symmetry, or of which
turns can be repeated. A game is played for a given number of entries; then who has found more wins (any.1).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache
from itertools import permutations
from typing import NamedTuple

UNSEEN, GONE = "?", "gone"
COIN, WRAPPER = "coin", "wrapper"

Cells = tuple[str, ...]


class Round(NamedTuple):
    """A round in somebody's row: which one of the deal it is, what everybody saw of it, and whether it is found or covered."""

    which: int
    seen: str = UNSEEN
    lies: str = "down"


class Public(NamedTuple):
    """What everybody knows when a turn begins; `rows[0]` is of who plays."""

    cells: Cells
    """What was seen in each place."""
    up: frozenset[int]
    """Places whose square stays face up."""
    rows: tuple[tuple[Round, ...], tuple[Round, ...]]

    def other_side(self) -> Public:
        return self._replace(rows=(self.rows[1], self.rows[0]))

    def see_square(self, place: int, picture: str) -> Public:
        return self._replace(cells=(*self.cells[:place], picture, *self.cells[place + 1 :]))

    def put(self, seat: int, slot: int, tile: Round) -> Public:
        row = self.rows[seat]
        changed = (*row[:slot], tile, *row[slot + 1 :])
        return self._replace(rows=(changed, self.rows[1]) if seat == 0 else (self.rows[0], changed))

    def found(self, seat: int) -> int:
        return sum(tile.lies != "down" for tile in self.rows[seat])

    def squares(self) -> Iterator[int]:
        """Squares that can be turned."""
        return (place for place, seen in enumerate(self.cells) if seen != GONE and place not in self.up)

    def rounds(self) -> Iterator[tuple[int, int]]:
        """Rounds that can be turned (bonbons.10)."""
        return ((seat, slot) for seat in (0, 1) for slot, tile in enumerate(self.rows[seat]) if tile.lies == "down")


class SmallDeck:
    """A deck of so many sweets: so many dealt to each of two, the others in the reserve; the wrapper, and perhaps three coins."""

    def __init__(self, sweets: int, dealt: int, *, coins: bool) -> None:
        self.sweets, self.dealt = sweets, dealt
        names = [str(sweet) for sweet in range(sweets)]
        squares = [*names, WRAPPER, *[COIN] * (3 if coins else 0)]
        self._squares = sorted(set(permutations(squares)))
        self._rounds = list(permutations(names))
        rows = [tuple(Round(seat * dealt + slot) for slot in range(dealt)) for seat in (0, 1)]
        self.start = Public((UNSEEN,) * len(squares), frozenset(), (rows[0], rows[1]))
        self.turn = cache(self._turn)
        self._squares_like = cache(self._squares_that_look)
        self._rounds_like = cache(self._rounds_that_look)
        self.met: set[tuple[Public, int]] = set()

    def later(self, dice: random.Random, unseen: int) -> Public:
        """What may be known later on: some pairs found, perhaps the wrapper, and all but so many tiles seen."""
        squares, rounds = dice.choice(self._squares), dice.choice(self._rounds)
        at = self.start
        if dice.random() < 0.5:
            place = squares.index(WRAPPER)
            at = self.unwrap(at.see_square(place, WRAPPER), place, WRAPPER)
            at = at if dice.random() < 0.5 else at.other_side()
        for seat, slot in list(at.rounds()):
            tile = at.rows[seat][slot]
            picture = rounds[tile.which]
            if at.found(seat) < len(at.rows[seat]) - 1 and dice.random() < 0.3:
                at = at.see_square(squares.index(picture), picture)._replace(up=at.up | {squares.index(picture)})
                at = at.put(seat, slot, Round(tile.which, picture, "up"))
        tiles: list[int | tuple[int, int]] = [*at.squares(), *at.rounds()]
        for tile in dice.sample(tiles, max(0, len(tiles) - unseen)):
            if isinstance(tile, int):
                if squares[tile] != WRAPPER:
                    at = at.see_square(tile, squares[tile])
            else:
                lying = at.rows[tile[0]][tile[1]]
                at = at.put(*tile, lying._replace(seen=rounds[lying.which]))
        return at

    # Chance: count the deals that look as it does ---------------------------------------------------------------------

    def _squares_that_look(self, cells: Cells) -> list[Cells]:
        """Deals of the squares that agree with what was seen; coins that were taken away lie nowhere else."""
        coins = [place for place, seen in enumerate(cells) if seen == GONE]
        wanted = [(place, COIN if place in coins else seen) for place, seen in enumerate(cells) if seen != UNSEEN]
        return [deal for deal in self._squares if all(deal[place] == picture for place, picture in wanted)]

    def _rounds_that_look(self, seen: tuple[tuple[int, str], ...]) -> list[Cells]:
        return [deal for deal in self._rounds if all(deal[which] == picture for which, picture in seen)]

    def square_chances(self, at: Public, place: int) -> Iterator[tuple[float, str]]:
        deals = self._squares_like(at.cells)
        for picture in {deal[place] for deal in deals}:
            yield sum(deal[place] == picture for deal in deals) / len(deals), picture

    def round_chances(self, at: Public, tile: Round) -> Iterator[tuple[float, str]]:
        known = tuple(sorted((other.which, other.seen) for row in at.rows for other in row if other.seen != UNSEEN))
        deals = self._rounds_like(known)
        for picture in {deal[tile.which] for deal in deals}:
            yield sum(deal[tile.which] == picture for deal in deals) / len(deals), picture

    # A turn -----------------------------------------------------------------------------------------------------------

    def score(self, at: Public) -> float:
        """any.1: who has found more wins, as many share."""
        ahead = at.found(0) - at.found(1)
        return 0.5 if ahead == 0 else float(ahead > 0)

    def _turn(self, at: Public, left: int) -> float:
        """The chance to win of who begins a turn with so many entries left."""
        self.met.add((at, left))
        if left == 0:
            return self.score(at)
        by_square = (
            self.square(at, place, lambda now, picture, p=place: self.first_square(now, p, picture, left - 1))
            for place in at.squares()
        )
        by_round = (self.round(at, *where, lambda now, w=where: self.first_round(now, *w, left - 1)) for where in at.rounds())
        return max([*by_square, *by_round])

    def square(self, at: Public, place: int, then: Callable[[Public, str], float]) -> float:
        """A square is turned."""
        return sum(
            chance * then(self.unwrap(at.see_square(place, picture), place, picture), picture)
            for chance, picture in self.square_chances(at, place)
        )

    def round(self, at: Public, seat: int, slot: int, then: Callable[[Public], float]) -> float:
        """A round is turned."""
        tile = at.rows[seat][slot]
        return sum(
            chance * then(at.put(seat, slot, tile._replace(seen=picture))) for chance, picture in self.round_chances(at, tile)
        )

    def unwrap(self, at: Public, place: int, picture: str) -> Public:
        """bonbons.18: the wrapper stays, and who turned it draws a round."""
        if picture != WRAPPER:
            return at
        drawn = Round(len(at.rows[0]) + len(at.rows[1]))
        return at._replace(up=at.up | {place}, rows=((*at.rows[0], drawn), at.rows[1]))

    def passed(self, at: Public, left: int) -> float:
        """The turn is over."""
        return 1.0 - self.turn(at.other_side(), left)

    def first_square(self, at: Public, place: int, picture: str, left: int) -> float:
        if left == 0:
            return self.score(at)
        best = max(
            [
                self.passed(at, left - 1),
                *(self.round(at, *w, lambda now, w=w: self.compare(now, place, picture, *w, left - 1)) for w in at.rounds()),
            ]
        )
        if picture == COIN:
            best = max([best, *(self.next_coin(at, (place,), other, left) for other in at.squares() if other != place)])
        return best

    def first_round(self, at: Public, seat: int, slot: int, left: int) -> float:
        """bonbons.7: a square must follow."""
        if left == 0:
            return self.score(at)
        return max(
            self.square(at, place, lambda now, picture, p=place: self.compare(now, p, picture, seat, slot, left - 1))
            for place in at.squares()
        )

    def next_coin(self, at: Public, coins: tuple[int, ...], place: int, left: int) -> float:
        """bonbons.14 to 17: another square in search of coins, with `left` entries before it."""

        def then(now: Public, picture: str) -> float:
            if picture != COIN:
                return self.passed(now, left - 1)
            if len(coins) == 2:
                return self.cover(now, (*coins, place), left - 1)
            if left == 1:
                return self.score(now)
            others = [other for other in now.squares() if other not in (*coins, place)]
            return max([self.passed(now, left - 2), *(self.next_coin(now, (*coins, place), other, left - 1) for other in others)])

        return self.square(at, place, then)

    def cover(self, at: Public, coins: tuple[int, ...], left: int) -> float:
        """bonbons.15: the coins are laid on a round of one's own."""
        if left == 0:
            return self.score(at)
        cells = tuple(GONE if place in coins else seen for place, seen in enumerate(at.cells))
        mine = [(slot, tile) for slot, tile in enumerate(at.rows[0]) if tile.lies == "down"]
        if len(mine) == 1:
            return 1.0
        after = at._replace(cells=cells)
        return max(self.passed(after.put(0, slot, tile._replace(lies="covered")), left - 1) for slot, tile in mine)

    def compare(self, at: Public, place: int, picture: str, seat: int, slot: int, left: int) -> float:
        """bonbons.8, 9, 11: a square and a round lie open."""
        tile = at.rows[seat][slot]
        if tile.seen != picture:
            return self.passed(at, left)
        found = at._replace(up=at.up | {place})
        if seat == 0:
            return self.again(found.put(0, slot, tile._replace(lies="up")), left)
        if left == 0:
            return self.score(at)
        gifts = [(own, given) for own, given in enumerate(at.rows[0]) if given.lies == "down"]
        return max(self.again(found.put(0, own, tile._replace(lies="up")).put(1, slot, given), left - 1) for own, given in gifts)

    def again(self, at: Public, left: int) -> float:
        """A pair was found: the last one, or play again, or decline."""
        if at.found(0) == len(at.rows[0]):
            return 1.0
        if left == 0:
            return self.score(at)
        return max(self.turn(at, left), self.passed(at, left - 1))
