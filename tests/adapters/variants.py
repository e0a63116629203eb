"""Every box that says how its views become arrays, number of players and choice of options, for tests of adapters.

A game need not have an `arrays.py`; then bounds are measured, and a rare view may not fit (`docs/research.md`).
"""

from __future__ import annotations

import pytest

from ludotheque.adapters.layout import arrays_of
from ludotheque.games import GAMES


def name(game, players, options):
    return "-".join([game.slug, str(players), *(str(value).lower() for value in options.values())])


VARIANTS = [
    [(game, players, options) for players, options in game.variants()] for game in GAMES.values() if arrays_of(game) is not None
]
NAMES = ("game", "players", "options")
ENDS = [variant for box in VARIANTS for variant in (box[0], box[-1])]
every_variant = pytest.mark.parametrize(
    NAMES,
    [
        pytest.param(*variant, id=name(*variant), marks=() if variant in ENDS else pytest.mark.soak)
        for box in VARIANTS
        for variant in box
    ],
)
"""All of them with `--soak`, otherwise the first and the last of each box."""
first_and_last = pytest.mark.parametrize(NAMES, ENDS, ids=[name(*variant) for variant in ENDS])
