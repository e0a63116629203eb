"""The games that the tests of the house are played with: what each is good for, and the moves that a test has to know.

A test of the house that needs some game takes one of these by what it has. Nothing else outside `tests/games` names a game, so
a game that changes or leaves concerns its own tests and this file.
"""

from __future__ import annotations

from ludotheque.games import GAMES
from ludotheque.texts import Words

CHANCY = "tonoo"
"""Chance acts in it, a turn has phases, and what a lift reveals is looked at before it is hidden again."""
DRAW = {"type": "draw"}
PLACE = {"type": "place", "cylinder": 1}
LIFT = {"type": "lift", "cylinder": 1}

QUICK = "novem"
"""For two who choose at the same time, in secret: six moves and a short game."""


def lay(line: str) -> dict[str, str]:
    """A marker at a line: A to C, or 1 to 3 for the other side."""
    return {"type": "lay", "line": line}


HANDS = "tableaux"
"""Everybody holds cards that nobody else sees; it has the most moves."""

MEMORY = "bonbons"
"""All see the same, and have to remember it; it is solved for two."""

RACE = "tuiles"
"""Nothing is drawn, and its bots compile fastest."""


def title(game: str) -> str:
    """What stands on its box, in French."""
    return Words("fr", GAMES[game])("title")
