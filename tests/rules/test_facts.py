"""What boxes say about themselves: declared once, in the game's folder."""

from __future__ import annotations

from pathlib import Path

import pytest
from examples.tictactoe import GAME

from ludotheque.games import GAMES, HOUSE
from ludotheque.levels import LEVELS
from ludotheque.rules.facts import Facts, read_facts
from ludotheque.texts import LANGUAGES


@pytest.mark.parametrize("slug", HOUSE)
def test_every_box_of_the_house_says_who_made_it_in_both_languages(slug: str):
    facts = GAMES[slug].facts
    assert set(facts.credits) == set(LANGUAGES)
    assert facts.seats in GAMES[slug].players
    assert set(facts.levels) <= set(LEVELS)


def test_a_guest_needs_no_facts():
    assert GAME.facts == Facts(seats=2)


def test_where_two_cannot_play_the_fewest_sit_down(tmp_path: Path):
    assert read_facts(tmp_path, (3, 4)).seats == 3


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"ages": 7}', "ages"),
        ('{"age": "seven"}', "age"),
        ('{"ours": ["weight"]}', "ours"),
        ("{", "truncated"),
        ('{"seats": 9}', "9 cannot sit down; the rules say 2, 3"),
    ],
)
def test_a_wrong_file_is_named_with_what_is_wrong(tmp_path: Path, text: str, said: str):
    path = tmp_path / "facts.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=str(path)) as caught:
        read_facts(tmp_path, (2, 3))
    assert said in str(caught.value)
