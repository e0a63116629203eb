"""Tableaux, clause by clause."""

from __future__ import annotations

from collections import Counter

import pytest

import ludotheque
from ludotheque.games.tableaux import rules
from ludotheque.games.tableaux.imagine import Known
from ludotheque.games.tableaux.rules import State
from ludotheque.games.tableaux.seen import Discarded, Drew, Laid, LaidHand, Passed, Started, Trick
from ludotheque.rules.core import OVER, Fault
from ludotheque.rules.dice import new_dice
from ludotheque.testing import count_positions
from ludotheque.testing.scenario import Play, clause, legal, refusal, rule, run, sees, start, waits

RED_FOUR = "red-circle red-square red-star red-heart"
MOONS = "red-moon orange-moon yellow-moon green-moon"


def table(*hands: str, pile: str = "", first: int = 0, **options: int) -> Play:
    """These five cards each; the draw pile begins with the cards named, the others follow in order."""
    dealt = [hand.split() for hand in hands]
    rest = Counter(rules.CARDS * 2)
    rest.subtract(card for hand in dealt for card in hand)
    rest.subtract(pile.split())
    assert min(rest.values()) >= 0
    return start("tableaux", len(hands), {"first": first, "hands": dealt, "pile": [*pile.split(), *rest.elements()]}, **options)


def opened(*hands: str, pile: str = "", first: int = 0, **options: int) -> Play:
    """The same after the opening: each seat has started with the first card named."""
    play = table(*hands, pile=pile, first=first, **options)
    return run(play, *(f"start card={hand.split()[0]} on={seat}" for seat, hand in enumerate(hands)))


def late(*seats: str, pile: str = "", discard: str = "", turn: int = 0, **options: int) -> Play:
    """A late position: for each seat `tableau / hand`, and the piles from top to bottom."""
    play = start("tableaux", len(seats), ludotheque.game("tableaux").new(len(seats), seed=1, **options).deal, **options)
    s = play.state
    s.turn, s.phase, s.due = turn, rules.TURN, 0
    s.hands, s.held = [0] * 30, [0] * 6
    for seat, cards in enumerate(seats):
        tableau, _, hand = cards.partition("/")
        for place, card in enumerate(tableau.split()):
            (rules.add_to if place else rules.begin)(s, seat, rules.CARDS.index(card))
        for card in hand.split():
            rules.take_up(s, seat, rules.CARDS.index(card))
    for name, count, cards in (("pile", "in_pile", pile), ("discard", "discarded", discard)):
        numbers = [rules.CARDS.index(card) for card in reversed(cards.split())]
        setattr(s, name, numbers + [0] * (96 - len(numbers)))
        setattr(s, count, len(numbers))
    return play


def codes(play: Play, *moves: str) -> list[str]:
    return [refusal(play, move).code for move in moves]


def idle(play: Play, turns: int = 1) -> Play:
    """Draw from the pile and discard the card drawn, so many turns."""
    for _ in range(turns):
        if play.to_act != OVER:
            run(play, "draw from=pile")
            run(play, f"discard card={sees(play, play.to_act).last.card}")
    return play


A = "red-circle red-star blue-moon green-drop yellow-cross"
B = "purple-heart blue-heart blue-star orange-moon green-square"
C = "green-circle green-star orange-drop orange-square yellow-heart"
D = "orange-circle purple-drop purple-moon yellow-moon blue-cross"


# Material ------------------------------------------------------------------------------------------------------------


@rule("tableaux.1")
def test_six_colours_eight_shapes_and_two_of_each():
    deal = ludotheque.game("tableaux").new(3, seed=5).deal
    cards = Counter([card for hand in deal["hands"] for card in hand] + deal["pile"])
    assert len(cards) == 48
    assert set(cards.values()) == {2}
    assert {card.split("-")[0] for card in cards} == {"red", "orange", "yellow", "green", "blue", "purple"}


@rule("tableaux.1")
def test_a_deal_with_a_third_copy_is_wrong():
    deal = table(A, B).deal
    deal["pile"][0] = "purple-cross" if deal["pile"][0] != "purple-cross" else "red-moon"
    with pytest.raises(Fault, match=r"\[tableaux\.1\]"):
        start("tableaux", 2, deal)


@rule("tableaux.2")
@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("red-circle red-square red-star red-heart", 1),
        ("red-moon blue-moon green-moon purple-moon", 2),
        ("red-circle red-circle red-star red-heart", 0),
        ("red-moon red-moon green-moon purple-moon", 0),
        ("red-moon red-star green-moon green-star", 0),
        ("red-moon blue-moon green-moon purple-star", 0),
    ],
)
def test_a_tableau_is_one_colour_in_four_shapes_or_one_shape_in_four_colours(cards: str, points: int):
    play = late(f"red-cross / {cards}", "blue-cross / blue-drop", pile="green-cross green-drop")
    assert ("lay_hand" in legal(play)) == (points > 0)
    if points:
        run(play, "lay_hand")
        assert sees(play).points == (points, 0)


