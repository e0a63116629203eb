"""Whole games at the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

import ludotheque
from ludotheque import records
from ludotheque.cli import app, arguments, main
from ludotheque.games import HOUSE
from tests.familiar import CHANCY, HANDS, MEMORY


def sit_down(file: Path, typed: str, *words: str) -> str:
    words = words if "--opponents" in words else (*words, "--opponents", "random")
    done = CliRunner().invoke(app, ["play", *words, "--record", str(file)], input=typed)
    assert done.exit_code == 0, done.output
    return done.output


@pytest.mark.parametrize("slug", HOUSE)
@pytest.mark.parametrize("language", ["fr", pytest.param("en", marks=pytest.mark.soak)])
def test_a_whole_game_of_each_box_and_its_record(slug: str, language: str, tmp_path: Path):
    """Always the last choice offered, until it is over: most games are long, so the opponents do most of it."""
    file = tmp_path / "game.jsonl"
    said = sit_down(file, "1\n2\n" * 3000, slug, "--seed", "3", "--lang", language)
    play = records.check(records.loads(file.read_text("utf-8")))
    assert play.outcome is not None
    assert str(file) in said.replace("\n", "")


@pytest.mark.parametrize("slug", HOUSE)
def test_stopping_keeps_what_was_played(slug: str, tmp_path: Path):
    file = tmp_path / "game.jsonl"
    sit_down(file, "1\nq\n", slug, "--seed", "3", "--lang", "en")
    record = records.loads(file.read_text("utf-8"))
    assert records.check(record).outcome is None
    assert records.names(record) == ["Player", "Random player 1"]


def test_where_no_record_can_be_kept_nobody_sits_down(tmp_path: Path):
    done = CliRunner().invoke(app, ["play", CHANCY, "--opponents", "random", "--record", str(tmp_path / "no" / "game.jsonl")])
    assert done.exit_code != 0
    assert "No such file or directory" in done.output
    assert "Traceback" not in done.output


def test_a_game_outlives_its_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The record is there after every move, not only at the end."""
    file, lengths = tmp_path / "game.jsonl", []

    def type_ahead(console: object, prompt: str) -> str:
        lengths.append(len(records.loads(file.read_text("utf-8"))["moves"]))
        return "1" if len(lengths) < 4 else "q"

    monkeypatch.setattr("rich.console.Console.input", type_ahead)
    sit_down(file, "", CHANCY, "--seed", "3", "--lang", "en")
    assert lengths == sorted(set(lengths))
    assert len(lengths) == 4


def test_a_refused_move_is_explained_with_its_clause(tmp_path: Path):
    said = sit_down(tmp_path / "x", "place cylinder=1\nq\n", CHANCY, "--humans", "2", "--lang", "en")
    assert "Not allowed: You hold no pawn" in said
    assert f"{CHANCY}.3" in said


def test_nonsense_is_answered_and_help_is_given(tmp_path: Path):
    said = sit_down(tmp_path / "x", f"hello\n99\n? {CHANCY}.9\nl\nq\n", CHANCY, "--humans", "2", "--lang", "en")
    assert said.count("Please type a number") == 2
    assert f"{CHANCY}.9" in said


def test_a_curtain_falls_between_two_people_with_secrets(tmp_path: Path):
    said = sit_down(tmp_path / "x", "\n1\n\n1\n\nq\n", HANDS, "--humans", "2", "--lang", "en", "--seed", "1")
    assert said.count("Hand over to") >= 2


def test_no_curtain_where_nothing_is_private(tmp_path: Path):
    said = sit_down(tmp_path / "x", "1\n1\nq\n", MEMORY, "--humans", "2", "--lang", "en", "--seed", "1")
    assert "Hand over to" not in said


def test_without_a_name_one_is_asked_which_box_to_open(tmp_path: Path):
    said = sit_down(tmp_path / "x", "nothing\n5\nq\n", "--lang", "fr")
    assert "De tuile en tuile" in said
    assert "Quelle boîte" in said


def test_opponents_have_levels(tmp_path: Path):
    said = sit_down(tmp_path / "x", "q\n", CHANCY, "--opponents", "goldfish", "--lang", "en")
    assert "Goldfish 1" in said


def test_an_opponent_that_nobody_knows():
    done = CliRunner().invoke(app, ["play", CHANCY, "--opponents", "whale"])
    assert done.exit_code == 2
    assert "elephant" in done.stderr


def test_the_house_opens_when_no_command_is_named():
    assert arguments([]) == ["serve"]
    assert arguments(["--lan"]) == ["serve", "--lan"]
    assert arguments(["--help"]) == ["--help"]
    assert arguments(["replay", "x"]) == ["replay", "x"]


@pytest.mark.parametrize("command", [(), ("serve",), ("replay",), ("study",)])
def test_h_is_help(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]):
    told = []
    for option in ("--help", "-h"):
        monkeypatch.setattr("sys.argv", ["ludotheque", *command, option])
        with pytest.raises(SystemExit) as ended:
            main()
        assert ended.value.code == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1]
    assert "Usage: " in told[0]


@pytest.mark.parametrize("option", ["--version", "-V"])
def test_the_version_is_told(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, option: str):
    monkeypatch.setattr("sys.argv", ["ludotheque", option])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"ludotheque {ludotheque.__version__}\n"


def test_what_a_person_turned_is_seen_before_an_opponent_goes_on(tmp_path: Path):
    """Found by playing: the opponent's answer came before one's own second tile was on the screen."""
    said = sit_down(tmp_path / "x", "turn_round seat=0 slot=0\nturn_square cell=0\nq\n", MEMORY, "--lang", "en", "--seed", "2")
    shown = said.index("You turn a square: ")
    assert "No match!" in said[shown : shown + 80]
    assert shown < said.index("1 turns")
