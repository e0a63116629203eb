"""Tonoo, clause by clause."""

from __future__ import annotations

import random

import pytest

from ludotheque.games import game as find_game
from ludotheque.games.tonoo.imagine import Known
from ludotheque.games.tonoo.rules import PAWNS, Lifted, Placed, Returned, Taken
from ludotheque.rules.core import CHANCE, OVER
from ludotheque.rules.dice import new_dice
from ludotheque.testing import count_positions
from ludotheque.testing.scenario import Play, clause, legal, refusal, rule, run, sees, start, waits


def table(players: int = 2, first: int = 0, **options: bool | int) -> Play:
    return start("tonoo", players, {"first": first}, **options)


def put(play: Play, *pairs: str) -> Play:
    """Each player in turn draws this pawn and puts it there: `put(play, "red 0", "blue 1")`."""
    for pair in pairs:
        pawn, cylinder = pair.split()
        run(play, "draw", f"pawn={pawn}", f"place cylinder={cylinder}")
    return play


def fill(play: Play, cylinder: int, pawns: str) -> Play:
    return put(play, *(f"{pawn} {cylinder}" for pawn in pawns.split()))


def arrange(play: Play, inside: list[list[int]], owned: list[list[int]]) -> Play:
    """A late position, with the rest of the pawns in the bag: how many of each kind are where."""
    state = play.state
    state.inside = [count for counts in inside for count in counts]
    state.filled = [sum(counts) for counts in inside]
    state.owned = [count for counts in owned for count in counts] + [0] * (30 - 5 * len(owned))
    state.owns = [sum(counts) for counts in owned] + [0] * (6 - len(owned))
    state.bag = [box - sum(state.inside[pawn::5]) - sum(state.owned[pawn::5]) for pawn, box in enumerate((6, 6, 6, 6, 3))]
    state.in_bag = sum(state.bag)
    return play


def weights(play: Play) -> dict[str, int]:
    return {chance["pawn"]: weight for chance, weight in play.chances()}


@rule("tonoo.1")
def test_six_pawns_of_each_colour_and_three_jokers():
    play = run(table(), "draw")
    assert weights(play) == {"red": 6, "yellow": 6, "green": 6, "blue": 6, "joker": 3}


@rule("tonoo.2")
def test_all_pawns_start_in_the_bag_and_play_is_clockwise():
    play = table(players=3, first=2)
    assert play.to_act == 2
    assert sees(play).owned == ((), (), ())
    put(play, "red 0")
    assert play.to_act == 0


@rule("tonoo.3")
def test_a_drawn_pawn_is_announced_to_all_and_placed_where_its_owner_likes():
    play = run(table(), "draw")
    assert play.to_act == CHANCE
    run(play, "pawn=green")
    assert [sees(play, seat).drawn for seat in (0, 1, -1)] == ["green"] * 3
    assert legal(play) == {f"place cylinder={c}" for c in range(4)}
    run(play, "place cylinder=3")
    assert sees(play, 1).last == Placed(0, "green", 3)
    assert sees(play, 1).drawn is None


@rule("tonoo.3")
def test_a_pawn_in_hand_must_be_placed_first_and_none_can_be_placed_without_drawing():
    play = table()
    assert clause(play, "place cylinder=0") == "tonoo.3"
    run(play, "draw", "pawn=red")
    assert clause(play, "draw") == "tonoo.3"
    assert clause(play, "lift cylinder=0") == "tonoo.3"


@rule("tonoo.3")
def test_what_is_inside_is_no_longer_seen_once_the_next_player_acts():
    play = run(put(table(), "red 0"), "draw")
    assert sees(play, 0).last is None
    assert sees(play, 0).counts is None


@rule("tonoo.4")
def test_a_full_cylinder_cannot_be_chosen():
    play = run(fill(table(capacity=5), 1, "red red red yellow green"), "draw", "pawn=blue")
    assert legal(play) == {"place cylinder=0", "place cylinder=2", "place cylinder=3"}
    assert refusal(play, "place cylinder=1").code == "cylinder_full"
    assert clause(play, "place cylinder=1") == "tonoo.4"


def all_full() -> Play:
    """Twenty pawns in four cylinders of five; seven are in the bag."""
    play = table(capacity=5)
    for cylinder, colour in enumerate(("red", "yellow", "green", "blue")):
        fill(play, cylinder, " ".join([colour] * 5))
    return play


