"""Every command that reads a file of records reads it in the same way, and says what is wrong in the same way."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from examples.tictactoe import GAME as SMALL
from typer.testing import CliRunner

from ludotheque import games as registry
from ludotheque import records
from ludotheque.cli import app
from ludotheque.tables.fairness import digest
from ludotheque.testing import random_play

READERS = [("replay",), ("view",), ("hint",), ("review",), ("verify",), ("import", "--data", "DATA")]


@pytest.fixture(autouse=True)
def small_game(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(registry, "GAMES", {SMALL.slug: SMALL})
    registry.all_games.cache_clear()
    yield
    registry.all_games.cache_clear()


def read(command: tuple[str, ...], file: Path, folder: Path) -> tuple[int, str]:
    name, *options = command
    typed = [name, str(file), *(str(folder) if word == "DATA" else word for word in options), "--lang", "en"]
    done = CliRunner().invoke(app, typed)
    return done.exit_code, done.stdout + done.stderr


def record_of(until: int) -> dict[str, object]:
    record = random_play(SMALL, 2, {}, 1, until=until).record()
    record["seats"] = [{"name": "An\u2028na"}, {"name": "Be\x85n"}]
    return {**record, "fairness": {"salt": "s", "sha256": digest(record["deal"], "s")}}


@pytest.mark.parametrize("command", READERS, ids=lambda command: command[0])
def test_a_line_ends_with_a_line_feed_only(command: tuple[str, ...], tmp_path: Path):
    file = tmp_path / "names.jsonl"
    file.write_text("\n" + records.dumps(record_of(3)) + "\r\n\n", encoding="utf-8")
    more = ("--line", "2") if command[0] in ("view", "hint", "review") else ()
    code, said = read((*command, *more), file, tmp_path / "data")
    assert code == 0, said


@pytest.mark.parametrize("command", READERS, ids=lambda command: command[0])
@pytest.mark.parametrize(
    ("content", "words"), [(b'{"format"', "not a whole JSON object"), (b"\xff\xfe", "UTF-8"), (b"[]", "not a JSON")]
)
def test_what_cannot_be_read_is_named_with_file_and_line(command: tuple[str, ...], content: bytes, words: str, tmp_path: Path):
    file = tmp_path / "broken.jsonl"
    file.write_bytes(b"\n\n" + content)
    more = ("--line", "3") if command[0] in ("view", "hint", "review") else ()
    code, said = read((*command, *more), file, tmp_path / "data")
    assert code != 0
    assert said.startswith(f"{file}:3 deal: ")
    assert words in said
    assert "Traceback" not in said


@pytest.mark.parametrize("command", READERS, ids=lambda command: command[0])
def test_a_move_that_is_refused_is_named_with_its_place(command: tuple[str, ...], tmp_path: Path):
    record = json.loads(records.dumps(record_of(3)))
    record["moves"][1] = {**record["moves"][1], "move": record["moves"][0]["move"]}
    file = tmp_path / "refused.jsonl"
    file.write_text(records.dumps(record), encoding="utf-8")
    code, said = read(command, file, tmp_path / "data")
    assert code != 0
    assert said.splitlines()[0].startswith(f"{file}:1 move 1: ")
    assert said.splitlines()[0].endswith("[tictactoe.1]")
