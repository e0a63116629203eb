"""What a game is worth to each seat: everyone puts in one, and the winners share it all. So rewards always sum to nothing."""

from __future__ import annotations

from collections.abc import Collection


def stakes(winners: Collection[int], players: int) -> list[float]:
    """For two: 1 and -1, or 0 each when they share. Nobody gets anything when nobody wins."""
    if not winners:
        return [0.0] * players
    return [players / len(winners) - 1 if seat in winners else -1.0 for seat in range(players)]
