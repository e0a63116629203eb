"""What docs/bots.md says of the levels is what they are."""

from __future__ import annotations

import math
from pathlib import Path

from ludotheque.bots import parts
from ludotheque.bots.levels import USUAL, level_of
from ludotheque.games import GAMES

PAGE = (Path(__file__).parents[2] / "docs" / "bots.md").read_text("utf-8")


def rows(first):
    """The rows of the table whose heading begins so."""
    lines = PAGE.split(f"\n| {first} |")[1].split("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def number(text):
    return math.inf if text == "for ever" else float(text.replace(",", ""))


def test_the_usual_levels():
    told = {name: tuple(map(number, told)) for name, _, *told in rows("level")}
    assert told == {name: (level.recall.span, level.recall.slips, level.playouts) for name, level in USUAL.items()}


def test_the_levels_that_differ():
    told = {(box, name): tuple(map(number, told[:3])) for box, name, *told in rows("box | level")}
    differ = {}
    for slug, game in GAMES.items():
        own = parts.module(game, "bots.levels")
        for name in getattr(own, "DIFFERENT", ()):
            level = level_of(game, name)
            differ[slug, name] = (level.recall.span, level.recall.slips, level.playouts)
    assert told == differ
