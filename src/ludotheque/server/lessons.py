"""Learning by playing: fixed chapters per game, and the real referee's answer to every move tried in them.

A game's folder may hold a `lesson.json`: a list of chapters, each a record made with care and the entry `from` which it is
shown, so that a lesson may leap to the end of a game or to a table with partners. Otherwise a short random game of two, always
the same one, serves.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache

from ludotheque import records
from ludotheque.rules.core import CHANCE, Fault, Json
from ludotheque.rules.dice import new_dice
from ludotheque.rules.game import Game
from ludotheque.server.replays import NOTHING_YET, replay
from ludotheque.server.routes.bodies import LessonAnswer
from ludotheque.tables.denied import Denied

SEAT = 0
LENGTH = 40


@dataclass(frozen=True, slots=True)
class Chapter:
    """A record, from which of its entries on it is shown, and the number of its first moment in the lesson."""

    record: Json
    skipped: int
    begins: int

    @property
    def length(self) -> int:
        """How many moments it has: one before each entry that is shown, and one after the last."""
        return len(self.record["moves"]) - self.skipped + 1


def exists(game: Game) -> bool:
    """Whether a game brings a lesson of its own."""
    return (game.folder / "lesson.json").exists()


@lru_cache(maxsize=32)
def chapters(game: Game) -> tuple[Chapter, ...]:
    """The chapters of a game's lesson."""
    written: list[Json] = [{"record": _any_record(game)}]
    if exists(game):
        written = json.loads((game.folder / "lesson.json").read_text("utf-8"))
    found: list[Chapter] = []
    for one in written:
        begins = found[-1].begins + found[-1].length if found else 0
        found.append(Chapter(one["record"], one.get("from", 0), begins))
    return tuple(found)


def _any_record(game: Game) -> Json:
    players = 2 if 2 in game.players else game.players[0]
    play = game.new(players, seed=7, named={"first": SEAT})
    dice, buffer = new_dice(7), [0] * max(len(game.rules.MOVES), len(game.rules.CHANCES), 1)
    while play.outcome is None and len(play.entries) < LENGTH:
        action = game.engine.choose(play.state, buffer, dice, True)
        play.play(game.rules.MOVES[action])
    return play.record()


@lru_cache(maxsize=32)
def lesson(game: Game) -> Json:
    """The lesson moment by moment, with the entries: what is to be tried is told. A chapter begins where no entry led."""
    frames: list[Json] = []
    for chapter in chapters(game):
        shown = replay(chapter.record, SEAT, entries=True)["frames"][chapter.skipped :]
        shown[0] |= {"entry": None, **NOTHING_YET}
        frames += [{**frame, "seq": chapter.begins + at} for at, frame in enumerate(shown)]
    return {"game": game.slug, "seat": SEAT, "frames": frames}


def answer(game: Game, at: int, move: Json) -> LessonAnswer:
    """What the referee says to a move tried at one moment of the lesson."""
    chapter = next((one for one in reversed(chapters(game)) if one.begins <= at), None)
    entry = 0 if chapter is None else chapter.skipped + at - chapter.begins
    if chapter is None or entry >= len(chapter.record["moves"]):
        raise Denied("no_such_moment", "form")
    play = records.replay(chapter.record, entry)
    seat = play.to_act
    if seat == CHANCE:
        raise Denied("chance_first", "form", "any.3")
    try:
        tried = game.move(move)
    except Fault as fault:
        return LessonAnswer(False, False, at, fault.code, fault.clause, dict(fault.details))
    refusal = play.refusal(seat, tried)
    if refusal is not None:
        return LessonAnswer(False, False, at, refusal.code, refusal.clause, dict(refusal.args))
    expected = chapter.record["moves"][entry].get("move") == tried.to_json()
    return LessonAnswer(True, expected, at + 1 if expected else at)
