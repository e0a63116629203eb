"""Why a card: what it completes and whom it serves, and nothing of hands and piles that was not shown."""

from __future__ import annotations

import ludotheque
from ludotheque import records
from ludotheque.games.tableaux.bots.reasons import fits
from ludotheque.games.tableaux.rules import CARDS
from ludotheque.testing import random_positions
from tests.bots.hints import hint_in, played, told_the_same, why

GAME = ludotheque.game("tableaux")
HANDS = [
    ["red-circle", "red-square", "red-star", "red-moon", "blue-drop"],
    ["green-heart", "green-cross", "yellow-drop", "purple-star", "orange-moon"],
]


def dealt(*pile):
    """Seat 0 begins with four red cards; these cards are drawn first."""
    rest = [card for card in CARDS for _ in range(2)]
    for card in (*HANDS[0], *HANDS[1], *pile):
        rest.remove(card)
    deal = {"first": 0, "hands": HANDS, "pile": [*rest, *reversed(pile)]}
    return records.begin({**GAME.new(2, seed=1).record(), "deal": deal})


OPENED = ("start card=red-circle on=0", "start card=green-heart on=1")


def test_a_card_that_goes_on_says_how_far_the_tableau_has_come():
    record = played(dealt("blue-star", "blue-moon"), *OPENED, "draw from=pile")
    assert why(record, "lay card=red-square on=0") == ("lays", {"count": 2, "on": 0})


def test_the_fourth_card_says_what_it_earns():
    play = dealt("blue-star", "purple-drop", "blue-moon", "purple-moon", "yellow-star")
    record = played(
        play, *OPENED, "draw from=pile", "lay card=red-square on=0", "draw from=pile", "discard card=yellow-drop",
        "draw from=pile", "lay card=red-star on=0", "draw from=pile", "discard card=purple-star", "draw from=pile",
    )  # fmt: skip
    best = hint_in(record).ideas[0]  # either of two cards finishes it
    assert best.move["type"] == "lay"
    assert (best.why.code, dict(best.why.args)) == ("completes", {"count": 1})


def test_which_cards_fit_is_what_the_referee_says():
    checked = 0
    for play in random_positions(GAME, 2, GAME.options({}), 40, seed=5):
        view = play.view(play.to_act if play.to_act >= 0 else 0)
        if play.to_act < 0 or view.phase != "play":
            continue
        own = [card for card in view.tableaux[play.to_act] if card is not None]
        legal = {str(move["card"]) for move in play.legal() if move.type == "lay" and move["on"] == play.to_act}
        assert {card for card in view.hand or () if own and fits(card, own)} == legal
        checked += 1
    assert checked > 5


def test_hands_and_piles_that_were_not_shown_change_nothing():
    record = played(dealt("blue-star", "blue-moon"), *OPENED, "draw from=pile", "discard card=blue-drop")
    record = {**record, "moves": record["moves"][:3]}
    deal = record["deal"]
    pile = list(deal["pile"])
    pile[3], pile[40] = pile[40], pile[3]
    hands = [deal["hands"][0], [*deal["hands"][1][:-1], pile[10]]]
    pile[10] = deal["hands"][1][-1]
    assert told_the_same(record, {**record, "deal": {**deal, "pile": pile, "hands": hands}})
