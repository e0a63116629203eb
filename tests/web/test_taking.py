"""Taking the house along from a house in Chromium: progress, the server gone, links, all pages, and a game carried both ways."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.familiar import QUICK, title
from tests.web.axe import open_to_everybody
from tests.web.conftest import Visitor
from tests.web.hands import Hand, ask, my_turn, origin
from tests.web.stage import Running, running_house
from tests.web.stick import LONG, UNKNOWN

pytestmark = pytest.mark.soak


@pytest.fixture
def offering(root: Path, tmp_path: Path) -> Iterator[Running]:
    """A house with a pocket house beside it."""
    with running_house(tmp_path, pocket=root / "some" / "where", name="Ada") as running:
        running.url = running.door.url
        yield running


def taken(visitor: Visitor, house: Running) -> Any:
    page = visitor("/", url=house.url, size=(390, 844), service_workers="allow")
    page.set_default_timeout(LONG)
    page.get_by_text("Vous êtes ici", exact=False).wait_for()
    page.get_by_role("link", name="Emporter la maison").click()
    open_to_everybody(page, "the page to take the house along")
    page.get_by_role("button", name="Emporter la maison").click()
    page.get_by_role("link", name="Ouvrir la maison de poche").wait_for()
    return page


def test_a_house_is_taken_along_and_needs_its_server_no_more(visitor: Visitor, offering: Running) -> None:
    page = taken(visitor, offering)
    offering.door.shut()
    page.get_by_role("link", name="Ouvrir la maison de poche").click()
    page.get_by_role("heading", name="Maison de poche").wait_for()
    page.get_by_text("Maison de poche, sur cet appareil").wait_for()
    with page.context.expect_page() as opening:
        page.get_by_role("link", name=f"Ouvrir la boîte {title(QUICK)}").click(modifiers=["ControlOrMeta"])
    other = opening.value
    other.get_by_role("button", name="Commencer").wait_for(timeout=LONG)
    assert other.url.endswith(f"/pocket/#/games/{QUICK}"), "in another tab it is the same house"
    for place in ("/", f"/games/{QUICK}", f"/games/{QUICK}/learn", f"/games/{QUICK}/study", "/record", "/you", "/mine", "/no"):
        other.goto(f"{offering.url}/pocket/#{place}")
        other.locator("main, [data-lost]").first.wait_for()
        other.wait_for_timeout(300)
        open_to_everybody(other, f"{place} in the pocket")


def test_a_game_goes_from_the_pocket_to_the_house_and_back(visitor: Visitor, offering: Running) -> None:
    page = taken(visitor, offering)
    page.goto(f"{offering.url}/pocket/#/games/{QUICK}")
    page.get_by_role("button", name="Commencer").click()
    page.locator(".board").wait_for()
    while not my_turn(page):
        page.wait_for_timeout(50)
    Hand(page, 0, UNKNOWN).play()
    leave(page)
    page.goto(f"{offering.url}/record")
    arrive(page)
    assert "/tables/" in page.url
    assert ask(page, "GET", page.url.removeprefix(origin(page)))["carried"] is not None
    leave(page)
    page.goto(f"{offering.url}/pocket/#/record")
    arrive(page)
    assert "/pocket/#/tables/" in page.url


def leave(page: Any) -> None:
    page.get_by_role("button", name="Menu de la table").click()
    with page.expect_download():
        page.get_by_role("button", name="Continuer ailleurs").click()


def arrive(page: Any) -> None:
    page.get_by_role("button", name="emportée", exact=False).click()
    page.get_by_role("button", name="Continuer cette partie ici").click()
    page.get_by_role("button", name="Continuer cette partie ici").click()
    while "/tables/" not in page.url:
        page.wait_for_timeout(50)
    page.locator(".board").wait_for()