# Set-up --------------------------------------------------------------------------------------------------------------


@rule("tableaux.3")
def test_everyone_gets_five_cards_and_chooses_one_of_them():
    play = table(A, B)
    assert set(sees(play, 0).hand) == set(A.split())
    assert legal(play) == {f"start card={card} on=0" for card in A.split()}
    run(play, "start card=blue-moon on=0")
    assert legal(play) == {f"start card={card} on=1" for card in B.split()}


@rule("tableaux.3")
def test_the_first_cards_are_hidden_until_all_have_laid():
    play = run(table(A, B, C, first=2), "start card=blue-moon on=0")
    assert sees(play, 0).tableaux == (("blue-moon",), (), ())
    assert sees(play, 1).tableaux == sees(play).tableaux == ((None,), (), ())
    assert sees(play, 0).last == Started(0, "blue-moon", 0)
    assert sees(play, 1).last == Started(0, None, 0)
    run(play, "start card=blue-star on=1")
    assert sees(play, 2).tableaux == ((None,), (None,), ())
    run(play, "start card=orange-drop on=2")
    assert sees(play).tableaux == (("blue-moon",), ("blue-star",), ("orange-drop",))
    assert sees(play).hands == (4, 4, 4)
    assert play.to_act == 2


@rule("tableaux.3")
def test_the_opening_comes_first_from_ones_own_hand_in_front_of_oneself():
    play = table(A, B)
    moves = ("draw from=pile", "draw from=discard", "lay card=red-star on=0", "discard card=red-star", "lay_hand", "pass")
    assert codes(play, *moves) == ["open_first"] * 6
    assert refusal(play, "start card=purple-heart on=0").code == "not_in_hand"
    assert refusal(play, "start card=red-star on=1").code == "open_your_own"
    assert refusal(play, "start card=red-star on=5").code == "open_your_own"
    for move in (*moves, "start card=purple-heart on=0", "start card=red-star on=1"):
        assert clause(play, move) == "tableaux.3"


@rule("tableaux.3")
def test_twin_cards_are_one_move():
    play = table("red-star red-star blue-moon green-drop yellow-cross", B)
    assert len(play.legal()) == 4


@rule("tableaux.4")
def test_the_other_cards_are_the_draw_pile_and_the_discard_pile_is_empty():
    play = opened(A, B, C, first=1)
    assert (sees(play).pile, sees(play).discard, sees(play).top) == (96 - 15, 0, None)
    assert play.to_act == 1
    assert sees(play).first == 1


@rule("tableaux.4")
def test_the_host_may_name_who_starts():
    assert ludotheque.game("tableaux").new(4, seed=1, named={"first": 3}).deal["first"] == 3


# A turn --------------------------------------------------------------------------------------------------------------


@rule("tableaux.5")
def test_a_card_from_the_draw_pile_is_seen_by_its_owner_only():
    play = run(opened(A, B, pile="orange-heart"), "draw from=pile")
    assert "orange-heart" in sees(play, 0).hand
    assert sees(play, 0).last == Drew(0, "pile", "orange-heart", False)
    assert sees(play, 1).last == sees(play).last == Drew(0, "pile", None, False)
    assert sees(play).hands == (5, 4)


@rule("tableaux.5")
def test_a_card_from_the_discard_pile_is_seen_by_all_at_the_moment_it_is_taken():
    play = run(idle(opened(A, B, pile="orange-heart")), "draw from=discard")
    assert "orange-heart" in sees(play, 1).hand
    assert sees(play, 0).last == Drew(1, "discard", "orange-heart", False)
    assert (sees(play).discard, sees(play).top) == (0, None)
    run(play, "discard card=green-square")
    assert "orange-heart" not in str(sees(play, 0))


@rule("tableaux.5")
def test_a_turn_begins_with_drawing():
    play = opened(A, B)
    assert legal(play) == {"draw from=pile"}
    moves = ("lay card=red-star on=0", "discard card=red-star", "pass")
    assert codes(play, *moves) == ["draw_first"] * 3
    assert {clause(play, move) for move in moves} == {"tableaux.5"}
    assert refusal(play, "draw from=discard").code == "discard_empty"
    assert clause(play, "draw from=discard") == "tableaux.5"
    assert legal(idle(play)) == {"draw from=pile", "draw from=discard"}


