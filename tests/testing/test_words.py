"""What is missing in a game's catalogues and clauses is named with its file and its key."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from ludotheque.rules.game import Game
from ludotheque.testing.words import check_catalogues, check_clauses, check_proven, check_words
from tests.testing.guests import copy_of


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Game:
    made = copy_of(tmp_path, re.sub(r"\W", "_", request.node.name), monkeypatch)
    made.rules  # noqa: B018 (it has to be imported to know its folder)
    return made


def change(game: Game, file: str, old: str, new: str) -> None:
    path = game.folder / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


@pytest.mark.parametrize("key", ["title", "move.mark", "refuse.taken", "log.marked"])
def test_words_that_are_missing(game: Game, key: str):
    path = game.folder / "words.en.json"
    path.write_text(json.dumps({name: text for name, text in json.loads(path.read_text("utf-8")).items() if name != key}))
    with pytest.raises(AssertionError, match=f"words.en.json lacks '{key}', which .* needs"):
        check_words(game)
    with pytest.raises(AssertionError, match=f"words.en.json lacks .'{key}'."):
        check_catalogues(game.folder)


def test_a_placeholder_in_one_language_only(game: Game):
    change(game, "words.en.json", "Cell {cell:number} is taken", "Cell {cell} is taken")
    with pytest.raises(AssertionError, match=r"words.en.json: 'refuse.taken' has other placeholders than in words.fr.json"):
        check_catalogues(game.folder)


@pytest.mark.parametrize(
    ("file", "old", "new", "words"),
    [
        (
            "clauses.en.md",
            "### tictactoe.3",
            "### tictactoe.5",
            "the clauses are tictactoe.1, tictactoe.2, tictactoe.5; they are numbered",
        ),
        ("clauses.en.md", "Mark one free cell.", "", "tictactoe.1 says nothing"),
        ("clauses.en.md", "Mark one", "> Mark one", "tictactoe.1 has 1 interpretations of ours, clauses.fr.md has 0"),
        (
            "clauses.fr.md",
            "Cochez une",
            "Comme en tictactoe.9, cochez une",
            "tictactoe.1 refers to tictactoe.9, which is not there",
        ),
    ],
)
def test_clauses_that_do_not_fit(game: Game, file: str, old: str, new: str, words: str):
    change(game, file, old, new)
    with pytest.raises(AssertionError, match=re.escape(f"{file}: {words}")):
        check_clauses(game)


def test_a_clause_that_no_test_proves(game: Game, tmp_path: Path):
    (tmp_path / "test_it.py").write_text('@rule("tictactoe.1", "tictactoe.3")\ndef test_it(): pass\n', encoding="utf-8")
    with pytest.raises(
        AssertionError, match=r'no test below .* proves tictactoe.2: write one and put @rule\("tictactoe.2"\) above it'
    ):
        check_proven(game, tmp_path)
    (tmp_path / "test_it.py").write_text(
        '@rule("tictactoe.1", "tictactoe.2", "tictactoe.3", "tictactoe.4")\ndef test_it(): pass\n'
    )
    with pytest.raises(AssertionError, match=r"name clauses that tictactoe has not: tictactoe\.4"):
        check_proven(game, tmp_path)
