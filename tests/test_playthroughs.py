"""The golden playthroughs still come out the same."""

from __future__ import annotations

import pytest

from ludotheque.games import HOUSE
from tests.playthroughs import FOLDER, playthrough


@pytest.mark.parametrize("slug", HOUSE)
def test_a_playthrough_comes_out_the_same(slug: str):
    assert playthrough(slug) == (FOLDER / slug / "playthrough.txt").read_text("utf-8")