@rule("tableaux.6")
def test_one_card_is_laid_or_discarded_the_one_just_drawn_too():
    play = run(opened(A, B, pile="red-moon"), "draw from=pile")
    assert legal(play) == {
        "lay card=red-star on=0",
        "lay card=red-moon on=0",
        *(f"discard card={card}" for card in ("red-star", "red-moon", "blue-moon", "green-drop", "yellow-cross")),
    }
    other = play.copy()
    run(play, "lay card=red-moon on=0")
    assert sees(play).last == Laid(0, "red-moon", 0, 0)
    run(other, "discard card=red-moon")
    assert sees(other).last == Discarded(0, "red-moon", False)
    assert sees(other).top == "red-moon"
    for after in (play, other):
        assert sees(after).hands == (4, 4)
        assert after.to_act == 1


@rule("tableaux.6")
def test_after_drawing_one_cannot_draw_again_or_pass():
    play = run(opened(A, B), "draw from=pile")
    assert codes(play, "draw from=pile", "draw from=discard", "pass") == ["drawn_already", "drawn_already", "lay_or_discard"]
    assert {clause(play, move) for move in ("draw from=pile", "draw from=discard", "pass")} == {"tableaux.6"}


@rule("tableaux.6")
def test_one_plays_ones_own_cards_on_ones_own_tableau():
    play = run(opened(A, B), "draw from=pile")
    assert codes(play, "lay card=purple-star on=0", "discard card=purple-star") == ["not_in_hand"] * 2
    assert codes(play, "lay card=red-star on=1", "lay card=red-star on=4") == ["not_yours"] * 2
    for move in ("lay card=purple-star on=0", "discard card=purple-star", "lay card=red-star on=1", "lay card=red-star on=4"):
        assert clause(play, move) == "tableaux.6"


@rule("tableaux.6", "any.2")
def test_covered_discards_are_not_seen():
    play = idle(opened(A, B, pile="orange-heart orange-star"), 2)
    assert (sees(play).discard, sees(play).top) == (2, "orange-star")
    assert all("orange-heart" not in str(sees(play, seat)) for seat in (0, 1, -1))


@rule("tableaux.7")
def test_the_second_card_shares_exactly_one_of_colour_and_shape_with_the_first():
    play = late("red-circle / red-circle red-star blue-circle blue-star", "blue-moon / green-drop", pile="green-cross green-moon")
    run(play, "draw from=pile")
    assert {move for move in legal(play) if move.startswith("lay")} == {"lay card=red-star on=0", "lay card=blue-circle on=0"}
    assert refusal(play, "lay card=red-circle on=0").code == "twin"
    assert refusal(play, "lay card=blue-star on=0").code == "shares_nothing"
    assert clause(play, "lay card=red-circle on=0") == clause(play, "lay card=blue-star on=0") == "tableaux.7"


@rule("tableaux.8")
@pytest.mark.parametrize(
    ("tableau", "fit", "others"),
    [
        ("red-circle red-star", "red-moon", "blue-circle blue-star red-star"),
        ("red-circle blue-circle", "green-circle", "red-star blue-star blue-circle"),
        ("red-circle red-star red-moon", "red-drop", "red-circle red-moon blue-drop"),
    ],
)
def test_later_cards_follow_the_kind_that_the_second_card_chose(tableau: str, fit: str, others: str):
    play = late(f"{tableau} / {fit} {others}", "blue-moon / green-drop", pile="yellow-cross green-moon")
    run(play, "draw from=pile")
    assert [move for move in legal(play) if move.startswith("lay")] == [f"lay card={fit} on=0"]
    for card in others.split():
        assert refusal(play, f"lay card={card} on=0").code == "does_not_fit"
        assert clause(play, f"lay card={card} on=0") == "tableaux.8"


@rule("tableaux.8")
def test_only_one_card_is_laid_in_a_turn():
    play = late("red-circle / red-star red-moon blue-drop blue-cross", "blue-moon / green-drop", pile="yellow-cross green-moon")
    run(play, "draw from=pile", "lay card=red-star on=0")
    assert play.to_act == 1
    assert sees(play).tableaux[0] == ("red-circle", "red-star")


def completing(**options: int) -> Play:
    """Seat 0 is about to complete a tableau; there is a card on both piles."""
    return late(
        "red-circle red-star red-moon / red-drop green-drop green-star green-heart",
        "blue-moon / blue-drop blue-star blue-cross orange-cross",
        pile="yellow-cross yellow-moon yellow-star",
        discard="purple-moon",
        **options,
    )


