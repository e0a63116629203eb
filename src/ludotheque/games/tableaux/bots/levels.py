"""How the levels of Tableaux differ: how far they think, and in how many games that may be.

Goldfish tries each move out once, and believes what came of it; a child thinks of the next turn only, a few times
(`player.SHORT`). An adult looks ahead, in 32 rounds where elephant has thousands.
"""

from __future__ import annotations

from dataclasses import replace

from ludotheque.bots.levels import USUAL

DIFFERENT = {
    "goldfish": replace(USUAL["goldfish"], playouts=1),
    "child": replace(USUAL["child"], playouts=16),
    "adult": replace(USUAL["adult"], playouts=32),
}
