"""Novem, clause by clause."""

from __future__ import annotations

import pytest

from ludotheque.games import game
from ludotheque.games.novem.imagine import Known
from ludotheque.games.novem.rules import LAYOUTS, Crossing, read_board, unpacked
from ludotheque.rules.core import OVER, SPECTATOR, Fault
from ludotheque.rules.dice import new_dice
from ludotheque.testing import count_positions
from ludotheque.testing.scenario import Play, clause, legal, refusal, rule, run, sees, start, waits

BOARD = [2, 7, 6, 9, 5, 1, 4, 3, 8]
"""
      1  2  3
   A  2  7  6     below:  8  3  4
   B  9  5  1             1  5  9
   C  4  3  8             6  7  2
"""
NEXT_BOARD = [8, 1, 6, 3, 5, 7, 4, 9, 2]

EVEN_GAME = ("A1", "A1", "A2", "A2", "A3", "A3")
"""Row A is emptied, 15 points each."""
UNEVEN_GAME = ("A1", "A2", "A1", "A2", "A3", "A3")
"""Row A is emptied, 16 points for who attacked first and 14 for the other."""


def table(first: int = 0, games: int = 2, **options: bool | int) -> Play:
    return start("novem", 2, {"first": first, "boards": [BOARD, NEXT_BOARD][:games]}, games=games, **options)


def cross(play: Play, *crossings: str) -> Play:
    """Whole rounds: the attacker lays a marker, then the defender, so that they meet there."""
    for row, column in crossings:
        for _ in range(2):
            run(play, f"lay line={row if play.to_act == 0 else column}")
    return play


def fault_of(boards: object, first: object = 0) -> Fault:
    with pytest.raises(Fault) as caught:
        start("novem", 2, {"first": first, "boards": boards})
    return caught.value


# Material and set-up -------------------------------------------------------------------------------------------------


@rule("novem.1")
def test_nine_crossings_hold_two_tiles_each_all_face_up():
    for seat in (0, 1, SPECTATOR):
        assert sees(table(), seat).board == tuple(BOARD)
        assert sees(table(), seat).tiles == (2,) * 9


@rule("novem.1")
def test_a_level_holds_one_to_nine_once():
    twice = [2, 7, 6, 9, 5, 1, 4, 3, 3]
    fault = fault_of([BOARD, twice])
    assert (fault.code, fault.clause, fault.where) == ("piece_too_often", "novem.1", "deal")
    assert fault.details["piece"] == "3"
    assert fault.details["what"] == "boards[1]"
    for strange in (0, 10, "7", True, None, 2.0):
        assert fault_of([[strange, *BOARD[1:]], NEXT_BOARD]).clause == "novem.1"
    assert fault_of([BOARD[:8], NEXT_BOARD]).code == "wrong_length"
    assert fault_of([BOARD, "276951438"]).code == "not_a_list"


@rule("novem.2")
def test_every_row_and_column_sums_to_15():
    fault = fault_of([[7, 2, 6, 9, 5, 1, 4, 3, 8], NEXT_BOARD])
    assert (fault.code, fault.clause) == ("wrong_sum", "novem.2")
    assert (fault.details["line"], fault.details["sum"]) == ("1", 20)
    fault = fault_of([[2, 7, 6, 9, 5, 3, 4, 1, 8], NEXT_BOARD])
    assert (fault.details["line"], fault.details["sum"]) == ("B", 17)


@rule("novem.2")
def test_there_are_72_layouts():
    assert len(set(LAYOUTS)) == 72
    for layout in LAYOUTS:
        assert read_board(list(unpacked(layout)), "board")
    assert {a + e + i for a, _, _, _, e, _, _, _, i in map(unpacked, LAYOUTS)} > {15}, "diagonals are free"


@rule("novem.2")
def test_no_other_layout_sums_to_15():
    """Two rows of three give the third one and all sums: try them all."""
    found = set()
    values = range(1, 10)
    for a in values:
        for b in values:
            for d in values:
                for e in values:
                    c, f, g, h = 15 - a - b, 15 - d - e, 15 - a - d, 15 - b - e
                    level = (a, b, c, d, e, f, g, h, 15 - g - h)
                    if set(level) == set(values):
                        found.add(level)
    assert found == set(map(unpacked, LAYOUTS))