@rule("tonoo.4")
def test_with_every_cylinder_full_nobody_can_draw():
    play = all_full()
    assert legal(play) == {f"lift cylinder={c}" for c in range(4)}
    assert refusal(play, "draw").code == "all_full"
    assert clause(play, "draw") == "tonoo.4"


@rule("tonoo.4", "any.3")
def test_only_the_seat_to_act_learns_what_is_full():
    play = all_full()
    assert sees(play, 0).can_draw is False
    assert sees(play, 1).can_draw is None
    assert clause(play, "draw", seat=1) == "any.3"
    run(play, "lift cylinder=0", "draw", "pawn=red")
    assert sees(play, 1).full == (False, True, True, True)
    assert sees(play, 0).full is None
    assert sees(play).full is None


@rule("tonoo.5")
def test_a_lifted_cylinder_is_seen_by_all_until_the_next_action():
    play = run(put(table(), "red 0", "red 0"), "lift cylinder=0")
    assert sees(play).last == Lifted(0, 0, ("red", "red"), ("red",), "kept", ())
    run(play, "draw")
    assert sees(play).last is None


@rule("tonoo.6")
def test_one_of_every_colour_there_twice_is_kept_and_all_jokers():
    play = run(put(table(), "red 0", "red 0", "blue 0", "joker 0"), "lift cylinder=0")
    assert sees(play).owned[0] == ("red", "joker")
    assert play.to_act == 1
    run(play, "draw")
    assert weights(play) == {"red": 5, "yellow": 6, "green": 6, "blue": 6, "joker": 2}


@rule("tonoo.6")
def test_a_colour_already_owned_is_not_kept_twice():
    play = run(put(table(), "red 0", "red 0", "red 1"), "draw", "pawn=red", "place cylinder=1")
    run(play, "lift cylinder=0")
    run(play, "draw", "pawn=green", "place cylinder=2", "lift cylinder=1")
    assert sees(play).owned[0] == ("red",)
    assert sees(play).last.kept == ()


@rule("tonoo.6")
def test_two_jokers_are_identical_pawns():
    play = run(put(table(), "joker 0", "joker 0", "red 0", "blue 1"), "lift cylinder=0")
    assert sees(play).owned[0] == ("joker", "joker")


@rule("tonoo.7")
def test_without_two_alike_one_pawn_of_ones_own_goes_back():
    play = run(put(table(), "red 0", "red 0", "joker 1", "blue 1"), "lift cylinder=0")
    put(play, "green 2")
    run(play, "lift cylinder=1")
    assert sees(play).last.result == "owes"
    assert legal(play) == {"return pawn=red"}
    assert refusal(play, "return pawn=blue").code == "not_owned"
    assert clause(play, "draw") == "tonoo.7"
    run(play, "return pawn=red")
    assert sees(play).owned == ((), ())
    assert sees(play).last == Returned(0, "red")
    assert play.to_act == 1
    run(play, "draw")
    assert weights(play)["joker"] == 3


@rule("tonoo.7")
def test_nothing_is_returned_unless_it_is_owed():
    assert clause(table(), "return pawn=red") == "tonoo.7"


@rule("tonoo.8")
def test_who_owns_nothing_lets_every_opponent_take_a_pawn():
    play = run(put(table(players=3), "red 0", "blue 0", "green 1"), "lift cylinder=0")
    assert sees(play).last.result == "none_owned"
    assert play.to_act == CHANCE
    run(play, "pawn=red", "pawn=joker")
    assert sees(play).owned == ((), ("red",), ("joker",))
    assert sees(play).last.taken == (Taken(1, "red", True), Taken(2, "joker", True))
    assert play.to_act == 1


@rule("tonoo.8")
def test_a_colour_already_owned_goes_back_at_once():
    play = run(put(table(), "red 0", "red 0"), "lift cylinder=0")
    put(play, "blue 1", "green 2")
    run(play, "lift cylinder=1", "pawn=red")
    assert sees(play).last.taken == (Taken(0, "red", False),)
    assert sees(play).owned[0] == ("red",)


@rule("tonoo.8")
def test_opponents_who_are_out_take_nothing():
    play = run(table(players=3), "lift cylinder=0")
    put(play, "red 0", "red 1")
    run(play, "lift cylinder=0", "pawn=blue")
    assert sees(play).owned == ((), (), ("blue",))
    assert play.to_act == 2


