"""The folder of a pocket house: what is said of it, and what it is never written over."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ludotheque.packing import folder, runtime
from ludotheque.packing.runtime import Missing


def test_the_notices_name_the_versions_that_go_along() -> None:
    text = folder.NOTICES.read_text("utf-8")
    assert f"Pyodide {runtime.PYODIDE} " in text
    assert f"msgspec {re.split('[= ]+', runtime.MSGSPEC)[1]} " in text
    assert runtime.PLATFORM in text


def test_a_folder_that_holds_something_else_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "index.html").touch()
    monkeypatch.setattr(folder, "PAGES", tmp_path)
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "letter.txt").write_text("dear")
    with pytest.raises(Missing, match="neither empty"):
        folder.pack(mine)
    assert (mine / "letter.txt").read_text() == "dear"


def test_without_its_pages_it_says_how_to_make_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder, "PAGES", tmp_path)
    with pytest.raises(Missing, match="make pocket"):
        folder.pack(tmp_path / "house")
