"""Lessons: fixed chapters that put every kind of move into a newcomer's hands, with words in both languages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ludotheque import records
from ludotheque.games import GAMES
from ludotheque.rules.core import Json
from ludotheque.server.lessons import SEAT, answer, chapters, exists, lesson
from ludotheque.tables.denied import Denied
from tests.familiar import CHANCY, QUICK

BOARDS = Path(__file__).parents[2] / "web" / "src" / "boards"
TAUGHT = [slug for slug, game in GAMES.items() if exists(game)]
LONGEST = 115
"""What a teacher says at once is read in a few seconds, and fits on a phone in three lines."""


def entries(slug: str) -> list[Json | None]:
    """What leads on from each moment of a lesson; None where a chapter is over."""
    frames = lesson(GAMES[slug])["frames"]
    return [frame["entry"] for frame in frames[1:]]


def own(entry: Json | None) -> bool:
    return entry is not None and entry.get("seat") == SEAT


@pytest.mark.parametrize("slug", TAUGHT)
def test_a_lesson_teaches_every_kind_of_move(slug: str) -> None:
    made = {entry["move"]["type"] for entry in entries(slug) if entry is not None and own(entry)}
    assert made == {move.type for move in GAMES[slug].rules.MOVES}


@pytest.mark.parametrize("slug", TAUGHT)
def test_a_lesson_is_short_and_the_newcomer_wins_at_its_end(slug: str) -> None:
    written = chapters(GAMES[slug])
    outcomes = [records.check(chapter.record).outcome for chapter in written]
    assert all(outcome is None for outcome in outcomes[:-1])
    assert outcomes[-1] is not None
    assert outcomes[-1].winners == (SEAT,)
    assert 6 <= sum(own(entry) or entry is None for entry in entries(slug)) <= 24


@pytest.mark.parametrize("slug", TAUGHT)
def test_the_teacher_has_words_for_everything_the_newcomer_does(slug: str) -> None:
    steps = {str(at) for at, entry in enumerate(entries(slug)) if own(entry) or entry is None}
    spoken = [json.loads((BOARDS / slug / f"lesson.{language}.json").read_text("utf-8")) for language in ("fr", "en")]
    assert spoken[0].keys() == spoken[1].keys()
    assert steps | {"end"} <= spoken[0].keys()
    assert all(int(at) < len(entries(slug)) for at in spoken[0] if at.isdigit())
    assert [said for notes in spoken for said in notes.values() if len(said) > LONGEST] == []


def test_a_chapter_begins_where_it_says_and_nothing_is_told_of_what_was_left_out() -> None:
    written = chapters(GAMES[QUICK])
    frames = lesson(GAMES[QUICK])["frames"]
    assert [frame["seq"] for frame in frames] == list(range(len(frames)))
    for chapter in written[1:]:
        first = frames[chapter.begins]
        assert (first["entry"], first["line"], first["events"]) == (None, None, ())
        assert first["view"].entries == chapter.skipped > 0


def test_a_match_of_two_games_is_taught_with_its_second_game() -> None:
    games = [frame["view"].number for frame in lesson(GAMES[QUICK])["frames"]]
    assert games == sorted(games), "the first game, then the second"
    assert {*games} == {0, 1}


def test_who_is_out_of_the_game_is_met_in_the_lesson() -> None:
    assert any(any(frame["view"].eliminated) for frame in lesson(GAMES[CHANCY])["frames"])


def test_nothing_can_be_tried_where_a_chapter_is_over() -> None:
    game = GAMES[QUICK]
    second = chapters(game)[1]
    move = {"type": "lay", "line": "A"}
    for at in (-1, second.begins - 1, len(lesson(game)["frames"]) - 1, 10_000):
        with pytest.raises(Denied) as denied:
            answer(game, at, move)
        assert denied.value.code == "no_such_moment"
    own_move = next(at for at in range(second.begins, 10_000) if own(entries(QUICK)[at]))
    found = entries(QUICK)[own_move]
    assert found is not None
    assert answer(game, own_move, found["move"]).expected
