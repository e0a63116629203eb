"""The names of the four levels at which bots play, weakest first: one list for bots, tables, terminal and pages."""

from __future__ import annotations

from typing import Literal, get_args

LevelName = Literal["goldfish", "child", "adult", "elephant"]
LEVELS: tuple[LevelName, ...] = get_args(LevelName)

Opponent = Literal[LevelName, "adaptive"]
"""What can be asked for at a table: a level, or an opponent made to measure (`ludotheque.measure`)."""
ADAPTIVE: Literal["adaptive"] = "adaptive"