@rule("tableaux.9")
def test_the_fourth_card_wins_the_tableau_then_one_more_card_and_a_new_tableau():
    play = run(completing(), "draw from=pile", "lay card=red-drop on=0")
    assert sees(play).tricks == (Trick(0, ("red-circle", "red-star", "red-moon", "red-drop"), 1),)
    assert sees(play).last == Laid(0, "red-drop", 0, 1)
    assert sees(play).points == (1, 0)
    assert play.to_act == 0
    assert legal(play) == {"draw from=pile", "draw from=discard"}
    run(play, "draw from=discard")
    assert legal(play) == {
        f"start card={card} on=0" for card in ("green-drop", "green-star", "green-heart", "yellow-cross", "purple-moon")
    }
    run(play, "start card=purple-moon on=0")
    assert sees(play).last == Started(0, "purple-moon", 0)
    assert sees(play).tableaux[0] == ("purple-moon",)
    assert sees(play).hands == (4, 4)
    assert play.to_act == 1


@rule("tableaux.9")
def test_nothing_else_comes_between_a_complete_tableau_and_the_new_one():
    play = run(completing(), "draw from=pile", "lay card=red-drop on=0")
    moves = ("lay card=green-drop on=0", "discard card=green-drop", "start card=green-drop on=0", "lay_hand", "pass")
    assert codes(play, *moves) == ["draw_one_more"] * 5
    assert {clause(play, move) for move in moves} == {"tableaux.9"}
    run(play, "draw from=pile")
    moves = ("lay card=green-drop on=0", "discard card=green-drop", "draw from=pile", "lay_hand", "pass")
    assert codes(play, *moves) == ["start_first"] * 5
    assert {clause(play, move) for move in moves} == {"tableaux.9"}
    assert refusal(play, "start card=green-drop on=1").code == "start_elsewhere"
    assert clause(play, "start card=green-drop on=1") == "tableaux.9"
    assert clause(play, "start card=purple-cross on=0") == "tableaux.9"


@rule("tableaux.9")
def test_no_tableau_is_started_unless_one_is_due():
    play = opened(A, B)
    for _ in range(2):
        assert refusal(play, "start card=red-star on=0").code == "no_start_due"
        assert clause(play, "start card=red-star on=0") == "tableaux.9"
        run(play, "draw from=pile")
        assert clause(play, "start card=red-star on=0") == "tableaux.9"
        run(play, "discard card=red-star" if play.to_act == 0 else "discard card=blue-heart")


@rule("tableaux.9")
def test_from_the_empty_discard_pile_nothing_can_be_drawn_after_a_fourth_card_either():
    play = run(completing(), "draw from=discard", "lay card=red-drop on=0")
    assert legal(play) == {"draw from=pile"}
    assert clause(play, "draw from=discard") == "tableaux.5"


@rule("tableaux.10")
def test_without_a_card_to_draw_the_new_tableau_is_started_from_the_hand_as_it_is():
    play = late("red-circle red-star red-moon / red-drop green-drop green-star", "blue-moon / blue-drop")
    run(play, "lay card=red-drop on=0")
    assert legal(play) == {"start card=green-drop on=0", "start card=green-star on=0"}
    run(play, "start card=green-star on=0")
    assert sees(play).hands == (1, 1)
    assert play.to_act == 1


@rule("tableaux.10")
def test_with_an_empty_hand_no_tableau_is_started_and_the_place_stays_empty():
    play = late("red-circle red-star red-moon / red-drop", "blue-moon / blue-drop blue-star")
    run(play, "lay card=red-drop on=0")
    assert play.to_act == 1
    assert sees(play).tableaux == ((), ("blue-moon",))
    run(play, "lay card=blue-drop on=1")
    assert legal(play) == {"pass"}


def empty_place() -> Play:
    """Seat 2, with an empty hand, completes the tableau of seat 0, its partner, whose place stays empty."""
    return late(
        "red-circle red-star red-moon / yellow-drop green-star",
        "blue-moon / purple-star",
        "yellow-heart / red-drop",
        "orange-moon / purple-star",
        turn=2,
        teams=2,
    )


@rule("tableaux.10", "tableaux.18")
def test_the_owner_of_an_empty_place_may_still_lay_on_partners_tableaux():
    play = run(empty_place(), "lay card=red-drop on=0")
    assert play.to_act == 3
    run(play, "pass")
    assert legal(play) == {"lay card=yellow-drop on=2"}
    assert refusal(play, "lay card=yellow-drop on=0").code == "place_empty"
    assert clause(play, "lay card=yellow-drop on=0") == "tableaux.10"


# A tableau in the hand -----------------------------------------------------------------------------------------------


def whole_hand(
    pile: str = "yellow-cross yellow-moon yellow-star yellow-drop", discard: str = "purple-moon", hand: str = RED_FOUR
):
    return late(f"green-circle / {hand}", "blue-moon / blue-drop blue-star blue-cross orange-cross", pile=pile, discard=discard)


