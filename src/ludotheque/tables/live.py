"""A table in memory: its play, its log and its clock, all read from the store and dropped at will."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b

import msgspec

from ludotheque import records
from ludotheque.games import all_games
from ludotheque.rules.core import CHANCE, SPECTATOR, Chance, Json, Line, Move, Outcome, Told, Value, View
from ludotheque.rules.play import Play, entry_to_json
from ludotheque.tables import fairness
from ludotheque.tables.model import Clock, Seat, StoredTable, TableInfo
from ludotheque.tables.store import StoredMove

_DIGEST = 8
_encode = msgspec.json.encode
_line = msgspec.json.Decoder(Line).decode


class Step(msgspec.Struct, frozen=True):
    """What one entry of the log led to: for each seat that somebody looks as, what it sees."""

    seq: int
    told: Told
    views: dict[int, View]
    to_act: int
    legal: list[Move]
    clock: Clock


class LiveTable:
    """One table. Whoever plays or reads it holds `lock`, so that nothing is seen before it is stored."""

    __slots__ = (
        *("_commands", "_lines", "_seen", "_spectator", "at", "last", "lock", "look_until"),
        *("play", "stored", "turn_began", "used", "wake"),
    )

    def __init__(self, stored: StoredTable) -> None:
        self.stored = stored
        self.lock = asyncio.Lock()
        self.used = 0.0
        self.play: Play | None = None
        self._lines: list[bytes] = []
        """What the log says of each entry but the last, encoded: that is smaller, and they are seldom read ..."""
        self.last: Told | None = None
        """... and of the last one."""
        self._commands = bytearray()
        """A digest of the command behind each entry."""
        self.at = 0.0
        self.look_until = 0.0
        self.turn_began = 0.0
        self.wake: float | None = 0.0
        self._spectator: View | None = None
        self._seen: dict[int, list[bytes]] = {}
        if stored.deal is not None:
            self._begin(stored.deal)

    def _begin(self, deal: Json) -> None:
        game = all_games()[self.stored.game]
        self.play = Play(game, self.stored.players, self.stored.options, deal)
        self._spectator = self.play.view()
        self.at = self.turn_began = self.stored.changed

    def become(self, other: LiveTable) -> None:
        """Be as another reading of the same table is; who waits for the lock, waits on."""
        for name in self.__slots__:
            if name not in ("lock", "used"):
                setattr(self, name, getattr(other, name))

    # Reading on ------------------------------------------------------------------------------------------------------

    @property
    def seq(self) -> int:
        """How many entries the log holds."""
        return len(self.play.entries) if self.play is not None else 0

    def read(self, stored: StoredTable, log: Iterable[StoredMove], seats: Iterable[int] = ()) -> list[Step]:
        """Take over what the store has beyond what is here."""
        self.stored = stored
        if stored.deal is not None and self.play is None:
            self._begin(stored.deal)
        steps = []
        for move in log:
            if self.play is None or move.seq != self.seq:
                continue
            who, value = self._parse(move.entry)
            steps.append(self.enter(who, value, move.at, move.command, seats))
        return steps

    def _parse(self, text: str) -> tuple[int, Value]:
        assert self.play is not None
        entry = msgspec.json.decode(text)
        if "chance" in entry:
            return CHANCE, self.play.game.chance(entry["chance"])
        return entry["seat"], self.play.game.move(entry["move"])

    def enter(self, who: int, value: Value, at: float, command: str | None, seats: Iterable[int] = ()) -> Step:
        """Play one entry and say what comes of it. The caller has stored it, or takes it back by reading anew."""
        play, before = self.play, self._spectator
        assert play is not None
        assert before is not None
        if isinstance(value, Chance):
            play.draw(value)
        else:
            assert isinstance(value, Move)
            play.play(value, who)
        after = play.view()
        told = play.game.rules.tell(before, value, after)
        if self.last is not None:
            self._lines.append(_one(_encode(self.last.later)))
        self.last, self._spectator = told, after
        self._commands += bytes(_DIGEST) if command is None else _digest(command)
        self._note_time(before, after, at)
        for seat, seen in self._seen.items():
            seen.append(_encode(play.view(seat)))
        views = {seat: after if seat == SPECTATOR else play.view(seat) for seat in seats}
        return Step(self.seq, told, views, play.to_act, self.legal(), self.clock(at))

    def answered(self, command: str) -> int | None:
        """The seq with which a command was accepted, if it was."""
        digest, at = _digest(command), -1
        while (at := self._commands.find(digest, at + 1)) >= 0:
            if at % _DIGEST == 0:
                return at // _DIGEST + 1
        return None

    def _note_time(self, before: View, after: View, at: float) -> None:
        """DESIGN: after a reveal that ends a turn nobody moves for a while. Only what everybody sees decides it."""
        assert self.play is not None
        self.at = at
        revealed = self.play.game.reveals(before, after)
        if revealed or (_turn(after) != _turn(before) and after.to_act != "chance"):
            self.look_until = at + self.stored.settings.look if revealed and self.stored.settings.look > 0 else 0.0
            self.turn_began = max(at, self.look_until)

    # What is on the table --------------------------------------------------------------------------------------------

    def view(self, seat: int) -> View | None:
        """What a seat sees now; None before the start."""
        if self.play is None:
            return None
        return self._spectator if seat == SPECTATOR else self.play.view(seat)

    def legal(self) -> list[Move]:
        """What the seat to act may do; nothing when the table is closed."""
        return self.play.legal() if self.play is not None and self.stored.status == "playing" else []

    def log(self, since: int = 0, until: int | None = None) -> list[Line]:
        """Lines of the log, as everybody may read them now."""
        lines = [_line(line) for line in self._lines[since:until]]
        if self.last is not None and since < self.seq and (until is None or self.seq <= until):
            lines.append(self.last.now)
        return lines

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

    @property
    def to_act(self) -> int | None:
        """The seat to act, if a seat is to act and the table is open for play."""
        if self.play is None or self.stored.status != "playing":
            return None
        seat = self.play.to_act
        return seat if seat >= 0 else None

    def seats_of(self, guest: str | None) -> list[int]:
        """The seats that belong to a guest."""
        if guest is None:
            return []
        return [number for number, seat in enumerate(self.stored.seats) if seat.kind == "guest" and seat.guest == guest]

    def clock(self, now: float) -> Clock:
        """The time, and what it limits."""
        turn_until = self.turn_until
        return Clock(
            now=millis(now),
            look_until=millis(self.look_until) if self.look_until > now else None,
            turn_until=None if turn_until is None else millis(turn_until),
        )

    @property
    def turn_until(self) -> float | None:
        """When the timer plays instead of a human."""
        seat = self.to_act
        if seat is None or self.stored.settings.timer is None or played_by_house(self.stored.seats[seat]):
            return None
        return self.turn_began + self.stored.settings.timer

    def due(self, pace: float) -> float | None:
        """When somebody has to act for the seat to act; None while it is up to a human without a timer."""
        seat = self.to_act
        if seat is None:
            return None
        if played_by_house(self.stored.seats[seat]):
            return max(self.at + pace, self.look_until)
        return self.turn_until

    def info(self) -> TableInfo:
        """The table as everybody may see it."""
        stored, game = self.stored, all_games().get(self.stored.game)
        outcome: Outcome | None = stored.outcome
        to_act = None if self._spectator is None else "over" if outcome is not None else self._spectator.to_act
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
            seq=self.seq,
            to_act=to_act,
            outcome=outcome,
            sha256=published_hash(stored),
            rematch=stored.rematch,
            created=millis(stored.created),
            changed=millis(stored.changed),
        )

    def record(self) -> Json:
        """The table's record, with who sat there; the deal can be checked against the hash."""
        assert self.play is not None
        kept = self.play.record()
        stored = self.stored
        kept["seats"] = [{"name": seat.name, "kind": seat.kind, "level": seat.level} for seat in stored.seats]
        if stored.deal is not None and stored.salt is not None:
            kept["fairness"] = {"sha256": fairness.digest(stored.deal, stored.salt), "salt": stored.salt}
        return kept


@lru_cache(maxsize=4096)
def _one(text: bytes) -> bytes:
    """The same object for the same text: most lines of a log have been said before."""
    return text


def _digest(command: str) -> bytes:
    return blake2b(command.encode(), digest_size=_DIGEST).digest()


def _turn(view: View) -> int | str | None:
    """Whose turn a view shows; a game's own `turn` also holds while something is drawn."""
    turn = getattr(view, "turn", None)
    return view.to_act if turn is None or view.to_act == "over" else int(turn)


def millis(seconds: float) -> int:
    """Seconds as whole milliseconds."""
    return round(seconds * 1000)


def played_by_house(seat: Seat) -> bool:
    """Whether a bot of ours plays for a seat."""
    return seat.kind == "bot" or seat.stand_in is not None or seat.resigned


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


__all__ = ["LiveTable", "Step", "hints_allowed", "millis", "played_by_house", "published_hash"]
