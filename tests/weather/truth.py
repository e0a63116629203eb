"""What really is at a table: every state that the store has held, and its log played again by the rules alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from ludotheque.games import game as find_game
from ludotheque.records import enter
from ludotheque.rules.core import SPECTATOR, Fault, Line, Refused, Told
from ludotheque.rules.play import Play
from ludotheque.rules.state import BaseState, copy_state
from ludotheque.tables import fairness
from ludotheque.tables.model import Seat, StoredTable
from tests.weather.world import BEGAN, World

_encode = msgspec.json.encode


class Truth:
    """One table. It only reads the store, and it shares no code with what it checks but the rules and the structures."""

    def __init__(self, world: World, table_id: str) -> None:
        self.world, self.id = world, table_id
        self.history: list[StoredTable] = []
        self.documents: list[bytes] = []
        self.infos: list[dict[str, Any]] = []
        """Each state of the table as everybody may see it, but for `seq` and `to_act`."""
        self.changed: list[float] = []
        """When each state was stored."""
        self.entered: list[float] = []
        """When each entry was stored."""
        self.commands: dict[str, int] = {}
        """The command behind an entry, and the seq of its acceptance."""
        self._play: Play | None = None
        self._states: list[BaseState] = []
        self._told: list[Told] = []
        self._views: dict[tuple[int, int], bytes] = {}
        self._look_until = 0.0
        self._look_ends: dict[int, float] = {}
        """By seq: until when everybody looks at what the entry before it revealed, by the clock of who played it."""
        self.seen: dict[int, dict[str, float]] = {}
        """By seq: who has said to have seen it, and when they said so."""
        self.present: Callable[[float], set[str]] = lambda _: set()
        """Who is known to have had a page open since a moment."""
        self.heard_late = False
        """Whether a server may not have heard what another one stored."""
        self._before: StoredTable
        """As it was before what is being stored now."""
        self._others = [0.0]
        """When somebody else played last, for each seat."""

    # What was stored -------------------------------------------------------------------------------------------------

    @property
    def stored(self) -> StoredTable:
        """As it is now."""
        return self.history[-1]

    @property
    def game(self) -> str:
        """Its box."""
        return self.stored.game

    @property
    def seq(self) -> int:
        """How many entries are stored."""
        return len(self.entered)

    def state(self, document: bytes) -> None:
        """The table has changed."""
        stored = msgspec.json.decode(document, type=StoredTable)
        if self.history:
            was, demand = self.stored, self.world.demand
            same = was.deal is None or (stored.deal, stored.salt, stored.seeds) == (was.deal, was.salt, was.seeds)
            demand(same, self.id, "was dealt again")
            demand(was.rematch in (None, stored.rematch), self.id, "is played on at two tables")
            demand(was.outcome in (None, stored.outcome), self.id, "ended twice:", was.outcome, stored.outcome)
        self.history.append(stored)
        self.documents.append(document)
        self.infos.append(_info(stored))
        self.changed.append(self.world.loop.time())
        if stored.deal is not None and self._play is None:
            self._play = Play(find_game(stored.game), stored.players, stored.options, stored.deal)
            self._states.append(copy_state(self._play.state))
            self._others = [stored.changed] * stored.players

    def complete(self) -> None:
        """Everything of one transaction is here: the end of a game is stored together with its last entry."""
        outcome = None if self._play is None else self._play.outcome
        ended = outcome is None or (self.stored.status in ("over", "archived") and self.stored.outcome == outcome)
        self.world.demand(ended, self.id, "is over, which is not stored")
        self._before = self.stored

    def entry(self, seq: int, text: str, at: float, command: str | None) -> None:
        """An entry was stored."""
        self.world.demand(seq == self.seq, self.id, "has a hole in its log: entry", seq, "after", self.seq)
        self.world.demand(self._play is not None, self.id, "has an entry before its deal")
        if self.world.wrong is not None or self._play is None:
            return
        before = self._play.view()
        seat = msgspec.json.decode(text).get("seat")
        if command is not None:
            guest = command.partition(" ")[0]
            self.world.demand(guest == self._before.seats[seat].guest, self.id, "was played at by", guest, "for", seat)
        elif seat is not None and not _by_house(self._before.seats[seat]):
            self.world.demand(self.stored.settings.timer is not None, self.id, "was played at for a human: entry", seq)
        if self.world.steady and seat is not None:
            self._in_time(seq, seat, at, command)
        try:
            enter(self._play, msgspec.json.decode(text), seq)
        except (Fault, Refused) as refused:
            self.world.demand(False, self.id, "holds an entry that the rules forbid:", seq, text, repr(refused))
            return
        self._states.append(copy_state(self._play.state))
        after, value = self._play.view(), self._play.entries[-1][1]
        self._told.append(self._play.game.rules.tell(before, value, after))
        if self._play.game.reveals(before, after):
            self._look_until = at + self.stored.settings.look
            if self.stored.settings.look > 0:
                self._look_ends[seq + 1] = self._look_until
        elif seat is not None:
            self._look_until = 0.0
        self.entered.append(self.world.loop.time())
        if command is not None:
            self.world.demand(command not in self.commands, self.id, "has played a command twice:", command)
            self.commands[command] = seq + 1

    def _in_time(self, seq: int, seat: int, at: float, command: str | None) -> None:
        """Nobody plays while everybody still looks, and no timer plays too early."""
        demand, settings = self.world.demand, self.stored.settings
        over = at > self._look_until - 1e-6 or self.all_have_seen(seq, self.present)
        demand(over, self.id, "was played at while somebody still looked: entry", seq, at)
        if command is None and not _by_house(self._before.seats[seat]):
            timely = settings.timer is not None and at > self._others[seat] + settings.timer - 1e-6
            demand(timely, self.id, "was played at by the timer too early: entry", seq, at, "after", self._others[seat])
        self._others = [then if other == seat else at for other, then in enumerate(self._others)]

    def all_have_seen(self, seq: int, present: Callable[[float], set[str]]) -> bool:
        """Whether everybody who plays and is known to be there has said to have seen what `seq` entries led to."""
        said = self.seen.get(seq)
        if not said:
            return False
        first = min(said.values())
        there, since = present(first), sum(at < first for at in self.changed)
        # who had to see it may have been relieved by a bot since; among servers, one may not have heard of it yet
        since = 0 if self.heard_late else max(0, since - 1)
        for table in (self._before, *self.history[since:]):
            humans = {seat.guest for seat in table.seats if seat.kind == "guest" and not _by_house(seat)}
            if humans & said.keys() and not (humans & there) - said.keys():
                return True
        return False

    # What may be seen ------------------------------------------------------------------------------------------------

    def view(self, seq: int, seat: int | None) -> bytes:
        """What a seat sees after so many entries."""
        at = SPECTATOR if seat is None else seat
        if (seq, at) not in self._views:
            assert self._play is not None
            self._views[seq, at] = _encode(self._play.game.view(self._states[seq], at))
        return self._views[seq, at]

    def look_left(self, seq: int) -> float | None:
        """How many seconds are left, if nobody hurries, to look at what led to `seq`; None: there is nothing to look at."""
        until = self._look_ends.get(seq)
        return None if until is None else until - BEGAN - self.world.loop.time()

    def hidden(self, seq: int) -> bool | None:
        """Whether what led to `seq` has been looked at, so that it is hidden again; None: that depends."""
        left = self.look_left(seq)
        if left is None:
            return False
        if not self.world.steady or abs(left) < 1e-6:
            return None
        if left < 0:
            return True if self.world.prompt else None
        return None if self.seen.get(seq) else False

    def forgotten(self, seq: int, seat: int | None) -> bytes:
        """What a seat sees after so many entries, once it was looked at."""
        assert self._play is not None
        game = self._play.game
        return _encode(game.forget(game.view(self._states[seq], SPECTATOR if seat is None else seat)))

    def events(self, seq: int, seat: int | None) -> list[Any]:
        """What a seat saw happen with the entry before `seq`."""
        assert self._play is not None
        game, at = self._play.game, SPECTATOR if seat is None else seat
        before, after = (game.view(self._states[moment], at) for moment in (seq - 1, seq))
        found: list[Any] = msgspec.json.decode(_encode(game.happened(before, after)))
        return found

    def to_act_at(self, seq: int) -> int | str | None:
        """Who is to act after so many entries."""
        if self._play is None:
            return None
        to_act: int | str | None = self._play.game.view(self._states[seq], SPECTATOR).to_act
        return to_act

    @property
    def to_act(self) -> int | None:
        """The seat to act now, if the game is under way."""
        found = self.to_act_at(self.seq) if self.stored.status == "playing" else None
        return found if isinstance(found, int) else None

    def legal(self, seq: int) -> list[Any]:
        """The moves of the seat to act after so many entries."""
        assert self._play is not None
        replica = self._play.copy()
        replica.state = copy_state(self._states[seq])
        return [move.to_json() for move in replica.legal()]

    def line(self, seq: int) -> tuple[Line, Line]:
        """What the log says of the entry before `seq`: while it is the last one, and later."""
        told = self._told[seq - 1]
        return told.now, told.later

    def lines(self, first: int, until: int, seq: int, *, hidden: bool = False) -> list[Any]:
        """The lines of the log from `first` up to `until`, as everybody may read them after `seq` entries."""
        found = [told.now if at == seq - 1 and not hidden else told.later for at, told in enumerate(self._told[:seq])]
        shown: list[Any] = msgspec.to_builtins(found[first:until])
        return shown

    def owned(self, guest: str | None, seat: int) -> bool:
        """Whether a seat has ever been a guest's."""
        return any(
            seat < len(state.seats) and state.seats[seat].kind == "guest" and state.seats[seat].guest == guest
            for state in self.history
        )


def _by_house(seat: Seat) -> bool:
    return seat.kind == "bot" or seat.stand_in is not None or seat.resigned


def _info(stored: StoredTable) -> dict[str, Any]:
    """A stored table as everybody may see it."""
    humans = sum(seat.kind != "bot" for seat in stored.seats)
    info: dict[str, Any] = {
        "id": stored.id,
        "game": stored.game,
        "players": stored.players,
        "options": stored.options,
        "status": stored.status,
        "public": stored.public,
        "host": stored.host,
        "seats": stored.seats,
        "settings": stored.settings,
        "hints": humans == 1 if stored.settings.hints is None else stored.settings.hints,
        "muted": stored.muted,
        "outcome": stored.outcome,
        "sha256": None if stored.deal is None or stored.salt is None else fairness.digest(stored.deal, stored.salt),
        "rematch": stored.rematch,
        "created": round(stored.created * 1000),
        "changed": round(stored.changed * 1000),
    }
    plain: dict[str, Any] = msgspec.json.decode(_encode(info))
    return plain