@rule("novem.2", "novem.6")
def test_the_tile_below_makes_ten_with_the_one_above():
    play = cross(table(), "A2", "A2")
    assert sees(play).last == Crossing(0, 1, "A", "2", 3)


@rule("novem.3")
def test_one_side_owns_the_rows_the_other_the_columns():
    play = table()
    assert legal(play) == {"lay line=A", "lay line=B", "lay line=C"}
    assert refusal(play, "lay line=2").code == "rows_only"
    assert clause(play, "lay line=2") == "novem.3"
    run(play, "lay line=B")
    assert legal(play) == {"lay line=1", "lay line=2", "lay line=3"}
    assert refusal(play, "lay line=B").code == "columns_only"
    assert clause(play, "lay line=B") == "novem.3"


@rule("novem.4")
def test_the_first_attacker_is_drawn_or_named():
    assert table(first=1).to_act == 1
    assert sees(table(first=1)).attacker == 1
    game = table().game
    assert {game.new(seed=seed).to_act for seed in range(20)} == {0, 1}
    assert game.new(seed=3, named={"first": 1}).to_act == 1
    assert fault_of([BOARD, NEXT_BOARD], first=2).clause == "novem.4"


# A round -------------------------------------------------------------------------------------------------------------


@rule("novem.5")
@pytest.mark.parametrize("first", [0, 1])
def test_nobody_but_the_attacker_knows_the_marker_that_lies(first: int):
    lines = ("A", "C") if first == 0 else ("1", "3")
    one, other = (run(table(first), f"lay line={line}") for line in lines)
    for seat in (1 - first, SPECTATOR):
        assert sees(one, seat).laid
        assert sees(one, seat) == sees(other, seat)
    assert sees(one, first).marker == lines[0]
    assert one.log() == other.log()
    assert one.to_act == 1 - first


@rule("novem.5")
def test_both_markers_are_revealed_together():
    play = run(table(first=1), "lay line=3")
    assert sees(play).last is None
    run(play, "lay line=B")
    assert [sees(play, seat).last for seat in (0, 1, SPECTATOR)] == [Crossing(0, 1, "B", "3", 1)] * 3
    assert not sees(play).laid
    assert sees(play, 1).marker is None


@rule("novem.5", "any.3")
def test_the_defender_waits_for_the_attacker():
    play = table()
    assert clause(play, "lay line=1", seat=1) == "any.3"
    run(play, "lay line=A")
    assert clause(play, "lay line=B", seat=0) == "any.3"


@rule("novem.6")
def test_the_attacker_takes_the_upper_tile_and_the_one_below_becomes_available():
    play = cross(table(), "B1")
    assert sees(play).last == Crossing(0, 0, "B", "1", 9)
    assert sees(play).tiles == (2, 2, 2, 1, 2, 2, 2, 2, 2)
    assert sees(play).taken == (1, 0)
    cross(play, "B1")
    assert sees(play).last == Crossing(0, 1, "B", "1", 1)
    assert sees(play).tiles[3] == 0
    assert sees(play).taken == (1, 1)


@rule("novem.6", "any.2")
def test_what_was_taken_lies_face_down_once_the_next_markers_are_revealed():
    one, other = cross(table(), "A1", "C3", "B2"), cross(table(), "C3", "A1", "B2")
    for seat in (0, 1, SPECTATOR):
        assert sees(one, seat) == sees(other, seat)
    assert sees(one).points is None


@rule("novem.6")
def test_the_last_crossing_stays_in_sight_until_the_next_reveal():
    play = run(cross(table(), "A3"), "lay line=2")
    assert sees(play).last == Crossing(0, 0, "A", "3", 6)
    run(play, "lay line=C")
    assert sees(play).last == Crossing(0, 1, "C", "2", 3)


@rule("novem.7")
def test_an_empty_crossing_gives_nothing():
    play = cross(table(show_totals=True), "A1", "A1", "A1")
    assert sees(play).last == Crossing(0, 0, "A", "1", None)
    assert sees(play).taken == (1, 1)
    assert sees(play).points == (2, 8)


