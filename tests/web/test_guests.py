"""Games that somebody brings, without a board of their own: a square of cells, and rows of tiles with stacks."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import EntryPoint
from typing import Any

import pytest

from ludotheque import games as registry
from ludotheque.rules.game import Game
from ludotheque.server.routes import house as house_routes
from tests.web.axe import open_to_everybody
from tests.web.conftest import Visitor
from tests.web.fingers import BOT, READY, Keys
from tests.web.fits import misfits
from tests.web.hands import ask, new_table, origin

GUESTS = {"tictactoe": "examples.tictactoe:GAME", "stalls": "tests.web.stalls:GAME", "pebblebag": "tests.web.test_guests:PEBBLES"}
PEBBLES = Game("ludotheque.skeleton.game")
"""The game that `new-game` copies, as it stands in a package: without a board."""


def forget() -> None:
    """A house looks at its boxes once, when it opens."""
    for known in (registry.all_games, house_routes._house, house_routes._texts):
        known.cache_clear()


@pytest.fixture(autouse=True)
def _guests(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Other distributions offer games through their entry points."""
    points = [EntryPoint(slug, where, "ludotheque.games") for slug, where in GUESTS.items()]
    monkeypatch.setattr(registry, "entry_points", lambda group: points)
    forget()
    yield
    monkeypatch.undo()
    forget()


def at_table(page: Any, game: str) -> str:
    """A table with a bot, my turn."""
    table = new_table(page, game, [{"kind": "me"}, BOT], start=True)
    page.goto(f"{origin(page)}/tables/{table}")
    page.locator(READY).wait_for()
    return table


def play_on(page: Any, touch: Any, choose: str) -> None:
    """Touch the first thing that can be touched until the game is over."""
    while not page.locator(".ending").count():
        page.locator(f"{READY}, .ending").first.wait_for()
        if not page.locator(".ending").count():
            touch(page, page.locator(choose).first)
            page.locator(".sentence:not(.pending)").wait_for()


def test_a_square_of_cells_is_played_by_clicking_and_by_keyboard(visitor: Visitor) -> None:
    page = visitor("/games/tictactoe")
    page.locator("[data-clause='tictactoe.1']").wait_for()
    open_to_everybody(page, "the box of a game that somebody brings")
    page.get_by_role("button", name="Commencer").click()
    page.locator(READY).wait_for()
    assert page.locator(".grid .cell").count() == 9
    assert page.locator(".moves").count() == 0, "every move is on the cell that it names"
    open_to_everybody(page, "the generic board")
    assert not list(misfits(page))
    play_on(page, lambda page, target: target.click(), ".grid .cell.can")
    open_to_everybody(page, "the generic board's ending")
    at_table(page, "tictactoe")
    play_on(page, Keys(), ".grid .cell.can")


def test_what_each_seat_has_stands_with_its_name_and_ones_own_is_large(visitor: Visitor) -> None:
    page = visitor("/")
    page.locator(".shelf").wait_for()
    new = new_table(page, "pebblebag", [{"kind": "me"}, BOT], start=True, first=0)
    page.goto(f"{origin(page)}/tables/{new}")
    page.locator(READY).wait_for()
    page.get_by_role("button", name="Tirer un caillou").click()
    page.locator("dl.mine [data-place='counts.0'] dd").get_by_text("1", exact=True).wait_for()
    page.locator(READY).wait_for()
    mine = page.locator("dl.mine [data-place='hands.0'] .thing")
    assert mine.count() == 1
    assert mine.first.inner_text() in set("123456")
    other = page.locator("[data-seat='1'] dl")
    assert other.locator("[data-place='counts.1']").inner_text().split() == ["Cailloux", "1"]
    assert other.locator("[data-place='hands.1'] .thing").count() == 0
    assert "tirer ou s’arrêter" in page.locator(".parts").inner_text()
    open_to_everybody(page, "what each seat has")
    assert not list(misfits(page))


def test_rows_of_tiles_and_stacks_have_each_move_where_it_belongs(visitor: Visitor) -> None:
    page = visitor("/")
    page.locator(".shelf").wait_for()
    table = at_table(page, "stalls")
    open_to_everybody(page, "stacks and rows")
    assert not list(misfits(page))
    stacks = page.get_by_role("region", name="Piles")
    assert [stack.inner_text() for stack in stacks.get_by_role("button").all() if "Prendre" in stack.inner_text()] == [
        f"Prendre sur la pile {n}" for n in (1, 2, 3)
    ]
    assert page.locator(".cell.can").count() == 0, "taking names a stack, not a tile"
    stacks.get_by_role("button", name="Prendre sur la pile 2").click()
    page.locator("dl", has_text="En main").get_by_text("old lamp").wait_for()
    places = page.get_by_role("region", name="Étals").locator(".cell.can")
    assert places.count() == 8
    assert page.locator(".moves").get_by_role("button").all_inner_texts() == ["Throw away"], "no words: made readable"
    label = str(places.nth(6).get_attribute("aria-label"))
    assert label.startswith("Étals, rangée 2, colonne 3, rien de visible, "), "read out in words, not as a code"
    open_to_everybody(page, "with a tile in hand")
    assert not list(misfits(page))
    places.nth(6).click()
    page.get_by_role("button", name="Étals, rangée 2, colonne 3, old lamp").wait_for()
    play_on(page, Keys(), ".cell.can, .whole, .moves .button")
    record = ask(page, "GET", f"/tables/{table}/record")
    assert [entry["move"] for entry in record["moves"][:2]] == [
        {"type": "take", "stack": 1},
        {"type": "lay", "stall": 1, "column": 2},
    ]
