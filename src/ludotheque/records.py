"""Game records: writing, checking and replaying them.

A record is plain JSON (`docs/records.md`). It is checked from its deal to its result; the first thing wrong is a Fault that
says where it stands. Keys that this version does not know are left alone: the format grows by new keys only.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar, cast

from ludotheque.games import all_games
from ludotheque.rules.core import CHANCE, OVER, Fault, Json, Refusal, Refused
from ludotheque.rules.game import Game
from ludotheque.rules.play import FORMAT, Play

T = TypeVar("T")


def dumps(record: Json) -> str:
    """A record as one line of JSON."""
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class RecordLine:
    """One line of a file of records, counted from 1, not yet read."""

    file: Path
    number: int
    content: bytes

    def read(self) -> Json:
        """The record on it, not yet checked."""
        return loads(self.content)


def read_lines(file: Path) -> list[RecordLine]:
    """The lines of a file of records (- is the standard input); empty ones are passed over.

    A line ends with a line feed and nothing else: a name may hold U+2028, which `str.splitlines` takes for an end.
    """
    content = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    lines = (RecordLine(file, number, line) for number, line in enumerate(content.split(b"\n"), 1))
    return [line for line in lines if line.content.strip()]


def loads(line: str | bytes) -> Json:
    """The record on a line, not yet checked."""
    try:
        text = line if isinstance(line, str) else line.decode("utf-8")
        record = json.loads(text, parse_constant=_no_constant)
    except UnicodeDecodeError:
        raise Fault("not_json", problem="UTF-8") from None
    except json.JSONDecodeError as error:
        raise Fault("not_json", problem=f"{error.msg}, {error.pos}") from None
    except (ValueError, RecursionError):  # a number of thousands of digits, NaN, brackets without end
        raise Fault("unreadable_json") from None
    if type(record) is not dict:
        raise Fault("not_an_object", what="record")
    return record


def _no_constant(name: str) -> None:
    raise ValueError(name)


def begin(record: Json, known: Mapping[str, Game] | None = None) -> Play:
    """A play at the beginning of a record: its format, game, players, options and deal are checked.

    The game is one of those `known`: all that are installed, unless told otherwise.
    """
    known = all_games() if known is None else known
    if record.get("format") != FORMAT:
        raise Fault("unknown_format", format=str(record.get("format"))[:40], known=FORMAT)
    slug = record.get("game")
    if type(slug) is not str or slug not in known:
        raise Fault("unknown_game", game=str(slug)[:40], known=", ".join(known))
    game = known[slug]
    given = _typed(record, "options", dict)
    for option in game.rules.OPTIONS:
        if option.name not in given:
            raise Fault("missing_option", option=option.name)
    players = _typed(record, "players", int)
    deal = _typed(record, "deal", dict)
    _typed(record, "moves", list)
    return Play(game, players, game.options(given), deal)


def _typed(record: Json, key: str, kind: type[T]) -> T:
    if key not in record:
        raise Fault("missing_key", key=key)
    if type(record[key]) is not kind:
        raise Fault("wrong_type", key=key, kind={dict: "object", list: "list", int: "number"}[kind])
    return cast(T, record[key])


def names(record: Json) -> list[str]:
    """The names of the seats, as far as the record tells them; "" for the others. Anything may stand there."""
    told = record.get("seats")
    named = [seat.get("name") if isinstance(seat, dict) else None for seat in told] if isinstance(told, list) else []
    players = int(record["players"])
    return [str(name or "") for name in (*named, *[None] * players)][:players]


def enter(play: Play, entry: object, index: int) -> None:
    """Play one recorded entry, or raise the Fault of that entry."""
    try:
        if type(entry) is not dict:
            raise Fault("not_an_object", what="entry")
        if play.to_act == OVER:
            raise Refused(Refusal("over", "any.4"))
        if "chance" in entry:
            if "move" in entry or "seat" in entry:
                raise Fault("move_and_chance")
            play.draw(play.game.chance(entry["chance"]))
            return
        if "move" not in entry or "seat" not in entry:
            raise Fault("no_move")
        seat = entry["seat"]
        if type(seat) is not int or not 0 <= seat < play.players:
            raise Fault("bad_seat", "any.3", key="seat", seat=str(seat)[:40], last=play.players - 1)
        play.play(play.game.move(entry["move"]), seat)
    except Refused as refused:
        refusal = refused.refusal
        raise Fault(refusal.code, refusal.clause, **refusal.args).at("move", index) from None
    except Fault as fault:
        raise fault.at("move", index) from None


def steps(record: Json) -> Iterator[Play]:
    """The play before each entry and after the last one; always the same object, advanced."""
    play = begin(record)
    yield play
    for index, entry in enumerate(record["moves"]):
        enter(play, entry, index)
        yield play


def replay(record: Json, until: int | None = None, known: Mapping[str, Game] | None = None) -> Play:
    """The play after `until` entries of a record (all of them by default)."""
    play = begin(record, known)
    for index, entry in enumerate(record["moves"][:until]):
        enter(play, entry, index)
    return play


def check(record: Json, known: Mapping[str, Game] | None = None) -> Play:
    """The play after a whole record, its result compared with what the referee finds."""
    play = replay(record, None, known)
    check_result(record, play)
    return play


def check_result(record: Json, play: Play) -> None:
    """The result a record claims is the one the play came to."""
    try:
        outcome = play.outcome
        if outcome is None:
            if "result" in record:
                raise Fault("result_too_early")
            return
        if "result" not in record:
            raise Fault("result_missing", outcome.clause)
        result = record["result"]
        if type(result) is not dict:
            raise Fault("not_an_object", what="result")
        for key, found in (("winners", outcome.winners), ("scores", outcome.scores)):
            claimed = result.get(key)
            if type(claimed) is not list or any(type(number) is not int for number in claimed):
                raise Fault("bad_result", outcome.clause, key=key)
            if (sorted(claimed) if key == "winners" else claimed) != list(found):
                raise Fault("wrong_result", outcome.clause, key=key, value=str(claimed)[:40], expected=str(list(found)))
    except Fault as fault:
        raise fault.at("result") from None


def decision(play: Play) -> Json | None:
    """The open decision of a play: who is to act and what is legal, or what may be drawn. None when it is over."""
    if play.to_act >= 0:
        return {"seat": play.to_act, "legal": [move.to_json() for move in play.legal()]}
    if play.to_act == CHANCE:
        return {"chance": [{**chance.to_json(), "weight": weight} for chance, weight in play.chances()]}
    return None
