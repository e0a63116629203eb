"""Games in Chromium's own WebAssembly, with the network off: the same as natively, a thousand of every box."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from ludotheque.games import HOUSE
from tests.pocket.in_chromium import page_python
from tests.pocket.inside import lay
from tests.pocket.sameness import ADVISED, COUNT, Ask, differences

pytestmark = pytest.mark.soak


@pytest.fixture(scope="module")
def ask(tmp_path_factory: pytest.TempPathFactory, chromium: Any) -> Iterator[Ask]:
    """Asks a page's Python, which can reach nobody."""
    place = tmp_path_factory.mktemp("games")
    lay(place)
    with page_python(chromium, place) as asking:
        yield asking


@pytest.mark.parametrize("slug", HOUSE)
def test_a_thousand_games_of_every_box_are_the_same(slug: str, ask: Ask) -> None:
    assert differences({"Chromium": ask}, slug, range(COUNT), range(0, COUNT, ADVISED)) == []
