"""Who did what: true, told from what everybody saw, in words for everybody."""

from __future__ import annotations

import msgspec
import pytest

from ludotheque.games import HOUSE, game
from ludotheque.rules.core import Outcome
from ludotheque.rules.story import Deed, Mark, Story, ahead_for_good, choose, steps_of, story_of, turn_of_the_tide
from ludotheque.texts import LANGUAGES, Words
from tests.rules.test_events import strings
from tests.stories import finished

TOLD = [slug for slug in HOUSE if game(slug).storyteller is not None]
"""Whoever writes a new game need not tell stories at once."""


@pytest.mark.parametrize("slug", TOLD)
def test_every_game_has_a_story_whose_scores_are_those_of_the_outcome(slug: str):
    for play in finished(slug):
        story = story_of(play)
        if play.outcome is None:
            continue
        assert story.deeds
        assert story.thread[0] == Mark(0, (0,) * play.players)
        assert story.thread[-1].scores == play.outcome.scores
        assert story.entries == len(play.entries)
        assert msgspec.json.decode(msgspec.json.encode(story), type=Story) == story


@pytest.mark.parametrize("slug", TOLD)
def test_a_story_is_told_from_what_spectators_saw(slug: str):
    """A piece is named only if everybody could see it when it happened, or before."""
    for play in finished(slug):
        steps = steps_of(play)
        assert all(view.seat is None for step in steps for view in (step.before, step.after))
        for deed in story_of(play).deeds:
            assert 0 <= deed.entry <= len(steps)
            if deed.piece is not None and not deed.piece.startswith("pawn."):
                seen = {text for step in steps[: deed.entry] for text in strings(msgspec.to_builtins(step.after))}
                seen |= {event.piece for step in steps[: deed.entry] for event in step.events if event.piece}
                assert deed.piece in seen, deed


@pytest.mark.parametrize("slug", TOLD)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_deed_is_told_to_who_did_it_and_to_all_others(slug: str, language: str):
    words = Words(language, game(slug), [f"Seat{seat}" for seat in range(6)])
    for play in finished(slug):
        for deed in story_of(play).deeds:
            for me in (None, *range(play.players)):
                said = words.deed(deed, me)
                assert "{" not in said
                assert (f"Seat{deed.seat}" in said) == (deed.seat != me), said
                assert me is None or f"Seat{me}" not in said, said
            assert words(f"deed.{deed.code}")


def test_something_of_everybody_comes_before_a_second_thing_of_anybody():
    def deed(code: str, seat: int) -> Deed:
        return Deed(code=code, seat=seat, entry=1)

    all_of_them = [deed("a", 0), deed("b", 0), deed("a", 1), deed("c", 1), deed("d", 2), deed("e", 3)]
    assert [one.code for one in choose(all_of_them, 2)] == ["a", "c", "d"]
    assert [one.code for one in choose(all_of_them, 4)] == ["a", "c", "d", "e"]
    assert [one.code for one in choose(all_of_them[:3], 2)] == ["a", "b"]


WON = Outcome((0,), (4, 3), "any.1")


def test_the_tide_turns_when_a_win_comes_from_behind_or_at_the_very_last():
    behind = [(0, 0), (0, 3), (2, 3), (4, 3)]
    assert list(turn_of_the_tide(behind, WON, 2, 2)) == [Deed(code="comeback", seat=0, entry=1, args={"count": 3})]
    assert [deed.code for deed in turn_of_the_tide(behind, WON, 2, 4)] == ["last"]
    assert list(turn_of_the_tide([(0, 0), (1, 0), (4, 3)], WON, 2, 2)) == []


def test_the_turning_point_is_the_entry_after_which_the_winner_was_always_ahead():
    scores = [(0, 0), (1, 0), (1, 1), (2, 1), (4, 3)]
    assert list(ahead_for_good(scores, WON, 2)) == [Deed(code="lead", seat=0, entry=3, args={"count": 3, "all": 4})]


@pytest.mark.parametrize("outcome", [Outcome((0, 1), (3, 3), "any.1"), Outcome((0,), (3, 4), "any.1")])
def test_no_turning_point_where_nobody_ended_ahead(outcome: Outcome):
    scores = [(0, 0), outcome.scores]
    assert list(ahead_for_good(scores, outcome, 2)) + list(turn_of_the_tide(scores, outcome, 2, 1)) == []


def test_partners_win_together():
    team = Outcome((0, 2), (5, 3, 5, 3), "any.1")
    scores = [(0, 0, 0, 0), (2, 0, 2, 0), (5, 3, 5, 3)]
    assert [deed.entry for deed in ahead_for_good(scores, team, 2)] == [1]
    assert list(ahead_for_good(scores, team, 4)) == []


def test_a_game_that_tells_no_story_has_none(monkeypatch: pytest.MonkeyPatch):
    play = next(finished(TOLD[0]))
    monkeypatch.setattr(play.game, "storyteller", None)
    assert story_of(play) == Story(deeds=(), thread=(), sides=play.players, entries=len(play.entries))
