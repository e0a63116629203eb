"""Golden playthroughs: written with one command, and what is missing or differs is said with that command."""

from __future__ import annotations

from pathlib import Path

import pytest
from examples.tictactoe import GAME
from typer.testing import CliRunner

from ludotheque import games as registry
from ludotheque.cli import app
from ludotheque.testing.playthroughs import Recipe, check_playthrough, playthrough, read_recipe, write_playthrough


def test_a_missing_playthrough_says_how_to_write_it(tmp_path: Path):
    with pytest.raises(AssertionError, match=f"is missing; .*ludotheque playthrough tictactoe --write {tmp_path}"):
        check_playthrough(GAME, tmp_path)


def test_what_comes_out_otherwise_is_named_with_its_line(tmp_path: Path):
    path = write_playthrough(GAME, tmp_path)
    check_playthrough(GAME, tmp_path)
    path.write_text(path.read_text("utf-8").replace("2 players", "3 players", 1), encoding="utf-8")
    with pytest.raises(AssertionError, match=r"first in line 1: 'Tic-tac-toe, 3 players, .*', not 'Tic-tac-toe, 2 players, "):
        check_playthrough(GAME, tmp_path)


def test_which_game_is_shown_may_stand_beside_it(tmp_path: Path):
    assert read_recipe(tmp_path) == Recipe()
    (tmp_path / "playthrough.json").write_text('{"players": 2, "seed": 5}', encoding="utf-8")
    assert playthrough(GAME, read_recipe(tmp_path)) != playthrough(GAME)
    (tmp_path / "playthrough.json").write_text('{"dice": 5}', encoding="utf-8")
    with pytest.raises(ValueError, match=r"playthrough\.json: .*dice"):
        read_recipe(tmp_path)


def test_the_command_prints_or_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(registry, "GAMES", {GAME.slug: GAME})
    assert CliRunner().invoke(app, ["playthrough", "tictactoe"]).stdout == playthrough(GAME)
    assert CliRunner().invoke(app, ["playthrough", "tictactoe", "--write", str(tmp_path)]).exit_code == 0
    check_playthrough(GAME, tmp_path)
    assert CliRunner().invoke(app, ["playthrough", "tictactoe", "--write", str(tmp_path / "no")]).exit_code == 2
