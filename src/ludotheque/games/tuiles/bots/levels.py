"""How the levels of De tuile en tuile differ: memory, and how far they look ahead."""

from __future__ import annotations

from dataclasses import replace

from ludotheque.bots.levels import USUAL
from ludotheque.bots.memory import Recall

DIFFERENT = {
    "goldfish": replace(USUAL["goldfish"], recall=Recall(span=5, slips=0.3)),
    "child": replace(USUAL["child"], recall=Recall(span=20, slips=0.2)),
}
AHEAD = {"goldfish": 1, "child": 2, "adult": 4, "elephant": 40}
"""How many moves each looks ahead at most, its own counted."""
