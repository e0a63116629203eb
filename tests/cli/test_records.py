"""The commands on records, as they are typed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from ludotheque.cli import app
from tests.familiar import CHANCY, QUICK


def type_in(*words: str) -> Result:
    return CliRunner().invoke(app, [*words, "--lang", "en"])


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("records") / "games.jsonl"
    words = ("simulate", CHANCY, "--players", "3", "--games", "6", "--seed", "5", "--careful", "--records", str(path))
    assert type_in(*words).exit_code == 0
    return path


def change(file: Path, tmp_path: Path, number: int, line: str) -> Path:
    lines = file.read_text("utf-8").splitlines()
    lines[number - 1] = line
    path = tmp_path / "changed.jsonl"
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


def test_the_same_seed_gives_the_same_file(file: Path, tmp_path: Path):
    again = tmp_path / "again.jsonl"
    type_in("simulate", CHANCY, "--players", "3", "--games", "6", "--seed", "5", "--careful", "--records", str(again))
    assert again.read_bytes() == file.read_bytes()
    type_in("simulate", CHANCY, "--players", "3", "--games", "6", "--seed", "6", "--careful", "--records", str(again))
    assert again.read_bytes() != file.read_bytes()


def test_good_records_are_in_order(file: Path):
    done = type_in("replay", str(file))
    assert done.exit_code == 0
    assert done.stdout == ""
    assert "6 records" in done.stderr


def test_each_wrong_record_gets_one_line_and_the_others_are_still_checked(file: Path, tmp_path: Path):
    lines = file.read_text("utf-8").splitlines()
    records = [json.loads(line) for line in lines]
    records[1]["moves"][2]["move"]["cylinder"] = 9
    records[2]["deal"]["first"] = 7
    records[3]["result"]["winners"] = [0, 1, 2]
    broken = [lines[0], *map(json.dumps, records[1:4]), lines[4][:50], lines[5]]
    path = tmp_path / "broken.jsonl"
    path.write_text("\n".join(broken) + "\n", "utf-8")
    done = type_in("replay", str(path))
    assert done.exit_code == 1
    said = done.stdout.splitlines()
    assert [line.split(": ")[0] for line in said] == [
        f"{path}:2 move 2",
        f"{path}:3 deal",
        f"{path}:4 result",
        f"{path}:5 deal",
    ]
    assert said[0].endswith(f"[{CHANCY}.3]")
    assert said[1].endswith(f"[{CHANCY}.2]")
    assert said[2].endswith(f"[{CHANCY}.12]") or said[2].endswith(f"[{CHANCY}.13]")
    assert said[3].endswith("[record]")
    assert "Traceback" not in done.output


def test_faults_are_told_in_french(file: Path, tmp_path: Path):
    path = change(file, tmp_path, 1, '{"format": "?"}')
    done = CliRunner().invoke(app, ["replay", str(path), "--lang", "fr"])
    assert "cette version lit" in done.stdout


def test_bytes_that_are_no_text(tmp_path: Path):
    path = tmp_path / "noise.jsonl"
    path.write_bytes(b"\xff\xfe\x00\n\n{}\n")
    done = type_in("replay", str(path))
    assert done.exit_code == 1
    assert [line.split(" ")[0] for line in done.stdout.splitlines()] == [f"{path}:1", f"{path}:3"]


def test_a_file_that_is_not_there():
    done = type_in("replay", "/nowhere/at/all")
    assert done.exit_code == 2
    assert "No such file" in done.stderr


def test_legal_moves_of_every_decision(file: Path, tmp_path: Path):
    record = json.loads(file.read_text("utf-8").splitlines()[0])
    del record["result"]
    record["moves"] = record["moves"][:2]
    path = tmp_path / "open.jsonl"
    path.write_text(json.dumps(record), "utf-8")
    lines = [json.loads(line) for line in type_in("replay", "--legal", str(path)).stdout.splitlines()]
    first = record["deal"]["first"]
    assert lines[0]["seat"] == first
    assert {"type": "draw"} in lines[0]["legal"]
    assert lines[1]["chance"][0] == {"pawn": "red", "weight": 6}
    assert lines[2] == {
        "line": 1,
        "index": 2,
        "seat": first,
        "legal": [{"type": "place", "cylinder": cylinder} for cylinder in range(4)],
    }
    assert len(lines) == 3


def test_a_view_at_a_moment(file: Path):
    done = type_in("view", str(file), "--line", "2", "--at", "2", "--seat", "1")
    assert json.loads(done.stdout)["entries"] == 2
    assert json.loads(done.stdout)["seat"] == 1
    spectator = type_in("view", str(file), "--line", "2")
    assert json.loads(spectator.stdout)["to_act"] == "over"
    assert json.loads(spectator.stdout)["seat"] is None


@pytest.mark.parametrize(
    "words", [("--line", "99"), ("--at", "100000"), ("--seat", "3"), ("--seat", "nobody")], ids=lambda w: " ".join(w)
)
def test_a_view_that_there_is_not(file: Path, words: tuple[str, ...]):
    done = type_in("view", str(file), *words)
    assert done.exit_code == 1
    assert len(done.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize(
    "words",
    [
        ("simulate", "chess"),
        ("simulate", CHANCY, "--players", "7"),
        ("simulate", CHANCY, "--option", "capacity=9"),
        ("simulate", CHANCY, "--option", "magic=1"),
        ("simulate", CHANCY, "--option", "capacity"),
        ("simulate", CHANCY, "--records", "/nowhere/at/all"),
        ("rules", "chess"),
        ("rules", CHANCY, "--clause", f"{CHANCY}.99"),
        ("play", CHANCY, "--players", "2", "--humans", "3"),
    ],
    ids=" ".join,
)
def test_words_that_make_no_sense_get_a_sentence(words: tuple[str, ...]):
    done = type_in(*words)
    assert done.exit_code == 2
    assert len(done.stderr.strip().splitlines()) == 1
    assert "Traceback" not in done.output


def test_a_language_that_we_do_not_speak():
    done = CliRunner().invoke(app, ["rules", CHANCY, "--lang", "de"])
    assert done.exit_code == 2


def test_the_summary_has_standard_errors():
    done = type_in("simulate", CHANCY, "--players", "2", "--games", "500", "--careful", "--summary")
    assert "Standard error" in done.stdout
    assert "Wins of the seat that starts" in done.stdout


def test_rules_are_read_in_both_languages():
    assert f"{CHANCY}.8" in type_in("rules", CHANCY).stdout
    assert f"{CHANCY}.8" in CliRunner().invoke(app, ["rules", CHANCY, "--lang", "fr"]).stdout
    assert "our interpretation" in type_in("rules", CHANCY, "--clause", f"{CHANCY}.8").stdout


def test_bots_play_the_same_games_for_the_same_seed(tmp_path: Path):
    files = [tmp_path / "a.jsonl", tmp_path / "b.jsonl"]
    for path in files:
        words = ("simulate", QUICK, "--games", "2", "--seed", "3", "--bots", "goldfish,random", "--records", str(path))
        assert type_in(*words).exit_code == 0
    assert files[0].read_bytes() == files[1].read_bytes()
    assert type_in("replay", str(files[0])).exit_code == 0


@pytest.mark.parametrize("bots", ["goldfish", "goldfish,whale"])
def test_bots_that_cannot_be_seated(bots: str):
    done = type_in("simulate", QUICK, "--games", "1", "--bots", bots)
    assert done.exit_code == 2
    assert len(done.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize("type_", ["a\nx:9 move 0: forged [any.3]", "\ud800", "\x1b[31m", "\u202e"])
def test_what_a_record_says_cannot_break_or_forge_a_line(file: Path, tmp_path: Path, type_: str):
    record = json.loads(file.read_text("utf-8").splitlines()[0])
    record["moves"] = [{"seat": record["deal"]["first"], "move": {"type": type_}}]
    done = type_in("replay", str(change(file, tmp_path, 1, json.dumps(record))))
    assert done.exit_code == 1
    assert len(done.stdout.splitlines()) == 1
    assert done.stdout.strip().isprintable()


def test_bots_are_summed_up_without_flooding_the_screen(tmp_path: Path):
    path = tmp_path / "kept.jsonl"
    words = ("simulate", QUICK, "--games", "3", "--seed", "3", "--bots", "random,random", "--summary")
    done = type_in(*words, "--records", str(path))
    assert done.exit_code == 0
    assert "random,random" in done.stdout
    assert "{" not in done.stdout
    found = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    assert f"{sum(len(record['moves']) for record in found) / 3:.3f}" in done.stdout
    assert "{" not in type_in(*words).stdout
