"""Everything that reaches a page, kept and compared with what its seat may see: the referee's view of that moment."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import msgspec

from ludotheque.records import steps
from ludotheque.rules.core import SPECTATOR, Json, View

KEYS = {
    "welcome": "type version me table seq looks_as view legal first_line lines later talk present clock",
    "view": "type seq looks_as view legal line later events lines clock",
    "forgotten": "type seq looks_as view line",
    "accepted": "type id seq",
    "refused": "type id code clause args seq view",
    "table": "type table",
    "presence": "type present",
    "talk": "type talk",
    "pong": "type id now",
    "bye": "type code retry",
}
"""What each kind of message may hold. A new part has to be thought about here: may every seat know it?"""
TABLE = (
    "id game players options status public host seats settings hints secret muted trouble carried seq "
    "to_act outcome sha256 rematch measure created changed"
)
"""`secret` says whether the rules let seats hold secrets under these options, which everybody may know; `trouble` why a
table is frozen, and a table in play has none; `carried` that its game came as a record, which everybody must know."""
SECRET = ("deal", "salt", "seed", "token")
"""Names that no answer of the house carries before a game is over."""


class Wire:
    """Records the frames and answers that reach one page."""

    def __init__(self, page: Any) -> None:
        self.frames: list[Json] = []
        self.answers: list[tuple[str, str]] = []
        page.on("websocket", lambda wire: wire.on("framereceived", lambda frame: self.frames.append(json.loads(frame))))
        page.on("response", self._answer)

    def _answer(self, response: Any) -> None:
        """Answers are kept whole; only the house's own words, rules and studies, the same for everybody, are left out."""
        path = response.url.split("/", 3)[-1]
        if path.startswith("api/") and not path.startswith(("api/texts", "api/rules", "api/lessons", "api/studies")):
            self.answers.append((path, ""))
            index = len(self.answers) - 1
            try:
                self.answers[index] = (path, response.text())
            except Exception as gone:  # the page went elsewhere before it could be read
                self.answers[index] = (path, f"unread: {gone}")


def _plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def moments(record: Json, seat: int | None) -> list[Json]:
    """For each moment of a record: what a seat sees, also once it was looked at, what it may do and saw happen, and the log."""
    found: list[Json] = []
    log: list[Json] = []
    before: View | None = None
    for play in steps(record):
        if play.entries:
            log = [_plain(line) for line in play.log()]
        legal = [move.to_json() for move in play.legal()] if play.to_act == seat else []
        view = play.view(SPECTATOR if seat is None else seat)
        events = [] if before is None else _plain(play.game.happened(before, view))
        forgotten = _plain(play.game.forget(view))
        found.append({"view": _plain(view), "forgotten": forgotten, "legal": legal, "log": log, "events": events})
        before = view
    return found


def leaks(frames: list[Json], record: Json, seat: int | None) -> Iterator[str]:
    """Where a page was sent something else than what its seat might see at that moment."""
    at, over = moments(record, seat), -1
    for n, frame in enumerate(frames):
        kind = frame["type"]
        where = f"frame {n} ({kind}, seq {frame.get('seq')})"
        if more := set(frame) - set(KEYS[kind].split()):
            yield f"{where} holds {more}"
        if more := set(frame.get("table", ())) - set(TABLE.split()):
            yield f"{where} says of the table {more}"
        if frame.get("table", {}).get("trouble"):
            yield f"{where} says of a table in play that it is frozen"
        if kind not in ("welcome", "view", "forgotten", "refused") or frame["view"] is None:
            continue
        moment = at[frame["seq"]]
        if kind == "forgotten":
            over = frame["seq"]
        # who comes while others look may see it, too; once that is over, nobody does
        wanted = [moment["forgotten"]] if frame["seq"] == over else [moment["view"]]
        if kind in ("welcome", "refused") or (kind == "view" and frame["line"] is None):
            wanted.append(moment["forgotten"])
        if frame["view"] not in wanted:
            wrong = [key for key in frame["view"] if frame["view"][key] != wanted[0].get(key)]
            yield f"{where} shows another {wrong} than the referee"
        if kind == "refused":
            continue
        if frame["looks_as"] != seat:
            yield f"{where} looks as {frame['looks_as']}"
        if kind == "forgotten":
            yield from _remembered(where, frame, at)
            continue
        if [one["move"] for one in frame["legal"]] not in ([], moment["legal"]):
            yield f"{where} offers {frame['legal']}"
        if frame.get("events", []) not in ([], moment["events"]):
            yield f"{where} tells what happened as {frame['events']}"
        log = moment["log"]
        if kind == "welcome" and frame["view"] == moment["forgotten"] != moment["view"] and frame["lines"]:
            yield from _remembered(where, {**frame, "line": frame["lines"][-1]}, at)
            continue
        told = frame["lines"] if kind == "welcome" else [line for line in (frame["line"],) if line]
        if told and told != log[len(log) - len(told) :]:
            yield f"{where} tells {told}"
        if told and frame["seq"] + 1 < len(at) and (frame["later"] or told[-1]) != at[frame["seq"] + 1]["log"][frame["seq"] - 1]:
            yield f"{where} will tell {frame['later']}"


def _remembered(where: str, frame: Json, at: list[Json]) -> Iterator[str]:
    """After the look, the log says of the last entry what it says of it when the next one has come."""
    seq = frame["seq"]
    if seq + 1 < len(at) and frame["line"] != at[seq + 1]["log"][seq - 1]:
        yield f"{where} tells {frame['line']}"


def spilled(answers: list[tuple[str, str]]) -> Iterator[str]:
    """Answers that carry what is nobody's business before the end."""
    for path, body in answers:
        for name in SECRET:
            if f'"{name}":' in body.replace(" ", "") and f'"{name}":null' not in body.replace(" ", ""):
                yield f"{path} carries {name}"


__all__ = ["Wire", "leaks", "moments", "spilled"]
