"""The lists of deliberate leaks: what is missing or wrong is said in a sentence that tells what to write."""

from __future__ import annotations

from pathlib import Path

import pytest
from examples.tictactoe import GAME
from msgspec.structs import replace

from ludotheque.testing.leaks import check_caught, check_enough, read_leaks


def test_a_missing_list_says_what_to_write(tmp_path: Path):
    with pytest.raises(AssertionError, match=r"leaks\.py is missing: it holds LEAKS, .* leak\(view, state, seat\)") as caught:
        read_leaks(tmp_path)
    assert "LEAKS = {" in str(caught.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "has no dictionary LEAKS"),
        ("LEAKS = [1]", "has no dictionary LEAKS"),
        ("LEAKS = {'all': lambda view: view}", "all has to be a function of three: leak(view, state, seat) -> view"),
        ("LEAKS = {'all': 1}", "all has to be a function of three"),
    ],
)
def test_a_list_that_is_none_says_so(tmp_path: Path, text: str, words: str):
    (tmp_path / "leaks.py").write_text(text, encoding="utf-8")
    with pytest.raises(AssertionError) as caught:
        read_leaks(tmp_path)
    assert words in str(caught.value)


def test_too_few_leaks_are_counted(tmp_path: Path):
    (tmp_path / "leaks.py").write_text("LEAKS = {'all': lambda view, state, seat: view}", encoding="utf-8")
    with pytest.raises(AssertionError, match="holds 1 leaks; at least 5 are wanted"):
        check_enough(read_leaks(tmp_path), tmp_path)


def test_a_leak_is_caught_and_what_shows_nothing_is_not():
    check_caught(GAME, "who_started", lambda view, state, seat: replace(view, cells=(state.first,) * 9))
    with pytest.raises(AssertionError, match="the leak nothing went unnoticed"):
        check_caught(GAME, "nothing", lambda view, state, seat: view)
