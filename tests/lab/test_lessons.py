"""Weights learned from games: found where they are known, the same for the same seed, and kept with how they were made."""

from __future__ import annotations

import numpy as np
import pytest

from ludotheque.bots import parts
from ludotheque.bots.lessons import Lesson, Lessons, read_lessons, write_lessons
from ludotheque.games import HOUSE
from ludotheque.games import game as find_game
from ludotheque.lab.lessons import School, fitted, judged


def test_weights_that_made_the_wins_are_found_again():
    dice, true = np.random.default_rng(3), np.array([1.0, -0.5, 0.0, 2.0])
    told = dice.normal(size=(20_000, 3, 4))
    chances = judged(np.concatenate([told, np.zeros((20_000, 3, 1))], axis=2), true)[1]
    winners = (chances.cumsum(axis=1) < dice.random((20_000, 1))).sum(axis=1)
    rows = np.concatenate([told, np.eye(3)[winners][..., None]], axis=2)
    weights = fitted(rows)
    assert weights == pytest.approx(true, abs=0.06)
    assert judged(rows, weights)[0] <= judged(rows, true)[0]


@pytest.mark.parametrize("slug", [slug for slug in HOUSE if parts.module_name(find_game(slug), "bots.kernels.lessons")])
def test_the_same_seed_gives_the_same_lessons(slug):
    game = find_game(slug)
    school, (players, options) = School(game), next(game.variants())
    rows = school.rows(players, options, 12, 9)
    assert np.array_equal(rows, school.rows(players, options, 12, 9))
    assert not np.array_equal(rows, school.rows(players, options, 12, 10))
    assert rows[..., -1].sum(axis=1) == pytest.approx(1)  # a win for every position, shared or not


def test_a_file_keeps_what_was_learned_and_how(tmp_path):
    lesson = Lesson(2, {"teams": 0}, 10, 40, 0.5, (1.5, -0.25))
    learned = Lessons(game="any", command="learn it", seed=3, minutes=0.1, lessons=(lesson,))
    write_lessons(tmp_path / "values.json", learned)
    again = read_lessons(tmp_path / "values.json")
    assert again == learned
    assert again.weights(2, {"teams": 0}) == (1.5, -0.25)
