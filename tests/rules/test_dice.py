"""The dice: the same in both carriers, and fair enough."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from ludotheque.rules import dice, kernel


def test_compiled_dice_roll_the_same():
    compiled = kernel.compiled("ludotheque.rules.dice")
    ours, theirs = dice.new_dice(2**62 + 12345, 7), np.zeros(4, np.int64)
    compiled.seed_dice(theirs, 2**62 + 12345, 7)
    assert [dice.roll(ours) for _ in range(1000)] == [compiled.roll(theirs) for _ in range(1000)]


def test_every_number_comes_about_equally_often():
    rolled = Counter(dice.below(thrown, 6) for thrown in [dice.new_dice(3)] for _ in range(60_000))
    assert set(rolled) == set(range(6))
    assert sum((count - 10_000) ** 2 / 10_000 for count in rolled.values()) < 20.5  # chi-squared, 5 degrees, 0.1 %


def test_every_order_comes_about_equally_often():
    thrown, orders = dice.new_dice(4), Counter()
    for _ in range(24_000):
        pieces = [0, 1, 2, 3]
        dice.shuffle(thrown, pieces, 4)
        orders[tuple(pieces)] += 1
    assert len(orders) == 24
    assert sum((count - 1000) ** 2 / 1000 for count in orders.values()) < 49.7  # 23 degrees, 0.1 %


def test_streams_of_one_seed_differ():
    assert len({tuple(dice.new_dice(1, stream)) for stream in range(100)}) == 100


def test_without_a_seed_the_system_chooses():
    assert dice.new_dice() != dice.new_dice()


@pytest.mark.parametrize("seed", [-1, 2**63])
def test_a_seed_out_of_range_is_refused(seed: int):
    with pytest.raises(ValueError, match="seed"):
        dice.new_dice(seed)