@rule("tonoo.8")
def test_the_others_take_nothing_when_the_bag_runs_out():
    """Everything is in cylinders or owned but one pawn, which the lift brings back into the bag."""
    play = start("tonoo", 3, {"first": 0}, capacity=7)
    inside = [[0, 2, 2, 2, 1], [1, 0, 0, 0, 0], [2, 2, 2, 1, 0], [2, 2, 2, 1, 0]]
    arrange(play, inside, [[0, 0, 0, 0, 0], [1, 0, 0, 1, 1], [0, 0, 0, 1, 1]])
    run(play, "lift cylinder=1", "pawn=red")
    assert sees(play).last.taken == (Taken(1, "red", False),)
    assert play.to_act == CHANCE  # it went back at once, so the next one can take it
    run(play, "pawn=red")
    assert play.to_act == 1
    assert sees(play).owned[2] == ("red", "blue", "joker")


@rule("tonoo.9")
def test_lifting_an_empty_cylinder_eliminates_and_ones_pawns_go_back():
    play = run(put(table(players=3), "red 0", "red 0", "blue 1"), "lift cylinder=0")
    put(play, "green 2", "green 2")
    run(play, "lift cylinder=3")
    assert sees(play).eliminated == (True, False, False)
    assert sees(play).last.result == "eliminated"
    run(play, "draw")
    assert weights(play)["red"] == 6


def empty_bag() -> Play:
    """A late position of three players: the bag is empty, cylinder 3 too."""
    play = start("tonoo", 3, {"first": 0}, capacity=7)
    inside = [[1, 2, 2, 2, 0], [2, 1, 1, 1, 0], [2, 2, 2, 1, 0], [0, 0, 0, 0, 0]]
    return arrange(play, inside, [[1, 0, 0, 1, 1], [0, 0, 0, 1, 2], [0, 1, 1, 0, 0]])


@rule("tonoo.10")
def test_with_an_empty_bag_one_can_only_lift():
    play = empty_bag()
    assert sees(play).bag_empty
    assert legal(play) == {f"lift cylinder={c}" for c in range(4)}
    assert refusal(play, "draw").code == "bag_empty"


@rule("tonoo.10")
def test_a_cylinder_lifted_with_an_empty_bag_is_out_of_the_game():
    play = run(empty_bag(), "lift cylinder=3")
    assert sees(play).cylinders_out == (False, False, False, True)
    assert sees(play).eliminated[0]
    assert clause(play, "lift cylinder=3") == "tonoo.10"
    play = run(empty_bag(), "lift cylinder=1", "draw", "pawn=red")
    assert legal(play) == {"place cylinder=3"}
    assert refusal(play, "place cylinder=1").code == "cylinder_out"
    assert clause(play, "place cylinder=1") == "tonoo.10"


@rule("tonoo.11")
def test_a_lifted_cylinder_goes_back_empty_and_the_turn_passes():
    play = run(put(table(), "red 0", "red 0"), "lift cylinder=0")
    assert play.to_act == 1
    put(play, "blue 1")
    run(play, "lift cylinder=0")
    assert play.outcome is not None
    assert play.outcome.clause == "tonoo.13"


@rule("tonoo.12")
def test_four_different_ones_win_a_joker_standing_for_any_colour():
    play = put(table(), "red 0", "red 0", "blue 0", "blue 0", "joker 0", "joker 0")
    run(play, "lift cylinder=0")
    assert play.to_act == OVER
    assert play.outcome.winners == (0,)
    assert play.outcome.scores == (4, 0)
    assert play.outcome.clause == "tonoo.12"
    assert clause(play, "draw", seat=1) == "any.4"


@rule("tonoo.12")
def test_one_can_win_outside_ones_own_turn():
    play = put(table(), "red 0", "red 0", "blue 0", "blue 0", "joker 0", "green 1")
    run(play, "lift cylinder=0", "lift cylinder=1", "pawn=yellow")
    assert play.outcome.winners == (0,)
    assert play.outcome.scores == (4, 0)


@rule("tonoo.13")
def test_the_only_one_left_wins():
    play = run(table(players=3), "lift cylinder=0", "lift cylinder=1")
    assert play.outcome.winners == (2,)
    assert play.outcome.scores == (0, 0, 0)


