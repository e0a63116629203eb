"""After which entries a table waits until all have looked: a turn has ended with something on show that is hidden again."""

from __future__ import annotations

from typing import Any

from ludotheque.games import all_games
from ludotheque.games.tableaux.seen import Discarded
from tests.games.bonbons import test_rules as bonbons
from tests.games.novem import test_rules as novem
from tests.games.tableaux import test_rules as tableaux
from tests.games.tonoo import test_rules as tonoo
from tests.games.tuiles import test_rules as tuiles
from tests.scenario import Play, rule, run, seen


def waits(play: Play, *moves: str) -> list[bool]:
    """After which of these entries everybody waits."""
    found = []
    for move in moves:
        before = seen(play)
        run(play, move)
        found.append(play.game.reveals(before, seen(play)))
    return found


@rule("bonbons.9")
def test_two_tiles_that_are_no_pair_are_looked_at():
    play = bonbons.table()
    assert waits(play, bonbons.text(7), bonbons.text((0, 0))) == [False, True]


@rule("bonbons.8")
def test_a_pair_stays_open_and_nobody_waits():
    play = bonbons.table()
    assert waits(play, bonbons.text(1), bonbons.text((0, 1))) == [False, False]


@rule("bonbons.16")
def test_a_failed_attempt_with_coins_is_looked_at():
    play = bonbons.table()
    assert waits(play, bonbons.text(32), bonbons.text(33), bonbons.text(5)) == [False, False, True]


@rule("bonbons.17")
def test_coins_that_are_turned_back_by_choice_are_looked_at():
    play = bonbons.table()
    assert waits(play, bonbons.text(32), bonbons.text(33), "stop") == [False, False, True]


@rule("bonbons.18")
def test_the_wrapper_stays_open_and_nobody_waits():
    play = bonbons.table()
    assert waits(play, bonbons.text(bonbons.WRAPPER), "stop") == [False, False]


@rule("novem.5")
def test_both_markers_are_looked_at_although_the_same_seat_goes_on():
    play = novem.start("novem", 2, novem_deal())
    first, second = ("A", "1") if play.to_act == 0 else ("1", "A")
    assert waits(play, f"lay line={first}", f"lay line={second}") == [False, True]
    assert waits(play, f"lay line={second}", f"lay line={first}") == [False, True]


def novem_deal() -> dict[str, Any]:
    return all_games()["novem"].new(2, seed=3).deal


@rule("tableaux.6", "tableaux.9")
def test_cards_that_lie_open_need_no_time():
    play = tableaux.opened(
        "red-circle red-square red-star red-heart blue-moon", "blue-circle blue-square blue-star blue-drop red-moon"
    )
    assert waits(play, "draw from=pile", "discard card=blue-moon", "draw from=discard", "discard card=blue-moon") == [False] * 4


@rule("tableaux.13")
def test_a_discard_that_is_turned_over_at_once_is_looked_at():
    play = tableaux.late("red-circle / red-square red-star", "blue-circle / blue-square blue-star", pile="green-moon", discard="")
    assert waits(play, "draw from=pile", "discard card=green-moon") == [False, True]
    last = seen(play).last
    assert isinstance(last, Discarded)
    assert last.turned


@rule("tonoo.3")
def test_a_pawn_that_is_placed_was_seen_before_and_nobody_waits():
    assert waits(tonoo.table(), "draw", "pawn=red", "place cylinder=1") == [False, False, False]


@rule("tonoo.5", "tonoo.6")
def test_what_was_in_a_cylinder_is_looked_at():
    play = tonoo.put(tonoo.table(), "red 0", "red 0")
    assert waits(play, "lift cylinder=0") == [True]


@rule("tonoo.7")
def test_who_owes_a_pawn_goes_on_with_the_turn_and_nobody_waits():
    nobody = [0, 0, 0, 0, 0]
    play = tonoo.arrange(tonoo.table(), [[1, 1, 0, 0, 0], nobody, nobody, nobody], [[0, 0, 1, 0, 0], nobody])
    assert waits(play, "lift cylinder=0", "return pawn=green") == [False, False]


@rule("tonoo.8")
def test_a_lift_that_gives_pawns_to_the_others_is_looked_at_when_they_have_taken_them():
    nobody = [0, 0, 0, 0, 0]
    play = tonoo.arrange(tonoo.table(3), [[1, 1, 0, 0, 0], nobody, nobody, nobody], [nobody, nobody, nobody])
    assert waits(play, "lift cylinder=0", "pawn=red", "pawn=blue") == [False, False, True]


@rule("tonoo.9")
def test_an_empty_cylinder_is_looked_at_unless_it_ends_the_game():
    assert waits(tonoo.table(3), "lift cylinder=2") == [True]
    assert waits(tonoo.table(2), "lift cylinder=2") == [False]


@rule("tuiles.7", "tuiles.10")
def test_the_value_under_a_pawn_is_looked_at():
    play = tuiles.table()
    assert waits(play, "announce pawn=0 advance=6", "announce pawn=2 advance=6") == [True, True]
