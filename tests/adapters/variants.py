"""Every box that says how its views become arrays, number of players and choice of options, for tests of adapters.

A game need not have an `arrays.py`; then bounds are measured, and a rare view may not fit (`docs/research.md`).
"""

from __future__ import annotations

import pytest

from ludotheque.adapters.layout import arrays_of
from ludotheque.games import GAMES


def name(slug, players, options):
    return "-".join([slug, str(players), *(str(value).lower() for value in options.values())])


VARIANTS = [
    [pytest.param(game, players, options, id=name(game.slug, players, options)) for players, options in game.variants()]
    for game in GAMES.values()
    if arrays_of(game) is not None
]
NAMES = ("game", "players", "options")
every_variant = pytest.mark.parametrize(NAMES, [variant for box in VARIANTS for variant in box])
first_and_last = pytest.mark.parametrize(NAMES, [variant for box in VARIANTS for variant in (box[0], box[-1])])