@rule("tableaux.11")
def test_a_whole_hand_may_be_laid_instead_of_drawing_and_four_cards_are_drawn_one_by_one():
    play = whole_hand()
    assert legal(play) == {"draw from=pile", "draw from=discard", "lay_hand"}
    run(play, "lay_hand")
    cards = tuple(sorted(RED_FOUR.split(), key=rules.CARDS.index))
    assert sees(play).last == LaidHand(0, cards, 1)
    assert sees(play).tricks == (Trick(0, cards, 1),)
    assert sees(play).tableaux[0] == ("green-circle",)
    run(play, "draw from=pile", "draw from=discard")
    assert play.to_act == 0
    assert legal(play) == {"draw from=pile"}
    assert clause(play, "draw from=discard") == "tableaux.5"
    run(play, "draw from=pile", "draw from=pile")
    assert set(sees(play, 0).hand) == {"yellow-cross", "purple-moon", "yellow-moon", "yellow-star"}
    assert play.to_act == 1


@rule("tableaux.11")
def test_a_whole_hand_need_not_be_laid():
    play = run(whole_hand(), "draw from=pile", "discard card=yellow-cross")
    assert sees(play).points == (0, 0)
    assert sees(play).hands == (4, 4)


@rule("tableaux.11")
def test_while_the_hand_is_filled_again_there_is_only_drawing():
    play = run(whole_hand(), "lay_hand", "draw from=pile")
    moves = ("lay card=yellow-cross on=0", "discard card=yellow-cross", "start card=yellow-cross on=0", "lay_hand", "pass")
    assert codes(play, *moves) == ["refill_first"] * 5
    assert {clause(play, move) for move in moves} == {"tableaux.11"}


@rule("tableaux.11")
def test_a_hand_formed_during_a_turn_can_be_laid_in_the_next_one_only():
    play = whole_hand(pile="red-star yellow-moon yellow-star", hand="red-circle red-square red-heart orange-drop")
    assert refusal(play, "lay_hand").code == "hand_no_tableau"
    run(play, "draw from=pile")
    assert refusal(play, "lay_hand").code == "hand_too_late"
    assert clause(play, "lay_hand") == "tableaux.11"
    idle(run(play, "discard card=orange-drop"))
    assert "lay_hand" in legal(play)


@rule("tableaux.11")
def test_only_four_cards_that_form_a_tableau_are_a_whole_hand():
    assert clause(whole_hand(hand="red-circle red-square red-star blue-heart"), "lay_hand") == "tableaux.11"
    play = late("red-circle / red-moon green-moon blue-moon", "blue-moon / blue-drop")
    assert refusal(play, "lay_hand").code == "hand_not_four"
    assert clause(play, "lay_hand") == "tableaux.11"


@rule("tableaux.12")
def test_with_fewer_than_four_cards_left_one_draws_what_there_is():
    play = run(whole_hand(pile="yellow-cross", discard="purple-moon"), "lay_hand", "draw from=pile", "draw from=pile")
    assert set(sees(play, 0).hand) == {"yellow-cross", "purple-moon"}
    assert play.to_act == 1


@rule("tableaux.12")
def test_with_no_card_left_none_is_drawn():
    play = run(whole_hand(pile="", discard=""), "lay_hand")
    assert sees(play).hands == (0, 4)
    assert play.to_act == 1


# Piles and end -------------------------------------------------------------------------------------------------------


@rule("tableaux.13")
def test_the_discard_pile_is_turned_over_as_soon_as_the_draw_pile_is_empty_its_first_card_on_top():
    play = late(
        "red-circle / red-star blue-star blue-drop blue-heart",
        "blue-moon / green-drop green-star green-heart orange-drop",
        pile="yellow-cross",
        discard="purple-moon purple-star purple-drop",
    )
    run(play, "draw from=pile")
    assert (sees(play).pile, sees(play).discard, sees(play).top) == (3, 0, None)
    assert sees(play).last == Drew(0, "pile", None, True)
    assert sees(play).turnings == 1
    run(play, "discard card=yellow-cross", "draw from=pile")
    assert "purple-drop" in sees(play, 1).hand


@rule("tableaux.13")
def test_a_lone_discard_becomes_the_draw_pile_at_once():
    play = late("red-circle / blue-star blue-drop", "blue-moon / green-drop green-star", pile="yellow-cross")
    run(play, "draw from=pile")
    assert (sees(play).pile, sees(play).discard) == (0, 0)
    run(play, "discard card=yellow-cross")
    assert (sees(play).pile, sees(play).discard, sees(play).top) == (1, 0, None)
    assert sees(play).last == Discarded(0, "yellow-cross", True)
    assert sees(play).turnings == 1
    assert legal(play) == {"draw from=pile"}


