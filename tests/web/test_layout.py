"""Every page and board on a small phone, with letters twice as large, and held sideways."""

from __future__ import annotations

from typing import Any

import pytest

from ludotheque.games import GAMES
from tests.familiar import MEMORY, QUICK
from tests.web.box import BOXES, box_of
from tests.web.conftest import Visitor
from tests.web.fingers import BOT, READY, Performance, Person, scripted_table
from tests.web.fits import LEAST, SETTLED, misfits
from tests.web.hands import ask, new_table, origin
from tests.web.scripts import seats_of


def fits(page: Any, where: str) -> None:
    found = list(misfits(page))
    assert not found, f"{where}\n" + "\n".join(found)


def test_pages_fit(visitor: Visitor) -> None:
    page = visitor(size=(320, 568))
    page.locator(".shelf").wait_for()
    found = []
    for path in ("/", *(f"/games/{box}" for box in BOXES), "/record", "/join/nothing", "/nowhere"):
        page.goto(origin(page) + path)
        page.locator("h1").first.wait_for()
        page.wait_for_load_state("networkidle")
        found += [f"{path}: {fault}" for fault in misfits(page)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("box", BOXES)
def test_boards_fit_with_everybody_at_the_table(visitor: Visitor, box: str) -> None:
    page = visitor(size=(320, 568))
    bots = [{"kind": "bot", "level": level} for level in ("goldfish", "child", "adult", "elephant", "adult")]
    table = new_table(page, box, [{"kind": "me"}, *bots[: max(GAMES[box].players) - 1]], start=True)
    page.goto(f"{origin(page)}/tables/{table}")
    page.locator(READY).wait_for()
    fits(page, f"{box}, the start")
    page.goto(f"{origin(page)}/games/{box}/learn")
    page.locator(".board").wait_for()
    fits(page, f"{box}, a lesson")


PHONES = {f"{width} x {height}": (width, height, 100) for width, height in ((360, 640), (390, 844), (844, 390))}
SIZES_OF = "all => all.map(one => [one.offsetWidth, one.offsetHeight])"


@pytest.mark.parametrize("box", BOXES)
def test_a_phone_that_is_a_hand_shows_large_pieces(visitor: Visitor, box: str) -> None:
    page = visitor(size=(390, 844))
    table, _ = scripted_table(page, box, [{"kind": "me"}, *[BOT] * (seats_of(box, 1) - 1)], start=True)
    page.goto(f"{origin(page)}/tables/{table}?hand")
    page.locator(READY).wait_for()
    pieces, least = box_of(box).held
    for phone, screen in PHONES.items():
        page.set_viewport_size({"width": screen[0], "height": screen[1]})
        page.evaluate(SETTLED)
        sizes = page.locator(pieces).evaluate_all(SIZES_OF)
        assert sizes, phone
        assert min(width for width, _ in sizes) >= least, (phone, sizes)
        assert min(height for _, height in sizes) >= LEAST, (phone, sizes)
        assert page.locator(".stage").evaluate("it => it.scrollHeight - it.clientHeight") <= 1, f"{phone}: nothing is cut"
    found = list(misfits(page, PHONES))
    assert not found, "\n".join(found)


@pytest.mark.parametrize("box", BOXES)
def test_boards_fit_from_the_middle_of_a_game_to_its_end(visitor: Visitor, box: str) -> None:
    page = visitor(size=(390, 844))
    table, record = scripted_table(page, box, [{"kind": "me"}, *[BOT] * (seats_of(box, 1) - 1)], start=True)
    page.goto(f"{origin(page)}/tables/{table}")
    page.locator(".board").wait_for()
    game = Performance(record, Person(page, 0))
    game.until(game.waiting(0, 3))
    page.locator(READY).wait_for()
    fits(page, f"{box}, the middle")
    ask(page, "POST", f"/tables/{table}/leave")  # a stand-in plays it to the end
    page.locator(".ending").wait_for(timeout=90_000)  # a whole game is told first
    fits(page, f"{box}, the ending")
    page.goto(f"{origin(page)}/tables/{table}/replay")
    page.locator(".board").wait_for()
    fits(page, f"{box}, a replay")


def test_what_opens_over_a_table_fits(visitor: Visitor) -> None:
    page = visitor(size=(390, 844))
    table = new_table(page, MEMORY, [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}])
    page.goto(f"{origin(page)}/tables/{table}")
    page.get_by_role("button", name="Inviter").click()
    page.locator(".picture svg").wait_for()
    fits(page, "the waiting room")
    table = new_table(page, QUICK, [{"kind": "me"}, {"kind": "me", "name": "Zoé"}], start=True)
    page.goto(f"{origin(page)}/tables/{table}")
    page.locator(".curtain").wait_for()
    fits(page, "the curtain")
    page.get_by_role("button", name="Je suis Anna").click()
    for tab in page.locator("nav.bottom button").all():
        name = tab.inner_text()
        tab.click()
        page.locator(".sheet, .coach").wait_for()  # a hint is a card beside the board
        fits(page, f"the sheet, {name}")
        page.keyboard.press("Escape")
    page.locator(".round[aria-haspopup]").click()
    page.locator(".menu").get_by_role("button", name="Inviter").click()
    page.locator(".menu .picture svg").wait_for()
    fits(page, "the menu")


