"""The opponent made to measure in the terminal: kept in a file of the user's, box by box."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludotheque.rules.core import Outcome
from ludotheque.terminal.measured import Measured, kept_in
from tests.familiar import CHANCY, QUICK

WON, LOST = (Outcome(winners=(seat,), scores=(0, 0), clause="x.1") for seat in (0, 1))


@pytest.fixture(autouse=True)
def _at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


def test_it_begins_as_a_child_and_goes_on_where_the_last_game_left_it():
    first = Measured(QUICK, "en")
    assert (first.level, first.before()) == ("child", "Your match is at child and plays this game as: child.")
    assert first.after(WON) == "Next time your match is at: between child and adult."
    assert Measured(QUICK, "fr").before().startswith("L’adversaire à votre mesure en est à\u00a0: entre enfant et adulte")
    assert Measured(QUICK, "en").after(LOST) == "Next time your match is at: child."
    assert Measured(CHANCY, "en").strength == 2, "each box has its own"


def test_a_game_that_nobody_won_alone_changes_nothing():
    both = Outcome(winners=(0, 1), scores=(0, 0), clause="any.1")
    assert Measured(QUICK, "en").after(both) == "Next time your match is at: child."
    assert not kept_in().exists()


@pytest.mark.parametrize("text", ["", "[]", "{", '{"BOX": "x"}', '{"BOX": 99}', '{"BOX": true}'])
def test_a_file_that_nobody_of_ours_wrote_is_as_good_as_none(text: str):
    kept_in().parent.mkdir(parents=True)
    kept_in().write_text(text.replace("BOX", QUICK), encoding="utf-8")
    assert Measured(QUICK, "en").strength == 2


def test_where_nothing_can_be_written_it_says_so(tmp_path: Path):
    (tmp_path / "ludotheque").write_text("in the way")
    assert "could not be kept" in Measured(QUICK, "en").after(WON)
