"""The house itself: installed, shut and open again, on plain HTTP from another address, and with a game that somebody brings."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from typing import Any

import pytest

from ludotheque import games as registry
from ludotheque.server.routes import house as house_routes
from tests.web.axe import open_to_everybody
from tests.web.conftest import Visitor
from tests.web.fingers import READY, Keys, sit_down
from tests.web.fits import misfits
from tests.web.hands import ask, new_table, origin
from tests.web.stage import Running

SHUT, OPENED = "La porte est fermée", ".shelf"


def installed(visitor: Visitor, house: Running) -> Any:
    """A page whose service worker has taken over."""
    page = visitor(url=house.door.url, service_workers="allow")
    page.locator(OPENED).wait_for()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    page.locator(OPENED).wait_for()
    assert page.evaluate("navigator.serviceWorker.controller !== null")
    return page


def test_the_house_can_be_installed(visitor: Visitor, house: Running) -> None:
    page = installed(visitor, house)
    assert page.evaluate("isSecureContext")
    session = page.context.new_cdp_session(page)
    told = session.send("Page.getAppManifest")
    assert told["errors"] == []
    assert told["url"].endswith("/manifest.webmanifest")
    errors = {error["errorId"] for error in session.send("Page.getInstallabilityErrors")["installabilityErrors"]}
    assert errors <= {"in-incognito"}, "the tests' browsers forget everything; nothing else may be in the way"
    manifest = page.request.get(told["url"]).json()
    assert {"name", "short_name", "start_url", "display", "icons"} <= set(manifest)
    for icon in manifest["icons"]:
        picture = page.request.get(origin(page) + icon["src"])
        assert picture.ok
        assert picture.headers["content-type"].startswith(icon["type"])
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", picture.body()[16:24])
            assert icon["sizes"] == f"{width}x{height}"
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}


def test_what_is_kept_for_the_installed_page_is_nothing_of_a_table(visitor: Visitor, house: Running) -> None:
    page = installed(visitor, house)
    _, game = sit_down(page, "tonoo")
    game.until()
    page.locator(".ending").wait_for()
    kept = page.evaluate(
        "caches.keys().then(names => Promise.all(names.map(name => caches.open(name).then(cache => cache.keys()))))"
        ".then(found => found.flat().map(request => new URL(request.url).pathname))"
    )
    assert any(path.startswith("/assets/") for path in kept)
    assert not [path for path in kept if path.startswith(("/api", "/tables"))]


def test_a_closed_house_is_said_in_words_and_comes_back(visitor: Visitor, house: Running) -> None:
    page = installed(visitor, house)
    house.door.shut()
    page.reload()
    page.get_by_role("heading", name=SHUT).wait_for()
    open_to_everybody(page, "the closed door")
    assert not list(misfits(page))
    house.door.open()
    page.locator(OPENED).wait_for()


def test_going_on_when_the_house_has_closed_is_said_in_words_and_comes_back(visitor: Visitor, house: Running) -> None:
    page = visitor(url=house.door.url)
    page.locator(OPENED).wait_for()
    house.door.shut()
    page.get_by_role("link", name="Ouvrir la boîte Tonoo").click()
    page.get_by_role("heading", name=SHUT).wait_for()
    house.door.open()
    page.get_by_role("heading", name="Tonoo", exact=True).wait_for()


def test_a_command_that_cannot_be_sent_is_not_swallowed(visitor: Visitor, house: Running) -> None:
    page = visitor(url=house.door.url)
    page.locator(OPENED).wait_for()
    house.door.shut()
    page.locator(".play").first.click()
    page.get_by_role("alert").first.wait_for()
    house.door.open()
    page.locator(".play").first.click()
    page.locator(".board").wait_for()


def test_plain_http_in_the_house_has_everything_but_installing(visitor: Visitor, house: Running) -> None:
    page = visitor(url=house.elsewhere, service_workers="allow")
    page.locator(OPENED).wait_for()
    assert not page.evaluate("isSecureContext")
    assert page.evaluate("'serviceWorker' in navigator") is False
    assert page.evaluate("crypto.subtle === undefined && crypto.randomUUID === undefined")
    table, game = sit_down(page, "tonoo")
    page.locator(".round[aria-haspopup]").click()
    page.locator(".menu").get_by_role("button", name="Inviter").click()
    page.locator(".menu .picture svg").wait_for()
    page.locator(".menu").get_by_role("button", name="Fermer").click()
    game.until()
    page.locator(".ending").wait_for()
    page.goto(f"{house.elsewhere}/tables/{table}/replay")
    page.locator(".fair:not(.bad)", has_text="Donne honnête").wait_for()


def test_an_unfair_deal_is_called_unfair(visitor: Visitor, house: Running) -> None:
    page = visitor(url=house.elsewhere)
    table, game = sit_down(page, "novem")
    game.until()
    page.locator(".ending").wait_for()
    fairness = ask(page, "GET", f"/tables/{table}/fairness")
    other = {**fairness, "deal": {**fairness["deal"], "first": 1 - fairness["deal"]["first"]}}
    page.route("**/fairness", lambda route: route.fulfill(json=other))
    page.goto(f"{house.elsewhere}/tables/{table}/replay")
    page.locator(".fair.bad").wait_for()


# A game that somebody brings -----------------------------------------------------------------------------------------


def forget() -> None:
    """A house looks at its boxes once, when it opens."""
    for known in (registry.all_games, house_routes._house, house_routes._texts):
        known.cache_clear()


@pytest.fixture
def _tictactoe(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Another distribution offers a game through its entry point."""
    point = EntryPoint("tictactoe", "examples.tictactoe:GAME", "ludotheque.games")
    monkeypatch.setattr(registry, "entry_points", lambda group: [point])
    forget()
    yield
    monkeypatch.undo()
    forget()


def three_in_a_row(page: Any, touch: Any) -> None:
    """Mark whatever is free until it is over."""
    while not page.locator(".ending").count():
        page.locator(f"{READY}, .ending").first.wait_for()
        if not page.locator(".ending").count():
            touch(page, page.locator(".grid .cell.can").first)
            page.locator(".sentence:not(.pending)").wait_for()


@pytest.mark.usefixtures("_tictactoe")
def test_a_game_without_a_board_of_its_own_is_played_by_clicking_and_by_keyboard(visitor: Visitor) -> None:
    page = visitor("/games/tictactoe")
    page.locator("[data-clause='tictactoe.1']").wait_for()
    open_to_everybody(page, "the box of a game that somebody brings")
    page.get_by_role("button", name="Commencer").click()
    page.locator(".board").wait_for()
    page.locator(READY).wait_for()
    assert page.locator(".grid .cell").count() == 9
    open_to_everybody(page, "the generic board")
    assert not list(misfits(page))
    three_in_a_row(page, lambda page, target: target.click())
    open_to_everybody(page, "the generic board's ending")
    table = new_table(page, "tictactoe", [{"kind": "me"}, {"kind": "bot", "level": "goldfish"}], start=True)
    page.goto(f"{origin(page)}/tables/{table}")
    page.locator(".board").wait_for()
    three_in_a_row(page, Keys())
