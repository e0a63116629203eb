"""The checker: reads every frame as a server writes it, every answer as a server gives it, and the store after every write."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from ludotheque.server.audience import LINES
from ludotheque.tables.hosting import look_denied
from ludotheque.tables.model import Talk
from tests.weather.clock import Life
from tests.weather.store import Storm
from tests.weather.truth import Truth
from tests.weather.wire import Line
from tests.weather.world import World

if TYPE_CHECKING:
    from tests.weather.servers import Server

UNDECIDED = {"busy", "rate", "unreadable", "unavailable"}
"""Refusals that do not say what became of the command."""


class _Frame(msgspec.Struct):
    """A frame of which only the view is read, byte for byte."""

    view: msgspec.Raw = msgspec.Raw(b"null")


_views = msgspec.json.Decoder(_Frame)


@dataclass
class Shown:
    """What one line was shown, and what it is still to be told."""

    table: str
    guest: str | None
    began: float
    expected: deque[tuple[str, bool]] = field(default_factory=deque)
    """The ids of commands that are not answered yet, in their order, and whether each was in the log when it was sent."""
    welcomed: bool = False
    looks_as: int | None = None
    seq: int | None = None
    """The last entry that was shown; None before the start."""
    state: int = 0
    """The number of the table's last state that was shown."""
    heard: set[int] = field(default_factory=set)
    """The lines of talk that were shown."""
    first_heard: int = 0
    bye: bool = False
    welcomed_at: float = 0.0
    forgotten: int = -1
    """The seq of which it was told that the look is over."""
    uncovered: bool = False
    """Whether the last thing that was shown is hidden again later."""


