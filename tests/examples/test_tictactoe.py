"""A guest game, brought by an entry point, passes the public battery and is playable at once."""

from __future__ import annotations

from importlib.metadata import EntryPoint

import pytest
from examples.tictactoe import GAME

from ludotheque import games as registry
from ludotheque.records import check
from ludotheque.testing import check_game, count_positions, random_play
from ludotheque.testing.scenario import refusal, run
from tests.familiar import MEMORY


def test_it_passes_the_public_battery():
    check_game(GAME, games=30, positions=30)


def test_there_are_exactly_as_many_games_as_everybody_knows():
    start = GAME.new(seed=1)
    assert [count_positions(start, depth) for depth in (1, 2, 3, 4)] == [9, 72, 504, 3024]
    assert count_positions(start, 5) == 15120


def test_three_in_a_row_win_and_a_full_board_is_shared():
    play = run(GAME.new(named={"first": 0}), "mark cell=0", "mark cell=3", "mark cell=1", "mark cell=4")
    assert refusal(play, "mark cell=0").clause == "tictactoe.1"
    run(play, "mark cell=2")
    assert play.outcome.winners == (0,)
    shared = run(GAME.new(named={"first": 0}), *(f"mark cell={c}" for c in (0, 1, 2, 4, 3, 5, 7, 6, 8)))
    assert shared.outcome.winners == (0, 1)
    assert shared.outcome.clause == "tictactoe.3"


def bring(monkeypatch: pytest.MonkeyPatch, *values: str) -> None:
    points = [EntryPoint(f"guest{i}", value, "ludotheque.games") for i, value in enumerate(values)]
    monkeypatch.setattr(registry, "entry_points", lambda group: points if group == "ludotheque.games" else [])
    registry.all_games.cache_clear()


@pytest.fixture(autouse=True)
def _forget_guests():
    yield
    registry.all_games.cache_clear()


def test_an_entry_point_brings_a_game(monkeypatch: pytest.MonkeyPatch):
    bring(monkeypatch, "examples.tictactoe:GAME")
    assert registry.game("tictactoe") is GAME
    check(random_play(GAME, 2, {}, seed=1).record())


def test_a_second_game_of_the_same_name_is_refused(monkeypatch: pytest.MonkeyPatch):
    bring(monkeypatch, "examples.tictactoe:GAME", "examples.tictactoe:GAME")
    with pytest.raises(ValueError, match="tictactoe"):
        registry.all_games()


def test_an_entry_point_that_is_no_game_is_refused(monkeypatch: pytest.MonkeyPatch):
    bring(monkeypatch, "json:loads")
    with pytest.raises(TypeError, match="guest0"):
        registry.all_games()


def test_a_game_that_nobody_brought():
    with pytest.raises(LookupError, match=MEMORY):
        registry.game("chess")