@rule("novem.7")
def test_a_line_may_be_laid_whatever_is_left_on_it():
    play = cross(table(), "A1", "A1")
    assert legal(play) == {"lay line=A", "lay line=B", "lay line=C"}


@rule("novem.8")
def test_the_token_passes_and_the_markers_come_back():
    play = cross(table(), "A1")
    assert sees(play).attacker == 1
    assert legal(play) == {"lay line=1", "lay line=2", "lay line=3"}
    run(play, "lay line=1")
    assert sees(play).attacker == 1, "until both markers lie"


@rule("novem.8")
def test_the_token_passes_after_an_empty_crossing_too():
    play = cross(table(), "A1", "A1", "A1")
    assert sees(play).attacker == 1
    assert play.to_act == 1


# The end of a game and of the match ----------------------------------------------------------------------------------


@rule("novem.9")
@pytest.mark.parametrize("crossings", [EVEN_GAME, ("A1", "B1", "C1", "B1", "C1", "A1")])
def test_a_game_ends_as_soon_as_a_row_or_a_column_is_empty(crossings: tuple[str, ...]):
    play = cross(table(games=1), *crossings[:-1])
    assert play.outcome is None
    assert sees(play).totals == ()
    cross(play, crossings[-1])
    assert play.to_act == OVER
    assert sees(play).totals == (play.outcome.scores,)
    assert clause(play, "lay line=A", seat=0) == "any.4"


@rule("novem.9")
def test_both_turn_up_what_they_took_when_a_game_ends():
    play = cross(table(), *UNEVEN_GAME)
    for seat in (0, 1, SPECTATOR):
        assert sees(play, seat).totals == ((16, 14),)


@rule("novem.10")
def test_the_higher_total_of_two_games_wins():
    play = cross(table(), *UNEVEN_GAME)
    assert play.outcome is None
    cross(play, "A1", "A3", "A3", "A1", "A2", "A2")  # seat 1 attacks: 8, 4 and 1; seat 0: 6, 2 and 9
    assert sees(play).totals == ((16, 14), (17, 13))
    assert play.outcome.winners == (0,)
    assert play.outcome.scores == (33, 27)
    assert play.outcome.clause == "novem.10"


@rule("novem.10")
def test_equal_totals_are_a_draw_and_both_win():
    play = cross(table(games=1), *EVEN_GAME)
    assert play.outcome.winners == (0, 1)
    assert play.outcome.scores == (15, 15)


@rule("novem.10")
def test_a_match_may_be_a_single_game():
    play = cross(table(games=1), *UNEVEN_GAME)
    assert play.outcome.winners == (0,)
    assert fault_of([BOARD]).clause == "novem.10"


@rule("novem.11")
@pytest.mark.parametrize("first", [0, 1])
def test_the_second_game_has_a_fresh_layout_and_the_other_player_attacks_first(first: int):
    play = cross(table(first=first), *EVEN_GAME)
    now = sees(play)
    assert now.number == 1
    assert now.board == tuple(NEXT_BOARD)
    assert now.tiles == (2,) * 9
    assert now.taken == (0, 0)
    assert now.attacker == play.to_act == 1 - first
    assert legal(play) == (
        {"lay line=1", "lay line=2", "lay line=3"} if first == 0 else {"lay line=A", "lay line=B", "lay line=C"}
    )


@rule("novem.11")
def test_the_crossing_that_ended_the_first_game_is_seen_until_the_next_reveal():
    play = run(cross(table(), *EVEN_GAME), "lay line=1")
    assert sees(play).last == Crossing(0, 1, "A", "3", 4)
    run(play, "lay line=A")
    assert sees(play).last == Crossing(1, 1, "A", "1", 8)


@rule("novem.11")
def test_nobody_sees_the_second_layout_before_the_first_game_ends():
    deal = {"first": 0, "boards": [BOARD, BOARD]}
    play = cross(table(), *EVEN_GAME[:-1])
    other = cross(start("novem", 2, deal), *EVEN_GAME[:-1])
    for seat in (0, 1, SPECTATOR):
        assert sees(play, seat) == sees(other, seat)


