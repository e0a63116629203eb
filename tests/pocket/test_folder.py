"""The folder of a pocket house: what is said of it, and what it is never written over."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from ludotheque.packing import folder, runtime
from ludotheque.packing.runtime import Missing

ROOT = Path(__file__).parents[2]


def test_the_notices_name_the_versions_that_go_along() -> None:
    text = folder.NOTICES.read_text("utf-8")
    assert f"Pyodide {runtime.PYODIDE} " in text
    assert f"msgspec {re.split('[= ]+', runtime.MSGSPEC)[1]} " in text
    assert runtime.PLATFORM in text


def test_what_goes_together_is_what_is_locked() -> None:
    wanted = json.loads((ROOT / "web" / "package-lock.json").read_text())["packages"]["node_modules/pyodide"]
    assert (wanted["version"], wanted["integrity"]) == (runtime.PYODIDE, runtime.PYODIDE_HASH)
    locked = (ROOT / "requirements.lock").read_text()
    for name, version in {**runtime.COMPILERS, "msgspec": runtime.WHEEL.split("-")[1]}.items():
        assert re.search(rf"^{name}=={re.escape(version)} ", locked, re.MULTILINE), name


def test_other_compilers_are_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runtime, "COMPILERS", {"numba": "0.1"})
    with pytest.raises(Missing, match=r"pip install numba==0\.1"):
        folder.parts()
    monkeypatch.setattr(runtime, "COMPILERS", {"nobody-has-this": "1"})
    with pytest.raises(Missing, match="not installed"):
        folder.parts()


def test_without_a_clone_pyodide_comes_from_npm_and_is_known_by_its_hash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runtime, "CLONE", tmp_path / "nowhere")
    monkeypatch.setattr(runtime, "cache_home", lambda: tmp_path)
    npm = tmp_path / "npm"
    npm.write_text('#!/bin/sh\necho something else > "$4/pyodide.tgz"\n')
    npm.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    with pytest.raises(Missing, match="not pyodide"):
        runtime.pyodide()
    npm.unlink()
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(Missing, match="npm, which is not installed"):
        runtime.pyodide()


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
