"""Lessons: fixed records that put every kind of move into a newcomer's hands, with words in both languages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ludotheque import records
from ludotheque.games import GAMES
from ludotheque.server.lessons import SEAT, exists, lesson_record
from tests.familiar import HANDS

BOARDS = Path(__file__).parents[2] / "web" / "src" / "boards"
TOO_LATE = {HANDS: {"pass"}}
"""Moves that exist only when nothing is left to draw, long after a first lesson; the last words of the lesson tell of them."""


@pytest.mark.parametrize("slug", [slug for slug, game in GAMES.items() if exists(game)])
def test_a_lesson_teaches_every_kind_of_move_and_leaves_the_game_open(slug: str) -> None:
    game, record = GAMES[slug], lesson_record(GAMES[slug])
    made = {entry["move"]["type"] for entry in record["moves"] if entry.get("seat") == SEAT}
    assert made == {move.type for move in game.rules.MOVES} - TOO_LATE.get(slug, set())
    play = list(records.steps(record))[-1]
    assert play.outcome is None


@pytest.mark.parametrize("slug", [slug for slug, game in GAMES.items() if exists(game)])
def test_the_teacher_has_words_for_every_move_of_the_newcomer(slug: str) -> None:
    record = lesson_record(GAMES[slug])
    own = {str(at) for at, entry in enumerate(record["moves"]) if entry.get("seat") == SEAT}
    spoken = [json.loads((BOARDS / slug / f"lesson.{language}.json").read_text("utf-8")) for language in ("fr", "en")]
    assert spoken[0].keys() == spoken[1].keys()
    assert own | {"end"} <= spoken[0].keys()
    assert all(int(at) < len(record["moves"]) for at in spoken[0] if at.isdigit())
