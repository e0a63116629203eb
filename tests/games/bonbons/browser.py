"""Bonbons in a browser: where its moves are touched, and what its board shows for a while."""

from __future__ import annotations

from typing import Any

from ludotheque.games import GAMES
from ludotheque.rules.core import Json, Move, Value
from ludotheque.rules.play import Play
from tests.web.box import Box, Walk
from tests.web.hands import Hand


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


def a_review_shows_all_six_rows(visitor: Any) -> None:
    from tests.web.fingers import played_out
    from tests.web.fits import review_fits
    from tests.web.scripts import shorten

    page = visitor(size=(390, 844))
    record = shorten(GAMES["bonbons"], 3, {}, tries=100).record()
    review_fits(page, played_out(page, "bonbons", record), (390, 844), (360, 640), (844, 390))
    assert page.locator(".grid > *").count() == 36


BOX = Box(
    touch=touch,
    options={"quick": True},
    walks=(Walk(3, {"quick": True}), Walk(2, lean=towards_coins)),
    out_of_turn=".grid .tile",
    forbidden=("round", ".mine .tile[aria-disabled=true]", "bonbons.7"),
    on_show=".face.up",
    shows="view.shown.length > 0 || [...view.grid, ...view.rounds.flat()].some((tile) => tile.picture && tile.state !== 'up')",
    language="fr-FR",
    players=4,
    moves=7,
    hand=hand,
    held=(".grid .tile", 48),
    ground=".tray",
    parts=".tray, .chip, section.mine, .right > .jar",
    checks=(a_review_shows_all_six_rows,),
)
