"""Hints and reviews: what they say a player has seen was seen by then, and can be said in both languages."""

from __future__ import annotations

import pytest

from ludotheque.bots import parts
from ludotheque.bots.advice import Coach
from ludotheque.bots.base import Budget
from ludotheque.bots.notebook import Notebook
from ludotheque.bots.player import moves_of
from ludotheque.bots.verdict import Verdict
from ludotheque.games import GAMES
from ludotheque.lab.bouts import deal_out
from ludotheque.rules.dice import new_dice
from ludotheque.texts import LANGUAGES, Words
from tests.bots.reviews import told_in_a_review
from tests.familiar import QUICK


def recalls(game):
    """Whether its notebook says what was seen; whether that is true is tested with each game."""
    own = parts.module(game, "bots.notebook")
    return own is not None and own.Notebook.recall is not Notebook.recall


@pytest.mark.parametrize("slug", [slug for slug, game in GAMES.items() if recalls(game)])
def test_what_was_seen_was_seen_by_then_and_can_be_said(slug):
    for _, index, seen in told_in_a_review(slug):
        assert 0 < seen.entry <= index
        for language in LANGUAGES:
            assert "{" not in Words(language, GAMES[slug], ["Anna", "Malik"])(f"seen.{seen.code}", seen.args)


@pytest.mark.parametrize("bit", [1e-15, -1e-15])
def test_the_last_bit_of_a_chance_decides_nothing(bit: float):
    """A page and a machine may add up differently: what is as good costs nothing, and of two that are the first is named."""
    game = GAMES[QUICK]
    play = deal_out(game, game.players[0], game.options({}), new_dice(1))
    view = play.view(play.to_act)
    first, second, third, *_ = sorted(map(game.action, moves_of(game, view)))
    found = sorted([Verdict(first, 0.5, 1), Verdict(second, 0.5 + bit, 1), Verdict(third, 0.4, 1)], key=lambda one: -one.chance)
    coach = Coach(game, play.to_act, Budget(playouts=1), 0)
    coach.see(view)
    costs = [coach.judge(view, 0, game.rules.MOVES[action], found) for action in (first, second, third)]
    assert [judged.cost for judged in costs[:2]] == [0.0, 0.0]
    assert costs[2].cost == pytest.approx(0.1)
    assert costs[2].best == game.rules.MOVES[first].to_json()
