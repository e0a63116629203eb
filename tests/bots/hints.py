"""Hints to look at: from a record, for a seat, with little thinking."""

from __future__ import annotations

from ludotheque import records
from ludotheque.bots import Budget
from ludotheque.bots.advice import Hint, hint
from ludotheque.rules.core import Json
from ludotheque.rules.play import Play

LITTLE = Budget(playouts=80)


def views_of(record: Json, seat: int):
    """Everything that a seat was shown."""
    return [play.view(seat) for play in records.steps(record)]


def hint_in(record: Json) -> Hint:
    """What the seat to act is told at the end of a record."""
    play = records.replay(record)
    return hint(play.game, play.to_act, views_of(record, play.to_act), LITTLE)


def played(play: Play, *moves: str) -> Json:
    """The record after these moves."""
    for move in moves:
        play.play(play.game.parse(move))
    return play.record()


def why(record: Json, move: str) -> tuple[str, dict[str, int | str]]:
    """The reason that is given for a move, whatever its place among the ideas."""
    wanted = records.replay(record).game.parse(move).to_json()
    reasons = [(idea.why.code, dict(idea.why.args)) for idea in hint_in(record).ideas if idea.move == wanted]
    assert reasons, [idea.move for idea in hint_in(record).ideas]
    return reasons[0]


def told_the_same(record: Json, twin: Json) -> bool:
    """Whether the seat to act, who was shown the same in both games, is told the same; they are two games."""
    assert record["deal"] != twin["deal"] or record["moves"] != twin["moves"]
    seat = records.replay(record).to_act
    assert views_of(record, seat) == views_of(twin, seat), "these two do not look alike"
    return hint_in(record) == hint_in(twin)
