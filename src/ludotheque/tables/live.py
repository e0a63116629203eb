"""A table in memory: exactly what the store has of it, read from there and dropped at will."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable

import msgspec

from ludotheque import records
from ludotheque.games import all_games
from ludotheque.rules.core import CHANCE, OVER, Fault, Json, Line, Outcome, Refused, Turn
from ludotheque.rules.play import Play, entry_to_json
from ludotheque.tables import commands, fairness
from ludotheque.tables.draft import Draft, Hole
from ludotheque.tables.measures import strength_after
from ludotheque.tables.model import StoredTable, TableInfo, Talk, Trouble
from ludotheque.tables.position import NO_TIME, Moment, Position, millis
from ludotheque.tables.store import Listed, StoredMove

_encode = msgspec.json.encode
_line = msgspec.json.Decoder(Line).decode


class LiveTable(Position):
    """One table. Whoever changes it holds `lock` from deciding to adopting; who reads it finds only what is stored."""

    __slots__ = (
        "__weakref__",
        "_commands",
        "_have_seen",
        "_lines",
        "_seen",
        "doubt",
        "known_since",
        "lock",
        "said",
        "trouble",
        "used",
        "wake",
    )

    def __init__(self, stored: StoredTable, moment: Moment = NO_TIME) -> None:
        super().__init__(stored)
        self.lock = asyncio.Lock()
        self.used = 0.0
        self.known_since = moment.tick
        """Since when this server hears what other servers say of the table."""
        self._have_seen: dict[int, int] = {}
        """Up to which seq the pages of a seat have shown everything; memory only."""
        self._lines: list[bytes] = []
        """What the log says of each entry but the last, encoded: that is smaller, and they are seldom read."""
        self._commands = bytearray()
        self._seen: dict[int, list[bytes]] = {}
        self.wake: float | None = 0.0
        """The tick at which somebody has to act, as the store knows it; 0: not known."""
        self.said = 0
        """How many things said people here have been told."""
        self.trouble: Trouble | None = None
        self.doubt: asyncio.Future[list[Talk]] | None = None
        """A write of which it is not known whether it happened: the store is read before anything of the table is told."""
        self.begin(moment)

    def adopt(self, draft: Draft) -> None:
        """Be what has been stored."""
        seen = self.seen_by_all
        self.stand_as(draft)
        self.seen_by_all = seen  # while a change was being stored, people went on looking
        self._lines += draft.lines
        self._commands += draft.commands
        for seat in list(self._seen):
            if seat in draft.seen:
                self._seen[seat] += draft.seen[seat]
            elif draft.commands:  # asked for while the draft was being stored: what it brought is missing
                del self._seen[seat]

    def answered(self, command: str) -> int | None:
        """The seq with which a command was accepted, if it was."""
        return commands.answered(self._commands, command)

    # What is on the table --------------------------------------------------------------------------------------------

    def log(self, moment: Moment, since: int = 0, until: int | None = None) -> list[Line]:
        """Lines of the log, as everybody may read them now."""
        lines = [_line(line) for line in self._lines[since:until]]
        last = self.line(moment)
        if last is not None and since < self.seq and (until is None or self.seq <= until):
            lines.append(last)
        return lines

    @property
    def followed(self) -> Collection[int]:
        """The seats of which every view is kept, for the bots that play there."""
        return self._seen.keys()

    def seen(self, seat: int) -> list[bytes]:
        """Every view that a seat has been shown, in order."""
        if seat not in self._seen:
            assert self.play is not None
            replica = Play(self.play.game, self.play.players, self.play.options, self.play.deal)
            views = [_encode(replica.view(seat))]
            for who, value in self.play.entries:
                records.enter(replica, entry_to_json(who, value), replica.state.entries)
                views.append(_encode(replica.view(seat)))
            self._seen[seat] = views
        return self._seen[seat]

    def note_seen(self, seats: Iterable[int]) -> bool:
        """Who sits there has seen the last entry; whether that is news."""
        before = self.have_seen()
        self._have_seen.update(dict.fromkeys(seats, self.seq))
        return self.have_seen() != before

    def have_seen(self) -> set[int]:
        """The seats that have seen the last entry."""
        return {seat for seat, seq in self._have_seen.items() if seq == self.seq}

    def info(self) -> TableInfo:
        """The table as everybody may see it."""
        return table_info(self.stored, self.seq, None if self.play is None else self.turn, self.trouble)

    def record(self) -> Json:
        """The table's record, with who sat there; the deal can be checked against the hash."""
        assert self.play is not None
        kept = self.play.record()
        stored = self.stored
        kept["seats"] = [{"name": seat.name, "kind": seat.kind, "level": seat.level} for seat in stored.seats]
        if stored.deal is not None and stored.salt is not None:
            kept["fairness"] = {"sha256": fairness.digest(stored.deal, stored.salt), "salt": stored.salt}
        return kept


