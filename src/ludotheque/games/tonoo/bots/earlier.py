"""Elephants of Tonoo as they were, for the ladder: the first one tried moves out by the policy and had learned nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ludotheque.games.tonoo.bots.player import Player

if TYPE_CHECKING:
    from ludotheque.bots import Maker


class Trying(Player):
    """It plays every move on by the policy."""

    learned = False


EARLIER: Mapping[str, Maker] = {
    "elephant-1": lambda game, seat, seed, budget: Trying(game, seat, "elephant", seed, budget),
}
