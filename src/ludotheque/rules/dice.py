"""Random numbers that come out the same in both carriers: the generator MWC64X on one integer.

Multiply with carry: the number holds a word of 32 bits and, above it, a carry. Every intermediate value fits into a signed
64-bit integer, so Python's unbounded integers and compiled ones agree; a product that wrapped round would not, since the
compiler assumes that none does. The rules never throw the dice except to deal; what is drawn during play enters the game as
a chance entry.
"""

from __future__ import annotations

import secrets
from typing import TypeAlias

from ludotheque.rules.kernel import Numbers, kernel

Dice: TypeAlias = Numbers

_WORD = 0xFFFFFFFF
_FACTOR = 0x784B3ED3
"""Below 2**31, and such that _FACTOR * 2**32 - 1 and _FACTOR * 2**31 - 1 are prime: the period is the latter number."""


@kernel
def roll(dice: Dice) -> int:
    """32 random bits: made of the old number, so that nobody waits for the new one."""
    number = dice[0]
    dice[0] = (number & _WORD) * _FACTOR + (number >> 32)
    return (number & _WORD) ^ (number >> 32)


@kernel
def below(dice: Dice, bound: int) -> int:
    """A random number from 0 to `bound` - 1."""
    return (roll(dice) * bound) >> 32


@kernel
def shuffle(dice: Dice, pieces: Numbers, count: int) -> None:
    """Shuffle the first `count` pieces in place."""
    for last in range(count - 1, 0, -1):
        other = below(dice, last + 1)
        piece = pieces[last]
        pieces[last] = pieces[other]
        pieces[other] = piece


@kernel
def stir(word: int, more: int) -> int:
    """Two words made one, unlike what their neighbours make."""
    word ^= more
    word = ((word ^ (word >> 16)) * 0x7FEB352D) & _WORD
    word = ((word ^ (word >> 15)) * (0x846CA68B - 2**32)) & _WORD
    return word ^ (word >> 16)


@kernel
def stir_all(word: int, seed: int, stream: int) -> int:
    """One word made of everything that tells a stream from others."""
    word = stir(stir(word, seed & _WORD), seed >> 32)
    return stir(stir(word, stream & _WORD), stream >> 32)


@kernel
def seed_dice(dice: Dice, seed: int, stream: int) -> None:
    """Start the dice of one of many independent streams of a seed (0 <= seed < 2**63)."""
    carry = 1 + (stir_all(0x9E3779B9, seed, stream) >> 2)  # never 0, and below _FACTOR
    dice[0] = (carry << 32) + stir_all(0x3C6EF372, seed, stream)


def new_dice(seed: int | None = None, stream: int = 0) -> list[int]:
    """Dice for the plain carrier; without a seed, from the system's generator."""
    dice = [0]
    seed_dice(dice, secrets.randbits(63) if seed is None else check_seed(seed), stream)
    return dice


class SystemDice(list[int]):
    """Dice that the operating system throws, each time anew: for deals of real play. The plain carrier only."""

    def __getitem__(self, _: object) -> int:  # type: ignore[override]
        return secrets.randbits(64)

    def __setitem__(self, _: object, number: object) -> None:
        """What follows does not depend on what was."""


def check_seed(seed: int) -> int:
    """The seed itself, if it is one."""
    if not 0 <= seed < 2**63:
        raise ValueError(f"a seed is a number from 0 to 2**63 - 1, not {seed}")
    return seed
