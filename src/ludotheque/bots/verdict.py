"""What thinking comes to: for each legal move, the estimated chance to win."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Basis: TypeAlias = Literal["exact", "playouts", "positions"]
"""What chances rest on: a solution, games played on by chance, or positions looked at ahead and judged."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found of one move."""

    action: int
    chance: float
    """Estimated chance to win; a shared win counts in parts."""
    visits: int
    """How often it was tried (in an exact solution: the share of the mix, in millionths)."""
    twins: tuple[int, ...] = ()
    """Other actions that surely come to the same and were not tried."""
    noise: float = 0.0
    """How far the chance may be from what much longer thinking would find (a standard error); nothing where it is exact."""