@rule("tableaux.14")
def test_with_no_card_to_draw_who_can_lay_must_lay():
    play = late(f"green-circle / green-star {MOONS}", "blue-moon / blue-drop")
    play.state.held[0] = 5
    assert legal(play) == {"lay card=green-star on=0", "lay card=green-moon on=0"}
    play = late(f"green-circle / {MOONS}", "blue-moon / blue-drop")
    assert legal(play) == {"lay card=green-moon on=0", "lay_hand"}
    moves = ("pass", "draw from=pile", "draw from=discard", "discard card=green-moon")
    assert codes(play, *moves) == ["you_can_lay", "piles_empty", "piles_empty", "no_more_discards"]
    assert {clause(play, move) for move in moves} == {"tableaux.14"}
    assert clause(play, "lay card=red-moon on=0") == "tableaux.7"


@rule("tableaux.14")
def test_who_can_neither_lay_a_card_nor_a_whole_hand_passes():
    play = late("green-circle / red-star", "blue-moon / blue-drop blue-star")
    assert legal(play) == {"pass"}
    assert clause(play, "discard card=red-star") == "tableaux.14"
    run(play, "pass")
    assert sees(play).last == Passed(0)
    assert play.to_act == 1


@rule("tableaux.14")
def test_a_card_laid_from_a_hand_that_is_not_filled_again():
    play = run(late("green-circle / green-star red-star", "blue-moon / blue-drop"), "lay card=green-star on=0")
    assert sees(play).hands == (1, 1)
    assert play.to_act == 1


@rule("tableaux.15")
def test_the_game_ends_when_there_is_nothing_to_draw_and_nobody_can_lay():
    play = late("green-circle / green-star red-star", "blue-moon / red-drop")
    run(play, "lay card=green-star on=0")
    assert play.to_act == OVER
    assert play.outcome.clause == "tableaux.15"
    assert clause(play, "pass", seat=1) == "any.4"


@rule("tableaux.15")
def test_it_goes_on_while_somebody_can_lay_a_card_or_a_whole_hand():
    play = late("green-circle / green-star red-star", "blue-moon / red-drop blue-drop")
    assert run(play, "lay card=green-star on=0").to_act == 1
    play = late("green-circle / green-star red-star", f"blue-heart / {RED_FOUR.replace('red-heart', 'red-drop')}")
    run(play, "lay card=green-star on=0")
    assert legal(play) == {"lay_hand"}
    run(play, "lay_hand")
    assert play.outcome.clause == "tableaux.15"


@rule("tableaux.15")
def test_it_is_looked_at_after_a_turn_not_in_the_middle_of_it():
    play = late("green-circle green-star green-moon / green-drop red-star", "blue-moon / red-drop")
    run(play, "lay card=green-drop on=0")
    assert play.to_act == 0
    run(play, "start card=red-star on=0")
    assert play.outcome.clause == "tableaux.15"


def going_round() -> Play:
    """Three players, three cards in the draw pile, nothing discarded."""
    return late(
        "red-circle / blue-star blue-drop blue-heart blue-moon",
        "red-circle / green-star green-drop green-heart green-moon",
        "blue-cross / green-cross orange-drop orange-heart orange-moon",
        pile="yellow-cross purple-square yellow-drop",
    )


@rule("tableaux.16")
def test_the_game_ends_when_the_piles_have_gone_round_twice_and_everybody_has_had_a_turn():
    play = idle(going_round(), 3)
    assert (sees(play).turnings, sees(play).turns) == (1, 3)
    idle(play)
    assert (sees(play).turnings, sees(play).turns) == (1, 4)
    run(play, "draw from=pile")
    assert sees(play).turnings == 2
    assert play.to_act == 1
    run(play, "discard card=green-star")
    assert play.to_act == OVER
    assert play.outcome.clause == "tableaux.16"


@rule("tableaux.16")
def test_a_card_laid_starts_the_count_anew():
    play = run(idle(going_round(), 2), "draw from=pile")
    assert (sees(play).turnings, sees(play).turns) == (1, 2)
    run(play, "lay card=green-cross on=2")
    assert (sees(play).turnings, sees(play).turns) == (0, 0)
    assert play.to_act == 0


@rule("tableaux.16")
def test_lone_discards_count_as_turned_over_but_everybody_must_have_had_a_turn():
    play = going_round()
    play.state.in_pile = 1
    idle(play, 2)
    assert (sees(play).turnings, sees(play).turns) == (2, 2)
    assert play.to_act == 2
    idle(play)
    assert play.outcome.clause == "tableaux.16"


@rule("tableaux.17")
def test_one_shape_is_worth_two_points_and_one_colour_one():
    play = late("red-moon blue-moon green-moon / orange-moon", "red-star red-drop red-heart / red-cross")
    run(play, "lay card=orange-moon on=0", "lay card=red-cross on=1")
    assert [trick.points for trick in sees(play).tricks] == [2, 1]
    assert play.outcome.scores == (2, 1)
    assert play.outcome.winners == (0,)


