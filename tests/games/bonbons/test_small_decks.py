"""The solution counts; decks of a handful of tiles are small enough to be solved without counting, and come to the same."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
import pytest

from ludotheque.games.bonbons.solve.kernels import solution as solver
from ludotheque.games.bonbons.solve.kernels.solution import A, B, C, D, E, O, U
from ludotheque.games.bonbons.solve.solution import in_order, limited, positions, reserve_of, solution, solve_limited, start_of
from ludotheque.rules import kernel
from ludotheque.rules.core import LIMIT
from ludotheque.rules.kernel import Reals
from tests.games.bonbons.small_decks import COIN, GONE, UNSEEN, WRAPPER, Public, SmallDeck

ENTRIES = 6
"""Of a game that is solved by brute force: three turns that show something, or more that find something."""


@pytest.mark.parametrize(
    ("sweets", "dealt", "coins", "unseen"),
    [(3, 1, False, 99), (3, 1, True, 4), (5, 2, False, 4), (4, 1, True, 3)],
    ids=["all-of-three", "three-with-coins", "five", "four-with-coins"],
)
def test_counting_comes_to_what_brute_force_does(sweets: int, dealt: int, coins: bool, unseen: int, scaled: Callable[[int], int]):
    deck, reserve = SmallDeck(sweets, dealt, coins=coins), sweets - 2 * dealt
    values = small_values(dealt, reserve, coins)
    for seed in range(1 if unseen == 99 else scaled(60)):
        begun = deck.start if unseen == 99 else deck.later(random.Random(seed), unseen)
        deck.turn(begun, ENTRIES)
    assert len(deck.met) > 500
    chances = {}
    for at, left in deck.met:
        found = chances[at, left] = deck.turn(at, left)
        assert found == pytest.approx(values[left, solver.number(counted(at, coins))], abs=1e-12), (at, left)
    assert len(set(np.round(list(chances.values()), 9))) > 5


def small_values(dealt: int, reserve: int, coins: bool) -> Reals:
    """What every position of a small deck is worth, by entries left."""
    values, order = np.full((ENTRIES + 1, solver.SIZE), solver.UNSOLVED), in_order(dealt, reserve, coins=coins)
    for left in range(ENTRIES + 1):
        kernel.compiled(solver.__name__).settle_limited(values, reserve, order, left)
    return values


def counted(at: Public, coins: bool) -> int:
    """A position, counted."""
    down = {seen for place, seen in enumerate(at.cells) if place not in at.up and seen not in (UNSEEN, GONE)}
    p = 0
    for row, (both, lost, unseen) in zip(at.rows, ((A, C, U), (B, D, O)), strict=True):
        for tile in row:
            if tile.lies == "down":
                p += unseen if tile.seen == UNSEEN else both if tile.seen in down else lost
    rounds = {tile.seen for row in at.rows for tile in row}
    p += E * len(down - rounds - {COIN, WRAPPER})
    under = next((tile.seen for row in at.rows for tile in row if tile.lies == "covered"), None)
    if not coins:
        p += solver.NO_COINS * solver.COINS
    elif under is None:
        p += at.cells.count(COIN) * solver.COINS
    elif under == UNSEEN:
        p += solver.ON_UNSEEN * solver.COINS
    else:
        p += (solver.ON_DEAD_SEEN if under in down else solver.ON_DEAD_UNSEEN) * solver.COINS
    if WRAPPER in at.cells:
        p += (solver.MINE if len(at.rows[0]) > len(at.rows[1]) else solver.THEIRS) * solver.WRAPPED
    return p


# The limit in earnest ------------------------------------------------------------------------------------------------


def test_with_all_the_entries_of_a_table_the_limit_changes_nothing_for_the_first_turn():
    assert limited(True).value(start_of(True)) == pytest.approx(solution(True).value(start_of(True)), abs=1e-12)


def test_values_repeat_themselves_before_the_limit_and_go_on_doing_so():
    """What `limited` relies on: counted further they are the same."""
    kept = limited(True).values
    further, order = kept.copy(), positions(True)
    kernels = kernel.compiled(solver.__name__)
    for left in range(LIMIT + 1, LIMIT + 9):
        assert kernels.settle_limited(further, reserve_of(True), order, left) == 0
    assert (further == kept).all()


def test_near_the_limit_it_counts_who_is_ahead():
    values = solve_limited(True, 2)
    start = start_of(True)
    assert solver.kept(values, 0, start) == 0.5
    assert solver.kept(values, 1, start) == 0.5  # one tile finds nothing
    assert solver.kept(values, 2, start) == pytest.approx(0.5 + 0.5 * 24 / 25 / 24)  # a square with a round, and a round of 24
