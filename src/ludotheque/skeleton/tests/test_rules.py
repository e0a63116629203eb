"""The clauses of Pebblebag, one after the other, as players would notice them."""

from __future__ import annotations

from ludotheque.rules.core import SPECTATOR
from ludotheque.rules.game import Game
from ludotheque.testing.scenario import CHANCE, Play, clause, legal, refusal, rule, run, sees, start

GAME = Game("ludotheque.skeleton.game")


def table(players: int = 2, *, first: int = 0, open_hands: bool = False) -> Play:
    """A table at which nobody has drawn yet."""
    return start(GAME, players, {"first": first}, open_hands=open_hands)


@rule("pebblebag.1")
def test_the_bag_holds_four_pebbles_of_each_number() -> None:
    play = run(table(), "draw")
    assert [(chance["pebble"], weight) for chance, weight in play.chances()] == [(value, 4) for value in range(1, 7)]
    assert sees(play).bag == 24


@rule("pebblebag.2")
def test_the_turn_passes_to_the_next_who_has_not_stopped() -> None:
    play = run(table(3, first=1), "draw", "pebble=4", "draw", "pebble=4", "draw", "pebble=4", "stop", "stop")
    assert play.to_act == 0
    assert run(play, "draw", "pebble=1").to_act == 0


@rule("pebblebag.3")
def test_a_pebble_is_drawn_by_chance_and_seen_by_its_owner_only() -> None:
    play = run(table(), "draw")
    assert play.to_act == CHANCE
    run(play, "pebble=6")
    assert sees(play, 0).hands == ((6,), None)
    assert sees(play, 1).hands == (None, ())
    assert sees(play, SPECTATOR).hands == (None, None)
    assert sees(play, SPECTATOR).counts == (1, 0)


@rule("pebblebag.3")
def test_a_hand_holds_five_pebbles_at_the_most() -> None:
    play = run(table(), "draw", "pebble=1", "draw", "pebble=6", "draw", "pebble=1", "stop")
    run(play, "draw", "pebble=1", "draw", "pebble=1", "draw", "pebble=2")
    assert legal(play) == {"stop"}
    assert refusal(play, "draw").code == "hand_full"


@rule("pebblebag.4")
def test_nobody_stops_with_an_empty_hand() -> None:
    play = table()
    assert legal(play) == {"draw"}
    assert clause(play, "stop") == "pebblebag.4"


@rule("pebblebag.5", "pebblebag.6")
def test_the_highest_total_wins_when_all_have_stopped() -> None:
    play = run(table(), "draw", "pebble=5", "draw", "pebble=4", "stop", "stop")
    assert play.outcome is not None
    assert play.outcome.winners == (0,)
    assert play.outcome.scores == (5, 4)
    assert sees(play).hands == ((5,), (4,))


@rule("pebblebag.6")
def test_more_than_ten_counts_nothing_and_equal_scores_share_the_win() -> None:
    play = run(table(), "draw", "pebble=6", "draw", "pebble=1", "draw", "pebble=5", "stop", "stop")
    assert play.outcome is not None
    assert play.outcome.scores == (0, 1)
    shared = run(table(), "draw", "pebble=3", "draw", "pebble=3", "stop", "stop")
    assert shared.outcome is not None
    assert shared.outcome.winners == (0, 1)


@rule("pebblebag.7")
def test_open_hands_are_seen_by_all() -> None:
    play = run(table(open_hands=True), "draw", "pebble=6")
    assert sees(play, SPECTATOR).hands == ((6,), ())
    assert GAME.secret({"open_hands": False})
    assert not GAME.secret({"open_hands": True})
