"""A table of Bonbons read as counts, by somebody who forgets nothing, and every legal move as a choice that is counted.

Whoever forgets nothing knows what everybody was shown. So it takes a view and the pictures of tiles that lie face down again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ludotheque.games.bonbons.bots.kernels.counts import (
    COINS,
    NO_COINS,
    ON_DEAD_SEEN,
    ON_DEAD_UNSEEN,
    ON_UNSEEN,
    WRAPPED,
    A,
    C,
    E,
    U,
    one,
)
from ludotheque.games.bonbons.bots.kernels.goes import (
    ABOUT,
    KNOWN_COIN,
    KNOWN_ROUND,
    KNOWN_SQUARE,
    LEAVE,
    LOST,
    ON_HIDDEN,
    ON_NOTHING,
    OWN,
    PAIR,
    UNSEEN_ROUND,
    UNSEEN_SQUARE,
)
from ludotheque.games.bonbons.imagine import Known
from ludotheque.games.bonbons.rules import (
    DEALT,
    GIVING,
    PHASES,
    PICTURES,
    QUICK_SQUARES,
    ROUND,
    SQUARE,
    START,
    SWEETS,
)
from ludotheque.games.bonbons.seen import Square, View
from ludotheque.rules.core import Move

Spot = tuple[int, int]
"""A round by seat and slot."""


SWEET = frozenset(PICTURES[:SWEETS])


@dataclass(frozen=True, slots=True)
class Seen:
    """The pictures that the seat to act knows."""

    seats: int
    me: int
    squares: Mapping[int, str]
    """By cell, of squares that are not found: face down, or turned just now."""
    rounds: Mapping[Spot, str]
    """Likewise of rounds."""
    under: str | None
    """Of the round under the coins."""

    def sort(self, spot: Spot) -> int:
        """What a round is counted as."""
        if spot not in self.rounds:
            return U
        return A if self.rounds[spot] in self.squares.values() else C

    def on(self, picture: str | None) -> int:
        """What a square is: whose round fits it."""
        for (seat, _), seen in self.rounds.items():
            if seen == picture:
                return (seat - self.me) % self.seats
        return ON_HIDDEN if picture in SWEET and picture != self.under else ON_NOTHING

    def of(self, spot: Spot) -> int:
        """What a round is: whose, and whether its square was seen."""
        return (spot[0] - self.me) % self.seats + (LOST if self.sort(spot) == C else 0)


@dataclass(frozen=True, slots=True)
class Table:
    """A position in counts, at any moment of a turn, and what it takes to count a move."""

    seen: Seen
    reserve: int
    """Rounds set aside in the beginning."""
    phase: int
    turned: str | None
    """The picture of the tile that lies turned."""
    what: int
    """What that is, or whose round was stolen (see `kernels.goes`)."""
    position: int

    def choice(self, move: Move) -> int:
        """What a legal move comes to; the same for moves that surely come to the same."""
        if move.type == "stop":
            return LEAVE * ABOUT
        if move.type in ("give", "cover"):
            return OWN * ABOUT + (A, C, U).index(self.seen.sort((self.seen.me, move["slot"])))
        if move.type == "turn_square":
            return self._square(self.seen.squares.get(move["cell"]))
        return self._round((move["seat"], move["slot"]))

    def _square(self, picture: str | None) -> int:
        if picture is None:
            return UNSEEN_SQUARE * ABOUT
        if self.phase == ROUND:
            return (PAIR if picture == self.turned else LEAVE) * ABOUT
        if picture == "coin":
            return KNOWN_COIN * ABOUT
        return KNOWN_SQUARE * ABOUT + self.seen.on(picture) if self.phase == START else LEAVE * ABOUT

    def _round(self, spot: Spot) -> int:
        if spot not in self.seen.rounds:
            return UNSEEN_ROUND * ABOUT + (spot[0] - self.seen.me) % self.seen.seats
        if self.phase == START:
            return KNOWN_ROUND * ABOUT + self.seen.of(spot)
        return (PAIR if self.seen.rounds[spot] == self.turned else LEAVE) * ABOUT


def read_table(view: View, known: Known) -> Table:
    """The table as the seat to act knows it."""
    seen, phase = read_pictures(view, known), PHASES.index(view.phase)
    p = sum(
        one(seen.sort((seat, slot)), (seat - seen.me) % seen.seats)
        for seat, row in enumerate(view.rounds)
        for slot, tile in enumerate(row)
        if tile.state in ("down", "turned")
    )
    p += E * sum(picture in SWEET and seen.on(picture) == ON_HIDDEN for picture in seen.squares.values())
    p += COINS * _coins(view, seen)
    p += WRAPPED * any(tile.picture == "wrapper" for tile in view.grid)
    turned, what = None, 0
    if phase in (SQUARE, ROUND, GIVING):
        first = view.shown[0]
        if isinstance(first, Square):
            turned = view.grid[first.cell].picture
            what = seen.on(turned)
        else:
            turned = view.rounds[first.seat][first.slot].picture
            what = seen.of((first.seat, first.slot))
    if phase == GIVING:
        p -= one(A, what)
    reserve = (QUICK_SQUARES - 1 if view.options["quick"] else SWEETS) - DEALT * seen.seats
    return Table(seen, reserve, phase, turned, what, p)


def read_pictures(view: View, known: Known) -> Seen:
    """What lies turned, and what is remembered of what lies face down."""
    assert isinstance(view.to_act, int)
    squares = {cell: tile.picture for cell, tile in enumerate(view.grid) if tile.state == "turned" and tile.picture}
    squares |= {cell: picture for cell, picture in known.squares.items() if view.grid[cell].state == "down"}
    rounds, under = {}, None
    remembered = {(seat, slot): picture for seat, slot, picture in known.rounds}
    for seat, row in enumerate(view.rounds):
        for slot, tile in enumerate(row):
            picture = tile.picture if tile.state == "turned" else remembered.get((seat, slot))
            if tile.state == "covered":
                under = picture
            elif picture is not None and tile.state != "up":
                rounds[seat, slot] = picture
    return Seen(view.players, view.to_act, squares, rounds, under)


def _coins(view: View, seen: Seen) -> int:
    """What is known of the coins."""
    if view.options["quick"]:
        return NO_COINS
    if not any(tile.state == "covered" for row in view.rounds for tile in row):
        return sum(picture == "coin" for picture in seen.squares.values())
    if seen.under is None:
        return ON_UNSEEN
    return ON_DEAD_SEEN if seen.under in seen.squares.values() else ON_DEAD_UNSEEN
