"""Hints and reviews: what they say a player has seen was seen by then, and can be said in both languages."""

from __future__ import annotations

import pytest

from ludotheque.bots import parts
from ludotheque.bots.notebook import Notebook
from ludotheque.games import GAMES
from ludotheque.texts import LANGUAGES, Words
from tests.bots.reviews import told_in_a_review


def recalls(game):
    """Whether its notebook says what was seen; whether that is true is tested with each game."""
    own = parts.module(game, "bots.notebook")
    return own is not None and own.Notebook.recall is not Notebook.recall


@pytest.mark.parametrize("slug", [slug for slug, game in GAMES.items() if recalls(game)])
def test_what_was_seen_was_seen_by_then_and_can_be_said(slug):
    for _, index, seen in told_in_a_review(slug):
        assert 0 < seen.entry <= index
        for language in LANGUAGES:
            assert "{" not in Words(language, GAMES[slug], ["Anna", "Malik"])(f"seen.{seen.code}", seen.args)
