"""How strong an opponent made to measure is for a guest in a box: from the last game that they played there against it."""

from __future__ import annotations

from ludotheque.measure import BEGINS, level_at
from ludotheque.tables import hosting
from ludotheque.tables.measures import strength_after, strength_for
from ludotheque.tables.model import Guest, Seat
from tests.familiar import CHANCY, QUICK
from tests.tables.test_rivals import CHILD, ME, TOM, game


def fitted(strength: int) -> Seat:
    return Seat(kind="bot", level="child", strength=strength)


def test_it_is_stronger_after_it_was_beaten_and_weaker_after_it_won() -> None:
    assert strength_after(game(ME, fitted(3), won=(0,), host="me")) == 4
    assert strength_after(game(fitted(3), ME, won=(0,), host="me")) == 2


def test_it_stays_where_neither_won_or_both_and_counts_only_what_is_over() -> None:
    assert strength_after(game(ME, fitted(3), CHILD, won=(2,), host="me")) == 3
    assert strength_after(game(ME, fitted(3), won=(0, 1), host="me")) == 3
    assert strength_after(game(ME, fitted(3), won=None, host="me")) is None
    assert strength_after(game(ME, CHILD, won=(0,), host="me")) is None
    for entries in (7, 0):
        assert strength_after(game(ME, fitted(3), won=(0,), host="me", carried=entries)) is None, "not one that was brought here"


def test_the_last_game_in_the_box_counts_and_only_ones_own() -> None:
    games = [
        game(TOM, fitted(5), ME, won=(0,), host="tom"),
        game(ME, fitted(1), won=(0,), host="me", box=CHANCY),
        game(ME, CHILD, won=(0,), host="me"),
        game(ME, fitted(3), won=(0,), host="me"),
        game(ME, fitted(2), won=(0,), host="me"),
    ]
    assert strength_for(games, QUICK, "me") == 4
    assert strength_for(games, CHANCY, "me") == 2
    assert strength_for(games, QUICK, "tom") == 6
    assert strength_for(games, QUICK, "leo") == BEGINS


def test_a_rematch_goes_on_half_a_level_further_and_draws_anew_who_plays() -> None:
    found = hosting.find_game(QUICK)
    before = game(ME, fitted(2), won=(0,), host="me")
    before.options = dict(found.options({}))
    deal = found.new(2, seed=1).deal
    again = hosting.rematch(before, Guest("me", "Camille", "fox"), "next", lambda *_: deal, 0.0)
    assert again is not None
    assert again.seats[1].strength == 3
    assert again.seats[1].level == level_at(3, again.seeds[1])
