"""De tuile en tuile in a browser: where its moves are touched, and what its board shows for a while."""

from __future__ import annotations

from typing import Any

from ludotheque.rules.core import Json
from ludotheque.rules.play import Play
from tests.web.box import Box, Walk
from tests.web.hands import Hand


def touch(page: Any, play: Play, seat: int, move: Json) -> list[Any]:
    value = [page.locator(".numbers").first.locator("button").nth(move["value"] - 1)] if "value" in move else []
    number = page.locator(".numbers").last.locator("button").nth(move["advance"] - 1)
    return [page.locator(".pawns button").nth(move["pawn"]), *value, number, page.locator(".pick .button.go")]


def hand(self: Hand) -> None:
    """A pawn after the other, with a small number."""
    pawns = self.page.locator(".pawns button:not(:disabled)")
    turn = self.memory["n"] = self.memory.get("n", -1) + 1
    self.act(pawns.nth(turn % pawns.count()))
    self.act(self.page.locator(".numbers button").nth(turn % 3))
    self.act(self.page.locator(".pick .button.go"))


def choose(page: Any) -> None:
    """A pawn and a number, so that the sentence says what will happen and the way is shown."""
    page.locator(".pawns button").nth(2).click()
    page.locator(".numbers button").nth(5).click()


BOX = Box(
    touch=touch,
    options={"stretch": 6},
    walks=(Walk(2, {"stretch": 6}),),
    out_of_turn=".map .pawn[aria-pressed]",
    on_show=".lifted",
    language="fr-FR",
    players=4,
    moves=6,
    hand=hand,
    held=(".pawns button, .numbers button", 44),
    ground=".map",
    parts=".field, .chip, .controls",
    poses={"all is chosen": (choose, lambda page: None)},
    endless=True,
)
