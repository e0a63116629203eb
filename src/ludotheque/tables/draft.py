"""A draft: what is to become of a table, worked out beside it. Stored first, then adopted; so nothing is ever undone."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from ludotheque.rules.core import CHANCE, SPECTATOR, Chance, Event, Json, Move, Told, Value, View
from ludotheque.rules.play import Play, entry_to_json
from ludotheque.tables.commands import NO_COMMAND, digest
from ludotheque.tables.model import Clock, Guest, StoredTable, Talk, notice
from ludotheque.tables.position import NO_LOOK, Moment, Position, millis
from ludotheque.tables.store import NEW, Change, NewKey, StoredMove, Wake

if TYPE_CHECKING:
    from ludotheque.tables.live import LiveTable

_encode = msgspec.json.encode


class Step(msgspec.Struct, frozen=True):
    """What one entry of the log led to: for each seat that somebody looks as, what it sees, and what it saw happen."""

    seq: int
    told: Told
    views: dict[int, View]
    events: dict[int, tuple[Event, ...]]
    to_act: int
    legal: list[Move]
    clock: Clock


class Draft(Position):
    """A table some entries or a change further on, and what each entry shows to the seats that somebody looks as."""

    __slots__ = ("_before", "_looked_as", "commands", "entries", "keys", "lines", "new_tables", "seen", "steps", "talk")

    def __init__(self, live: LiveTable, looked_as: Iterable[int] = ()) -> None:
        self.stand_as(live)
        self._looked_as = set() if live.play is None else set(looked_as)
        """What happens is told by comparing; who has seen nothing of a game yet is shown where it stands."""
        self._before = live.stored
        if self.play is not None:
            self.play = self.play.copy()
        self.entries: list[StoredMove] = []
        self.lines: list[bytes] = []
        """What the log says of the entries before the last, as far as they are new ..."""
        self.commands = bytearray()
        """... and whose commands the new ones were."""
        self.seen: dict[int, list[bytes]] = {seat: [] for seat in live.followed}
        self.steps: list[Step] = []
        self.talk: list[Talk] = []
        self.keys: list[NewKey] = []
        self.new_tables: list[StoredTable] = []

    @property
    def changed(self) -> bool:
        """Whether the table's own row becomes another."""
        return self.stored.version != self._before.version

    def alter(self) -> StoredTable:
        """The table's own row, to be changed in place from here on."""
        self.stored = msgspec.structs.replace(self.stored)
        return self.stored

    def notice(self, moment: Moment, code: str, whose: Guest | None = None, **args: int | str) -> None:
        """Add a notice for everyone at the table. With `whose` it names that guest, and is deleted with them."""
        self.talk.append(msgspec.structs.replace(notice(code, whose, **args), at=millis(moment.wall)))

    # Entries ---------------------------------------------------------------------------------------------------------

    def enter(self, who: int, value: Value, at: float, command: str | None, moment: Moment) -> None:
        """Play one entry, made at that time of day, or raise Refused."""
        play = self.play
        assert play is not None
        seen = {seat: self._sees(play, seat) for seat in (SPECTATOR, *self._looked_as)}
        if isinstance(value, Chance):
            play.draw(value)
        elif self._legal is not None and who == self.turn and value in self._legal:
            play.enter(who, value)
        else:
            assert isinstance(value, Move)
            play.play(value, who)
        self.turn, self._legal, self._views = play.to_act, None, play.views(seen)
        before, after = seen[SPECTATOR], self._views[SPECTATOR]
        if self.last is not None:
            self.lines.append(_one(_encode(self.last.later)))
        self.last = play.game.rules.tell(before, value, after)
        self.commands += NO_COMMAND if command is None else digest(command)
        self._note_time(before, value, after, moment.tick_of(at))
        for seat, views in self.seen.items():
            views.append(_encode(self._sees(play, seat)))
        if self._looked_as:
            self._take_step(seen, moment)

    def _note_time(self, before: View, value: Value, after: View, tick: float) -> None:
        """DESIGN: after a reveal that ends a turn nobody moves for a while. Only what everybody sees decides it."""
        assert self.play is not None
        self.at = tick
        revealed, look = self.play.game.reveals(before, after), self.stored.settings.look
        if revealed and look > 0:
            self.look_until = tick + look
        elif revealed or not isinstance(value, Chance):
            self.look_until = NO_LOOK
        if revealed or (_turn(after) != _turn(before) and after.to_act != "chance"):
            self.turn_began = max(tick, self.look_until)

    def write_down(self, who: int, value: Value, at: float, command: str | None) -> None:
        """Note the entry that was just played as the store keeps it."""
        entry = _encode(entry_to_json(who, value)).decode()
        self.entries.append(StoredMove(self.seq - 1, entry, at, command, self.turn))

    def _take_step(self, before: dict[int, View], moment: Moment) -> None:
        """Note what the entry that was just played shows to the seats that saw the table `before` it."""
        assert self.play is not None
        assert self.last is not None
        happened, views = self.play.game.happened, self._views
        events = {seat: happened(before[seat], views[seat]) for seat in self._looked_as}
        self.steps.append(Step(self.seq, self.last, dict(views), events, self.turn, self.legal(), self.clock(moment)))

    def read(self, stored: StoredTable, log: Iterable[StoredMove], moment: Moment) -> None:
        """Take over what the store has."""
        self.stored = stored
        self.begin(moment)
        for move in log:
            if self.play is None or move.seq != self.seq:
                raise Hole(self.seq)
            self.enter(*parse_entry(self.play, msgspec.json.decode(move.entry)), move.at, move.command, moment)

    # Storing it ------------------------------------------------------------------------------------------------------

    def change(self, live: LiveTable, wake: Wake | None) -> Change:
        """What the store has to do so that the table becomes this."""
        before, table = live.stored, self.stored
        if not self.changed and not self.keys:  # a move, nearly always
            return Change(before.id, before.version, live.seq, self.entries, wake=wake, talk=self.talk)
        seats = zip(before.seats, table.seats, strict=False)
        revoked = {number for number, (old, new) in enumerate(seats) if old.guest is not None and old.guest != new.guest}
        return Change(
            before.id,
            before.version,
            live.seq,
            entries=self.entries,
            table=table if self.changed else None,
            wake=wake,
            talk=self.talk,
            revoked=revoked | {key.seat for key in self.keys},
            keys=self.keys,
        )

    def is_empty(self, live: LiveTable) -> bool:
        """Whether there is nothing to store."""
        return not (self.entries or self.talk or self.keys or self.new_tables) and self.stored == live.stored


class Hole(Exception):
    """An entry of the log is missing."""

    def __init__(self, seq: int) -> None:
        super().__init__(f"entry {seq} is missing")
        self.seq = seq


def new_table(stored: StoredTable, wake: Wake) -> Change:
    """What the store has to do for a table that is new."""
    return Change(stored.id, NEW, table=stored, wake=wake)


def parse_entry(play: Play, entry: Json) -> tuple[int, Value]:
    """Who did what, by an entry of a record."""
    if "chance" in entry:
        return CHANCE, play.game.chance(entry["chance"])
    return entry["seat"], play.game.move(entry["move"])


@lru_cache(maxsize=4096)
def _one(text: bytes) -> bytes:
    """The same object for the same text: most lines of a log have been said before."""
    return text


def _turn(view: View) -> int | str | None:
    """Whose turn a view shows; a game's own `turn` also holds while something is drawn."""
    turn = getattr(view, "turn", None)
    return view.to_act if turn is None or view.to_act == "over" else int(turn)
