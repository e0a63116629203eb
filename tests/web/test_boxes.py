"""Each box, played to the end by clicking in two browsers with a bot, and by keyboard alone.

On the way of each game: the waiting room, a refusal with its clause, a reload, a lost connection, the ending; axe looks at all
of them, by day and by night, in French on one page and in English on the other; and all that one seat was sent is compared
with what the referee says it may see.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.familiar import HANDS
from tests.web.axe import open_in_another_language, open_to_everybody
from tests.web.box import BOXES, box_of
from tests.web.conftest import Visitor
from tests.web.fingers import BOT, Keys, Performance, Person, invited, scripted_table, sit_down
from tests.web.hands import ask, origin
from tests.web.scripts import seats_of
from tests.web.stage import Running
from tests.web.wire import Wire, leaks, spilled

LOST = (Path(__file__).parent / "js/lost.js").read_text("utf-8")
LONGEST = HANDS
"""The box of which a whole game takes longest to click: by keyboard alone every time, in two browsers with `--soak`."""
BLINK = 6
"""Frames for which the focus may be nowhere: browsers need some to take it from what is gone."""


def look_at(french: Any, english: Any, where: str) -> None:
    """axe looks at the same moment in both languages."""
    open_to_everybody(french, where)
    open_in_another_language(english, where)


SCROLLED = "it => { const all = []; for (; it; it = it.parentElement) if (it.scrollTop) all.push(it.className); return all }"
"""What around the board has been scrolled."""


def refuse(page: Any, box: str) -> None:
    """A move out of turn is answered at once with the reason, and the rules open at the clause."""
    page.locator(box_of(box).out_of_turn).first.click(force=True)
    page.locator(".refused .why").click()
    page.locator('[data-clause="any.3"].at').wait_for()
    assert page.locator(".board").evaluate(SCROLLED) == [], "only the rules are scrolled, never the table below them"
    open_to_everybody(page, "a refusal, its clause open")


def lose(page: Any, house: Running, sentence: str) -> None:
    """The connection breaks: the page says so in words, and comes back by itself when there is a way again."""
    house.door.shut()
    page.locator("header [role=status]", has_text=sentence).wait_for()
    open_to_everybody(page, "a lost connection")
    house.door.open()
    page.locator("header [role=status]", has_text=sentence).wait_for(state="detached")


@pytest.mark.parametrize("box", [pytest.param(box, marks=pytest.mark.soak if box == LONGEST else ()) for box in BOXES])
def test_two_browsers_and_a_bot_play_a_whole_game(house: Running, visitor: Visitor, box: str) -> None:
    wires: list[Wire] = []
    anna = visitor()
    bob = visitor(language="en-GB", url=house.door.url, before=lambda page: wires.append(Wire(page)))
    seats = [{"kind": "me"}, {"kind": "open"}, *[BOT] * (seats_of(box, 2) - 2)]
    table, record = scripted_table(anna, box, seats)
    anna.goto(f"{origin(anna)}/tables/{table}")
    bob.goto(house.door.url + invited(anna, table))
    bob.get_by_role("button", name="Sit here").first.click()
    anna.get_by_role("button", name="Commencer").wait_for()
    look_at(anna, bob, "the waiting room")
    anna.get_by_role("button", name="Commencer").click()

    people = {0: anna, 1: bob}
    game = Performance(record, Person(anna, 0), Person(bob, 1))
    first = record["moves"][0]["seat"]
    people[first].locator(".sentence.mine").wait_for()
    for page in (anna, bob):
        page.locator(".board").wait_for()
    look_at(anna, bob, "the start")
    early = box_of(box).chooses_early
    if early:
        game.until(1)
        people[first].locator(".sentence:not(.mine):not(.pending)").wait_for()
    refuse(people[first] if early else people[1 - first], box)

    game.until(game.waiting(0, game.length // 4))
    anna.reload()
    anna.locator(".board").wait_for()
    game.until(game.waiting(1, game.length // 3))
    lose(bob, house, "Connection lost")
    look_at(anna, bob, "the middle of a game")
    wire = wires[0]
    before_the_end = len(wire.answers)
    game.until()
    for page in (anna, bob):
        page.locator(".ending").wait_for()
        assert page.locator(".podium li").count() == len(seats)
    look_at(anna, bob, "the ending")

    played = ask(anna, "GET", f"/tables/{table}/record")
    assert played["moves"] == record["moves"], "what was clicked is what was played"
    assert {frame["type"] for frame in wire.frames} >= {"welcome", "view", "accepted", "presence", "table"}
    shown = {frame["seq"] for frame in wire.frames if frame["type"] in ("welcome", "view")}
    assert len(shown) > game.length // 2
    assert not list(leaks([frame for frame in wire.frames if frame.get("looks_as", 1) is not None], played, 1))
    assert any(body.startswith("{") for _, body in wire.answers[:before_the_end])
    assert not list(spilled(wire.answers[:before_the_end]))


@pytest.mark.parametrize("box", [box for box in BOXES if box_of(box).forbidden])
def test_a_box_explains_what_it_does_not_allow(visitor: Visitor, box: str) -> None:
    forbidden = box_of(box).forbidden
    assert forbidden
    phase, thing, clause = forbidden
    page = visitor(size=(390, 844))
    _, game = sit_down(page, box, *[BOT] * (seats_of(box, 1) - 1))
    game.until(game.waiting(0))
    while game.play.view(0).phase != phase:  # type: ignore[attr-defined]
        game.until(game.waiting(0, game.at + 1))
    game.people[0].ready(game.play)
    page.locator(thing).first.click(force=True)
    page.locator(".refused .why").click()
    page.locator(f'[data-clause="{clause}"].at').wait_for()
    page.keyboard.press("Escape")
    game.until(game.waiting(0, game.at + 1))


@pytest.mark.parametrize(("box", "check"), [(box, check) for box in BOXES for check in box_of(box).checks])
def test_what_only_this_board_does(visitor: Visitor, box: str, check: Callable[[Visitor], None]) -> None:
    check(visitor)


@pytest.mark.parametrize("box", BOXES)
def test_a_whole_game_by_keyboard_alone(visitor: Visitor, box: str) -> None:
    page = visitor(size=(390, 844), before=lambda page: page.add_init_script(LOST))
    _, game = sit_down(page, box, *[BOT] * (seats_of(box, 1) - 1))
    keys = Keys()
    game.people[0].touch = keys
    game.until(game.waiting(0, game.length // 3))
    game.people[0].ready(game.play)
    assert page.evaluate("lost") <= BLINK, "after a move and after what is told the focus is somewhere"
    page.reload()
    game.until(game.waiting(0, game.at + 1))
    game.until()
    page.locator(".ending").wait_for()
    assert page.evaluate("lost") <= BLINK, "and after a reload"
    assert keys.arrows > keys.tabs, "the arrows lead about the board; Tab is for the rest"
    again = page.get_by_role("button", name="Encore une !")
    assert again.evaluate("button => button === document.activeElement"), "the next game is one Enter away"
