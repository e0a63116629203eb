"""The levels of Tonoo. A turn has three entries and one pawn forgotten can cost the game, so everybody remembers longer here."""

from __future__ import annotations

from dataclasses import replace

from ludotheque.bots.levels import USUAL
from ludotheque.bots.memory import Recall

DIFFERENT = {
    "goldfish": replace(USUAL["goldfish"], recall=Recall(span=15, slips=0.3)),
    "child": replace(USUAL["child"], recall=Recall(span=60, slips=0.2)),
    "adult": replace(USUAL["adult"], recall=Recall(span=200, slips=0.1)),
}
AHEAD = {"elephant": 60}
"""How many entries elephant plays its moves on for, and with them those of all others; the rest look at what is ripe now."""