def test_what_does_not_fit_is_found(visitor: Visitor) -> None:
    page = visitor(size=(320, 568))
    page.locator(".shelf").wait_for()
    assert not list(misfits(page))
    add = """css => {
      const button = document.createElement('button')
      button.style.cssText = css
      document.body.append(button)
    }"""
    for css, words in {
        "width: 900px; height: 50px": "wide",
        "width: 20px; height: 50px": "is 20.0 by 50.0",
        "width: 50px; height: 50px; position: fixed; top: 0; left: 0; z-index: -1": "covered",
    }.items():
        page.evaluate(add, css)
        assert any(words in fault for fault in misfits(page)), words
        page.evaluate("document.body.lastChild.remove()")


@pytest.mark.parametrize("size", [(320, 640), (390, 844), (1440, 900)])
def test_a_box_stands_whole_in_its_picture_and_the_lamp_beside_the_name(visitor: Visitor, size: tuple[int, int]) -> None:
    page = visitor(size=size)
    edges = "element => element.getBoundingClientRect().toJSON()"
    lamp, name = page.locator(".pendant use").evaluate(edges), page.locator("h1").evaluate(TEXT_EDGES)
    assert lamp["left"] >= name["right"] or lamp["bottom"] <= name["top"] or lamp["right"] <= name["left"]
    for box in BOXES:
        page.goto(f"{origin(page)}/games/{box}")
        page.locator(".hero .art use").wait_for(state="attached")
        page.wait_for_timeout(100)
        picture, hero = page.locator(".hero .art use").evaluate(edges), page.locator(".hero").evaluate(edges)
        assert picture["top"] >= hero["top"], (box, picture, hero)
        assert picture["bottom"] <= hero["bottom"], (box, picture, hero)


TEXT_EDGES = """element => {
  const range = document.createRange()
  range.selectNodeContents(element)
  return range.getBoundingClientRect().toJSON()
}"""


@pytest.mark.parametrize("width", [1024, 1440, 1920])
def test_a_waiting_room_is_in_the_middle_of_the_page(visitor: Visitor, width: int) -> None:
    page = visitor(size=(width, 900))
    table = new_table(page, BOXES[0], [{"kind": "me"}, {"kind": "open"}])
    page.goto(f"{origin(page)}/tables/{table}")
    page.get_by_role("button", name="Se lever").wait_for()
    box = page.locator(".room").bounding_box()
    assert abs(box["x"] + box["width"] / 2 - width / 2) < 2
