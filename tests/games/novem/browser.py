"""Novem in a browser: where its moves are touched, and what its board shows for a while."""

from __future__ import annotations

from typing import Any

from ludotheque.rules.core import Json
from ludotheque.rules.play import Play
from tests.web.box import Box, Walk
from tests.web.hands import Hand


def touch(page: Any, play: Play, seat: int, move: Json) -> list[Any]:
    return [page.locator(".hand button").nth("ABC123".index(move["line"]) % 3), page.locator("section.mine .button.go")]


def hand(self: Hand) -> None:
    """Rows change each round, columns each third, so that every crossing comes up."""
    turn = self.memory.setdefault("n", 0)
    self.act(self.page.locator(".hand button.can").nth((turn if self.seat == 0 else turn // 3) % 3))
    self.memory["n"] += 1
    self.act(self.page.locator("section.mine .button.go"))


BOX = Box(
    touch=touch,
    options={"games": 1},
    seats=lambda people: 2,
    walks=(Walk(2, {"games": 2}),),
    out_of_turn=".hand button",
    chooses_early=True,
    on_show=".crossed, .ring, .shown, .named, .front",
    language="en-GB",
    recalls=False,
    players=2,
    moves=4,
    hand=hand,
    held=(".hand button", 92),
    poses={"a marker is chosen": (lambda page: page.locator(".hand button").nth(1).click(), lambda page: None)},
    ground=".middle",
    parts=".middle, .chip, .duel, section.mine",
)
