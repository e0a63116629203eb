"""Bonbons, clause by clause."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import ludotheque
from ludotheque.games.bonbons.rules import COLOURS, KINDS, PICTURES
from ludotheque.games.bonbons.seen import Covered, Gave, Place, Round, Square, Stopped, Tile, Turned
from ludotheque.rules.core import OVER, SPECTATOR, Fault
from ludotheque.testing import count_positions
from ludotheque.testing.scenario import Play, clause, legal, refusal, rule, run, sees, start, waits

COINS = (32, 33, 34)
WRAPPER = 35
QUICK_WRAPPER = 24


def orderly(players: int = 2, first: int = 0, **changed: Any) -> dict[str, Any]:
    """A deal one can follow: squares in the order of the box, coins at 32 to 34, the wrapper at 35, the rounds dealt in the
    same order. So slot k of seat s shows the same as cell 4s + k."""
    sweets = list(PICTURES[:32])
    deal = {"first": first, "squares": [*sweets, "coin", "coin", "coin", "wrapper"], **deal_out(sweets, players)}
    return {**deal, **changed}


def orderly_quick(players: int = 2, **changed: Any) -> dict[str, Any]:
    """The same without the last two kinds and the coins; the wrapper is at 24."""
    sweets = list(PICTURES[:24])
    deal = {"first": 0, "squares": [*sweets, "wrapper"], **deal_out(sweets, players), "removed": [KINDS[6], KINDS[7]]}
    return {**deal, **changed}


def deal_out(sweets: list[str], players: int) -> dict[str, Any]:
    return {"rounds": [sweets[4 * seat : 4 * seat + 4] for seat in range(players)], "reserve": sweets[4 * players :]}


def rounds_of(deal: dict[str, Any]) -> Counter[str]:
    """All rounds of a deal, dealt or in the reserve."""
    return sum((Counter(row) for row in deal["rounds"]), Counter(deal["reserve"]))


def table(players: int = 2, first: int = 0) -> Play:
    return start("bonbons", players, orderly(players, first))


def quick_table(players: int = 2) -> Play:
    return start("bonbons", players, orderly_quick(players), quick=True)


def turn(play: Play, *tiles: int | tuple[int, int]) -> Play:
    """Turn tiles one after the other: `turn(play, 5, (0, 1))` is cell 5, then slot 1 of seat 0."""
    return run(play, *(text(tile) for tile in tiles))


def text(tile: int | tuple[int, int]) -> str:
    return f"turn_square cell={tile}" if isinstance(tile, int) else f"turn_round seat={tile[0]} slot={tile[1]}"


def all_squares(play: Play) -> set[str]:
    return {text(cell) for cell in range(len(sees(play).grid))}


def all_rounds(play: Play) -> set[str]:
    return {text((seat, slot)) for seat, row in enumerate(sees(play).rounds) for slot in range(len(row))}


def visible(play: Play) -> dict[Place, str]:
    """Every picture that a spectator sees, by its place."""
    view = sees(play)
    places: dict[Place, str] = {Square(cell): tile.picture for cell, tile in enumerate(view.grid) if tile.picture}
    for seat, row in enumerate(view.rounds):
        places |= {Round(seat, slot): tile.picture for slot, tile in enumerate(row) if tile.picture}
    return places


# Material and set-up -------------------------------------------------------------------------------------------------


@rule("bonbons.1")
def test_thirty_two_rounds_all_different_the_same_as_squares_three_coins_and_a_wrapper():
    deal = ludotheque.game("bonbons").new(players=3, seed=1).deal
    sweets = Counter(f"{kind}-{colour}" for kind in KINDS for colour in COLOURS)
    assert Counter(deal["squares"]) == sweets + Counter({"coin": 3, "wrapper": 1})
    assert rounds_of(deal) == sweets


@rule("bonbons.1")
def test_a_deal_with_other_tiles_is_not_a_deal():
    squares = orderly()["squares"]
    with pytest.raises(Fault, match=r"piece_too_often \[bonbons.1\]"):
        start("bonbons", 2, orderly(squares=["coin", *squares[1:]]))
    with pytest.raises(Fault, match=r"unknown_piece \[bonbons.2\]"):
        start("bonbons", 2, orderly(squares=["nougat-red", *squares[1:]]))
    with pytest.raises(Fault, match=r"piece_too_often \[bonbons.1\]"):
        start("bonbons", 2, orderly(reserve=["lollipop-red", *orderly()["reserve"][1:]]))


@rule("bonbons.2")
def test_thirty_six_squares_lie_face_down():
    assert sees(table()).grid == (Tile("down", None),) * 36
    with pytest.raises(Fault, match=r"wrong_length \[bonbons.2\]"):
        start("bonbons", 2, orderly(squares=orderly()["squares"][:35]))


@rule("bonbons.3")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_everybody_gets_four_rounds_that_nobody_sees_and_the_rest_is_the_reserve(players: int):
    play = table(players)
    for seat in (*range(players), SPECTATOR):
        assert sees(play, seat).rounds == ((Tile("down", None),) * 4,) * players
        assert sees(play, seat).reserve == 32 - 4 * players


@rule("bonbons.3")
def test_a_deal_with_other_rows_of_rounds_is_not_a_deal():
    deal = orderly()
    with pytest.raises(Fault, match=r"wrong_length \[bonbons.3\]"):
        start("bonbons", 2, orderly(rounds=deal["rounds"][:1]))
    with pytest.raises(Fault, match=r"wrong_length \[bonbons.3\]"):
        start("bonbons", 2, orderly(rounds=[deal["rounds"][0], deal["rounds"][1][:3]]))
    with pytest.raises(Fault, match=r"unknown_piece \[bonbons.3\]"):
        start("bonbons", 2, orderly(reserve=["coin", *deal["reserve"][1:]]))


@rule("bonbons.4")
def test_play_is_clockwise_from_the_one_who_starts():
    play = table(players=3, first=1)
    order = []
    for _ in range(4):
        order.append(play.to_act)
        run(turn(play, 31), "stop")
    assert order == [1, 2, 0, 1]


@rule("bonbons.4")
def test_the_host_may_name_who_starts():
    game = ludotheque.game("bonbons")
    assert all(game.new(players=4, seed=seed, named={"first": 2}).to_act == 2 for seed in range(5))
    assert {game.new(players=4, seed=seed).to_act for seed in range(40)} == {0, 1, 2, 3}


# A turn --------------------------------------------------------------------------------------------------------------


@rule("bonbons.5")
def test_a_turn_is_one_square_and_one_round_and_everybody_sees_them():
    play = turn(table(), 9)
    for seat in (0, 1, SPECTATOR):
        assert sees(play, seat).grid[9] == Tile("turned", "humbug-yellow")
        assert sees(play, seat).last == Turned(0, Square(9), "goes_on", False)
    turn(play, (0, 2))
    for seat in (0, 1, SPECTATOR):
        assert sees(play, seat).rounds[0][2] == Tile("down", "lollipop-green")
        assert sees(play, seat).last == Turned(0, Round(0, 2), "no_pair", False)
    assert play.to_act == 1


@rule("bonbons.5")
def test_a_second_square_is_refused_and_one_cannot_stop_before_turning_anything():
    play = table()
    assert refusal(play, "stop").code == "turn_first"
    assert clause(play, "stop") == "bonbons.5"
    turn(play, 9)
    assert refusal(play, text(10)).code == "second_square"
    assert clause(play, text(10)) == "bonbons.5"


@rule("bonbons.5")
def test_the_tiles_of_the_turn_just_ended_are_seen_until_the_next_one_is_turned():
    play = turn(table(), 9, (0, 2))
    assert sees(play).shown == (Square(9), Round(0, 2))
    assert visible(play) == {Square(9): "humbug-yellow", Round(0, 2): "lollipop-green"}
    turn(play, 20)
    assert visible(play) == {Square(20): "cane-red"}


@rule("bonbons.6")
def test_the_round_may_come_first():
    play = table()
    assert legal(play) == all_squares(play) | all_rounds(play)
    turn(play, (0, 1), 1)
    assert sees(play).last == Turned(0, Square(1), "pair", False)
    turn(play, 2, (0, 2))
    assert sees(play).last == Turned(0, Round(0, 2), "pair", False)


@rule("bonbons.7")
def test_after_a_square_one_may_stop_without_turning_a_round():
    play = turn(table(), 9)
    assert legal(play) == all_rounds(play) | {"stop"}
    assert sees(play).may_stop
    run(play, "stop")
    assert play.to_act == 1
    assert sees(play).last == Stopped(0, declined=False)
    assert sees(play).grid[9] == Tile("down", "humbug-yellow")  # until the next tile is turned
    turn(play, 10)
    assert sees(play).grid[9] == Tile("down", None)


@rule("bonbons.7")
def test_after_a_round_one_must_turn_a_square():
    play = turn(table(), (0, 0))
    assert legal(play) == all_squares(play)
    assert not sees(play).may_stop
    assert refusal(play, "stop").code == "square_due"
    assert clause(play, "stop") == "bonbons.7"
    assert refusal(play, text((0, 1))).code == "second_round"
    assert clause(play, text((1, 1))) == "bonbons.7"


@rule("bonbons.8")
def test_a_pair_stays_face_up_and_the_same_player_may_play_again():
    play = turn(table(), 2, (0, 2))
    assert sees(play).grid[2] == sees(play).rounds[0][2] == Tile("up", "lollipop-green")
    assert play.to_act == 0
    assert legal(play) == (all_squares(play) | all_rounds(play) | {"stop"}) - {text(2), text((0, 2))}
    turn(play, 9, (0, 0))
    assert play.to_act == 1
    assert visible(play)[Square(2)] == visible(play)[Round(0, 2)] == "lollipop-green"
    turn(play, 10)
    assert visible(play) == {Square(2): "lollipop-green", Round(0, 2): "lollipop-green", Square(10): "humbug-green"}


@rule("bonbons.8")
def test_one_may_decline_to_play_again():
    play = turn(table(), 2, (0, 2))
    assert sees(play).may_stop
    run(play, "stop")
    assert play.to_act == 1
    assert sees(play).last == Stopped(0, declined=True)
    assert clause(play, "stop") == "bonbons.5"


@rule("bonbons.8")
def test_playing_again_is_a_new_turn_with_all_its_choices():
    play = turn(table(), 2, (0, 2), (0, 1))
    assert clause(play, "stop") == "bonbons.7"  # having turned a round, one can no longer decline
    turn(play, 1)
    turn(play, *COINS)
    run(play, "cover slot=0")
    assert play.outcome is None
    assert play.to_act == 1


@rule("bonbons.8", "bonbons.9")
def test_the_same_sweet_in_another_colour_is_no_pair():
    play = turn(table(), 1, (0, 2))
    assert sees(play).last.result == "no_pair"


@rule("bonbons.9")
def test_other_pictures_are_turned_back_and_the_turn_passes_to_the_left():
    play = turn(table(players=3, first=2), (1, 3), 30)
    assert sees(play).rounds[1][3].state == "down"
    assert sees(play).grid[30].state == "down"
    assert play.to_act == 0
    assert text(30) in legal(play)
    assert text((1, 3)) in legal(play)


@rule("bonbons.10")
def test_only_face_down_tiles_can_be_turned():
    play = turn(table(), 2, (0, 2))
    for tile in (2, (0, 2)):
        assert refusal(play, text(tile)).code == "face_up"
        assert clause(play, text(tile)) == "bonbons.10"
    turn(play, 9)
    assert clause(play, text(9)) == "bonbons.10"


@rule("bonbons.10")
def test_where_no_tile_lies_none_can_be_turned():
    play = turn(table(players=2), *COINS)
    run(play, "cover slot=3")
    for tile in (33, (0, 4), (2, 0)):
        assert refusal(play, text(tile)).code == "no_tile"
        assert clause(play, text(tile)) == "bonbons.10"
    assert clause(quick_table(), text(25)) == "bonbons.10"


@rule("bonbons.10", "bonbons.15")
def test_a_round_covered_by_coins_cannot_be_turned_by_anyone():
    play = run(turn(table(), *COINS), "cover slot=3")
    for _ in range(2):
        assert refusal(play, text((0, 3))).code == "covered"
        assert clause(play, text((0, 3))) == "bonbons.10"
        run(turn(play, 31), "stop")


# Theft ---------------------------------------------------------------------------------------------------------------


@rule("bonbons.11")
@pytest.mark.parametrize("order", [(5, (1, 1)), ((1, 1), 5)])
def test_a_theft_swaps_the_two_rounds(order: tuple[Any, Any]):
    play = turn(table(), *order)
    assert sees(play).phase == "give"
    assert sees(play).last.result == "theft"
    assert sees(play).rounds[1][1] == Tile("turned", "caramel-yellow")
    assert play.to_act == 0
    run(play, "give slot=3")
    view = sees(play)
    assert view.rounds[0][3] == view.grid[5] == Tile("up", "caramel-yellow")
    assert view.rounds[1][1] == Tile("down", None)
    assert view.last == Gave(seat=0, slot=3, victim=1, victim_slot=1)


@rule("bonbons.11")
def test_a_stolen_round_must_be_paid_for_first_and_nothing_is_given_otherwise():
    play = table()
    assert refusal(play, "give slot=0").code == "nothing_stolen"
    assert clause(play, "give slot=0") == "bonbons.11"
    turn(play, 5, (1, 1))
    for move in ("stop", text(9), text((0, 0)), "cover slot=0"):
        assert refusal(play, move).code == "give_first"
        assert clause(play, move) == "bonbons.11"


@rule("bonbons.11")
def test_an_opponents_round_that_does_not_match_is_turned_back():
    play = turn(table(), 5, (1, 2))
    assert sees(play).rounds[1][2].state == "down"
    assert play.to_act == 1


@rule("bonbons.12")
def test_the_thief_chooses_among_their_own_rounds_that_are_face_down_and_not_covered():
    play = turn(table(), *COINS)
    run(play, "cover slot=3")
    run(turn(play, 31), "stop")
    turn(play, 2, (0, 2), 5, (1, 1))
    assert legal(play) == {"give slot=0", "give slot=1"}
    for slot in (2, 3, 4):
        assert refusal(play, f"give slot={slot}").code == "cannot_give"
        assert clause(play, f"give slot={slot}") == "bonbons.12"


@rule("bonbons.12")
def test_nobody_looks_at_the_given_tile_but_it_is_there():
    play = run(turn(table(), 5, (1, 1)), "give slot=3")
    for seat in (0, 1, SPECTATOR):
        assert sees(play, seat).rounds[1][1] == Tile("down", None)
    assert sees(play).shown == ()
    turn(play, 9, (1, 1))
    assert sees(play).rounds[1][1].picture == "lollipop-blue"


@rule("bonbons.12")
def test_a_round_that_was_just_shown_and_is_given_is_hidden_too():
    play = turn(table(), 9, (1, 3))  # seat 0 turns the round that seat 1 will give away
    turn(play, 0, (0, 0))
    run(play, "give slot=3")
    assert sees(play).rounds[0][0] == Tile("down", None)


@rule("bonbons.13")
def test_after_a_theft_the_thief_may_play_again_or_decline():
    play = run(turn(table(), 5, (1, 1)), "give slot=3")
    assert play.to_act == 0
    assert "stop" in legal(play)
    assert text((1, 1)) in legal(play)
    run(play, "stop")
    assert play.to_act == 1


# Coins ---------------------------------------------------------------------------------------------------------------


@rule("bonbons.14")
def test_who_starts_with_a_coin_may_go_on_turning_squares():
    play = turn(table(), 33)
    assert legal(play) == (all_squares(play) | all_rounds(play) | {"stop"}) - {text(33)}
    turn(play, 32)
    assert sees(play).phase == "two_coins"
    assert sees(play).shown == (Square(33), Square(32))
    assert clause(play, text(33)) == "bonbons.10"


@rule("bonbons.15")
def test_three_coins_cover_a_round_which_counts_as_found_and_stays_face_down():
    play = turn(table(), *COINS)
    assert sees(play).last == Turned(0, Square(34), "coins", False)
    assert legal(play) == {f"cover slot={slot}" for slot in range(4)}
    run(play, "cover slot=2")
    for seat in (0, 1, SPECTATOR):
        assert sees(play, seat).rounds[0][2] == Tile("covered", None)
        assert all(sees(play, seat).grid[cell] == Tile("gone", None) for cell in COINS)
        assert sees(play, seat).last == Covered(0, 2)


@rule("bonbons.15")
def test_coins_go_on_ones_own_face_down_round_and_must_be_laid_first():
    play = table()
    assert refusal(play, "cover slot=0").code == "no_coins"
    assert clause(play, "cover slot=0") == "bonbons.15"
    turn(play, 2, (0, 2), *COINS)
    assert legal(play) == {"cover slot=0", "cover slot=1", "cover slot=3"}
    for slot in (2, 4):
        assert refusal(play, f"cover slot={slot}").code == "cannot_cover"
        assert clause(play, f"cover slot={slot}") == "bonbons.15"
    for move in ("stop", text(9), "give slot=0"):
        assert refusal(play, move).code == "cover_first"
        assert clause(play, move) == "bonbons.15"


@rule("bonbons.15")
def test_coins_of_two_turns_do_not_add_up():
    play = run(turn(table(), 32, 33), "stop")
    run(turn(play, 31), "stop")
    turn(play, 34)
    assert sees(play).phase == "coin"
    assert text(32) in legal(play)


@rule("bonbons.16")
@pytest.mark.parametrize("coins", [(32,), (32, 34)])
def test_a_square_that_is_not_a_coin_ends_the_attempt(coins: tuple[int, ...]):
    play = turn(table(), *coins, 9)
    assert play.to_act == 1
    assert sees(play).last == Turned(0, Square(9), "no_pair", False)
    assert visible(play) == {Square(9): "humbug-yellow", **{Square(coin): "coin" for coin in coins}}
    assert all(tile.state == "down" for tile in sees(play).grid)
    turn(play, 10)
    assert visible(play) == {Square(10): "humbug-green"}


@rule("bonbons.17")
def test_a_coin_after_a_round_is_no_match():
    play = turn(table(), (0, 0), 32)
    assert sees(play).last.result == "no_pair"
    assert play.to_act == 1


@rule("bonbons.17")
def test_after_one_coin_one_may_turn_a_round_which_does_not_match_or_stop():
    play = turn(table(), 32, (0, 0))
    assert sees(play).last.result == "no_pair"
    assert play.to_act == 1
    run(turn(play, 32), "stop")
    assert play.to_act == 0
    assert sees(play).grid[32] == Tile("down", "coin")


@rule("bonbons.17")
def test_after_two_coins_one_may_stop_or_turn_a_square_but_not_a_round():
    play = turn(table(), 32, 33)
    assert legal(play) == (all_squares(play) | {"stop"}) - {text(32), text(33)}
    assert refusal(play, text((0, 0))).code == "round_after_coins"
    assert clause(play, text((1, 0))) == "bonbons.17"
    run(play, "stop")
    assert sees(play).grid[32].state == sees(play).grid[33].state == "down"
    assert play.to_act == 1


@rule("bonbons.17")
def test_laying_the_coins_ends_the_turn():
    play = run(turn(table(), *COINS), "cover slot=0")
    assert play.to_act == 1
    assert not sees(play).may_stop


# The empty wrapper ---------------------------------------------------------------------------------------------------


@rule("bonbons.18")
def test_the_wrapper_stays_face_up_and_brings_a_fifth_round_unseen():
    play = turn(table(), WRAPPER)
    for seat in (0, 1, SPECTATOR):
        assert sees(play, seat).grid[WRAPPER] == Tile("up", "wrapper")
        assert sees(play, seat).rounds[0] == (Tile("down", None),) * 5
        assert sees(play, seat).reserve == 23
        assert sees(play, seat).last == Turned(0, Square(WRAPPER), "goes_on", True)
    turn(play, (0, 4))
    assert sees(play).rounds[0][4].picture == "humbug-red"  # the first of the reserve
    assert sees(play).grid[WRAPPER] == Tile("up", "wrapper")
    assert clause(play, text(WRAPPER)) == "bonbons.10"


@rule("bonbons.18", "bonbons.20")
def test_who_has_the_wrapper_needs_five():
    play = run(turn(table(), WRAPPER), "stop")
    run(turn(play, 31), "stop")
    turn(play, 0, (0, 0), 1, (0, 1), 2, (0, 2), 3, (0, 3))
    assert play.outcome is None
    turn(play, 8, (0, 4))
    assert play.outcome.winners == (0,)
    assert play.outcome.scores == (5, 0)


@rule("bonbons.19")
def test_the_wrapper_is_the_square_of_the_turn_one_may_still_turn_a_round_or_stop():
    play = turn(table(), WRAPPER)
    assert legal(play) == all_rounds(play) | {"stop"}
    assert clause(play, text(9)) == "bonbons.5"
    turn(play, (0, 0))
    assert sees(play).last.result == "no_pair"
    assert play.to_act == 1


@rule("bonbons.19")
def test_the_wrapper_after_a_round_turns_the_round_back():
    play = turn(table(), (0, 0), WRAPPER)
    assert sees(play).rounds[0][0].state == "down"
    assert sees(play).grid[WRAPPER].state == "up"
    assert len(sees(play).rounds[0]) == 5
    assert play.to_act == 1


@rule("bonbons.16", "bonbons.19")
def test_the_wrapper_ends_a_coin_attempt():
    play = turn(table(), 32, 33, WRAPPER)
    assert sees(play).grid[32].state == "down"
    assert sees(play).grid[WRAPPER].state == "up"
    assert len(sees(play).rounds[0]) == 5
    assert play.to_act == 1


@rule("bonbons.19", "bonbons.21")
def test_with_an_empty_reserve_nothing_is_drawn():
    play = quick_table(players=6)
    assert sees(play).reserve == 0
    turn(play, QUICK_WRAPPER)
    assert sees(play).grid[QUICK_WRAPPER] == Tile("up", "wrapper")
    assert sees(play).last == Turned(0, Square(QUICK_WRAPPER), "goes_on", False)
    assert len(sees(play).rounds[0]) == 4


# End -----------------------------------------------------------------------------------------------------------------


@rule("bonbons.20")
def test_all_rounds_face_up_win_at_once():
    play = turn(table(), 0, (0, 0), 1, (0, 1), 2, (0, 2), 3, (0, 3))
    assert play.to_act == OVER
    assert play.outcome.winners == (0,)
    assert play.outcome.scores == (4, 0)
    assert play.outcome.clause == "bonbons.20"
    assert not sees(play).may_stop


@rule("bonbons.20")
def test_a_covered_round_counts_for_the_win():
    play = turn(table(), 0, (0, 0), 1, (0, 1), 2, (0, 2), *COINS)
    run(play, "cover slot=3")
    assert play.outcome.winners == (0,)
    assert play.outcome.scores == (4, 0)


@rule("bonbons.20")
def test_a_theft_paid_with_the_last_round_wins():
    play = turn(table(), 0, (0, 0), 1, (0, 1), 2, (0, 2), 5, (1, 1))
    assert play.outcome is None
    assert legal(play) == {"give slot=3"}  # a forced choice is still a move
    run(play, "give slot=3")
    assert play.outcome.winners == (0,)


@rule("bonbons.20")
def test_four_found_out_of_five_do_not_win_against_four_out_of_four():
    play = run(turn(table(), WRAPPER), "stop")
    run(turn(play, 31), "stop")
    run(turn(play, 0, (0, 0), 1, (0, 1), 2, (0, 2), 3, (0, 3)), "stop")
    turn(play, 4, (1, 0), 5, (1, 1), 6, (1, 2), 7, (1, 3))
    assert play.outcome.scores == (4, 4)
    assert play.outcome.winners == (1,)


# Quick variant -------------------------------------------------------------------------------------------------------


@rule("bonbons.21")
def test_a_quick_game_has_no_coins_and_two_kinds_less():
    deal = ludotheque.game("bonbons").new(players=3, seed=1, quick=True).deal
    kept = Counter(f"{kind}-{colour}" for kind in KINDS if kind not in deal["removed"] for colour in COLOURS)
    assert len(kept) == 24
    assert Counter(deal["squares"]) == kept + Counter(["wrapper"])
    assert rounds_of(deal) == kept
    play = quick_table()
    assert len(sees(play).grid) == 25
    assert sees(play).removed == ("jellybean", "marshmallow")
    assert sees(table()).removed == ()


@rule("bonbons.21")
def test_everything_else_is_the_same_in_a_quick_game():
    play = turn(quick_table(), 0, (0, 0), QUICK_WRAPPER, (0, 4))
    assert sees(play).rounds[0][4].picture == "humbug-red"
    assert play.to_act == 1
    turn(play, 1, (0, 1))
    run(play, "give slot=0")
    assert sees(play).last == Gave(1, 0, 0, 1)


@rule("bonbons.21")
def test_the_kinds_that_are_out_are_drawn_unless_the_host_names_them():
    game = ludotheque.game("bonbons")
    assert len({tuple(game.new(seed=seed, quick=True).deal["removed"]) for seed in range(20)}) > 5
    for seed in range(5):
        play = game.new(players=3, seed=seed, quick=True, named={"removed": ["cane", "caramel"], "first": 1})
        assert sees(play).removed == ("cane", "caramel")
        assert play.to_act == 1
        tiles = [*play.deal["squares"], *rounds_of(play.deal)]
        assert {tile.partition("-")[0] for tile in tiles} == {*KINDS, "wrapper"} - {"cane", "caramel"}


@rule("bonbons.21")
def test_kinds_that_cannot_be_out():
    game = ludotheque.game("bonbons")
    with pytest.raises(Fault, match=r"nothing_removed \[bonbons.21\]"):
        game.new(named={"removed": ["cane", "caramel"]})
    with pytest.raises(Fault, match=r"piece_too_often \[bonbons.21\]"):
        game.new(quick=True, named={"removed": ["cane", "cane"]})
    with pytest.raises(Fault, match=r"nothing_removed \[bonbons.21\]"):
        start("bonbons", 2, orderly(removed=["cane", "caramel"]))
    with pytest.raises(Fault, match="missing_key"):
        start("bonbons", 2, orderly(), quick=True)
    with pytest.raises(Fault, match=r"piece_too_often \[bonbons.21\]"):
        start("bonbons", 2, orderly_quick(removed=["caramel", "marshmallow"]), quick=True)


# In every game -------------------------------------------------------------------------------------------------------


@rule("any.1")
def test_a_game_drawn_out_for_ever_is_won_by_who_found_most():
    play = run(turn(table(players=3), 0, (0, 0)), "stop")
    while play.outcome is None:
        run(play, "stop" if sees(play).phase == "square" else text(31))
    assert len(play.entries) == 5000
    assert play.outcome.clause == "any.1"
    assert play.outcome.winners == (0,)
    assert play.outcome.scores == (1, 0, 0)


@rule("any.1")
def test_equal_scores_share():
    play = table(players=3)
    play.state.entries = 4999
    turn(play, 31)
    assert play.outcome.winners == (0, 1, 2)


@rule("any.1", "bonbons.20")
def test_a_win_with_the_last_entry_is_a_win():
    play = turn(table(), 0, (0, 0), 1, (0, 1), 2, (0, 2), 3)
    play.state.entries = 4999
    turn(play, (0, 3))
    assert play.outcome.clause == "bonbons.20"


@rule("any.2")
def test_the_log_names_places_and_forgets_pictures():
    play = turn(table(), 9)
    assert play.log()[-1].args == {"seat": 0, "cell": 9, "picture": "humbug-yellow"}
    turn(play, (1, 2))
    assert [line.args for line in play.log()] == [
        {"seat": 0, "cell": 9},
        {"seat": 0, "owner": 1, "slot": 2, "picture": "caramel-green"},
    ]
    turn(play, *COINS)
    run(play, "cover slot=0")
    turn(play, 1, (0, 1))
    run(turn(play, WRAPPER), "stop")
    turn(play, (0, 0), 0)
    run(play, "give slot=1")
    assert not any("picture" in line.args for line in play.log())
    assert play.log()[-1].args == {"seat": 1, "slot": 1, "owner": 0, "owner_slot": 0}


@rule("any.3")
def test_only_the_seat_to_act_turns_tiles():
    assert clause(table(), text(0), seat=1) == "any.3"


@rule("any.4")
def test_nothing_is_turned_after_the_end():
    play = turn(table(), 0, (0, 0), 1, (0, 1), 2, (0, 2), 3, (0, 3))
    assert clause(play, text(9), seat=0) == "any.4"


# Ways to play, counted by hand ---------------------------------------------------------------------------------------

ANY = 36 + 8
"""What can be turned when all is face down: 36 squares, four rounds of each of two players. With the wrapper up there is a
square less and a round more."""


def test_the_number_of_ways_to_begin():
    a_sweet = 32 * (8 + 1)  # then a round, or stop
    the_wrapper = 9 + 1  # there are nine rounds now
    a_coin = 3 * (35 + 8 + 1)  # another square, a round, or stop
    a_round = 8 * 36  # then a square
    assert count_positions(table(), 1) == ANY
    assert count_positions(table(), 2) == a_sweet + the_wrapper + a_coin + a_round == 718
    assert count_positions(quick_table(), 1) == 25 + 8
    assert count_positions(quick_table(), 2) == 24 * (8 + 1) + (9 + 1) + 8 * 25


def test_the_number_of_ways_to_play_a_first_turn():
    """Cells 0 to 3 show what the rounds of seat 0 show, cells 4 to 7 what those of seat 1 show."""
    again = 35 + 7 + 1  # after a pair: what is still face down, or decline
    give = 4
    pairs_own, pairs_stolen, others = ANY + 7 * ANY + again, ANY + 7 * ANY + give, ANY + 8 * ANY
    a_sweet = 4 * pairs_own + 4 * pairs_stolen + 24 * others
    the_wrapper = (9 + 1) * ANY
    two_coins = 34 + 1
    a_coin = 3 * (ANY + 8 * ANY + 2 * two_coins + 33 * ANY)
    a_round = 4 * (35 * ANY + again) + 4 * (35 * ANY + give)
    assert count_positions(table(), 3) == a_sweet + the_wrapper + a_coin + a_round == 31_210


# What a table waits for ----------------------------------------------------------------------------------------------


@rule("bonbons.9")
def test_two_tiles_that_are_no_pair_are_looked_at():
    play = table()
    assert waits(play, text(7), text((0, 0))) == [False, True]


@rule("bonbons.8")
def test_a_pair_stays_open_and_nobody_waits():
    play = table()
    assert waits(play, text(1), text((0, 1))) == [False, False]


@rule("bonbons.16")
def test_a_failed_attempt_with_coins_is_looked_at():
    play = table()
    assert waits(play, text(32), text(33), text(5)) == [False, False, True]


@rule("bonbons.17")
def test_coins_that_are_turned_back_by_choice_are_looked_at():
    play = table()
    assert waits(play, text(32), text(33), "stop") == [False, False, True]


@rule("bonbons.18")
def test_the_wrapper_stays_open_and_nobody_waits():
    play = table()
    assert waits(play, text(WRAPPER), "stop") == [False, False]
