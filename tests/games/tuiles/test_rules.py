"""De tuile en tuile, clause by clause."""

from __future__ import annotations

from collections import Counter

import pytest

import ludotheque
from ludotheque.games.tuiles.imagine import Known
from ludotheque.games.tuiles.rules import FOR_THE_LOOP, Announced, Place, home, place_of
from ludotheque.rules.core import OVER, SPECTATOR, Fault, Line
from ludotheque.testing import count_positions
from ludotheque.testing.scenario import Play, clause, legal, refusal, rule, run, sees, start, waits

CORNERS = {2: [0, 2], 3: [0, 1, 2], 4: [0, 1, 2, 3]}
HOME = Place("home", 0)


def loop(values: dict[int, int] | None = None, stretch: int = 12) -> list[int]:
    """A loop with these values on these tiles, and the others in ascending order."""
    rest = list(FOR_THE_LOOP)
    for value in (values or {}).values():
        rest.remove(value)
    return [(values or {}).get(tile) or rest.pop(0) for tile in range(4 * stretch)]


def table(players: int = 2, values: dict[int, int] | None = None, stretch: int = 12, **options: bool | int) -> Play:
    deal = {"first": 0, "corners": CORNERS[players], "loop": loop(values, stretch)}
    return start("tuiles", players, deal, stretch=stretch, **options)


def stand(play: Play, seat: int, *steps: int) -> Play:
    """Put the pawns of a seat where they would be: 0, 1, 2 in the camp, 3 on the first tile of its stretch, and so on."""
    s = play.state
    for pawn, step in enumerate(steps):
        at = seat * 3 + pawn
        if s.step[at] < home(s):
            s.occupied[place_of(s, seat, s.step[at])] = 0
        s.step[at] = step
    for step in s.step[seat * 3 : seat * 3 + 3]:
        if step < home(s):
            s.occupied[place_of(s, seat, step)] = 1
    return play


def say(play: Play, *announcements: str) -> Play:
    """Each player in turn announces: `say(play, "0 4", "2 6")` for pawn and advance, with the value between for experts."""
    for announcement in announcements:
        numbers = announcement.split()
        names = ("pawn", "advance") if len(numbers) == 2 else ("pawn", "value", "advance")
        run(play, "announce " + " ".join(f"{name}={number}" for name, number in zip(names, numbers, strict=True)))
    return play


def fault_of(players: int = 2, stretch: int = 12, **changed: object) -> Fault:
    """What is found wrong with a deal."""
    deal = {"first": 0, "corners": CORNERS[players], "loop": loop(stretch=stretch), **changed}
    with pytest.raises(Fault) as found:
        start("tuiles", players, deal, stretch=stretch)
    return found.value


# Material and set-up


@rule("tuiles.1")
def test_sixty_tiles_ten_of_each_value_and_three_pawns_each():
    play = ludotheque.game("tuiles").new(players=4, seed=1)
    camps = [4, 5, 6] * 4
    assert Counter(play.deal["loop"] + camps) == dict.fromkeys(range(1, 7), 10)
    assert [len(pawns) for pawns in sees(play).pawns] == [3, 3, 3, 3]


@rule("tuiles.2")
def test_a_camp_is_a_line_of_6_5_4_and_the_4_is_nearest_to_the_loop():
    play = say(table(values={3: 6}), "0 4", "2 6", "1 5", "1 5", "2 6")
    assert sees(play).camps[0] == (6, 5, 4)
    assert sees(play).camps[1] == (6, 5, None)


@rule("tuiles.3")
def test_a_random_loop_holds_the_48_other_tiles_face_up():
    play = ludotheque.game("tuiles").new(players=3, seed=5)
    assert Counter(sees(play).loop) == {1: 10, 2: 10, 3: 10, 4: 6, 5: 6, 6: 6}
    assert ludotheque.game("tuiles").new(players=3, seed=6).deal["loop"] != play.deal["loop"]


@rule("tuiles.3")
def test_a_recorded_loop_has_to_be_these_48():
    assert fault_of(loop=loop()[:47]).clause == "tuiles.3"
    too_often = fault_of(loop=[1, *loop()[:47]])
    assert (too_often.code, too_often.clause) == ("piece_too_often", "tuiles.3")
    assert too_often.details == {"what": "loop", "piece": "1", "count": 1}
    for wrong in (0, 7, "6", True, None):
        assert fault_of(loop=[*loop()[:47], wrong]).code == "unknown_piece"
    assert fault_of(loop="123").code == "not_a_list"


