"""Every box, number of players and choice of options, for tests of adapters."""

from __future__ import annotations

import pytest

from ludotheque.games import GAMES


def name(slug, players, options):
    return "-".join([slug, str(players), *(str(value).lower() for value in options.values())])


VARIANTS = [
    [pytest.param(game, players, options, id=name(game.slug, players, options)) for players, options in game.variants()]
    for game in GAMES.values()
]
NAMES = ("game", "players", "options")
every_variant = pytest.mark.parametrize(NAMES, [variant for box in VARIANTS for variant in box])
first_and_last = pytest.mark.parametrize(NAMES, [variant for box in VARIANTS for variant in (box[0], box[-1])])