@rule("any.1")
def test_a_game_without_end_is_won_by_the_best_score_among_those_in_play():
    play = run(table(players=3), "lift cylinder=3")
    put(play, "red 0", "red 0")
    run(play, "lift cylinder=0")
    while play.outcome is None:
        for move in ("draw", "pawn=blue", "place cylinder=1"):
            if play.outcome is None:
                run(play, move)
        for move in ("draw", "pawn=green", "place cylinder=1"):
            if play.outcome is None:
                run(play, move)
        if play.outcome is None:
            run(play, "lift cylinder=1")
        while play.outcome is None and play.state.phase != 0:
            run(play, str(play.legal()[0]) if play.legal() else "pawn=red")
    assert len(play.entries) == 5000
    assert play.outcome.clause == "any.1"
    assert 0 not in play.outcome.winners


@rule("any.2")
def test_the_log_forgets_colours_and_cylinders():
    play = put(table(), "red 2")
    assert play.log()[-1].args == {"seat": 0, "pawn": "red", "cylinder": 2}
    run(play, "draw")
    assert all(set(line.args) == {"seat"} for line in play.log())


def test_show_counts_shows_how_many_pawns_a_cylinder_holds():
    play = put(table(show_counts=True), "red 2", "red 2", "blue 0")
    assert sees(play).counts == (1, 0, 2, 0)


@pytest.mark.parametrize("capacity", [5, 6, 7])
def test_every_capacity_is_kept(capacity: int):
    play = table(capacity=capacity)
    for _ in range(capacity):
        put(play, f"{'red' if play.to_act else 'blue'} 0")
    run(play, "draw", "pawn=joker")
    assert "place cylinder=0" not in legal(play)


def test_the_number_of_ways_to_begin():
    """Draw one of five kinds and put it into one of four cylinders, or lift one of four that are empty and be out."""
    with_two, with_three = table(), table(players=3)
    assert [count_positions(with_two, depth) for depth in (1, 2, 3)] == [1 + 4, 5 + 4, 5 * 4 + 4], "the other one wins"
    assert [count_positions(with_three, depth) for depth in (1, 2)] == [1 + 4, 5 + 4 * (1 + 4)]
    assert count_positions(with_three, 3) == 5 * 4 + 4 * (5 + 4), "the third one wins"


def test_false_memories_still_give_a_game_that_fits_what_is_seen():
    """What the view rules out is ignored, however much of it is believed."""
    game = find_game("tonoo")
    chance = random.Random(5)
    for seed in range(120):
        play = game.new(players=2 + seed % 5, seed=seed)
        while play.to_act != OVER:
            quiet = [move for move in play.legal() if move.type != "lift"]
            play.play(chance.choice(quiet or play.legal()))  # so that cylinders fill and the bag empties
            if play.to_act == OVER:
                break
            inside = tuple(tuple(chance.choices(PAWNS, k=chance.randrange(9))) for _ in range(4))
            known = Known(inside, tuple(chance.random() < 0.5 for _ in range(4)))
            view = play.view(play.to_act)
            imagined = game.imagine(view, known, dice=new_dice(seed))
            assert game.view(imagined, play.to_act) == view


# What a table waits for ----------------------------------------------------------------------------------------------


@rule("tonoo.3")
def test_a_pawn_that_is_placed_was_seen_before_and_nobody_waits():
    assert waits(table(), "draw", "pawn=red", "place cylinder=1") == [False, False, False]


@rule("tonoo.5", "tonoo.6")
def test_what_was_in_a_cylinder_is_looked_at():
    play = put(table(), "red 0", "red 0")
    assert waits(play, "lift cylinder=0") == [True]


@rule("tonoo.7")
def test_who_owes_a_pawn_goes_on_with_the_turn_and_nobody_waits():
    nobody = [0, 0, 0, 0, 0]
    play = arrange(table(), [[1, 1, 0, 0, 0], nobody, nobody, nobody], [[0, 0, 1, 0, 0], nobody])
    assert waits(play, "lift cylinder=0", "return pawn=green") == [False, False]


@rule("tonoo.8")
def test_a_lift_that_gives_pawns_to_the_others_is_looked_at_when_they_have_taken_them():
    nobody = [0, 0, 0, 0, 0]
    play = arrange(table(3), [[1, 1, 0, 0, 0], nobody, nobody, nobody], [nobody, nobody, nobody])
    assert waits(play, "lift cylinder=0", "pawn=red", "pawn=blue") == [False, False, True]


@rule("tonoo.9")
def test_an_empty_cylinder_is_looked_at_unless_it_ends_the_game():
    assert waits(table(3), "lift cylinder=2") == [True]
    assert waits(table(2), "lift cylinder=2") == [False]