@rule("tuiles.3")
def test_pawns_leave_their_camp_onto_the_first_tile_of_the_stretch_that_starts_there():
    play = say(table(), "0 1", "0 1")
    assert sees(play).pawns[0][0] == Place("loop", 0)
    assert sees(play).pawns[1][0] == Place("loop", 24)


@rule("tuiles.3")
def test_opponents_pass_by_a_camp_without_entering_it():
    play = stand(table(values={23: 6}), 0, 26, 1, 0)
    say(play, "0 1")
    assert sees(play).pawns[0][0] == Place("loop", 24)
    assert sees(play).pawns[1] == (Place("camp", 2), Place("camp", 1), Place("camp", 0))


@rule("tuiles.4")
def test_pawns_start_on_the_tiles_of_their_camp_and_hide_them():
    play = table(players=3)
    assert sees(play).pawns == ((Place("camp", 2), Place("camp", 1), Place("camp", 0)),) * 3
    assert sees(play).camps == ((None, None, None),) * 3


@rule("tuiles.4")
def test_a_pawn_hides_the_value_of_its_tile_from_everyone_its_owner_included():
    play = table(values={2: 6})
    assert sees(play).loop[2] == 6
    say(play, "0 3")
    assert [sees(play, seat).loop[2] for seat in (0, 1, SPECTATOR)] == [None] * 3
    assert sees(play).camps[0] == (None, None, 4)
    assert None not in sees(play).loop[:2] + sees(play).loop[3:]


@rule("tuiles.5")
def test_two_sit_opposite_three_leave_a_corner_empty():
    for players, corners in {2: {(0, 2)}, 3: {(0, 1, 2), (0, 1, 3), (0, 2, 3)}, 4: {(0, 1, 2, 3)}}.items():
        plays = [ludotheque.game("tuiles").new(players=players, seed=seed) for seed in range(40)]
        assert {sees(play).corners for play in plays} == corners
        assert all(len(sees(play).loop) == 48 for play in plays)


@rule("tuiles.5")
def test_two_have_no_other_corners():
    for corners in ([0, 1], [2, 0], [1, 3], [0, 0], [0, 2, 3], [0, "2"], 2):
        assert fault_of(corners=corners).clause == "tuiles.5"
    assert fault_of(corners=[0, 1]).code == "bad_corners"


@rule("tuiles.5")
def test_three_or_four_take_corners_clockwise():
    for corners in ([0, 1, 3], [3, 0, 1], [1, 2, 3]):
        deal = {"first": 0, "corners": corners, "loop": loop()}
        assert list(sees(start("tuiles", 3, deal)).corners) == corners
    for corners in ([0, 3, 1], [2, 1, 0], [0, 0, 1], [1, 2, 4], [-1, 0, 1]):
        assert fault_of(players=3, corners=corners).clause == "tuiles.5"
    assert start("tuiles", 4, {"first": 0, "corners": [1, 2, 3, 0], "loop": loop()}).to_act == 0
    assert fault_of(players=4, corners=[0, 2, 1, 3]).clause == "tuiles.5"


@rule("tuiles.5")
def test_an_empty_corner_is_not_a_place():
    play = stand(table(values={11: 6}), 0, 14, 1, 0)
    say(play, "0 2")
    assert sees(play).pawns[0][0] == Place("loop", 13)
    assert len(sees(play).camps) == 2


@rule("tuiles.5")
def test_the_starter_is_drawn_or_named_by_the_host():
    game = ludotheque.game("tuiles")
    assert {game.new(players=4, seed=seed).to_act for seed in range(40)} == {0, 1, 2, 3}
    assert game.new(players=4, seed=1, named={"first": 3}).to_act == 3
    assert fault_of(first=2).clause == "tuiles.5"


# A turn


@rule("tuiles.6")
def test_a_pawn_and_a_number_from_1_to_6_are_announced():
    assert legal(table()) == {f"announce pawn={pawn} advance={n}" for pawn in range(3) for n in range(1, 7)}
    with pytest.raises(Fault) as found:
        table().game.move({"type": "announce", "pawn": 0, "advance": 7})
    assert found.value.clause == "tuiles.6"


