"""How the levels of De tuile en tuile differ: memory, how far they look ahead, and how readily they play a worse move."""

from __future__ import annotations

from dataclasses import replace

from ludotheque.bots.levels import USUAL

DIFFERENT = {
    "goldfish": replace(USUAL["goldfish"], wavers=0.06),
    "child": replace(USUAL["child"], wavers=0.03),
    "adult": replace(USUAL["adult"], wavers=0.0),
}
AHEAD = {"goldfish": 1, "child": 2, "adult": 4, "elephant": 40}
"""How many moves each looks ahead at most, its own counted."""
