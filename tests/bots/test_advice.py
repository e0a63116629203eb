"""Hints and reviews: what they say a player has seen is true, was seen by then, and can be said in both languages."""

from __future__ import annotations

import pytest

from ludotheque import records
from ludotheque.bots import Budget, advice
from ludotheque.games import GAMES
from ludotheque.games.bonbons.rules import PICTURES, round_place
from ludotheque.games.tableaux.rules import CARDS
from ludotheque.lab.bouts import bout
from ludotheque.texts import LANGUAGES, Words

SMALL = Budget(playouts=24)


def bonbons_truth(state, seen):
    place = seen.args["cell"] if seen.code == "square" else round_place(seen.args["seat"], seen.args["slot"])
    return PICTURES[state.tiles[place]] == seen.args["picture"]


def tableaux_truth(state, seen):
    number = CARDS.index(seen.args["card"])
    if seen.code == "next":
        return state.pile[state.in_pile - 1] == number
    if seen.code == "hand":
        start = seen.args["seat"] * 5
        return number in state.hands[start : start + state.held[seen.args["seat"]]]
    pile, count = (state.pile, state.in_pile) if seen.code == "pile" else (state.discard, state.discarded)
    return number in pile[:count]


def tonoo_truth(record, seen):
    placed = record["moves"][seen.entry - 1]["move"]
    return placed == {"type": "place", "cylinder": seen.args["cylinder"]} and any(
        entry.get("chance", {}).get("pawn") == seen.args["pawn"] for entry in record["moves"][seen.entry - 2 : seen.entry - 1]
    )


def tuiles_truth(record, index, seat, seen):
    """Lift the pawn instead of what was played, and look."""
    play = records.replay(record, index)
    play.play(play.game.move({"type": "announce", "pawn": seen.args["pawn"], "advance": 6}), seat)
    return play.view(seat).last.tile == seen.args["value"]


def is_true(record, index, seat, seen):
    if record["game"] == "tonoo":
        return tonoo_truth(record, seen)
    if record["game"] == "tuiles":
        return tuiles_truth(record, index, seat, seen)
    truth = {"bonbons": bonbons_truth, "tableaux": tableaux_truth}[record["game"]]
    return truth(records.replay(record, index).state, seen)


@pytest.mark.parametrize("slug", ["bonbons", "tableaux", "tonoo", "tuiles"])
def test_what_was_seen_is_true_and_can_be_said(slug):
    game = GAMES[slug]
    played = bout(game, game.options({}), ["child", "goldfish"], 3, [SMALL, SMALL]).record
    record = {**played, "moves": played["moves"][:120]}
    record.pop("result", None)
    told = [(judged, seen) for judged in advice.review(record, 0, SMALL).moves for seen in judged.seen]
    assert told
    for judged, seen in told:
        assert 0 < seen.entry <= judged.index
        assert is_true(record, judged.index, 0, seen), (judged, seen)
        for language in LANGUAGES:
            said = Words(language, game, ["Anna", "Malik"])(f"seen.{seen.code}", seen.args)
            assert "{" not in said


def test_a_hint_says_what_was_seen_too():
    game = GAMES["tonoo"]
    played = bout(game, game.options({}), ["adult", "adult"], 4, [SMALL, SMALL]).record
    lift = next(at for at, entry in enumerate(played["moves"]) if at > 12 and entry.get("move", {}).get("type") == "lift")
    seat = played["moves"][lift]["seat"]
    views = [play.view(seat) for play in records.steps({**played, "moves": played["moves"][:lift]})]
    given = advice.hint(game, seat, views, Budget(playouts=400))
    best = given.moves[0].move
    assert best["type"] == "lift"
    assert {seen.args["cylinder"] for seen in given.seen} == {best["cylinder"]}
