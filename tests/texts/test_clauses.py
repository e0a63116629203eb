"""The clauses of a game, and what a game adds to the clauses of all games."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from ludotheque.texts.clauses import rules_text

TEXT = "# A game\nOf ours.\n\n## Play\n\n### guest.1 A turn\nPlay.\n\n## All\n\n### any.1\n> We count stones.\n"


def guest(folder: Path, text: str) -> Any:
    (folder / "clauses.en.md").write_text(text, encoding="utf-8")
    return SimpleNamespace(folder=folder)


def test_a_game_may_add_to_the_clauses_of_all_games(tmp_path: Path):
    text = rules_text(guest(tmp_path, TEXT), "en")
    assert [clause.id for clause in text.clauses] == ["guest.1", "any.1", "any.2", "any.3", "any.4"]
    added = text.clause("any.1").paragraphs[-1]
    assert (added.text, added.ours) == ("We count stones.", True)
    assert text.clause("any.1").title
    assert len(text.clause("any.1").paragraphs) == 2


def test_another_clause_is_named_as_people_do(tmp_path: Path):
    text = rules_text(guest(tmp_path, TEXT.replace("Play.", "As in guest.1 and any.2, not in guest.7.")), "en")
    assert text.clause("guest.1").paragraphs[0].text == "As in rule\u00a01 and rule\u00a02, not in guest.7."


def test_no_break_spaces_stay(tmp_path: Path):
    text = rules_text(guest(tmp_path, TEXT.replace("Play.", "Play\u00a0:\n go\u202f!")), "en")
    assert text.clause("guest.1").paragraphs[0].text == "Play\u00a0: go\u202f!"


def test_but_only_to_those_that_there_are(tmp_path: Path):
    with pytest.raises(ValueError, match=r"there is no clause any\.9 to add to"):
        rules_text(guest(tmp_path, TEXT.replace("any.1", "any.9")), "en")
