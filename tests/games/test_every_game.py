"""Every game of the house is tested like every other."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from ludotheque.games import HOUSE
from ludotheque.testing.suite import GameTests

HERE = Path(__file__).parent


@pytest.mark.parametrize("slug", HOUSE)
def test_it_has_its_folder_of_tests(slug: str):
    path = HERE / slug / "test_game.py"
    assert path.exists(), (
        f"{path} is missing: a class that inherits ludotheque.testing.suite.GameTests, with game = game({slug!r})"
    )
    classes = [value for value in vars(import_module(f"tests.games.{slug}.test_game")).values() if isinstance(value, type)]
    found = [kind for kind in classes if issubclass(kind, GameTests) and kind is not GameTests]
    assert [kind.game.slug for kind in found] == [slug], (
        f"{path} has no class that inherits GameTests, with game = game({slug!r})"
    )
