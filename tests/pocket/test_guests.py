"""Guests in the folder of a pocket house: their files, what tells Python of them, and what cannot come along."""

from __future__ import annotations

import io
import sys
import zipfile
from pathlib import Path

import pytest

from ludotheque.packing import guests
from ludotheque.packing.runtime import Missing
from tests.pocket.guests import GUEST, visiting


def names(archive: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(archive)) as found:
        return {name: found.read(name) for name in found.namelist()}


def test_where_nobody_visits_nothing_goes_along() -> None:
    with visiting():
        assert names(guests.archive()) == {}


def test_a_guest_comes_with_its_sources_its_texts_and_its_entry_point() -> None:
    with visiting(GUEST):
        found = names(guests.archive())
    assert {"examples/__init__.py", "examples/tictactoe/rules.py", "examples/tictactoe/words.fr.json"} <= set(found)
    assert not any("learn_" in name or name.endswith("arrays.py") for name in found), "its neighbours stay"
    assert found["guest0-0.dist-info/entry_points.txt"] == f"[ludotheque.games]\nguest0 = {GUEST}\n".encode()


def test_a_guest_that_needs_what_no_page_has_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "heavy"
    package.mkdir()
    (package / "__init__.py").write_text('from ludotheque.rules.game import Game\nGAME = Game("heavy")\n')
    (package / "rules.py").write_text("import numpy\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    try:
        with pytest.raises(Missing, match="heavy imports what no page has"):
            guests._files(guests.EntryPoint("heavy", "heavy:GAME", guests.GROUP))
    finally:
        for name in [name for name in sys.modules if name.partition(".")[0] == "heavy"]:
            del sys.modules[name]
