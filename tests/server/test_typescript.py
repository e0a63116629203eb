"""The TypeScript types are made from the Python ones, and the files in `web/` are up to date."""

from __future__ import annotations

from pathlib import Path

import pytest
from examples.tictactoe import GAME

from ludotheque.games import HOUSE
from ludotheque.server.typescript import game_typescript, generated, typescript

WEB = Path(__file__).parents[2] / "web" / "src"


def test_a_games_view_and_moves_are_there_and_what_all_games_share_is_imported() -> None:
    text = game_typescript(GAME)
    assert "import type { View } from '../../protocol'" in text
    assert 'export interface TictactoeView extends View {\n  game: "tictactoe";\n  cells: (number | null)[];' in text
    assert 'export type TictactoeMove =\n  | { type: "mark"; cell: number };' in text


def test_what_all_games_share_names_none() -> None:
    text = typescript()
    assert "export interface View {\n  game: string;" in text
    assert [slug for slug in HOUSE if slug in text.lower()] == []


@pytest.mark.parametrize("path", generated())
def test_the_generated_files_are_not_stale(path: str) -> None:
    if not (WEB / path).parent.is_dir():
        pytest.skip("there is no board for it")
    assert (WEB / path).read_text("utf-8") == generated()[path], "run: make types"
