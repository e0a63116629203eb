"""Learning by playing: a fixed record per game, and the real referee's answer to every move tried in it.

A game's folder may hold a `lesson.json`, a record made with care. Otherwise a short random game of two, always the same one,
serves.
"""

from __future__ import annotations

import json
from functools import lru_cache

from ludotheque import records
from ludotheque.rules.core import CHANCE, Fault, Json
from ludotheque.rules.dice import new_dice
from ludotheque.rules.game import Game
from ludotheque.server.replays import replay
from ludotheque.server.routes.bodies import LessonAnswer
from ludotheque.tables.denied import Denied

SEAT = 0
LENGTH = 40


def exists(game: Game) -> bool:
    """Whether a game brings a lesson of its own."""
    return (game.folder / "lesson.json").exists()


@lru_cache(maxsize=32)
def lesson_record(game: Game) -> Json:
    """The record of a game's lesson."""
    if exists(game):
        found: Json = json.loads((game.folder / "lesson.json").read_text("utf-8"))
        return found
    players = 2 if 2 in game.players else game.players[0]
    play = game.new(players, seed=7, named={"first": SEAT})
    dice, buffer = new_dice(7), [0] * max(len(game.rules.MOVES), len(game.rules.CHANCES), 1)
    while play.outcome is None and len(play.entries) < LENGTH:
        action = game.engine.choose(play.state, buffer, dice, True)
        play.play(game.rules.MOVES[action])
    return play.record()


@lru_cache(maxsize=32)
def lesson(game: Game) -> Json:
    """The lesson moment by moment, with the entries: what is to be tried is told."""
    found = replay(lesson_record(game), SEAT, entries=True)
    return {"game": game.slug, "seat": SEAT, "frames": found["frames"]}


def answer(game: Game, at: int, move: Json) -> LessonAnswer:
    """What the referee says to a move tried at one moment of the lesson."""
    record = lesson_record(game)
    if not 0 <= at < len(record["moves"]):
        raise Denied("no_such_moment", "form")
    play = records.replay(record, at)
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
    expected = record["moves"][at].get("move") == tried.to_json()
    return LessonAnswer(True, expected, at + 1 if expected else at)
