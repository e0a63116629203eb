"""Learning a judgement: it gets better, comes out the same when it was stopped, and what is shipped says where it is from."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest
import typer
from typer.testing import CliRunner

import ludotheque
from ludotheque.bots.learned import learned_of, read_learned, rounded
from ludotheque.cli.learn import add_to
from ludotheque.games import GAMES, HOUSE
from ludotheque.lab.learning import differences, fitting
from ludotheque.lab.learning.course import Course
from ludotheque.lab.learning.differences import BATCH, PART, Learner
from ludotheque.lab.learning.ways import begin, learn
from tests.familiar import CHANCY, QUICK

SEATS = 2
FITTED = [slug for slug in HOUSE if not differences.suits(GAMES[slug]) and fitting.suits(GAMES[slug])]


@pytest.fixture(scope="module")
def learner() -> Learner:
    return Learner(ludotheque.game(CHANCY), SEATS)


def first_course(seed: int) -> Course:
    return next(course for course in begin(ludotheque.game(CHANCY), seed).courses if course.seats == SEATS)


def test_a_few_games_teach_something(learner: Learner) -> None:
    """Who has learned from 800 games wins nearly always against who has learned from none."""
    nothing = first_course(5)
    something = learner.run(nothing, 5, PART)
    assert learner.contest(something, nothing, 6, 100) > 80


def test_not_all_play_as_the_learner_does(learner: Learner) -> None:
    """Those who all learn from each other may come to do together what is good for none of them."""
    alike, mixed = first_course(5), first_course(5)
    mixed = learner.run(mixed, 5, PART)
    strangers = learner.school.room.strangers
    assert strangers[0] == 1  # this game has a policy
    strangers[0] = 0
    try:
        alike = learner.run(alike, 5, PART)
    finally:
        strangers[0] = 1
    assert alike.numbers != mixed.numbers
    assert learner.run(first_course(5), 5, PART) == mixed


@pytest.mark.parametrize("seats", ludotheque.game(CHANCY).players)
def test_what_is_shipped_is_ahead_of_the_policy(seats: int) -> None:
    """One turn ahead; five who had learned from each other alone won 11 in a hundred, where 20 are fair."""
    game = ludotheque.game(CHANCY)
    learned = learned_of(game.folder)
    assert learned is not None
    mind = learned.mind(seats)
    assert mind is not None
    course = Course(seats=seats, shape=mind.shape, width=mind.width, numbers=np.array(mind.weights()).tobytes())
    assert Learner(game, seats).contest(course, None, 9, 1200) > 1.08 * 1200 / seats


def test_who_goes_on_learns_the_same_as_who_never_stopped(learner: Learner) -> None:
    """In parts of the same size, as the command does: whatever is carried over is in what is kept."""
    begun = whole = first_course(7)
    for _ in range(2):
        whole = learner.run(whole, 7, 3 * PART)
    half = learner.run(begun, 7, 3 * PART)
    learner.run(begun, 8, 3 * PART)  # something else in between
    kept = msgspec.msgpack.decode(msgspec.msgpack.encode(half), type=Course)
    assert learner.run(kept, 7, 3 * PART) == whole
    assert half.numbers != whole.numbers


def test_weights_that_made_the_wins_are_found_again() -> None:
    dice, true = np.random.default_rng(3), np.array([1.0, -0.5, 0.0, 2.0])
    told = dice.normal(size=(20_000, 3, 4))
    chances = fitting.judged(np.concatenate([told, np.zeros((20_000, 3, 1))], axis=2), true)[1]
    winners = (chances.cumsum(axis=1) < dice.random((20_000, 1))).sum(axis=1)
    rows = np.concatenate([told, np.eye(3)[winners][..., None]], axis=2)
    weights = fitting.fitted(rows)
    assert weights == pytest.approx(true, abs=0.06)
    assert fitting.judged(rows, weights)[0] <= fitting.judged(rows, true)[0]


@pytest.mark.parametrize("slug", FITTED)
def test_the_same_seed_gives_the_same_positions(slug: str) -> None:
    game = ludotheque.game(slug)
    school, (players, options) = fitting.School(game), next(iter(game.variants()))
    rows = school.rows(players, options, 12, 9)
    assert np.array_equal(rows, school.rows(players, options, 12, 9))
    assert not np.array_equal(rows, school.rows(players, options, 12, 10))
    assert rows[..., -1].sum(axis=1) == pytest.approx(1)  # a win for every position, shared or not


@pytest.mark.parametrize("slug", [CHANCY, *FITTED])
def test_the_command_writes_a_file_that_loads_and_goes_on_from_what_is_kept(slug: str, tmp_path) -> None:
    app, out = typer.Typer(), tmp_path / "learned.json"
    add_to(app)
    command = [slug, "--games", str(2 * BATCH), "--seed", "3", "--workers", "1", "-o", str(out), "--lang", "en"]
    assert CliRunner().invoke(app, command).exit_code == 0
    made, game = read_learned(out), ludotheque.game(slug)
    begun = begin(game, 3, 2 * BATCH)
    assert [(mind.seats, mind.options, mind.shape) for mind in made.minds] == [
        (course.seats, course.options, course.shape) for course in begun.courses
    ]
    for mind in made.minds:
        assert mind.games == 2 * BATCH
        assert len(mind.weights()) == sum(mind.shape)
    assert not out.with_name("learned.json.part").exists()
    (tmp_path / "learned.json.part").write_bytes(msgspec.msgpack.encode(learn(begun, 1)))
    assert CliRunner().invoke(app, command).exit_code == 0
    assert read_learned(out).minds == made.minds
    (tmp_path / "learned.json.part").write_bytes(msgspec.msgpack.encode(begun))
    other = CliRunner().invoke(app, [*command[:4], "4", *command[5:]])
    assert other.exit_code == 2
    assert "--seed 3" in other.output


def test_a_game_that_says_nothing_of_its_positions_cannot_be_learned(tmp_path) -> None:
    app = typer.Typer()
    add_to(app)
    result = CliRunner().invoke(app, [QUICK, "-o", str(tmp_path / "learned.json"), "--lang", "en"])
    assert result.exit_code == 2
    assert QUICK in result.output


@pytest.mark.parametrize(("width", "steps"), [(1, 127), (2, 32767)])
def test_weights_are_kept_to_half_a_step_of_the_largest_of_their_kind(width: int, steps: int) -> None:
    kinds = [[0.001 * number - 1.5 for number in range(4000)], [0.0, 1e-6, -2e-6], [0.0]]
    weights = [weight for kind in kinds for weight in kind]
    kept = rounded(2, 4, [len(kind) for kind in kinds], weights, width).weights()
    for kind in kinds:
        half = max(map(abs, kind)) / steps / 2
        assert all(abs(weight - kept.pop(0)) <= half * (1 + 1e-9) for weight in kind)
    assert not kept


@pytest.mark.parametrize("slug", [slug for slug, game in GAMES.items() if learned_of(game.folder) is not None])
def test_what_is_shipped_says_how_it_was_learned(slug: str) -> None:
    learned, game = learned_of(ludotheque.game(slug).folder), ludotheque.game(slug)
    assert learned is not None
    assert learned.game == slug
    assert learned.command == f"ludotheque learn {slug} --games {learned.minds[0].games} --seed {learned.seed}"
    assert 0 < learned.minutes <= 120
    courses = begin(game, 0).courses
    assert {(mind.seats, *mind.options.values(), mind.shape) for mind in learned.minds} == {
        (course.seats, *course.options.values(), course.shape) for course in courses
    }


def test_something_is_shipped() -> None:
    assert learned_of(ludotheque.game(CHANCY).folder) is not None
