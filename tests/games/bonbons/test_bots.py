"""How our bots play Bonbons: games dealt anew, moves that come to the same, and what they say was seen."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

import ludotheque
from ludotheque import records
from ludotheque.bots import Budget, make_bot
from ludotheque.bots.advice import hint, review
from ludotheque.bots.memory import Memory
from ludotheque.games.bonbons.bots.kernels.worlds import redeal
from ludotheque.games.bonbons.bots.notebook import Notebook
from ludotheque.games.bonbons.rules import PICTURES, round_place
from ludotheque.rules.dice import new_dice
from tests.bots.reviews import told_in_a_review


def bonbons_under_way(players, moves, seed=4):
    """A game in which random moves were played, a view of it and the notebook of the seat to act."""
    game = ludotheque.game("bonbons")
    play = game.new(players, seed=seed)
    notebooks = [Notebook(seat, Memory()) for seat in range(players)]
    dice = new_dice(seed)
    for _ in range(moves):
        for seat, notebook in enumerate(notebooks):
            notebook.see(play.view(seat))
        play.enter_action(game.engine.choose(play.state, [0] * 100, dice, False))
    seat = play.to_act
    notebooks[seat].see(play.view(seat))
    return game, play.view(seat), notebooks[seat]


@pytest.mark.parametrize(("players", "moves"), [(2, 9), (3, 30), (6, 61)])
def test_bonbons_dealt_anew_looks_the_same_and_keeps_what_was_seen(players, moves):
    game, view, notebook = bonbons_under_way(players, moves)
    state = game.imagine(view, notebook.known(view), new_dice(1))
    notes = notebook.notes(view, notebook.known(view), state)
    seen = {place: fact.what for place, fact in notebook.memory.beliefs(view.entries).items()}
    assert seen
    before = list(state.tiles), list(state.reserve)
    dice, buffer = new_dice(2), [0] * 100
    for _ in range(20):
        redeal(state, notes, buffer, dice)
        assert msgspec.json.encode(game.view(state, view.seat)) == msgspec.json.encode(view)
        assert {place: game.rules.PICTURES[state.tiles[int(place)]] for place in seen} == seen
        assert sorted(state.tiles[:36]) == sorted(before[0][:36])
        assert sorted(state.tiles[36:] + state.reserve) == sorted(before[0][36:] + before[1])
    assert (list(state.tiles), list(state.reserve)) != before


def test_every_hidden_picture_is_dealt_as_often_to_a_place():
    game, view, notebook = bonbons_under_way(2, 12)
    state = game.imagine(view, notebook.known(view), new_dice(1))
    notes = notebook.notes(view, notebook.known(view), state)
    dice, buffer = new_dice(2), [0] * 100
    square = next(cell for cell in range(36) if str(cell) not in notebook.memory.beliefs(view.entries))
    round_ = next(at for at in range(36, 40) if str(at) not in notebook.memory.beliefs(view.entries))
    found = Counter()
    for _ in range(8000):
        redeal(state, notes, buffer, dice)
        found["square", state.tiles[square]] += 1
        found["round", state.tiles[round_]] += 1
    for shape in ("square", "round"):
        counts = [count for (kind, picture), count in found.items() if kind == shape and picture < 32]
        expected = 8000 / (len(counts) + (3 if shape == "square" else 0))
        assert len(counts) > 20
        assert all(0.6 * expected < count < 1.5 * expected for count in counts)


def test_unseen_tiles_are_worth_the_same_in_a_hint():
    game = ludotheque.game("bonbons")
    play = game.new(2, seed=5)
    given = hint(game, play.to_act, [play.view(play.to_act)], Budget(playouts=300))
    assert len(given.moves) == len(play.legal())
    squares = {weighed.chance for weighed in given.moves if weighed.move["type"] == "turn_square"}
    assert len(squares) == 1
    assert squares.pop() > 0.2


def test_an_unseen_tile_costs_no_more_than_its_twin_in_a_review():
    game = ludotheque.game("bonbons")
    play = game.new(2, seed=5)
    seat = play.to_act
    play.play(game.parse("turn_square cell=35"))
    assert review(play.record(), seat, Budget(playouts=300)).moves[0].cost < 0.2


def test_elephants_do_not_always_begin_in_the_same_corner():
    game = ludotheque.game("bonbons")
    begun = set()
    for seed in range(12):
        play = game.new(2, seed=seed, named={"first": 0})
        bot = make_bot(game, 0, "elephant", seed, Budget(playouts=40))
        bot.see(play.view(0))
        begun.add(str(bot.choose(play.view(0), play.legal())))
    assert len(begun) > 4


def test_what_was_seen_is_true():
    for record, index, seen in told_in_a_review("bonbons"):
        place = seen.args["cell"] if seen.code == "square" else round_place(seen.args["seat"], seen.args["slot"])
        assert PICTURES[records.replay(record, index).state.tiles[place]] == seen.args["picture"]
