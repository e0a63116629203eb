"""What studies have found of a box, over HTTP; a box that nobody has studied says so."""

from __future__ import annotations

import msgspec
import pytest

from ludotheque.games import GAMES
from ludotheque.server.routes import house as routes
from ludotheque.studied import Studied, read_studied
from tests.familiar import QUICK
from tests.server.people import OpenHouse

pytestmark = pytest.mark.anyio


async def test_what_was_found_is_what_lies_in_the_folder(house: OpenHouse) -> None:
    somebody = await house.guest()
    answer = await somebody.http.get(f"/api/studies/{QUICK}")
    assert answer.status_code == 200
    assert msgspec.json.decode(answer.content, type=Studied) == read_studied(GAMES[QUICK].folder)
    assert all(box["studied"] for box in (await somebody.get("/api/house"))["games"] if box["slug"] in GAMES)


async def test_a_box_that_nobody_has_studied_says_so(house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(routes, "read_studied", lambda folder: None)
    somebody = await house.guest()
    answer = await somebody.http.get(f"/api/studies/{QUICK}")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_studied")
    routes._house.cache_clear()
    try:
        assert not any(box["studied"] for box in (await somebody.get("/api/house"))["games"])
    finally:
        routes._house.cache_clear()
