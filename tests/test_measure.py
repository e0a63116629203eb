"""An opponent made to measure: half a level after each game, and about half of the games won, whoever plays against it."""

from __future__ import annotations

from math import sqrt

import pytest

import ludotheque
from ludotheque.bots import Budget
from ludotheque.games import HOUSE
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
def test_whoever_plays_against_it_wins_about_half(level: str):
    """A simulated player of each level, from the first game on."""
    games = 30
    won, wide = sum(series(QUICK, level, games, seed=3)), 1.96 * sqrt(0.25 / games)
    assert 0.4 - wide < won / games < 0.6 + wide, (level, won, games)


@pytest.mark.soak
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("slug", HOUSE)
def test_whoever_plays_against_it_in_any_box_wins_between_40_and_60_of_a_hundred_games(slug: str, level: str):
    """With 1,000 games the whole interval lies there."""
    games = 1000
    won, wide = sum(series(slug, level, games, seed=3)), 1.96 * sqrt(0.25 / games)
    print(f"{slug}, {level}: {won} of {games}")
    assert 0.4 + wide < won / games < 0.6 - wide, (slug, level, won, games)


def series(slug: str, level: str, games: int, seed: int) -> list[float]:
    """What a player of this level wins, game after game."""
    game, strength, won = ludotheque.game(slug), BEGINS, []
    for number in range(games):
        deal, mine = seed * 100_000 + number, number % 2
        names = [level_at(strength, deal)] * 2
        names[mine] = level  # type: ignore[call-overload]
        shares = bout(game, game.options({}), names, deal, [Budget(playouts=100)] * 2).shares
        won.append(shares[mine])
        if shares[mine] != shares[1 - mine]:
            strength = moved(strength, beaten=shares[mine] > shares[1 - mine])
    return won
