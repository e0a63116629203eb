"""What an exact solution tells whoever asks for it: tables of codes and numbers, and how far it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Cell: TypeAlias = "str | tuple[float, str]"
"""A code, which is said in the game's words; something that is the same in every language; or a number and its form (`.9f`)."""
Rows: TypeAlias = "list[dict[str, Cell]]"
"""A table to print: the headings are the keys, codes too, the same ones in every row."""
Progress: TypeAlias = "Callable[[float], None]"
"""Told how far a long computation is, from 0 to 1."""
