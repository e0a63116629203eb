"""How the levels of Tableaux differ: how often and how far they try a move out.

Goldfish tries eight times, and not beyond the next turn of each (`player.SHORT`): it grabs what is near.
With six players a trial lasts three times as long as with two, and 600 of them would take an adult more than its time.
"""

from __future__ import annotations

from dataclasses import replace

from ludotheque.bots.levels import USUAL

DIFFERENT = {
    "goldfish": replace(USUAL["goldfish"], playouts=8),
    "adult": replace(USUAL["adult"], playouts=300),
}
