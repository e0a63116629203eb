"""Elephants of Tableaux as they were, for the ladder: the first one tried moves out by the policy, and did not look ahead."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ludotheque.games.tableaux.bots.player import Player

if TYPE_CHECKING:
    from ludotheque.bots import Maker


class Trying(Player):
    """A player that tries moves out, whatever its level."""

    looks_ahead = reads = ()


EARLIER: Mapping[str, Maker] = {"elephant-1": lambda game, seat, seed, budget: Trying(game, seat, "elephant", seed, budget)}
