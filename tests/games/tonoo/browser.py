"""Tonoo in a browser: where its moves are touched, and what its board shows for a while."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludotheque.rules.core import Json, Value
from ludotheque.rules.play import Play
from tests.web.box import Box, Walk
from tests.web.hands import Hand


def touch(page: Any, play: Play, seat: int, move: Json) -> list[Any]:
    if move["type"] == "draw":
        return [page.locator(".bag")]
    if move["type"] == "return":
        owned = [one["pawn"] for one in (move.to_json() for move in play.legal())]
        return [page.locator(".pawn.can").nth(owned.index(move["pawn"]))]
    cylinder = page.locator(".cylinder").nth(move["cylinder"])
    return [cylinder, page.locator(".ask .go")] if move["type"] == "lift" else [cylinder]


def hand(self: Hand) -> None:
    """A colour, a cylinder; lift one that holds two."""
    page = self.page
    if self.first(".pawn.can"):
        return
    held = page.locator(".drawn b")
    if held.count():
        at = self.memory.setdefault(held.first.inner_text().lower(), len(self.memory) % 4)
        wanted = page.locator(".cylinder").nth(at)
        able = "can" in (wanted.get_attribute("class") or "").split()
        self.act(wanted if able else page.locator(".cylinder.can").first)
        self.memory[("in", at)] = self.memory.get(("in", at), 0) + 1
        return
    for at in range(4):
        if self.memory.get(("in", at), 0) >= 2:
            self.memory[("in", at)] = 0
            self.act(page.locator(".cylinder").nth(at))
            self.act(page.locator(".ask .go"))
            return
    if not self.first(".bag.can"):
        self.first(".cylinder.liftable")
        self.act(page.locator(".ask .go"))


def ask_to_lift(cylinder: int) -> Callable[[Any], None]:
    """A cylinder is touched: whether it is to be lifted is asked in its place."""

    def touched(page: Any) -> None:
        page.locator(".cylinder").nth(cylinder).click()
        page.locator(".ask").wait_for()

    return touched


def take_back(page: Any) -> None:
    """Escape takes it back, and the focus stays where it was."""
    page.keyboard.press("Escape")
    assert not page.locator(".ask").count()
    assert page.evaluate("document.activeElement.className").startswith("cylinder")


def empty_the_bag(play: Play, values: list[Value]) -> list[Value]:
    """A cylinder leaves the game (tonoo.10) only when nothing is in the bag any more."""
    return [value for value in values if getattr(value, "type", "") != "lift"]


BOX = Box(
    touch=touch,
    walks=(Walk(3), Walk(2, {"capacity": 7}, lean=empty_the_bag)),
    out_of_turn=".cylinder",
    forbidden=("place", ".bag", "tonoo.3"),
    on_show=".inside, .cylinder.up",
    language="en-GB",
    players=3,
    moves=7,
    hand=hand,
    held=(".cylinder", 70),
    ground=".mat",
    parts=".cylinder, .bag, .chip, section.mine",
    poses={f"asked about cylinder {n + 1}": (ask_to_lift(n), take_back) for n in (0, 3)},
)
