"""The golden playthroughs still come out the same."""

from __future__ import annotations

import pytest

from ludotheque.rules.games import GAMES, HOUSE
from ludotheque.testing import count_positions
from tests.playthroughs import FOLDER, SHOWN, playthrough


@pytest.mark.parametrize("slug", HOUSE)
def test_a_playthrough_comes_out_the_same(slug: str):
    assert playthrough(slug) == (FOLDER / f"{slug}.txt").read_text("utf-8")


@pytest.mark.parametrize(
    ("slug", "depth", "ways"),
    [
        ("tonoo", 1, 5),
        ("tonoo", 2, 5 + 4 * 5),
    ],
)
def test_positions_at_small_depth(slug: str, depth: int, ways: int):
    """Counted by hand from the sheet, not by the code under test."""
    players, options, _ = SHOWN[slug]
    play = GAMES[slug].new(players=players, seed=1, named={"first": 0}, **options)
    play._dice = None
    assert count_positions(play, depth) == ways
