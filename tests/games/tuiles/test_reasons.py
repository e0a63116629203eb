"""Why an announcement: the number under the pawn, when it was seen, and where the pawn comes to."""

from __future__ import annotations

import ludotheque
from ludotheque import records
from tests.bots.hints import hint_in

GAME = ludotheque.game("tuiles")


def test_what_is_said_of_the_pawn_comes_true():
    """Every idea of some turns is played, and the referee asked."""
    play = GAME.new(2, seed=3)
    codes = set()
    for _ in range(10):
        given = hint_in(play.record())
        for idea in given.ideas:
            trial = records.replay(play.record())
            trial.play(GAME.move(idea.move))
            last = trial.view(given.seat).last
            assert last.tile == idea.why.args["value"]
            assert last.moved == (not idea.why.code.startswith("stay"))
            assert (len(last.hops) > 1) == idea.why.code.startswith(("bounce", "home")) or len(last.hops) == 1
            codes.add(idea.why.code)
        play.play(GAME.move(given.moves[0].move))
    assert {"hop", "hop_seen"} <= codes
