"""The levels of Bonbons. A game is short and shows a hundred tiles: what an adult remembers elsewhere would be all of it."""

from __future__ import annotations

from dataclasses import replace

from ludotheque.bots.levels import USUAL
from ludotheque.bots.memory import Recall

DIFFERENT = {"adult": replace(USUAL["adult"], recall=Recall(span=60, slips=0.1))}
