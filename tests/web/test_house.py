"""The house itself: installed, shut and open again, and on plain HTTP from another address."""

from __future__ import annotations

import struct
from typing import Any

from tests.familiar import CHANCY, QUICK, title
from tests.web.axe import open_to_everybody
from tests.web.conftest import Visitor
from tests.web.fingers import sit_down
from tests.web.fits import misfits
from tests.web.hands import ask, origin
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
    _, game = sit_down(page, CHANCY)
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
    page.get_by_role("link", name=f"Ouvrir la boîte {title(CHANCY)}").click()
    page.get_by_role("heading", name=SHUT).wait_for()
    house.door.open()
    page.get_by_role("heading", name=title(CHANCY), exact=True).wait_for()


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
    table, game = sit_down(page, CHANCY)
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
    table, game = sit_down(page, QUICK)
    game.until()
    page.locator(".ending").wait_for()
    fairness = ask(page, "GET", f"/tables/{table}/fairness")
    other = {**fairness, "deal": {**fairness["deal"], "first": 1 - fairness["deal"]["first"]}}
    page.route("**/fairness", lambda route: route.fulfill(json=other))
    page.goto(f"{house.elsewhere}/tables/{table}/replay")
    page.locator(".fair.bad").wait_for()
