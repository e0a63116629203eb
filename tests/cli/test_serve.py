"""export, import, backup and verify, on a store that a house has filled."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ludotheque.cli import app
from tests.server.people import open_house, play_out


@pytest.fixture
def tables(tmp_path: Path) -> tuple[str, str]:
    """A table that is over and one under way."""

    async def fill() -> tuple[str, str]:
        async with open_house(tmp_path) as house:
            lea = await house.guest("Léa")
            over = await lea.table("tonoo", "me", "me", start=True)
            pages = [await lea.page(over, look_as=seat) for seat in (0, 1)]
            await play_out(pages)
            return over, await lea.table("tonoo", "me", "me", start=True)

    return asyncio.run(fill())


def run(*args: object) -> tuple[int, str]:
    result = CliRunner().invoke(app, [str(arg) for arg in args])
    return result.exit_code, result.output


def test_what_is_exported_is_a_fair_record_that_can_be_imported(tables: tuple[str, str], tmp_path: Path) -> None:
    code, text = run("export", tables[0], "--data", tmp_path)
    assert code == 0
    file = tmp_path / "record.jsonl"
    file.write_text(text, "utf-8")
    assert run("replay", file)[0] == 0
    assert run("verify", file, "--lang", "en")[0] == 0
    code, said = run("import", file, "--data", tmp_path / "other", "--lang", "en")
    assert code == 0
    again = run("export", said.split()[-1], "--data", tmp_path / "other")[1]
    one, two = json.loads(text), json.loads(again)
    for key in ("deal", "moves", "result", "fairness"):
        assert one[key] == two[key]


def test_a_deal_that_was_not_promised_is_noticed(tables: tuple[str, str], tmp_path: Path) -> None:
    record = json.loads(run("export", tables[0], "--data", tmp_path)[1])
    record["fairness"]["salt"] = "00"
    file = tmp_path / "record.jsonl"
    file.write_text(json.dumps(record), "utf-8")
    code, text = run("verify", file, "--lang", "en")
    assert code == 1
    assert "NOT" in text


def test_a_game_under_way_stays_secret_and_an_unknown_table_is_said_to_be(tables: tuple[str, str], tmp_path: Path) -> None:
    assert run("export", tables[1], "--data", tmp_path)[0] == 1
    assert run("export", tables[1], "--data", tmp_path, "--secret")[0] == 0
    assert run("export", "nothing", "--data", tmp_path)[0] == 1


def test_a_backup_is_a_store(tables: tuple[str, str], tmp_path: Path) -> None:
    copy = tmp_path / "copy" / "house.sqlite3"
    copy.parent.mkdir()
    assert run("backup", copy, "--data", tmp_path)[0] == 0
    assert run("backup", copy, "--data", tmp_path)[0] == 1
    assert run("export", tables[0], "--data", copy.parent)[1] == run("export", tables[0], "--data", tmp_path)[1]
