"""What a page of Bonbons is told, and what it has no longer once it was looked at."""

from __future__ import annotations

from ludotheque.games import game
from ludotheque.games.bonbons.seen import View
from tests.rules.test_events import moments

BONBONS = game("bonbons")


def test_a_tile_that_lies_face_down_again_has_no_picture():
    for _, _, after in moments(BONBONS):
        left = BONBONS.forget(after)
        assert isinstance(left, View)
        tiles = (*left.grid, *(tile for row in left.rounds for tile in row))
        assert after.to_act == "over" or all(tile.picture is None for tile in tiles if tile.state in ("down", "covered"))


def test_a_theft_travels_from_the_victim_to_the_thief_and_back_goes_a_gift():
    for _, before, after in moments(BONBONS):
        told = BONBONS.happened(before, after)
        if told[0].verb == "steal":
            steal, gift = told
            assert (steal.origin, steal.target) == (gift.target, gift.origin)
            assert (steal.gains, steal.loses) == (gift.loses, gift.gains)
            assert steal.piece is not None
            assert gift.piece is None
            return
    raise AssertionError("no random game had a theft")
