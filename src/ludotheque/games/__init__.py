"""The registry: every game of the house, by its slug. A game is added with one line here, or by an entry point.

Another distribution offers a game through the entry point group `ludotheque.games`, each entry naming a `Game`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.metadata import entry_points
from keyword import iskeyword

from ludotheque.rules.game import Game

HOUSE = (
    "bonbons",
    "novem",
    "tableaux",
    "tuiles",
    "tonoo",
)
"""The order of the shelf. One line here is all that a game of the house needs outside its own folders."""

SLUG = re.compile("[a-z][a-z0-9]{1,23}")
"""A slug names a folder of Python, a part of an address and the clauses of a game."""
TAKEN = ("any", "generic", "house", "record")
"""Names that clauses and folders of the house bear already."""

GAMES: Mapping[str, Game] = {slug: Game(f"{__name__}.{slug}") for slug in HOUSE}


def wrong_slug(slug: str) -> str | None:
    """What is wrong with a slug, or None: 2 to 24 lower-case letters and digits, a letter first, no word of Python or of ours."""
    if SLUG.fullmatch(slug) is None:
        return f"{slug!r} is not a slug: 2 to 24 lower-case letters (a to z) and digits, a letter first"
    if slug in TAKEN or iskeyword(slug):
        return f"{slug!r} cannot be a slug: {'Python' if iskeyword(slug) else 'the house'} needs the word itself"
    return None


@cache
def all_games() -> Mapping[str, Game]:
    """The games of the house and those that other installed distributions bring."""
    found = dict(GAMES)
    for entry in entry_points(group="ludotheque.games"):
        guest = entry.load()
        if not isinstance(guest, Game):
            raise TypeError(f"entry point {entry.name!r} of ludotheque.games is {guest!r}, not a Game")
        if guest.slug in found:
            raise ValueError(f"entry point {entry.name!r} brings a second game called {guest.slug!r}")
        found[guest.slug] = guest
    return found


def game(slug: str) -> Game:
    """The game of that slug."""
    known = all_games() if slug not in GAMES else GAMES
    if slug not in known:
        raise LookupError(f"no game called {slug!r}; there are {', '.join(known)}")
    return known[slug]
