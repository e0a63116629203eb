"""Fingers and keys on boards: where each move of a script is touched, and how one gets there without a mouse."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from ludotheque.records import begin, enter
from ludotheque.rules.core import Json
from ludotheque.rules.play import Play
from tests.web.conftest import PATIENCE
from tests.web.hands import ask, new_table, origin
from tests.web.scripts import script
from tests.web.stage import STAGE

READY = ".sentence.mine:not(.pending)"
"""It is my turn, and nothing I did is still under way."""
BOT = {"kind": "bot", "level": "goldfish"}

# Where a move is touched ---------------------------------------------------------------------------------------------


def bonbons(page: Any, play: Play, seat: int, move: Json) -> list[Any]:
    if move["type"] == "turn_square":
        return [page.locator(".grid > *").nth(move["cell"])]
    if move["type"] == "stop":
        return [page.locator(".say .button")]
    if move["type"] == "turn_round" and move["seat"] != seat:
        row = page.locator(f".chips [data-seat='{move['seat']}']")
        if row.locator(".over").count():  # on a phone opponents' rows open enlarged
            return [row.locator(".over"), page.locator(".big .dimple button").nth(move["slot"])]
        return [row.locator(".dimple").nth(move["slot"]).locator("button")]
    return [page.locator(".mine .dimple").nth(move["slot"]).locator("button")]


def novem(page: Any, play: Play, seat: int, move: Json) -> list[Any]:
    return [page.locator(".hand button").nth("ABC123".index(move["line"]) % 3), page.locator("section.mine .button.go")]


def tableaux(page: Any, play: Play, seat: int, move: Json) -> list[Any]:
    kind = move["type"]
    if kind == "draw":
        return [page.locator(".pile").nth(("pile", "discard").index(move["from"]))]
    if kind in ("lay_hand", "pass"):
        both = len({one.type for one in play.legal()} & {"lay_hand", "pass"}) == 2
        return [page.locator(".say .button").nth(1 if both and kind == "pass" else 0)]
    held = page.locator(".held").nth(list(play.view(seat).hand).index(move["card"]))  # type: ignore[attr-defined]
    if kind == "discard":
        return [held, page.locator(".pile").nth(1)]
    where = ".wait" if move["on"] == seat else f".other:has([data-seat='{move['on']}']) .target"
    return [held, page.locator(where)]


def tuiles(page: Any, play: Play, seat: int, move: Json) -> list[Any]:
    value = [page.locator(".numbers").first.locator("button").nth(move["value"] - 1)] if "value" in move else []
    number = page.locator(".numbers").last.locator("button").nth(move["advance"] - 1)
    return [page.locator(".pawns button").nth(move["pawn"]), *value, number, page.locator(".pick .button.go")]


def tonoo(page: Any, play: Play, seat: int, move: Json) -> list[Any]:
    if move["type"] == "draw":
        return [page.locator(".bag")]
    if move["type"] == "return":
        owned = [one["pawn"] for one in (move.to_json() for move in play.legal())]
        return [page.locator(".pawn.can").nth(owned.index(move["pawn"]))]
    return [page.locator(".cylinder").nth(move["cylinder"])]


BOARDS: dict[str, Callable[[Any, Play, int, Json], list[Any]]] = {
    "bonbons": bonbons,
    "novem": novem,
    "tableaux": tableaux,
    "tuiles": tuiles,
    "tonoo": tonoo,
}

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
        for target in BOARDS[play.game.slug](self.page, play, self.seat, move):
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


def invited(page: Any, table: str) -> str:
    """The path of an invitation to a table."""
    return f"/join/{ask(page, 'POST', f'/tables/{table}/invitation')['code']}"


def words(page: Any, selector: str) -> str:
    """What stands there, in one line."""
    return re.sub(r"\s+", " ", str(page.locator(selector).first.inner_text()))
