"""An opponent made to measure: half a level after each game, and about half of the games won, whoever plays against it."""

from __future__ import annotations

from math import sqrt

import pytest

import ludotheque
from ludotheque.bots import Budget
from ludotheque.lab.bouts import bout
from ludotheque.levels import LEVELS
from ludotheque.measure import BEGINS, BEYOND, MOST, level_at, moved, neighbours
from tests.familiar import QUICK


def test_it_begins_as_a_child_and_moves_by_half_a_level():
    assert neighbours(BEGINS) == ("child", "child")
    assert neighbours(moved(BEGINS, beaten=True)) == ("child", "adult")
    assert neighbours(moved(BEGINS, beaten=False)) == ("goldfish", "child")


def test_it_goes_no_further_than_the_ends():
    strength = BEGINS
    for _ in range(20):
        strength = moved(strength, beaten=True)
    assert (strength, neighbours(strength)) == (MOST + BEYOND, ("elephant", "elephant"))
    for _ in range(20):
        strength = moved(strength, beaten=False)
    assert (strength, neighbours(strength)) == (-BEYOND, ("goldfish", "goldfish"))


def test_half_a_level_is_either_neighbour_as_often_and_the_same_for_a_seed():
    drawn = [level_at(3, seed) for seed in range(2000)]
    assert drawn == [level_at(3, seed) for seed in range(2000)]
    assert 900 < drawn.count("child") < 1100
    assert set(drawn) == {"child", "adult"}
    assert {level_at(4, seed) for seed in range(50)} == {"adult"}


@pytest.mark.parametrize("level", LEVELS)
def test_whoever_plays_against_it_wins_about_half(level: str, soak: bool):
    """A simulated player of each level, from the first game on; with --soak the whole interval is within 40 and 60 %."""
    games = 1000 if soak else 30
    won = sum(series(level, games, seed=3))
    wide = 1.96 * sqrt(0.25 / games)
    low, high = (0.4 + wide, 0.6 - wide) if soak else (0.4 - wide, 0.6 + wide)
    assert low < won / games < high, (level, won, games)


def series(level: str, games: int, seed: int) -> list[float]:
    """What a player of this level wins, game after game."""
    game, strength, won = ludotheque.game(QUICK), BEGINS, []
    for number in range(games):
        deal, mine = seed * 100_000 + number, number % 2
        names = [level_at(strength, deal)] * 2
        names[mine] = level  # type: ignore[call-overload]
        shares = bout(game, game.options({}), names, deal, [Budget(playouts=100)] * 2).shares
        won.append(shares[mine])
        if shares[mine] != shares[1 - mine]:
            strength = moved(strength, beaten=shares[mine] > shares[1 - mine])
    return won
