"""Tonoo in a browser: where its moves are touched, and what its board shows for a while."""

from __future__ import annotations

from typing import Any

from ludotheque.bots.notebook import Recalled
from ludotheque.rules.core import Json, Value
from ludotheque.rules.play import Play
from tests.web.box import Box, Walk
from tests.web.fits import SETTLED
from tests.web.hands import Hand, new_table, origin


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


# On every screen -----------------------------------------------------------------------------------------------------

SCREENS = ((320, 568), (390, 844), (844, 390), (768, 1024), (1440, 900), (1920, 1080))
LIES = """() => {
  const faults = []
  const box = (one) => one.getBoundingClientRect()
  const all = (selector) => [...document.querySelectorAll(selector)].map((one) => [selector, box(one)])
  const [stage, mat] = ['.stage', '.mat'].map((one) => box(document.querySelector(one)))
  if (mat.height < 0.55 * stage.height && mat.width < 0.55 * stage.width) faults.push('the board is small')
  const scene = document.querySelector('.stage')
  if (scene.scrollHeight > scene.clientHeight + 1) faults.push('the board does not fit')
  const apart = [...all('.chip'), ...all('.cylinder'), ...all('.bag'), ...all('.say'), ...all('section.mine'), ...all('.told')]
  const shared = (a, b, from, to) => Math.min(a[to], b[to]) - Math.max(a[from], b[from]) > 1
  const over = (a, b) => shared(a, b, 'left', 'right') && shared(a, b, 'top', 'bottom')
  apart.forEach(([name, a], at) => {
    for (const [other, b] of apart.slice(at + 1)) if (over(a, b)) faults.push(`${name} lies over ${other}`)
  })
  for (const [name, a] of [...apart, ...all('.ask')])
    if (a.left < -1 || a.right > innerWidth + 1 || a.top < -1 || a.bottom > innerHeight + 1) faults.push(`${name} is cut`)
  for (const [name, a] of [...all('.cylinder'), ...all('.bag'), ...all('.ask button')])
    if (a.width < 43.5 || a.height < 43.5) faults.push(`${name} is ${a.width} by ${a.height}`)
  return faults
}"""


def it_lies_well_on_every_screen(visitor: Any) -> None:
    """With two, three and six players; also while lifting is asked once more, which Escape takes back."""
    page = visitor()
    bots = [{"kind": "bot", "level": level} for level in ("goldfish", "child", "adult", "elephant", "adult")]
    found = []
    for players in (2, 3, 6):
        table = new_table(page, "tonoo", [{"kind": "me"}, *bots[: players - 1]], start=True)
        page.goto(f"{origin(page)}/tables/{table}")
        page.locator(".sentence.mine:not(.pending)").wait_for()
        for width, height in SCREENS:
            page.set_viewport_size({"width": width, "height": height})
            for cylinder in (None, 0, 3):
                if cylinder is not None:
                    page.locator(".cylinder").nth(cylinder).click()
                    page.locator(".ask").wait_for()
                page.evaluate(SETTLED)
                found += [f"{players} at {width}x{height}, asked {cylinder}: {fault}" for fault in page.evaluate(LIES)]
                page.keyboard.press("Escape")
            assert not page.locator(".ask").count()
            assert page.evaluate("document.activeElement.className").startswith("cylinder"), "the focus stays"
    assert not found, "\n".join(found)


def empty_the_bag(play: Play, values: list[Value]) -> list[Value]:
    """A cylinder leaves the game (tonoo.10) only when nothing is in the bag any more."""
    return [value for value in values if getattr(value, "type", "") != "lift"]


BOX = Box(
    touch=touch,
    walks=(Walk(3), Walk(2, {"capacity": 7}, lean=empty_the_bag)),
    out_of_turn=".cylinder",
    forbidden=("place", ".bag", "tonoo.3"),
    on_show=".inside, .cylinder.up",
    seen=(Recalled("placed", {"pawn": "red", "cylinder": 1}, 4),),
    recalled=("en-GB", "You had seen: red into cylinder 2, at moment 4."),
    players=3,
    moves=7,
    hand=hand,
    checks=(it_lies_well_on_every_screen,),
)