@rule("tuiles.7")
def test_a_pawn_on_a_tile_of_at_least_the_number_moves_forward_by_exactly_that_number():
    play = table()
    say(play, "0 4")
    assert sees(play).pawns[0][0] == Place("loop", 3)
    assert sees(play).last == Announced(0, 0, None, 4, Place("camp", 2), 4, True, (Place("loop", 3),))
    say(play, "2 5")
    assert sees(play).pawns[1][2] == Place("loop", 26)
    assert sees(play).last.tile == 6


@rule("tuiles.7")
def test_a_pawn_on_a_smaller_tile_goes_back_and_the_turn_is_over():
    play = say(table(), "0 5")
    assert sees(play).pawns[0][0] == Place("camp", 2)
    assert sees(play).last == Announced(0, 0, None, 5, Place("camp", 2), 4, False, ())
    assert play.to_act == 1


@rule("tuiles.7")
def test_a_lifted_value_is_seen_by_all_until_the_next_announcement():
    play = say(table(values={2: 2}), "0 3", "0 1", "0 3")
    assert [sees(play, seat).last.tile for seat in (0, 1, SPECTATOR)] == [2, 2, 2]
    assert [sees(play, seat).loop[2] for seat in (0, 1, SPECTATOR)] == [None] * 3
    say(play, "1 6")
    assert sees(play).last.seat == 1
    assert sees(play).loop[2] is None


@rule("tuiles.7", "any.2")
def test_what_lies_under_a_pawn_may_be_anything_that_is_seen_nowhere_else():
    play = say(table(values={2: 2, 26: 5}), "0 3", "0 3")
    game = play.game
    imagined = [game.imagine(sees(play)) for _ in range(60)]
    assert {(state.tile[2], state.tile[26]) for state in imagined} == {(2, 5), (5, 2)}
    remembered = [game.imagine(sees(play), Known(values={2: 2, 0: 6, 26: 4, 99: 1})) for _ in range(20)]
    assert {(state.tile[2], state.tile[26]) for state in remembered} == {(2, 5)}
    say(play, "0 6")
    assert {game.imagine(sees(play)).tile[2] for _ in range(20)} == {2}


@rule("tuiles.8")
def test_an_announcement_that_is_known_to_fail_may_be_made():
    play = table()
    assert {"announce pawn=0 advance=5", "announce pawn=0 advance=6", "announce pawn=1 advance=6"} < legal(play)
    say(play, "0 6")
    assert not sees(play).last.moved


@rule("tuiles.8")
def test_a_pawn_that_is_home_is_no_longer_in_play():
    play = stand(table(), 0, 51, 1, 0)
    assert legal(play) == {f"announce pawn={pawn} advance={n}" for pawn in (1, 2) for n in range(1, 7)}
    assert refusal(play, "announce pawn=0 advance=1").code == "pawn_home"
    assert clause(play, "announce pawn=0 advance=1") == "tuiles.8"


@rule("tuiles.9")
def test_a_pawn_that_arrives_on_a_friend_goes_on_by_the_same_number():
    play = say(table(), "2 1")
    assert sees(play).last.hops == (Place("camp", 1), Place("camp", 2), Place("loop", 0))
    assert sees(play).pawns[0] == (Place("camp", 2), Place("camp", 1), Place("loop", 0))
    assert sees(play).camps[0] == (6, None, None)


@rule("tuiles.9")
def test_a_pawn_that_arrives_on_a_foe_goes_on_again_and_again():
    play = stand(stand(table(), 0, 5, 1, 0), 1, 3 + 24 + 5, 3 + 24 + 8, 0)
    play.state.tile[2] = 6
    say(play, "0 3")
    assert sees(play).last.hops == (Place("loop", 5), Place("loop", 8), Place("loop", 11))
    assert sees(play).pawns[0][0] == Place("loop", 11)
    assert sees(play).pawns[1][:2] == (Place("loop", 5), Place("loop", 8))


@rule("tuiles.9")
def test_the_tiles_passed_over_do_not_matter():
    play = stand(table(), 1, 3 + 24, 3 + 24 + 1, 3 + 24 + 2)
    say(play, "0 4")
    assert sees(play).last.hops == (Place("loop", 3),)


