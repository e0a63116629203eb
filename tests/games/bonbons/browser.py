"""Bonbons in a browser: where its moves are touched, and what its board shows for a while."""

from __future__ import annotations

from typing import Any

from ludotheque.bots.notebook import Recalled
from ludotheque.rules.core import Json, Move, Value
from ludotheque.rules.play import Play
from tests.web.box import Box, Walk
from tests.web.fits import SETTLED
from tests.web.hands import Hand, new_table, origin


def touch(page: Any, play: Play, seat: int, move: Json) -> list[Any]:
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


def hand(self: Hand) -> None:
    """Turn an own round, then the square of the same picture."""
    tiles = self.page.locator(".grid .tile, .grid .hole")
    for slot, picture in enumerate(self.deal["rounds"][self.seat]):
        own = self.page.locator(".mine .tile").nth(slot)
        if "up" in (own.locator(".face").get_attribute("class") or "").split() and (
            own.get_attribute("aria-disabled") == "true"
            and self.page.locator(".grid .face.fresh").count() + self.page.locator(".mine .face.fresh").count() == 0
        ):
            continue
        if own.locator(".face.fresh").count():
            self.act(tiles.nth(self.deal["squares"].index(picture)))
            return
        if own.get_attribute("aria-disabled") == "false":
            self.act(own)
            return
    self.first(".grid .tile.can", ".say .button")


def towards_coins(play: Play, values: list[Value]) -> list[Value]:
    """The three coins in one turn are seldom found by chance."""
    coins = [cell for cell, picture in enumerate(play.deal["squares"]) if picture == "coin"]
    return [value for value in values if isinstance(value, Move) and value.type == "turn_square" and value["cell"] in coins]


# How it lies ---------------------------------------------------------------------------------------------------------

SIZES = ((320, 568), (390, 844), (844, 390), (768, 1024), (1440, 900), (1920, 1080))
FITS = """() => {
  const seen = [...document.querySelectorAll('.told, .chip, .tray, .say, section.mine, .chip .jar, .right > .jar')]
    .filter((one) => one.checkVisibility())
  const box = (one) => one.getBoundingClientRect()
  const faults = []
  const stage = document.querySelector('.stage'), tray = box(document.querySelector('.tray'))
  if (stage.scrollHeight > stage.clientHeight + 1) faults.push(`it is ${stage.scrollHeight} high in ${stage.clientHeight}`)
  const share = Math.max(tray.width / stage.clientWidth, tray.height / stage.clientHeight)
  if (share < 0.55) faults.push(`the tray has ${share} of the room`)
  for (const one of seen) {
    const { left, top, right, bottom } = box(one)
    if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) faults.push(`${one.className} is cut off`)
    for (const other of seen) {
      const { left: x, top: y, right: u, bottom: v } = box(other)
      const apart = right <= x + 1 || u <= left + 1 || bottom <= y + 1 || v <= top + 1
      if (one !== other && !apart) faults.push(`${one.className} lies over ${other.className}`)
    }
  }
  for (const one of document.querySelectorAll('.board button')) {
    const { width, height } = box(one)
    if (Math.min(width, height) < 43.4) faults.push(`${one.getAttribute('aria-label')} is ${width} by ${height}`)
  }
  for (const one of document.querySelectorAll('.chip .dimple')) {
    const [round, chip] = [box(one), box(one.closest('.chip'))]
    if (round.left < chip.left || round.right > chip.right || round.bottom > chip.bottom) faults.push('a round leaves its chip')
  }
  const said = ['.told .words', '.say .words p'].map((one) => document.querySelector(one))
  if (!said.every((one) => one?.checkVisibility() && one.innerText.trim())) faults.push('something is not said')
  if (![...document.querySelectorAll('.jar b')].some((one) => one.checkVisibility())) faults.push('no reserve is seen')
  return [...new Set(faults)]
}"""


def lies_well(visitor: Any) -> None:
    """On every screen, with two, three and six at the table: nothing cut, nothing covered, and the tray has most of the room."""
    page = visitor(size=(390, 844))
    page.locator(".shelf").wait_for()
    levels, found = ("goldfish", "child", "adult", "elephant", "adult"), []
    for players in (2, 3, 6):
        bots = [{"kind": "bot", "level": level} for level in levels[: players - 1]]
        table = new_table(page, "bonbons", [{"kind": "me"}, *bots], start=True)
        page.goto(f"{origin(page)}/tables/{table}")
        page.locator(".sentence.mine:not(.pending)").wait_for()
        page.locator(".grid .tile").first.click()
        page.locator(".say .button, .told .words:has-text('emballage')").first.wait_for()
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(SETTLED)
            found += [f"{players} players, {width} by {height}: {fault}" for fault in page.evaluate(FITS)]
    assert not found, "\n".join(found)


BOX = Box(
    touch=touch,
    options={"quick": True},
    walks=(Walk(3, {"quick": True}), Walk(2, lean=towards_coins)),
    out_of_turn=".grid .tile",
    forbidden=("round", ".mine .tile[aria-disabled=true]", "bonbons.7"),
    on_show=".face.up",
    shows="view.shown.length > 0 || [...view.grid, ...view.rounds.flat()].some((tile) => tile.picture && tile.state !== 'up')",
    seen=(
        Recalled("square", {"cell": 7, "picture": "coin"}, 1),
        Recalled("round", {"seat": 1, "slot": 0, "picture": "cane-red"}, 2),
    ),
    recalled=(
        "fr-FR",
        "Vous aviez vu\u00a0: pièce, carrée (rangée 2, colonne 3), au moment 1 et sucre d’orge rouge, ronde 1 chez",
    ),
    players=4,
    moves=7,
    hand=hand,
    checks=(lies_well,),
)