def load(stored: StoredTable, log: Iterable[StoredMove], moment: Moment) -> LiveTable:
    """A table from its log. What cannot be replayed is frozen and says why, it is never repaired."""
    live = LiveTable(msgspec.structs.replace(stored, deal=None), moment)
    try:
        draft = Draft(live)
        draft.read(stored, log, moment)
    except Hole as hole:
        return freeze(live, Trouble("hole", hole.seq))
    except KeyError:
        return freeze(live, Trouble("unknown_game" if stored.game not in all_games() else "unreplayable", draft.seq))
    except (Fault, Refused, msgspec.MsgspecError, TypeError):
        return freeze(live, Trouble("unreplayable", draft.seq))
    live.adopt(draft)
    return live


def freeze(live: LiveTable, trouble: Trouble) -> LiveTable:
    """Nothing more is played or shown at a table whose log does not lead anywhere; it can be exported."""
    live.stand_as(Position(msgspec.structs.replace(live.stored, status="frozen", deal=None)))
    live.trouble = trouble
    return live


def listed_info(listed: Listed) -> TableInfo | None:
    """A table in a list, without replaying it; None if that does not tell whose turn it is."""
    if listed.seq == 0 and listed.table.status in ("open", "playing"):
        return load(listed.table, (), NO_TIME).info()
    if listed.turn is None and listed.table.deal is not None and listed.table.outcome is None:
        return None
    return table_info(listed.table, listed.seq, listed.turn if listed.table.outcome is None else OVER)


def table_info(stored: StoredTable, seq: int, to_act: Turn | None, trouble: Trouble | None = None) -> TableInfo:
    """A table as everybody may see it."""
    game, outcome = all_games().get(stored.game), stored.outcome
    return TableInfo(
        id=stored.id,
        game=stored.game,
        players=stored.players,
        options=stored.options,
        status=stored.status,
        public=stored.public,
        host=stored.host,
        seats=stored.seats,
        settings=stored.settings,
        hints=hints_allowed(stored),
        secret=game is None or game.secret(stored.options),
        muted=stored.muted,
        seq=seq,
        to_act=_shown_turn(to_act, outcome),
        outcome=outcome,
        sha256=published_hash(stored),
        rematch=stored.rematch,
        measure=strength_after(stored),
        created=millis(stored.created),
        changed=millis(stored.changed),
        trouble=trouble,
        carried=stored.carried,
    )


def _shown_turn(to_act: Turn | None, outcome: Outcome | None) -> Turn | None:
    """As views show it."""
    if to_act is None:
        return None
    if outcome is not None or to_act == OVER:
        return "over"
    return "chance" if to_act == CHANCE else to_act


def hints_allowed(stored: StoredTable) -> bool:
    """By the host's choice; otherwise where a single human plays."""
    if stored.settings.hints is not None:
        return stored.settings.hints
    return sum(seat.kind != "bot" for seat in stored.seats) == 1


def published_hash(stored: StoredTable) -> str | None:
    """The fair-deal hash, once there is a deal."""
    if stored.deal is None or stored.salt is None:
        return None
    return fairness.digest(stored.deal, stored.salt)
