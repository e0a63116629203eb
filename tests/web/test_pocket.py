"""The pocket house in Chromium: a folder from any web server, which is stopped as soon as the page has opened."""

from __future__ import annotations

import pytest

from tests.familiar import QUICK, RACE, title
from tests.web.axe import open_to_everybody
from tests.web.box import BOXES
from tests.web.hands import Hand, finish, my_turn
from tests.web.stick import LONG, UNKNOWN, Browsing, Stall, begin, kept

pytestmark = pytest.mark.soak


@pytest.mark.parametrize("slug", BOXES)
def test_a_whole_game_against_bots_with_the_server_stopped(slug: str, stall: Stall, browsing: Browsing) -> None:
    page = browsing(stall.url)
    kept(page)
    stall.stop()
    table = begin(page, stall.url, slug)
    hand, reloaded = Hand(page, 0, UNKNOWN), []

    def reload(moves: int) -> None:
        if moves == 2:
            page.reload()
            page.locator(".board").wait_for(timeout=LONG)
            reloaded.append(page.url)

    finish([hand], every=reload)
    assert reloaded == [table]
    page.goto(f"{table}/replay?review")
    page.locator(".board").wait_for()
    page.locator(".review").first.wait_for(timeout=LONG)


def test_two_tabs_are_at_one_house_and_the_second_goes_on_alone(stall: Stall, browsing: Browsing) -> None:
    first = browsing(stall.url)
    table = begin(first, stall.url, QUICK)
    second = browsing(table)
    second.locator(".board").wait_for()
    while not my_turn(first):
        first.wait_for_timeout(50)
    Hand(first, 0, UNKNOWN).play()
    first.close()
    finish([Hand(second, 0, UNKNOWN)])


def test_the_shelf_of_a_pocket_house_says_so_and_asks_nobody_in(stall: Stall, browsing: Browsing) -> None:
    page = browsing(stall.url)
    page.get_by_role("heading", name="Maison de poche").wait_for()
    assert page.locator("#code-field").count() == 0
    page.get_by_role("link", name=f"Ouvrir la boîte {title(RACE)}").click()
    page.get_by_role("button", name="Commencer").wait_for()
    assert page.get_by_text("amis", exact=False).count() == 0
    open_to_everybody(page, "a box in the pocket")
    begin(page, stall.url, RACE)
    assert page.locator(".bottom button").count() == 3, "there is nobody to write to"
    open_to_everybody(page, "a table in the pocket")
