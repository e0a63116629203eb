"""Fingers and keys on boards: how a script is played on pages, and how one gets about without a mouse."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from ludotheque.records import begin, enter
from ludotheque.rules.core import Json
from ludotheque.rules.play import Play
from tests.web.box import box_of
from tests.web.conftest import PATIENCE
from tests.web.hands import ask, new_table, origin
from tests.web.scripts import script, seats_of
from tests.web.stage import STAGE

READY = ".sentence.mine:not(.pending)"
"""It is my turn, and nothing I did is still under way."""
BOT = {"kind": "bot", "level": "goldfish"}

# How it is touched ---------------------------------------------------------------------------------------------------


def click(page: Any, target: Any) -> None:
    target.click(timeout=PATIENCE)


LOOK = """target => {
  const here = document.activeElement
  const middle = (element) => {
    const box = element.getBoundingClientRect()
    return [box.x + box.width / 2, box.y + box.height / 2]
  }
  const [x, y] = here && here !== document.body ? middle(here) : [0, 0]
  const [u, v] = middle(target)
  return { there: here === target, x, y, across: u - x, down: v - y, on: !!here?.closest('.stage'), off: target.disabled }
}"""


def drag(page: Any, thing: Any, target: Any) -> None:
    """Take a thing and let it go over another."""
    (x, y), (u, v) = (
        (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in (thing.bounding_box(), target.bounding_box())
    )
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(u, v, steps=6)
    page.mouse.up()


class Keys:
    """Somebody without a mouse: sees where the focus is, presses the arrow that leads nearer, Tab when none does."""

    def __init__(self) -> None:
        self.arrows = self.tabs = 0

    def __call__(self, page: Any, target: Any) -> None:
        self.reach(page, target)
        page.keyboard.press("Enter")

    def reach(self, page: Any, target: Any, limit: int = 120) -> None:
        tried: set[tuple[int, int, str]] = set()
        for _ in range(limit):
            look = target.evaluate(LOOK)
            if look["there"]:
                return
            key = self.choose(look, tried)
            page.keyboard.press(key)
        raise AssertionError(f"no key leads to {target}: {look}")

    def choose(self, look: Json, tried: set[tuple[int, int, str]]) -> str:
        across = "ArrowRight" if look["across"] > 0 else "ArrowLeft"
        down = "ArrowDown" if look["down"] > 0 else "ArrowUp"
        first, second = (across, down) if abs(look["across"]) > abs(look["down"]) else (down, across)
        for key in (first, second):
            step = (round(look["x"]), round(look["y"]), key)
            if step not in tried:
                tried.add(step)
                self.arrows += 1
                return key
        self.tabs += 1
        return "Tab"


# A whole game --------------------------------------------------------------------------------------------------------


class Person:
    """Somebody at a table: a page, a seat, and a way of touching things."""

    def __init__(self, page: Any, seat: int, touch: Callable[[Any, Any], None] = click) -> None:
        self.page, self.seat, self.touch = page, seat, touch

    def ready(self, play: Play) -> None:
        """Wait until it is this seat's turn."""
        self.page.locator(READY).wait_for()

    def make(self, play: Play, move: Json) -> None:
        """One move of the script."""
        self.ready(play)
        for target in box_of(play.game.slug).touch(self.page, play, self.seat, move):
            self.touch(self.page, target)


class Performance:
    """A script played by people on their pages. What else is to happen on the way is asked for by moment."""

    def __init__(self, record: Json, *people: Person) -> None:
        self.record, self.people = record, {person.seat: person for person in people}
        self.play = begin(record)
        self.at = 0

    @property
    def length(self) -> int:
        """How many entries the game has."""
        return len(self.record["moves"])

    def until(self, stop: int | None = None) -> None:
        """Play on until so many entries are made (to the end by default)."""
        for at in range(self.at, self.length if stop is None else stop):
            entry = self.record["moves"][at]
            if entry.get("seat") in self.people:
                self.people[entry["seat"]].make(self.play, entry["move"])
            self.made()

    def made(self) -> None:
        """The next entry has been made."""
        enter(self.play, self.record["moves"][self.at], self.at)
        self.at += 1

    def waiting(self, seat: int, at_least: int = 0) -> int:
        """The next moment from one on at which this person is to move."""
        return next(n for n in range(max(self.at, at_least), self.length) if self.record["moves"][n].get("seat") == seat)


def perform(box: str, players: int) -> Json:
    """From now on tables of this box follow their script."""
    STAGE.script = script(box, players)
    return STAGE.script


def scripted_table(page: Any, box: str, seats: list[dict[str, Any]], **more: Any) -> tuple[str, Json]:
    """A table that follows the script of its box."""
    record = perform(box, len(seats))
    return new_table(page, box, seats, options=record["options"], **more), record


def sit_down(page: Any, box: str, *others: dict[str, Any], **more: Any) -> tuple[str, Performance]:
    """One person and others (bots, unless told otherwise) at a table of the script, already started."""
    table, record = scripted_table(page, box, [{"kind": "me"}, *(others or (BOT,))], start=True, **more)
    page.goto(f"{origin(page)}/tables/{table}")
    page.locator(".board").wait_for()
    return table, Performance(record, Person(page, 0))


def played_out(page: Any, box: str, record: Json | None = None) -> str:
    """A table whose game is over, by the script of its box or by a record: its guest leaves at once, and bots play to the end."""
    STAGE.script = record = record or script(box, seats_of(box, 1))
    seats = [{"kind": "me"}, *[BOT] * (record["players"] - 1)]
    table = new_table(page, box, seats, options=record["options"], start=True)
    ask(page, "POST", f"/tables/{table}/leave")
    for _ in range(400):
        if ask(page, "GET", f"/tables/{table}")["status"] == "over":
            return table
        page.wait_for_timeout(50)  # between two requests
    raise AssertionError(f"the game of {box} does not end")


def invited(page: Any, table: str) -> str:
    """The path of an invitation to a table."""
    return f"/join/{ask(page, 'POST', f'/tables/{table}/invitation')['code']}"


def words(page: Any, selector: str) -> str:
    """What stands there, in one line."""
    return re.sub(r"\s+", " ", str(page.locator(selector).first.inner_text()))
