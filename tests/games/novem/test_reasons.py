"""Why a marker: how often it belongs in the mix, whatever lies hidden."""

from __future__ import annotations

import ludotheque
from tests.bots.hints import hint_in, played, told_the_same

GAME = ludotheque.game("novem")


def test_the_shares_of_the_mix_make_a_hundred():
    given = hint_in(GAME.new(2, seed=3, named={"first": 0}).record())
    assert {idea.why.code for idea in given.ideas} == {"mix"}
    assert 99 <= sum(idea.why.args["count"] for idea in given.ideas) <= 101
    assert given.basis == "exact"
    assert given.tried == 0


def test_the_defender_is_told_the_same_whatever_the_attacker_laid():
    records = [played(GAME.new(2, seed=3, named={"first": 0}), f"lay line={line}") for line in "ABC"]
    assert told_the_same(records[0], records[1])
    assert told_the_same(records[0], records[2])
