"""How the levels of Tableaux differ: moves are close to each other here, so a little wavering goes a long way."""

from __future__ import annotations

from dataclasses import replace

from ludotheque.bots.levels import USUAL

LEVELS = {
    "goldfish": replace(USUAL["goldfish"], wavers=0.08),
    "child": replace(USUAL["child"], wavers=0.035),
    "adult": replace(USUAL["adult"], wavers=0.012),
    "elephant": USUAL["elephant"],
}
