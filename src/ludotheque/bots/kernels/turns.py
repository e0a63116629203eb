"""What a game says of a turn, for those who look ahead turn by turn (a game's own `turns` module has the same name)."""

from __future__ import annotations

ACTION, OUTCOME, WEIGHT = range(3)
"""Columns: the action that begins a turn, the number of what chance did then, and its weight among all that it can do."""
FACTS = 3
