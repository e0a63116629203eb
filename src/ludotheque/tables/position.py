"""Where a table stands: its row, its play and its clock. A table in memory is one, and so is a draft of its future.

Durations run on a clock that only goes on (`tick`); the time of day is for people and for what must survive a restart.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from ludotheque.games import all_games
from ludotheque.rules.core import OVER, Line, Move, Told, View
from ludotheque.rules.play import Play
from ludotheque.tables.model import PACES, Clock, Seat, StoredTable

BEAT = 0.25
"""Seconds that a bot takes at least when everybody has seen what was before it."""
NO_LOOK = -math.inf
"""Until when a table looks at an entry that hides nothing again."""


class Moment(NamedTuple):
    """Now, by both clocks."""

    wall: float
    tick: float

    def tick_of(self, wall: float) -> float:
        """When something happened, by the clock that only goes on. What seems to lie in the future happened just now."""
        return self.tick - max(0.0, self.wall - wall)


NO_TIME = Moment(0.0, 0.0)
"""For who does not ask what lasts until when."""


class Position:
    """One position of one table."""

    __slots__ = ("_legal", "_views", "at", "last", "look_until", "play", "seen_by_all", "stored", "turn", "turn_began")

    def __init__(self, stored: StoredTable) -> None:
        self.stored = stored
        self.play: Play | None = None
        self.turn = OVER
        """Who is to act in the play: a seat, CHANCE or OVER."""
        self.last: Told | None = None
        """What the log says of the last entry."""
        self.at, self.look_until, self.turn_began = 0.0, NO_LOOK, 0.0
        """Ticks: when the last entry was made, until when it is looked at, since when the turn lasts."""
        self.seen_by_all = -1
        """The seq that everybody who is there has seen: then nobody waits any more. Memory only."""
        self._views: dict[int, View] = {}
        """What seats see, as far as it was asked; what happens next is told by comparing."""
        self._legal: list[Move] | None = None

    def begin(self, moment: Moment) -> None:
        """Lay the deal out, once there is one."""
        if self.stored.deal is not None and self.play is None:
            game = all_games()[self.stored.game]
            self.play = Play(game, self.stored.players, self.stored.options, self.stored.deal)
            self.turn, self._views, self._legal = self.play.to_act, {}, None
            self.at = self.turn_began = moment.tick_of(self.stored.changed)

    def stand_as(self, other: Position) -> None:
        """Stand where another position stands."""
        self.stored, self.play, self.turn, self.last = other.stored, other.play, other.turn, other.last
        self.at, self.look_until, self.turn_began = other.at, other.look_until, other.turn_began
        self.seen_by_all = other.seen_by_all
        self._views, self._legal = other._views, other._legal

    @property
    def seq(self) -> int:
        """How many entries the log holds."""
        return len(self.play.entries) if self.play is not None else 0

    @property
    def to_act(self) -> int | None:
        """The seat to act, if a seat is to act and the table is open for play."""
        return self.turn if self.turn >= 0 and self.stored.status == "playing" else None

    def view(self, seat: int) -> View | None:
        """What a seat sees now; None before the start."""
        return None if self.play is None else self._sees(self.play, seat)

    def _sees(self, play: Play, seat: int) -> View:
        if (view := self._views.get(seat)) is None:
            self._views[seat] = view = play.view(seat)
        return view

    def shown(self, seat: int, moment: Moment) -> View | None:
        """What whoever comes now and looks as a seat is shown: what was looked at and is hidden again, no longer (any.2)."""
        view = self.view(seat)
        return view if view is None or self.play is None or not self.looked(moment) else self.play.game.forget(view)

    def line(self, moment: Moment) -> Line | None:
        """What the log says now of the last entry."""
        return None if self.last is None else self.last.later if self.looked(moment) else self.last.now

    def legal(self) -> list[Move]:
        """What the seat to act may do, found out once; nothing when the table is closed."""
        if self.play is None or self.stored.status != "playing":
            return []
        if self._legal is None:
            self._legal = self.play.legal()
        return self._legal

    # Time ------------------------------------------------------------------------------------------------------------

    def looking(self, moment: Moment) -> bool:
        """Whether everybody still looks at what the last move revealed: nobody moves meanwhile."""
        return moment.tick < self.look_until and self.seen_by_all != self.seq

    def looked(self, moment: Moment) -> bool:
        """Whether the last move revealed something, and the look at it is over."""
        return self.look_until > NO_LOOK and not self.looking(moment)

    def clock(self, moment: Moment) -> Clock:
        """The time of day, and until when what lasts."""
        turn_until, ahead = self.turn_until, moment.wall - moment.tick
        return Clock(
            now=millis(moment.wall),
            look_until=millis(self.look_until + ahead) if self.looking(moment) else None,
            turn_until=None if turn_until is None else millis(turn_until + ahead),
        )

    @property
    def turn_until(self) -> float | None:
        """The tick at which the timer plays instead of a human."""
        seat = self.to_act
        if seat is None or self.stored.settings.timer is None or played_by_house(self.stored.seats[seat]):
            return None
        return self.turn_began + self.stored.settings.timer

    def due(self, pace: float) -> float | None:
        """The tick at which somebody has to act for the seat to act; None while it is up to a human without a timer."""
        seat = self.to_act
        if seat is None:
            return None
        if not played_by_house(self.stored.seats[seat]):
            return self.turn_until
        pace *= PACES[self.stored.settings.pace]
        if self.seen_by_all == self.seq:
            return self.at + min(pace, BEAT)
        return max(self.at + pace, self.look_until)


def millis(seconds: float) -> int:
    """Seconds as whole milliseconds."""
    return round(seconds * 1000)


def played_by_house(seat: Seat) -> bool:
    """Whether a bot of ours plays for a seat."""
    return seat.kind == "bot" or seat.stand_in is not None or seat.resigned
