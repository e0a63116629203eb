"""Learning a judgement: it gets better, comes out the same when it was stopped, and what is shipped says where it is from."""

from __future__ import annotations

import msgspec
import pytest
import typer
from typer.testing import CliRunner

import ludotheque
from ludotheque.bots.judgement import mind_of, parts_of, shape_of
from ludotheque.bots.learned import learned_of, read_learned, rounded
from ludotheque.cli.learn import add_to
from ludotheque.games import GAMES
from ludotheque.lab.kernels.learning import BATCH
from ludotheque.lab.learning import Learner, Task, begin, learn
from tests.familiar import CHANCY, QUICK

FEW = 800
SEATS = 2


@pytest.fixture(scope="module")
def learner() -> Learner:
    return Learner(ludotheque.game(CHANCY), SEATS)


def test_a_few_games_teach_something(learner: Learner) -> None:
    """Who has learned from 800 games wins nearly always against who has learned from none."""
    first = begin(ludotheque.game(CHANCY), 5, FEW, [SEATS]).memories[SEATS]
    found = parts_of(ludotheque.game(CHANCY))
    assert found is not None
    fresh = mind_of(found.plain, SEATS, memoryview(first.numbers).cast("d")[: len(learner.mind.weights)].tolist())
    learner.run(Task(CHANCY, SEATS, 5, FEW, first))
    won = learner._learning.contest(learner.school, learner.mind, fresh, learner.thought, 6, 0, 100)
    assert won > 80


def test_who_goes_on_learns_the_same_as_who_never_stopped(learner: Learner) -> None:
    """In parts of the same size, as the command does: whatever is carried over is in what is kept."""
    begun = begin(ludotheque.game(CHANCY), 7, 3 * FEW, [SEATS]).memories[SEATS]
    whole = begun
    for _ in range(2):
        whole, _turns = learner.run(Task(CHANCY, SEATS, 7, 3 * FEW, whole))
    half, _turns = learner.run(Task(CHANCY, SEATS, 7, 3 * FEW, begun))
    learner.run(Task(CHANCY, SEATS, 8, 3 * FEW, begun))  # something else in between
    kept = msgspec.msgpack.decode(msgspec.msgpack.encode(half), type=type(half))
    again, _turns = learner.run(Task(CHANCY, SEATS, 7, 3 * FEW, kept))
    assert again == whole
    assert half.numbers != whole.numbers


def test_the_command_writes_a_file_that_loads_and_goes_on_from_what_is_kept(tmp_path) -> None:
    app, out = typer.Typer(), tmp_path / "learned.json"
    add_to(app)
    command = [CHANCY, "--games", str(2 * BATCH), "--seed", "3", "--workers", "1", "-o", str(out), "--lang", "en"]
    assert CliRunner().invoke(app, command).exit_code == 0
    made = read_learned(out)
    game = ludotheque.game(CHANCY)
    found = parts_of(game)
    assert found is not None
    assert [mind.seats for mind in made.minds] == list(game.players)
    assert {mind.games for mind in made.minds} == {2 * BATCH}
    for mind in made.minds:
        assert mind.shape == shape_of(found.plain, mind.seats)
        assert len(mind.weights()) == sum(mind.shape)
    assert not out.with_name("learned.json.part").exists()
    begun = begin(game, 3, 2 * BATCH)
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


def test_weights_are_kept_to_a_few_millionths_of_the_largest() -> None:
    weights = [0.001 * number - 1.5 for number in range(4000)]
    kept = rounded(2, 4, (4000,), weights).weights()
    assert max(abs(one - other) for one, other in zip(weights, kept, strict=True)) <= max(map(abs, weights)) / 65000


@pytest.mark.parametrize("slug", [slug for slug, game in GAMES.items() if learned_of(game.folder) is not None])
def test_what_is_shipped_says_how_it_was_learned(slug: str) -> None:
    game = ludotheque.game(slug)
    learned, found = learned_of(game.folder), parts_of(game)
    assert learned is not None
    assert found is not None
    assert learned.game == slug
    assert learned.command == f"ludotheque learn {slug} --games {learned.minds[0].games} --seed {learned.seed}"
    assert 0 < learned.minutes <= 120
    assert [mind.seats for mind in learned.minds] == list(game.players)
    assert all(mind.shape == shape_of(found.plain, mind.seats) for mind in learned.minds)


def test_something_is_shipped() -> None:
    assert learned_of(ludotheque.game(CHANCY).folder) is not None
