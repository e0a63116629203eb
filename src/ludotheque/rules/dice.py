"""Random numbers that come out the same in both carriers: the generator sfc32 on four 64-bit integers.

Every intermediate value fits into a signed 64-bit integer, so Python's unbounded integers and compiled ones agree. The
rules never call it except to deal; what is drawn during play enters the game as a chance entry.
"""

from __future__ import annotations

import secrets
from collections.abc import MutableSequence
from typing import TypeAlias

from ludotheque.rules.kernel import kernel

Dice: TypeAlias = MutableSequence[int]

_MASK = 0xFFFFFFFF
_WARM_UP = 12


@kernel
def roll(dice: Dice) -> int:
    """32 random bits."""
    rolled = (dice[0] + dice[1] + dice[3]) & _MASK
    dice[3] = (dice[3] + 1) & _MASK
    dice[0] = dice[1] ^ (dice[1] >> 9)
    dice[1] = (dice[2] + (dice[2] << 3)) & _MASK
    dice[2] = ((((dice[2] << 21) & _MASK) | (dice[2] >> 11)) + rolled) & _MASK
    return rolled


@kernel
def below(dice: Dice, bound: int) -> int:
    """A random number from 0 to `bound` - 1."""
    return (roll(dice) * bound) >> 32


@kernel
def shuffle(dice: Dice, pieces: MutableSequence[int], count: int) -> None:
    """Shuffle the first `count` pieces in place."""
    for last in range(count - 1, 0, -1):
        other = below(dice, last + 1)
        piece = pieces[last]
        pieces[last] = pieces[other]
        pieces[other] = piece


@kernel
def seed_dice(dice: Dice, seed: int, stream: int) -> None:
    """Start the dice of one of many independent streams of a seed (0 <= seed < 2**63)."""
    dice[0] = seed & _MASK
    dice[1] = (seed >> 32) & _MASK
    dice[2] = stream & _MASK
    dice[3] = 1 + ((stream >> 32) & _MASK)
    for _ in range(_WARM_UP):
        roll(dice)


def new_dice(seed: int | None = None, stream: int = 0) -> list[int]:
    """Dice for the plain carrier; without a seed, from the system's generator."""
    dice = [0, 0, 0, 0]
    seed_dice(dice, secrets.randbits(63) if seed is None else check_seed(seed), stream)
    return dice


def check_seed(seed: int) -> int:
    """The seed itself, if it is one."""
    if not 0 <= seed < 2**63:
        raise ValueError(f"a seed is a number from 0 to 2**63 - 1, not {seed}")
    return seed
