"""Games that are broken on purpose: the smallest game, copied with a few lines changed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from examples.tictactoe import GAME

from ludotheque.rules.game import Game


def copy_of(small: Path, name: str, monkeypatch: pytest.MonkeyPatch, **changes: dict[str, str]) -> Game:
    """A package of that name with tic-tac-toe in it; `rules={"old": "new"}` changes its rules.py."""
    folder = small / name
    shutil.copytree(GAME.folder, folder)
    for module, lines in changes.items():
        path = folder / f"{module}.py"
        text = path.read_text("utf-8")
        for old, new in lines.items():
            assert old in text, f"{old!r} is not in {path.name}"
            text = text.replace(old, new)
        path.write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(small)
    return Game(name)
