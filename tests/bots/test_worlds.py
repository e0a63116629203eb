"""Imagined games dealt anew, moves that come to the same, and what is believed against what is seen."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

import ludotheque
from ludotheque.bots import Budget, make_bot
from ludotheque.bots.advice import hint, review
from ludotheque.bots.memory import Memory, Recall
from ludotheque.bots.player import Player
from ludotheque.bots.verdict import Verdict
from ludotheque.games.bonbons.bots.kernels.worlds import redeal
from ludotheque.games.bonbons.bots.notebook import Notebook as Pictures
from ludotheque.games.tonoo.bots.notebook import Notebook as Pawns
from ludotheque.lab.bouts import bout
from ludotheque.rules.core import CHANCE
from ludotheque.rules.dice import new_dice
from ludotheque.rules.play import Play


def bonbons_under_way(players, moves, seed=4):
    """A game in which random moves were played, a view of it and the notebook of the seat to act."""
    game = ludotheque.game("bonbons")
    play = game.new(players, seed=seed)
    notebooks = [Pictures(seat, Memory()) for seat in range(players)]
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


def test_a_move_that_was_hardly_tried_is_not_preferred_for_its_luck():
    game = ludotheque.game("tonoo")
    for seed in range(40):
        bot: Player = make_bot(game, 0, "adult", seed)
        felt = bot._waver([Verdict(1, 0.6, 500), Verdict(2, 1.0, 1)], 3)
        assert felt[0].action == 1


def test_a_pawn_is_not_believed_in_a_cylinder_that_was_seen_empty_since():
    """A forgetful seat mistakes where pawns went, but it has eyes: what a lift showed is not contradicted."""
    game = ludotheque.game("tonoo")
    mistaken = 0
    for seed in range(60):
        notebook = Pawns(0, Memory(Recall(span=4, slips=1.0), seed))
        play = Play(game, 2, game.options({}), {"first": 0})
        for text in ("draw", "pawn=red", "place cylinder=0", "draw", "pawn=blue", "place cylinder=1", "draw", "pawn=blue"):
            enter(play, notebook, text)
        enter(play, notebook, "place cylinder=1")
        enter(play, notebook, "lift cylinder=1")
        for text in ("draw", "pawn=green", "place cylinder=2", "draw", "pawn=green", "place cylinder=3"):
            enter(play, notebook, text)
        known = notebook.known(play.view(0))
        assert known.inside[1] == () or set(known.inside[1]) <= {"green"}
        mistaken += "red" in (*known.inside[2], *known.inside[3])
    assert mistaken > 5


def enter(play, notebook, text):
    """Play an entry by its text and look at the table."""
    value = play.game.parse(text)
    if play.to_act == CHANCE:
        play.draw(value)
    else:
        play.play(value, settle=False)
    notebook.see(play.view(notebook.seat))


def test_a_thing_that_moves_is_remembered_for_as_long_as_if_it_had_stayed():
    for seed in range(50):
        stays, moves = Memory(Recall(span=10), seed), Memory(Recall(span=10), seed)
        for memory in (stays, moves):
            memory.note("here", "caramel", 0)
        moves.move("here", "there")
        assert stays.knows("here", 9) == moves.knows("there", 9)


def test_an_elephant_imagines_what_is_in_the_cylinders_of_tonoo_and_a_goldfish_does_not():
    """In every phase, also while a pawn is placed and only whether a cylinder is full can be seen."""
    game = ludotheque.game("tonoo")
    played = bout(game, game.options({}), ["elephant", "random"], 3, [Budget(playouts=20), None])
    play = Play(game, 2, played.record["options"], played.record["deal"])
    elephant, goldfish = Pawns(0, Memory()), Pawns(0, Memory(Recall(span=1, slips=0.0), 1))
    phases, mistaken = set(), 0
    for entry in played.record["moves"]:
        view = play.view(0)
        for notebook in (elephant, goldfish):
            notebook.see(view)
        assert elephant.worlds(view) == 1
        assert game.imagine(view, elephant.known(view), new_dice(1)).inside == play.state.inside
        mistaken += game.imagine(view, goldfish.known(view), new_dice(1)).inside != play.state.inside
        assert goldfish.worlds(view) > 1 or game.imagine(view, goldfish.known(view), new_dice(1)).inside == play.state.inside
        phases.add(view.phase)
        play.draw(game.chance(entry["chance"])) if "chance" in entry else play.play(game.move(entry["move"]), settle=False)
    assert {"choose", "draw", "place"} <= phases
    assert mistaken > 5