@rule("tuiles.9", "tuiles.11")
def test_a_bounce_may_end_at_home():
    play = stand(stand(table(values={43: 3}), 0, 46, 1, 0), 1, 3 + 22, 1, 0)
    say(play, "0 3")
    assert sees(play).last.hops == (Place("loop", 46), HOME)
    assert sees(play).pawns[0][0] == HOME


@rule("tuiles.10")
def test_then_the_turn_passes_clockwise():
    play = table(players=3)
    turns = []
    for announcement in ("0 4", "0 6", "2 1", "1 5"):
        turns.append(play.to_act)
        say(play, announcement)
    assert turns == [0, 1, 2, 0]


# Going home and the end


@rule("tuiles.11")
def test_from_the_4_of_the_camp_it_takes_49_steps():
    play = table()
    say(play, *["0 1", "0 6"] * 48)
    assert sees(play).pawns[0][0] == Place("loop", 47)
    say(play, "0 1")
    assert sees(play).pawns[0][0] == HOME


@rule("tuiles.11")
def test_home_is_reached_by_arriving_on_the_4_or_going_past_it_even_if_it_is_occupied():
    for advance in (1, 2, 6):
        play = stand(table(values={47: 6}), 0, 50, 2, 0)
        say(play, f"0 {advance}")
        assert sees(play).last.hops == (HOME,)
        assert sees(play).pawns[0] == (HOME, Place("camp", 2), Place("camp", 0))
        assert sees(play).loop[47] == 6


@rule("tuiles.12")
def test_the_first_with_all_three_pawns_home_wins_at_once():
    play = stand(stand(table(values={47: 1}), 0, 51, 50, 51), 1, 51, 51, 40)
    say(play, "1 1")
    assert play.to_act == OVER
    assert play.outcome.winners == (0,)
    assert play.outcome.scores == (3, 2)
    assert play.outcome.clause == "tuiles.12"
    assert sees(play).last.hops == (HOME,)
    assert clause(play, "announce pawn=2 advance=1", seat=1) == "any.4"


@rule("tuiles.12")
def test_two_pawns_home_are_not_enough():
    play = stand(table(values={47: 1}), 0, 51, 50, 0)
    say(play, "1 1")
    assert play.outcome is None
    assert play.to_act == 1


# Variants


@rule("tuiles.13")
@pytest.mark.parametrize("stretch", [6, 9])
def test_a_shorter_loop_is_drawn_from_the_48(stretch: int):
    play = ludotheque.game("tuiles").new(players=2, seed=3, stretch=stretch)
    assert len(sees(play).loop) == 4 * stretch
    assert not Counter(sees(play).loop) - Counter(FOR_THE_LOOP)
    assert fault_of(stretch=stretch, loop=loop()).clause == "tuiles.13"
    too_often = fault_of(stretch=stretch, loop=[6] * 7 + loop()[: 4 * stretch - 7])
    assert (too_often.code, too_often.clause) == ("piece_too_often", "tuiles.13")


@rule("tuiles.13")
def test_on_a_shorter_loop_corners_are_nearer_and_the_way_is_shorter():
    play = say(table(stretch=6), "0 1", "0 1")
    assert sees(play).pawns[1][0] == Place("loop", 12)
    stand(play, 0, 26, 1, 0)
    say(play, "0 1")
    assert sees(play).last.lifted == Place("loop", 23)
    assert sees(play).pawns[0][0] == HOME


@rule("tuiles.14")
def test_experts_announce_the_value_then_the_advance_at_most_that_value():
    play = table(expert=True)
    pairs = [(value, advance) for value in range(1, 7) for advance in range(1, value + 1)]
    assert legal(play) == {f"announce pawn={pawn} value={v} advance={n}" for pawn in range(3) for v, n in pairs}
    say(play, "0 4 2")
    assert sees(play).last == Announced(0, 0, 4, 2, Place("camp", 2), 4, True, (Place("loop", 1),))
    with pytest.raises(Fault):
        play.game.move({"type": "announce", "pawn": 0, "value": 3, "advance": 4})


@rule("tuiles.14")
def test_with_a_wrong_value_the_experts_turn_is_lost():
    for wrong in ("0 3 2", "0 5 2"):
        play = say(table(expert=True), wrong)
        assert sees(play).pawns[0][0] == Place("camp", 2)
        assert sees(play).last.tile == 4
        assert not sees(play).last.moved
        assert play.to_act == 1


