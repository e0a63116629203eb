"""An opponent made to measure: it begins as a child and moves half a level after each game, up when it was beaten, else down.

Strength is counted in half levels. Half a level is one of its two neighbours, drawn anew for every game and not for every move:
who plays remembers or forgets as one and the same, and a memory cannot be handed over in the middle of a game.

Beyond the ends there are some steps more at which it plays no differently. Otherwise a player of the lowest level would meet it a
level too high half of the time, and win too little (docs/bots.md has the figures).
"""

from __future__ import annotations

from ludotheque.levels import LEVELS, LevelName
from ludotheque.rules.dice import below, new_dice

BEGINS = 2 * LEVELS.index("child")
MOST = 2 * (len(LEVELS) - 1)
BEYOND = 2
"""Steps beyond either end."""


def moved(strength: int, *, beaten: bool) -> int:
    """The strength after a game that one of the two has won."""
    return min(max(strength + (1 if beaten else -1), -BEYOND), MOST + BEYOND)


def neighbours(strength: int) -> tuple[LevelName, LevelName]:
    """The levels between which a strength lies; twice the same when it is a whole one."""
    within = min(max(strength, 0), MOST)
    return LEVELS[within // 2], LEVELS[(within + 1) // 2]


def level_at(strength: int, seed: int) -> LevelName:
    """The level at which it plays a game: the same for the same seed."""
    return neighbours(strength)[below(new_dice(seed, strength + BEYOND), 2)]