# All games -----------------------------------------------------------------------------------------------------------


@rule("any.1")
def test_a_game_without_end_is_won_by_the_best_score():
    play = table()
    while play.outcome is None:
        cross(play, "A1")
    assert len(play.entries) == 5000
    assert play.outcome.clause == "any.1"
    assert play.outcome.winners == (1,)
    assert play.outcome.scores == (2, 8)
    assert sees(play).totals == (), "no line is empty"


@rule("any.1")
def test_a_match_that_ends_on_the_last_entry_ends_in_its_own_way():
    play = table(games=1)
    cross(play, *EVEN_GAME[:-1], *["A1"] * 2494, "A3")
    assert len(play.entries) == 5000
    assert play.outcome.clause == "novem.10"


@rule("any.2")
def test_the_log_forgets_lines_and_tiles():
    play = cross(table(), "A1")
    assert play.log()[-1].args == {"seat": 0, "row": "A", "column": "1", "tile": 2}
    cross(play, "A1", "A1")
    assert [line.code for line in play.log()] == ["laid", "round"] * 2 + ["laid", "found_nothing"]
    run(play, "lay line=2")
    assert all(set(line.args) == {"seat"} for line in play.log())


@rule("any.2", "novem.9")
def test_the_log_keeps_the_totals_of_a_finished_game():
    play = cross(table(), *UNEVEN_GAME)
    assert play.log()[-1].code == "took_last"
    run(play, "lay line=1")
    assert play.log()[-2].args == {"number": 0, "rows": 16, "columns": 14}


def test_show_totals_shows_the_points_of_the_game_under_way():
    play = cross(table(show_totals=True), "B1", "A1", "A1")
    assert sees(play).points == (17, 2)
    assert sees(cross(table(), "B1", "A1", "A1")).points is None


def test_the_number_of_ways_to_play():
    assert [count_positions(table(), depth) for depth in range(1, 7)] == [3, 9, 27, 81, 243, 729]


def test_the_number_of_ways_to_play_when_one_tile_more_ends_the_game():
    """One crossing of nine ends it, in every round: after n rounds 8**n ways are still open."""
    play = cross(table(games=1), *EVEN_GAME[:-1])
    assert [count_positions(play, depth) for depth in range(1, 7)] == [3, 9, 8 * 3 + 1, 8 * 9 + 1, 64 * 3 + 9, 64 * 9 + 9]
    play = cross(table(games=2), *EVEN_GAME[:-1])
    assert [count_positions(play, depth) for depth in range(1, 7)] == [3, 9, 27, 81, 243, 729], "the second game goes on"


# What a player may imagine -------------------------------------------------------------------------------------------


def points_imagined(play: Play, known: Known | None = None) -> set[tuple[int, ...]]:
    dice = new_dice(1)
    return {tuple(play.game.imagine(sees(play, 0), known, dice).points) for _ in range(60)}


def test_who_took_what_is_open_but_for_the_last_tile():
    play = cross(table(), "B1", "A1", "C3")  # 9 and 2 are face down; the 8 was seen to go to seat 0
    assert points_imagined(play) == {(17, 2), (10, 9)}


def test_what_a_player_remembers_holds_and_what_cannot_be_is_ignored():
    play = cross(table(), "B1", "A1", "C3")
    b1 = (None,) * 3
    assert points_imagined(play, Known(upper=(*b1, 0, *(None,) * 5))) == {(17, 2)}
    assert points_imagined(play, Known(upper=(None, 0, *(None,) * 6, 1), lower=(1,) * 9)) == {(17, 2), (10, 9)}


# What a table waits for ----------------------------------------------------------------------------------------------


@rule("novem.5")
def test_both_markers_are_looked_at_although_the_same_seat_goes_on():
    play = game("novem").new(2, seed=3)
    first, second = ("A", "1") if play.to_act == 0 else ("1", "A")
    assert waits(play, f"lay line={first}", f"lay line={second}") == [False, True]
    assert waits(play, f"lay line={second}", f"lay line={first}") == [False, True]