@rule("tableaux.17")
def test_equal_points_share_the_win_and_an_unfinished_tableau_is_worth_nothing():
    play = late(
        "red-star red-drop red-heart / red-cross",
        "blue-star blue-drop blue-heart / blue-cross",
        "green-moon blue-moon / orange-moon",
    )
    run(play, "lay card=red-cross on=0", "lay card=blue-cross on=1", "lay card=orange-moon on=2")
    assert play.outcome.scores == (1, 1, 0)
    assert play.outcome.winners == (0, 1)


# Team variant --------------------------------------------------------------------------------------------------------


@rule("tableaux.18")
def test_teams_of_two_or_three_for_four_or_six_players():
    variants = {(players, options["teams"]) for players, options in ludotheque.game("tableaux").variants()}
    assert variants == {(2, 0), (3, 0), (4, 0), (5, 0), (6, 0), (4, 2), (6, 2), (6, 3)}
    with pytest.raises(Fault, match=r"bad_teams \[tableaux\.18\]"):
        ludotheque.game("tableaux").new(5, teams=2)


def partners() -> Play:
    """Two teams of two; seat 0 can complete the tableau of seat 2 and add to that of seat 1, who is no partner."""
    return late(
        "red-circle / red-drop green-drop green-star green-heart",
        "red-square / blue-drop blue-star blue-cross orange-cross",
        "blue-drop green-drop yellow-drop / purple-star purple-heart purple-cross purple-square",
        "orange-moon / yellow-star yellow-heart yellow-circle yellow-square",
        pile="yellow-cross yellow-moon yellow-star",
        teams=2,
    )


@rule("tableaux.18")
def test_a_card_may_be_laid_on_a_partners_tableau_but_not_on_an_opponents():
    play = run(partners(), "draw from=pile")
    assert {move for move in legal(play) if move.startswith("lay")} == {"lay card=red-drop on=0", "lay card=red-drop on=2"}
    for on in (1, 3, 4, 5):
        assert refusal(play, f"lay card=red-drop on={on}").code == "not_partners"
        assert clause(play, f"lay card=red-drop on={on}") == "tableaux.18"
    assert clause(play, "lay card=green-drop on=2") == "tableaux.8"


@rule("tableaux.18")
def test_three_teams_of_two_sit_alternately():
    tableaux = ("red-circle", "blue-moon", "green-drop", "red-star", "purple-cross", "orange-cross")
    play = late(*(f"{tableau} / red-heart" for tableau in tableaux), pile="yellow-cross yellow-moon", teams=3)
    run(play, "draw from=pile")
    assert {move for move in legal(play) if move.startswith("lay")} == {"lay card=red-heart on=0", "lay card=red-heart on=3"}


@rule("tableaux.19")
def test_completing_a_partners_tableau_wins_it_for_the_team_and_starts_a_new_one_there():
    play = run(partners(), "draw from=pile", "lay card=red-drop on=2")
    assert sees(play).last == Laid(0, "red-drop", 2, 2)
    assert sees(play).points == (2, 0, 2, 0)
    assert play.to_act == 0
    assert sees(play).due == 2
    run(play, "draw from=pile")
    assert refusal(play, "start card=green-drop on=0").code == "start_elsewhere"
    assert clause(play, "start card=green-drop on=0") == clause(play, "start card=green-drop on=1") == "tableaux.19"
    run(play, "start card=green-drop on=2")
    assert sees(play).tableaux[2] == ("green-drop",)
    assert sees(play).tableaux[0] == ("red-circle",)
    assert play.to_act == 1


@rule("tableaux.19")
def test_the_team_wins_together_and_hands_stay_secret_from_partners():
    play = late(
        "red-star red-drop red-heart / red-cross", "blue-star / green-cross", "green-moon / purple-heart", "blue-moon /", teams=2
    )
    assert "purple-heart" not in str(sees(play, 0))
    run(play, "lay card=red-cross on=0")
    assert play.outcome.winners == (0, 2)
    assert play.outcome.scores == (1, 0, 1, 0)


# Any game ------------------------------------------------------------------------------------------------------------


@rule("any.1")
def test_a_game_drawn_out_on_purpose_ends_with_the_best_score_so_far():
    """Nobody lays a card before the discard pile has been turned over once; most of the record is taken as written."""
    play = ludotheque.game("tableaux").new(2, seed=2)
    while play.outcome is None:
        if len(play.entries) == 600:
            play.state.entries = 4900
        moves = [str(move) for move in play.legal()]
        lays = [move for move in moves if move.startswith(("start", "lay"))]
        idle_moves = [move for move in moves if move not in lays]
        patient = play.state.turnings == 0 and idle_moves
        run(play, idle_moves[0] if patient or not lays else lays[0])
    assert sees(play).entries == 5000
    assert play.outcome.clause == "any.1"
    assert max(play.outcome.scores) == play.outcome.scores[play.outcome.winners[0]]


