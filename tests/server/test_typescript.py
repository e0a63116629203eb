"""The TypeScript types are made from the Python ones, and the file in `web/` is up to date."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludotheque.games import all_games
from ludotheque.server.typescript import typescript

GENERATED = Path(__file__).parents[2] / "web" / "src" / "protocol.ts"


def test_every_games_view_and_moves_are_there() -> None:
    text = typescript()
    for slug in all_games():
        assert f"export interface {slug.capitalize()}View" in text
        assert f"export type {slug.capitalize()}Move" in text
    assert 'type: "place"; cylinder: number' in text


def test_the_generated_file_is_not_stale() -> None:
    if not GENERATED.exists():
        pytest.skip("web/ is not here")
    assert GENERATED.read_text("utf-8") == typescript(), "run: python -m ludotheque.server.typescript > web/src/protocol.ts"
