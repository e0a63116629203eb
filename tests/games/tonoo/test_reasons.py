"""Why a cylinder or the bag: what was seen going in is what comes out."""

from __future__ import annotations

import ludotheque
from ludotheque.rules.core import Chance
from tests.bots.hints import hint_in, why

GAME = ludotheque.game("tonoo")


def under_way(*placed):
    """Pawns were drawn and placed in turn: (pawn, cylinder)."""
    play = GAME.new(2, seed=3, named={"first": 0})
    play._dice = None
    for pawn, cylinder in placed:
        play.play(GAME.parse("draw"))
        play.draw(Chance(pawn=pawn))
        play.play(GAME.parse(f"place cylinder={cylinder}"))
    return play


def test_two_alike_are_gained():
    record = under_way(("red", 0), ("red", 0)).record()
    assert why(record, "lift cylinder=0") == ("keeps", {"count": 1})
    way = next(idea.way for idea in hint_in(record).ideas if idea.move["type"] == "lift")
    assert [event.piece for event in way if event.verb == "keep"] == ["red"]


def test_nothing_is_ripe():
    assert why(under_way(("red", 0), ("blue", 0)).record(), "draw") == ("nothing_ripe", {})


def test_what_the_drawn_pawn_meets():
    play = under_way(("red", 0), ("blue", 1))
    play.play(GAME.parse("draw"))
    play.draw(Chance(pawn="red"))
    record = play.record()
    reasons = {idea.move["cylinder"]: idea.why.code for idea in hint_in(record).ideas}
    assert reasons == {0: "makes_two", 1: "makes_none", 2: "into_empty", 3: "into_empty"}