@rule("tuiles.14")
def test_each_variant_has_its_own_announcements():
    assert refusal(table(expert=True), "announce pawn=0 advance=2").code == "name_the_value"
    assert clause(table(expert=True), "announce pawn=0 advance=2") == "tuiles.14"
    assert refusal(table(), "announce pawn=0 value=4 advance=2").code == "only_the_advance"
    assert clause(table(), "announce pawn=0 value=4 advance=2") == "tuiles.14"
    assert refusal(stand(table(expert=True), 0, 51, 1, 0), "announce pawn=0 value=4 advance=2").code == "pawn_home"


# In every game


@rule("any.1")
def test_a_game_without_end_is_won_by_the_most_pawns_home():
    play = stand(table(), 1, 51, 1, 0)
    while play.outcome is None:
        say(play, "1 6" if play.to_act else "0 6")
    assert len(play.entries) == 5000
    assert play.outcome.clause == "any.1"
    assert play.outcome.winners == (1,)
    assert play.outcome.scores == (0, 1)


@rule("any.1")
def test_equal_scores_share():
    play = table(players=3)
    while play.outcome is None:
        say(play, "0 6")
    assert play.outcome.winners == (0, 1, 2)


@rule("any.2")
def test_the_log_forgets_the_numbers_but_not_which_pawn_moved():
    play = say(table(), "2 1")
    assert play.log() == [Line("moved", {"seat": 0, "pawn": 2, "said": "1", "tile": 6, "count": 3})]
    say(play, "0 6")
    assert play.log() == [
        Line("moved_one", {"seat": 0, "pawn": 2}),
        Line("stayed", {"seat": 1, "pawn": 0, "said": "6", "tile": 4, "count": 0}),
    ]
    say(play, "1 5")
    assert play.log()[1] == Line("stayed_one", {"seat": 1, "pawn": 0})


@rule("any.2")
def test_the_log_says_that_a_pawn_came_home():
    """On the shortest loop: 27 steps from the 6, with a 6 wherever the pawn stands."""
    play = table(stretch=6, values={3: 6, 9: 6, 15: 6, 21: 6})
    for _ in range(4):
        say(play, "2 6", "0 6")
    assert play.log()[-2] == Line("moved_one", {"seat": 0, "pawn": 2})
    say(play, "2 6")
    assert play.log()[-1] == Line("home", {"seat": 0, "pawn": 2, "said": "6", "tile": 6, "count": 1})
    say(play, "0 6")
    assert play.log()[-2] == Line("home_one", {"seat": 0, "pawn": 2})


@rule("any.2")
def test_the_log_of_experts_says_both_numbers_now_and_none_later():
    play = say(table(expert=True), "1 5 3", "0 2 1")
    assert play.log()[0].args == {"seat": 0, "pawn": 1}
    assert play.log()[1] == Line("stayed", {"seat": 1, "pawn": 0, "said": "2, 1", "tile": 4, "count": 0})


@rule("any.3")
def test_only_the_seat_to_act_announces():
    assert clause(table(), "announce pawn=0 advance=1", seat=1) == "any.3"


# Ways to play, counted by hand


def test_the_number_of_ways_to_play():
    """Three pawns and six numbers, whether they succeed or not; experts name a value and at most as many steps."""
    assert [count_positions(table(), depth) for depth in (1, 2, 3)] == [18, 18**2, 18**3]
    by_an_expert = 3 * (1 + 2 + 3 + 4 + 5 + 6)
    assert [count_positions(table(expert=True), depth) for depth in (1, 2)] == [by_an_expert, by_an_expert**2]


def test_the_number_of_ways_to_play_near_the_end():
    """Seat 0 has one pawn left, one step from home, on a tile of 1: announcing 1 wins, announcing more fails."""
    play = stand(table(values={47: 1}), 0, 51, 51, 50)
    assert [count_positions(play, depth) for depth in (1, 2, 3)] == [6, 1 + 5 * 18, 1 + 5 * 18 * 6]


# What a table waits for ----------------------------------------------------------------------------------------------


@rule("tuiles.7", "tuiles.10")
def test_the_value_under_a_pawn_is_looked_at():
    play = table()
    assert waits(play, "announce pawn=0 advance=6", "announce pawn=2 advance=6") == [True, True]
