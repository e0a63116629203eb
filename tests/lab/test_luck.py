"""Luck: nothing on average, whatever chance may do; and wins less luck are spread far less than wins."""

from __future__ import annotations

from statistics import stdev

import pytest

import ludotheque
from ludotheque.bots import Budget
from ludotheque.lab.bouts import bout
from ludotheque.lab.ladder import climb
from ludotheque.lab.luck import Fortune, luck_of
from ludotheque.rules.core import CHANCE
from ludotheque.rules.state import copy_state
from tests.familiar import CHANCY, QUICK


def test_on_average_nobody_is_lucky() -> None:
    game = ludotheque.game(CHANCY)
    fortune, play, seen = Fortune(game), game.new(3, seed=4), 0
    while play.to_act >= 0 and seen < 12:
        before, move = copy_state(play.state), play.legal()[0]
        play.play(move, settle=False)
        if play.to_act == CHANCE:
            weights = {game.rules.CHANCES.index(chance): weight for chance, weight in play.chances()}
            lucks = fortune.lucks(before, game.action(move), weights)
            assert lucks.keys() == weights.keys()
            assert all(abs(sum(lucks[one])) < 1e-9 for one in lucks)  # what one seat gains the others lose
            for seat in range(3):
                assert sum(weights[one] * lucks[one][seat] for one in lucks) == pytest.approx(0, abs=1e-9)
            assert fortune.lucks(before, game.action(move), {**weights, 99: 1}) == {}
            seen += 1
            play.settle_one()
    assert seen == 12


def test_wins_less_luck_are_spread_far_less() -> None:
    game = ludotheque.game(CHANCY)
    (pairing,) = climb(
        CHANCY,
        players=2,
        options=game.options({}),
        pairs=[("elephant", "elephant-1")],
        games=12,
        budgets=dict.fromkeys(("elephant", "elephant-1"), Budget(playouts=200)),
        workers=1,
        less_luck=True,
    )
    assert len(pairing.less_luck) == pairing.games == 12
    assert stdev(pairing.less_luck) < 0.25  # of games that are won or lost it is a half
    mean, wide = pairing.fair
    assert abs(mean - pairing.rate) < 0.5
    assert wide == pytest.approx(1.96 * stdev(pairing.less_luck) / 12**0.5)


def test_luck_and_wins_of_all_seats_add_up() -> None:
    game = ludotheque.game(CHANCY)
    record = bout(game, game.options({}), ["child", "child", "adult"], 3, [Budget(playouts=20)] * 3).record
    luck = luck_of(record)
    assert any(abs(one) > 0.01 for one in luck)
    assert sum(luck) == pytest.approx(0, abs=1e-9)


def test_where_nothing_was_learned_of_turns_there_is_no_luck() -> None:
    with pytest.raises(LookupError, match=QUICK):
        Fortune(ludotheque.game(QUICK))
