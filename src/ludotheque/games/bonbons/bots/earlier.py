"""Elephants of Bonbons as they were, for the ladder: the first one searched, between two and with more."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ludotheque.bots.player import usual_player

if TYPE_CHECKING:
    from ludotheque.bots import Maker

EARLIER: Mapping[str, Maker] = {
    "elephant-1": lambda game, seat, seed, budget: usual_player(game, seat, "elephant", seed, budget),
}