@rule("any.2")
def test_the_log_names_the_cards_laid_but_forgets_discards_and_cards_taken():
    play = opened(A, B, pile="orange-heart")
    assert all(set(line.args) == {"seat"} for line in play.log())
    idle(play)
    assert play.log()[-1].args == {"seat": 0, "card": "orange-heart"}
    run(play, "draw from=discard")
    assert play.log()[-1].args == {"seat": 1, "card": "orange-heart"}
    run(play, "lay card=orange-heart on=1", "draw from=pile")
    lines = play.log()
    assert [line.code for line in lines[2:]] == ["drew", "discarded_one", "took_one", "laid", "drew"]
    assert [line.args.get("card") for line in lines[2:]] == [None, None, None, "orange-heart", None]


@rule("any.3")
def test_only_the_seat_to_act_moves():
    assert clause(opened(A, B), "draw from=pile", seat=1) == "any.3"


# What a player can imagine -------------------------------------------------------------------------------------------


def imagined(play: Play, seat: int, known: Known | None = None) -> list[State]:
    """Thirty games that look like this one from a seat."""
    return [play.game.imagine(play.view(seat), known, new_dice(number)) for number in range(30)]


def test_a_card_taken_from_the_discard_pile_is_imagined_in_that_hand():
    play = run(idle(opened(A, B, pile="orange-heart")), "draw from=discard")
    assert all("orange-heart" in rules.hand_of(state, 1) for state in imagined(play, 0))


def test_what_is_known_of_hands_and_piles_is_kept_and_what_cannot_be_is_ignored():
    play = idle(opened(A, B, pile="orange-heart orange-star purple-cross"), 2)
    known = Known(
        hands=((), ("blue-heart", "red-star", "no-card")), discard={0: "orange-heart", 7: "red-moon"}, pile={0: "purple-cross"}
    )
    for state in imagined(play, 0, known):
        assert "blue-heart" in rules.hand_of(state, 1)
        assert rules.CARDS[state.discard[0]] == "orange-heart"
        assert rules.CARDS[state.pile[state.in_pile - 1]] == "purple-cross"


@rule("tableaux.15")
def test_with_nothing_to_draw_those_who_passed_cannot_lay_and_somebody_else_can():
    """Found in games in which everybody lays as soon as they can."""
    met = 0
    for seed in range(12):
        play = ludotheque.game("tableaux").new(6, seed=seed, teams=2)
        while play.outcome is None:
            moves = play.legal()
            play.play(next((move for move in moves if move.type in ("lay", "lay_hand")), moves[play.state.in_pile % len(moves)]))
            if sees(play).pile == 0 and sees(play).phase == "turn":
                met += 1
                for state in imagined(play, play.state.turn)[:3]:
                    able = [rules.can_lay(state, seat) for seat in range(6)]
                    assert any(able) == (play.outcome is None)
                    assert not any(able[(state.turn - back) % 6] for back in range(1, state.turns + 1))
    assert met > 20


# Ways to play, counted by hand ---------------------------------------------------------------------------------------


def test_the_number_of_ways_to_begin():
    """Nothing in the first hand fits anything else in it; the first card of the pile fits the red circle only."""
    play = table("red-circle orange-square yellow-star green-heart blue-moon", B, pile="red-cross")
    opening = 5 * 5
    discards, lays = opening * 5, 5  # the red cross can be laid when the red circle was, whatever the other one opened with
    assert [count_positions(play, depth) for depth in (1, 2, 3)] == [5, opening, opening], "there is one pile to draw from"
    assert count_positions(play, 4) == discards + lays == 130
    assert count_positions(play, 5) == 2 * discards + lays, "after a discard there are two"


def test_twins_in_a_hand_are_one_way_to_play():
    play = table("red-circle red-circle yellow-star green-heart blue-moon", B)
    assert [count_positions(play, depth) for depth in (1, 2)] == [4, 4 * 5]


# What a table waits for ----------------------------------------------------------------------------------------------


@rule("tableaux.6", "tableaux.9")
def test_cards_that_lie_open_need_no_time():
    play = opened("red-circle red-square red-star red-heart blue-moon", "blue-circle blue-square blue-star blue-drop red-moon")
    assert waits(play, "draw from=pile", "discard card=blue-moon", "draw from=discard", "discard card=blue-moon") == [False] * 4


@rule("tableaux.13")
def test_a_discard_that_is_turned_over_at_once_is_looked_at():
    play = late("red-circle / red-square red-star", "blue-circle / blue-square blue-star", pile="green-moon", discard="")
    assert waits(play, "draw from=pile", "discard card=green-moon") == [False, True]
    last = sees(play).last
    assert isinstance(last, Discarded)
    assert last.turned