class Checker:
    """One per world."""

    def __init__(self, world: World, storm: Storm) -> None:
        self.world, self.storm = world, storm
        self.truths: dict[str, Truth] = {}
        self.lines: dict[Line, Shown] = {}
        self.talk: dict[str, list[tuple[float, Talk]]] = {}
        self.said_by: dict[str, dict[str, int]] = {}
        """By table and command, the number of what it said."""
        self.frames = 0
        storm.watch = self.stored

    def truth(self, table_id: str) -> Truth | None:
        """What really is at a table."""
        return self.truths.get(table_id)

    def tables(self) -> list[str]:
        """All tables."""
        return list(self.truths)

    # The store -------------------------------------------------------------------------------------------------------

    def stored(self) -> None:
        """After a write."""
        for table_id, row in self.storm.kept._tables.items():
            truth = self.truths.get(table_id)
            if truth is None:
                truth = self.truths[table_id] = Truth(self.world, table_id)
                truth.present = partial(self._present, table_id, None)
                truth.heard_late = self.storm.shared
                self.talk[table_id], self.said_by[table_id] = [], {}
            if not truth.documents or truth.documents[-1] != row.doc:
                truth.state(row.doc)
            for move in row.log[truth.seq :]:
                truth.entry(move.seq, move.entry, move.at, move.command)
            truth.complete()
            said = self.talk[table_id]
            for line in row.said[len(said) :]:
                again = line.kind == "chat" and any(line.text == before.text for _, before in said)
                self.world.demand(not again, "the store has it twice:", line)
                said.append((self.world.loop.time(), line))
            self.said_by[table_id] = {command: line.n for command, line in row.said_by.items()}
        for truth in self.truths.values():
            again = truth.stored.rematch
            self.world.demand(again is None or again in self.truths, truth.id, "names a rematch that does not exist:", again)

    def _present(self, table_id: str, server: Life | None, since: float) -> set[str]:
        """Whose pages a server knows since then; None: any. Between servers, that somebody is there may not have been heard."""
        if server is None and self.storm.shared:
            return set()
        here = [shown for line, shown in self.lines.items() if not line.gone and server in (None, line.server)]
        known = [shown for shown in here if shown.table == table_id and shown.welcomed and shown.welcomed_at < since]
        return {shown.guest for shown in known if shown.guest is not None}

    # Frames ----------------------------------------------------------------------------------------------------------

    def connected(self, line: Line, table: str, guest: str | None) -> None:
        """A page has come."""
        self.lines[line] = Shown(table, guest, self.world.loop.time())
        line.on_write = lambda text: self.written(line, text)

    def sent(self, line: Line, message: dict[str, Any] | bytes) -> None:
        """A page sends a command, and is to be answered once."""
        shown = self.lines[line]
        truth = self.truths.get(shown.table)
        if isinstance(message, dict) and message["type"] == "seen":
            if truth is not None and shown.guest is not None:
                truth.seen.setdefault(message["seq"], {}).setdefault(shown.guest, self.world.loop.time())
            return
        command = "" if isinstance(message, bytes) else message["id"]
        name = f"{shown.guest} {command}"
        stored = truth is not None and (name in truth.commands or name in self.said_by[truth.id])
        shown.expected.append((command, stored))

    def written(self, line: Line, text: bytes) -> None:
        """A server writes a frame."""
        if self.world.wrong is not None:
            return
        self.frames += 1
        message = msgspec.json.decode(text)
        kind = message["type"]
        shown = self.lines[line]
        if kind != "presence":
            self.world.note(line.server.name, "to", line.name, _brief(message))
        if kind == "bye":
            shown.bye = True
            return
        self.world.demand(shown.welcomed or kind == "welcome", line.name, "was sent", kind, "before its welcome")
        truth = self.truths.get(shown.table)
        if truth is None:
            self.world.demand(False, line.name, "is at a table that is not stored:", shown.table)
            return
        with_view = bytes(_views.decode(text).view) if message.get("view") is not None else None
        getattr(self, f"_{kind}")(line, shown, truth, message, with_view)

    def _welcome(self, line: Line, shown: Shown, truth: Truth, message: Any, view: bytes | None) -> None:
        self.world.demand(not shown.welcomed, line.name, "was welcomed twice")
        shown.welcomed, shown.welcomed_at = True, self.world.loop.time()
        self._info(line.name, shown, truth, message["table"])
        self._position(line, shown, truth, message, view)
        shown.seq = None if view is None else message["seq"]
        first, seq = message["first_line"], message["seq"]
        self._log(line.name, truth, first, seq, seq, message["lines"])
        stored = self.talk[truth.id]
        for said in message["talk"]:
            self._said(line, truth, said)
            shown.heard.add(said["n"])
        shown.first_heard = min(shown.heard, default=len(stored))

    def _log(self, who: str, truth: Truth, first: int, until: int, seq: int, lines: list[Any]) -> None:
        """Lines of the log; the last one says less when the look is over."""
        hidden = truth.hidden(seq)
        wanted = [truth.lines(first, until, seq, hidden=choice) for choice in (False, True) if hidden in (None, choice)]
        self.world.demand(lines in wanted, who, "was told another log at", seq, "hidden:", hidden)

    def _forgotten(self, line: Line, shown: Shown, truth: Truth, message: Any, view: bytes | None) -> None:
        """The look is over, of what was shown last, and never twice."""
        seq, demand = message["seq"], self.world.demand
        demand(seq == shown.seq, line.name, "was to forget", seq, "at", shown.seq)
        demand(truth.hidden(seq) is not False, line.name, "was to forget what is still looked at:", seq)
        demand(shown.forgotten != seq, line.name, "was to forget twice:", seq)
        if (truth.look_left(seq) or 0.0) > 1e-6 and self.world.steady and self.world.prompt:
            all_seen = truth.all_have_seen(seq, partial(self._present, truth.id, line.server))
            demand(all_seen, line.name, "was to forget while somebody still looks:", seq)
        demand(message["looks_as"] == shown.looks_as, line.name, "was to forget as", message["looks_as"])
        if self.world.wrong is None:
            demand(view == truth.forgotten(seq, shown.looks_as), line.name, "still sees something else at", seq)
            demand(message["line"] == msgspec.to_builtins(truth.line(seq)[1]), line.name, "is still told of", seq)
        shown.forgotten, shown.uncovered = seq, False

    def _view(self, line: Line, shown: Shown, truth: Truth, message: Any, view: bytes | None) -> None:
        seq = message["seq"]
        self._position(line, shown, truth, message, view)
        if message["line"] is not None:
            self.world.demand(shown.seq is None or seq == shown.seq + 1, line.name, "was shown", seq, "after", shown.seq)
            if seq <= truth.seq:
                now, later = msgspec.to_builtins(truth.line(seq))
                wanted = now, (None if now == later else later)
                self.world.demand((message["line"], message["later"]) == wanted, line.name, "was told another line at", seq)
                happened = truth.events(seq, message["looks_as"]) if self.world.wrong is None else None
                self.world.demand(message["events"] == happened, line.name, "was told that something else happened at", seq)
        else:
            self.world.demand(shown.seq is None or seq == shown.seq, line.name, "was shown", seq, "at", shown.seq)
            first_time = shown.seq is None
            self.world.demand((message["lines"] is not None) == first_time, line.name, "was told the log at", seq)
            if first_time:
                self._log(line.name, truth, max(0, seq - LINES), seq, seq, message["lines"])
        shown.seq = seq

    def _position(self, line: Line, shown: Shown, truth: Truth, message: Any, view: bytes | None) -> None:
        """A view, and what is legal in it."""
        seq, looks_as = message["seq"], message["looks_as"]
        at_once = message.get("line") is not None
        if not self._seen(line, shown, truth, seq, looks_as, view, at_once=at_once) or view is None:
            return
        mine = looks_as is not None and truth.to_act_at(seq) == looks_as
        legal = [one["move"] for one in message["legal"]]
        closed = any(state.status != "playing" for state in truth.history)
        wanted = truth.legal(seq) if mine else []
        right = legal == wanted or (closed and not legal)
        self.world.demand(right, line.name, "was told other moves at", seq, legal[:3], "instead of", wanted[:3])

    def _seen(
        self,
        line: Line,
        shown: Shown,
        truth: Truth,
        seq: int,
        looks_as: int | None,
        view: bytes | None,
        *,
        at_once: bool = False,
    ) -> bool:
        """A view as it is stored, of a seat that one may look as; `at_once`, or while all look, with what is hidden later."""
        demand = self.world.demand
        demand(seq <= truth.seq, line.name, "was shown entry", seq, "of", truth.id, "which holds", truth.seq)
        demand(looks_as is None or truth.owned(shown.guest, looks_as), line.name, "looks as seat", looks_as, "of somebody else")
        if view is not None:
            demand(truth.stored.deal is not None, line.name, "was shown a deal that is not stored")
        if self.world.wrong is not None:
            return False
        shown.looks_as = looks_as
        if view is not None:
            hidden = False if at_once else True if shown.forgotten == seq else truth.hidden(seq)
            wanted = [truth.view(seq, looks_as)] * (hidden is not True)
            wanted += [truth.forgotten(seq, looks_as)] * (hidden is not False)
            demand(view in wanted, line.name, "saw something else at", seq, "as", looks_as, "hidden:", hidden)
            shown.uncovered = view != truth.forgotten(seq, looks_as)
        return self.world.wrong is None

    def _accepted(self, line: Line, shown: Shown, truth: Truth, message: Any, view: bytes | None) -> None:
        self._answer(line, shown, message)
        command = f"{shown.guest} {message['id']}"
        if message["id"].startswith("m"):
            entered = truth.commands.get(command)
            self.world.demand(entered == message["seq"], line.name, "was told that", message, "but it is stored as", entered)
        elif message["id"].startswith("s"):
            kept = self.said_by[truth.id].get(command)
            self.world.demand(kept == message["seq"], line.name, "was told that", message, "but it is kept as", kept)
        else:
            self.world.demand(message["seq"] <= truth.seq, line.name, "was told of", message["seq"], "while it is", truth.seq)

    def _refused(self, line: Line, shown: Shown, truth: Truth, message: Any, view: bytes | None) -> None:
        stored = self._answer(line, shown, message)
        if message["code"] not in UNDECIDED:
            self.world.demand(not stored, line.name, "was refused what had been stored:", message["id"], message["code"])
        if view is not None:
            looks_as = msgspec.json.decode(view)["seat"]
            self._seen(line, shown, truth, message["seq"], looks_as, view)

    def _pong(self, line: Line, shown: Shown, truth: Truth, message: Any, view: bytes | None) -> None:
        self._answer(line, shown, message)

    def _answer(self, line: Line, shown: Shown, message: Any) -> bool:
        """Every command is answered once, in their order; whether this one was in the log when it was sent."""
        wanted, stored = shown.expected.popleft() if shown.expected else (None, False)
        self.world.demand(wanted == message["id"], line.name, "was answered", message["id"], "when", wanted, "was asked")
        return stored

    def _table(self, line: Line, shown: Shown, truth: Truth, message: Any, view: bytes | None) -> None:
        self._info(line.name, shown, truth, message["table"])

    def _info(self, who: str, shown: Shown | None, truth: Truth, info: dict[str, Any]) -> None:
        """A table as it was stored, and never older than what one was told before."""
        seq, to_act = info["seq"], info["to_act"]
        since = shown.state if shown is not None else 0
        found = next((at for at in range(len(truth.infos) - 1, since - 1, -1) if not _differing(truth.infos[at], info)), None)
        if found is None:
            old = any(not _differing(known, info) for known in truth.infos)
            what = "older than before" if old else f"that was never stored: {_differing(truth.infos[-1], info)}"
            self.world.demand(False, who, "was told of a table", what)
            return
        if shown is not None:
            shown.state = found
        self.world.demand(seq <= truth.seq, who, "was told of", seq, "entries while there are", truth.seq)
        if self.world.wrong is None and truth.history[found].deal is not None:
            wanted = "over" if info["outcome"] is not None else truth.to_act_at(seq)
            self.world.demand(to_act == wanted, who, "was told that", to_act, "is to act at", seq, "not", wanted)

    def _talk(self, line: Line, shown: Shown, truth: Truth, message: Any, view: bytes | None) -> None:
        said = message["talk"]
        self._said(line, truth, said)
        self.world.demand(said["n"] not in shown.heard, line.name, "was told twice:", said)
        shown.heard.add(said["n"])

    def _said(self, line: Line, truth: Truth, said: Any) -> None:
        stored = self.talk[truth.id]
        kept = msgspec.to_builtins(stored[said["n"]][1]) if said["n"] < len(stored) else None
        self.world.demand(kept == said, line.name, "was told", said, "but what was said is", kept)

    def _presence(self, line: Line, shown: Shown, truth: Truth, message: Any, view: bytes | None) -> None:
        pass

    # Answers to requests ---------------------------------------------------------------------------------------------

    def answered(self, guest: str, route: str, args: dict[str, Any], answer: tuple[str, Any]) -> None:
        """A server answers a request."""
        if answer[0] != "ok" or self.world.wrong is not None:
            return
        found = answer[1]
        body = msgspec.json.decode(msgspec.json.encode(found))
        who = f"{guest} asking for {route}"
        truth = self.truths.get(args.get("table_id", body.get("id", "")))
        if route in ("public_tables", "my_tables"):
            for info in body["tables"]:
                self._info(who, None, self.truths[info["id"]], info)
        elif truth is None:
            self.world.demand(False, who, "was told of a table that is not stored")
        elif route in ("record", "fair"):
            shown = route == "record" or body["deal"] is not None
            self.world.demand(not shown or truth.stored.outcome is not None, who, "was shown the deal before the end")
        elif route == "rematch":
            self.world.demand(body["table"] in self.truths, who, "was sent to a table that does not exist")
        elif route == "log":
            first, seq = body["first"], body["seq"]
            self.world.demand(seq <= truth.seq, who, "was told of", seq, "entries while there are", truth.seq)
            self._log(who, truth, first, first + 500, seq, body["lines"])
        elif route == "legal":
            seat = body["seat"]
            self.world.demand(seat is None or truth.owned(guest, seat), who, "was told the moves of", seat)
        else:
            self._info(who, None, truth, body)

    # Bots ------------------------------------------------------------------------------------------------------------

    def asked(self, game: str, seat: int, views: Sequence[bytes], key: tuple[str, int, int] | None) -> None:
        """A bot is shown views: of its own seat, and of nothing that is not stored."""
        seen = {truth.view(seq, seat) for truth in self.truths.values() for seq in self._moments(truth, game, seat, key)}
        self.world.demand(views[-1] in seen, "a bot was shown what seat", seat, "does not see:", key, views[-1])

    @staticmethod
    def _moments(truth: Truth, game: str, seat: int, key: tuple[str, int, int] | None) -> Iterable[int]:
        """The moments at a table that a bot may be asked about."""
        if (
            truth.game != game
            or truth.stored.deal is None
            or seat >= truth.stored.players
            or key not in (None, (truth.id, seat, key[2]))
        ):
            return ()
        return range(truth.seq + 1) if key is None else (key[2],) if key[2] <= truth.seq else ()

    # The end ---------------------------------------------------------------------------------------------------------

    def finish(self, servers: Iterable[Server], grace: float) -> None:
        """After some time of fine weather everybody knows everything that is older than `grace`."""
        until = self.world.loop.time() - grace
        for line, shown in self.lines.items():
            if not line.gone and shown.began < until and self.world.wrong is None:
                self._up_to_date(line, shown, until)
        for server in servers:
            if server.up and server.hall is not None:
                for table_id in server.hall.audience.tables:
                    self._remembers(server, table_id, until)

    def _up_to_date(self, line: Line, shown: Shown, until: float) -> None:
        demand = self.world.demand
        demand(shown.welcomed, line.name, "was never welcomed")
        if not shown.welcomed:
            return
        demand(not shown.expected, line.name, "was never answered:", list(shown.expected))
        truth = self.truths[shown.table]
        if truth.changed[-1] <= until:
            seat = None if shown.looks_as is None or truth.stored.deal is None else truth.stored.seats[shown.looks_as]
            sits = seat is None or seat.guest == shown.guest
            demand(sits, line.name, "still looks as seat", shown.looks_as)
            demand(look_denied(truth.stored, shown.guest) is None, line.name, "is still there, but was sent away")
        entries = sum(at <= until for at in truth.entered)
        still = shown.uncovered and shown.seq is not None and truth.hidden(shown.seq) is True
        demand(not still, line.name, "was never told that the look is over at", shown.seq)
        demand((shown.seq or 0) >= entries, line.name, "was shown", shown.seq, "of", entries, "entries")
        states = sum(at <= until for at in truth.changed)
        missed = truth.infos[shown.state] != truth.infos[states - 1] and shown.state < states - 1
        demand(not missed, line.name, "was not told of the table's state", states - 1, "but of", shown.state)
        said = {line.n for at, line in self.talk[truth.id] if at <= until}
        unheard = {n for n in said if n >= shown.first_heard} - shown.heard
        demand(not unheard, line.name, "was not told what was said:", sorted(unheard))

    def _remembers(self, server: Server, table_id: str, until: float) -> None:
        """What is in a server's memory is what is stored."""
        assert server.hall is not None
        live, truth = server.hall.house.known(table_id), self.truths[table_id]
        self.world.demand(live is not None, server.name, "has lost a table that somebody looks at:", table_id)
        if live is not None:
            entries = sum(at <= until for at in truth.entered)
            self.world.demand(entries <= live.seq <= truth.seq, server.name, "has", live.seq, "of", truth.seq, "entries")
            states = [
                state for state, at in zip(truth.history, truth.changed, strict=True) if at <= until or state == truth.stored
            ]
            self.world.demand(live.stored in states[-2:], server.name, "has another table", table_id, "than is stored")


def _differing(stored: dict[str, Any], told: dict[str, Any]) -> dict[str, Any]:
    """What was told otherwise than it is stored."""
    return {name: told.get(name) for name, value in stored.items() if told.get(name) != value}


def _brief(message: dict[str, Any]) -> str:
    """A frame in the diary."""
    kept = {key: value for key, value in message.items() if key in ("type", "id", "seq", "looks_as", "code", "talk", "retry")}
    if "table" in message:
        kept["status"] = message["table"]["status"]
    return repr(kept)
