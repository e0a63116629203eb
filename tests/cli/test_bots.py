"""The commands on bots: solve, hint and review, in both languages."""

from __future__ import annotations

import json

import pytest
import typer
from typer.testing import CliRunner

import ludotheque
from ludotheque import records
from ludotheque.cli.bots import add_to
from tests.familiar import CHANCY, QUICK


@pytest.fixture(scope="module")
def app():
    made = typer.Typer()
    add_to(made)
    return made


@pytest.fixture
def file(tmp_path):
    play = ludotheque.game(QUICK).new(2, seed=3)
    for number in range(7):
        play.play(play.legal()[number % 3])
    path = tmp_path / "games.jsonl"
    path.write_text(records.dumps(play.record()) + "\n", "utf-8")
    return path


def run(app, *args):
    result = CliRunner().invoke(app, list(map(str, args)))
    return result.exit_code, result.output


def test_solve_prints_every_class_of_layout(app):
    code, shown = run(app, "solve", QUICK)
    assert code == 0
    assert "+2.504707" in shown
    assert shown.count("rows") >= 2


def test_solve_prints_the_mix_of_a_position(app):
    code, shown = run(app, "solve", QUICK, "--position", "276951438/222222222/0")
    assert code == 0
    assert "mix" in shown
    assert run(app, "solve", QUICK, "--position", "276 951 438/222.222.222/0") == (code, shown)
    assert run(app, "solve", CHANCY)[0] == 2


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ("nonsense", "Write LAYOUT/TILES/ATTACKER"),
        ("276951438/222222222", "Write LAYOUT/TILES/ATTACKER"),
        ("276951438/222222222/0/0/0/0", "Write LAYOUT/TILES/ATTACKER"),
        ("123456789/222222222/0", "No game begins with such a layout"),
        ("276951438/000222222/0", "No game goes on from such a position"),
        ("276951438/222222223/0", "No game goes on from such a position"),
        ("276951438/222222222/2", "No game goes on from such a position"),
        ("276951438/222222222/0/1/0", "No game goes on from such a position"),
        ("276951438/222222222/0/91", "No game goes on from such a position"),
    ],
)
def test_solve_says_what_is_wrong_with_a_position(app, position, said):
    code, shown = run(app, "solve", QUICK, "--position", position)
    assert code == 2
    assert said in " ".join(shown.split())


def test_solve_speaks_french(app):
    """Headings, sides and numbers."""
    code, shown = run(app, "solve", QUICK, "--lang", "fr")
    assert code == 0
    assert "+2,504707" in shown
    assert "colonnes" in shown
    assert "solve." not in shown
    assert "rows" not in shown


def test_hint_weighs_every_move(app, file):
    code, shown = run(app, "hint", file, "--json")
    assert code == 0
    told = json.loads(shown)
    assert sorted(weighed["move"]["line"] for weighed in told["moves"]) in (["1", "2", "3"], ["A", "B", "C"])
    assert run(app, "hint", file, "--lang", "fr")[0] == 0


def test_review_tells_what_each_move_cost(app, file):
    code, shown = run(app, "review", file, "--seat", "1", "--json")
    assert code == 0
    assert all(move["cost"] >= 0 for move in json.loads(shown)["moves"])
    assert "Tous les coups" in run(app, "review", file, "--seat", "1", "--lang", "fr")[1]
    assert run(app, "review", file, "--seat", "7")[0] == 2
    assert run(app, "review", file, "--line", "3")[0] == 2


def test_a_ladder_tells_luck_only_where_it_can(app):
    code, shown = run(app, "ladder", QUICK, "--bots", "child,adult", "--less-luck")
    assert code == 2
    assert "--less-luck" in shown


@pytest.mark.parametrize("bots", ["random", "random,random"])
def test_a_ladder_needs_two_bots_before_it_plays(app, bots, monkeypatch):
    monkeypatch.setattr("ludotheque.lab.ladder.climb", lambda *_, **__: pytest.fail("it has played"))
    told = {"en": "--bots names random only", "fr": "l’option ne nomme que random"}
    for language, said in told.items():
        code, shown = run(app, "ladder", CHANCY, "--bots", bots, "--games", "2", "--lang", language)
        assert code == 2
        assert said in shown


def test_a_ladder_needs_bots_that_exist(app):
    code, shown = run(app, "ladder", CHANCY, "--bots", "nobody,random")
    assert code == 2
    assert "nobody" in shown
