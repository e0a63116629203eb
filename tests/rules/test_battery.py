"""The public battery over every game of the house, in every variant, and the leak test with proof that it can fail."""

from __future__ import annotations

import importlib
from collections.abc import Callable

import pytest

from ludotheque.games import GAMES, HOUSE
from ludotheque.rules.core import View
from ludotheque.rules.game import Options
from ludotheque.rules.state import BaseState
from ludotheque.testing import (
    check_carriers_agree,
    check_declaration,
    check_log,
    check_moves,
    check_no_leaks,
    check_outcome,
    check_record,
    random_play,
)

VARIANTS = [(slug, players, options) for slug in HOUSE for players, options in GAMES[slug].variants()]


def _name(variant: tuple[str, int, Options]) -> str:
    slug, players, options = variant
    return "-".join([slug, str(players), *(f"{name}={value}" for name, value in options.items())])


each_variant = pytest.mark.parametrize(("slug", "players", "options"), VARIANTS, ids=map(_name, VARIANTS))


@pytest.mark.parametrize("slug", HOUSE)
def test_moves_round_trip(slug: str):
    check_declaration(GAMES[slug])


@each_variant
def test_random_play_ends_and_its_record_round_trips(slug: str, players: int, options: Options, scaled: Callable[[int], int]):
    for seed in range(scaled(60)):
        play = random_play(GAMES[slug], players, options, seed, careful=seed % 2 == 0)
        check_outcome(play)
        check_record(play)
        if seed % 5 == 0:
            check_log(play)


@each_variant
def test_legal_and_refused_moves_agree_and_no_piece_is_lost(
    slug: str, players: int, options: Options, scaled: Callable[[int], int]
):
    check_moves(GAMES[slug], players, options, scaled(80), seed=7)


@each_variant
def test_both_carriers_play_the_same_games(slug: str, players: int, options: Options, scaled: Callable[[int], int]):
    for careful in (False, True):
        check_carriers_agree(GAMES[slug], players, options, scaled(200), seed=11, careful=careful)


@each_variant
def test_nothing_leaks(slug: str, players: int, options: Options, soak: bool):
    """2,000 positions per game here, 100,000 in `make soak`, shared among the variants of a game."""
    variants = sum(1 for other, _, _ in VARIANTS if other == slug)
    check_no_leaks(GAMES[slug], players, options, (100_000 if soak else 2_000) // variants + 1, seed=13)


LEAKS = [
    (slug, name, leak) for slug in HOUSE for name, leak in importlib.import_module(f"tests.games.{slug}.leaks").LEAKS.items()
]


@pytest.mark.parametrize(("slug", "name", "leak"), LEAKS, ids=[f"{slug}-{name}" for slug, name, _ in LEAKS])
def test_a_deliberate_leak_is_caught(slug: str, name: str, leak: Callable[[View, BaseState, int], View]):
    game = GAMES[slug]

    def leaky(state: BaseState, seat: int) -> View:
        return leak(game.view(state, seat), state, seat)

    def caught(players: int, options: Options) -> bool:
        try:
            check_no_leaks(game, players, options, 60, seed=17, look=leaky)
        except AssertionError:
            return True
        return False

    assert any(caught(players, options) for players, options in game.variants()), f"{name} went unnoticed"


@pytest.mark.parametrize("slug", HOUSE)
def test_there_are_enough_leaks_to_trust_the_leak_test(slug: str):
    assert sum(1 for other, _, _ in LEAKS if other == slug) >= 5
