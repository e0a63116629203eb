"""export, import, backup and verify, on a store that a house has filled."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import subprocess
import sys
import time
from itertools import takewhile
from pathlib import Path

import httpx
import pytest
import segno
from typer.testing import CliRunner

from ludotheque.cli import app
from ludotheque.server.config import Config, lan_address
from tests.familiar import CHANCY
from tests.server.people import open_house, play_out
from tests.server.processes import ENVIRONMENT, START
from tests.tables.backends import free_port


@pytest.fixture
def tables(tmp_path: Path) -> tuple[str, str]:
    """A table that is over and one under way."""

    async def fill() -> tuple[str, str]:
        async with open_house(tmp_path) as house:
            lea = await house.guest("Léa")
            over = await lea.table(CHANCY, "me", "me", start=True)
            pages = [await lea.page(over, look_as=seat) for seat in (0, 1)]
            await play_out(pages)
            return over, await lea.table(CHANCY, "me", "me", start=True)

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


def test_a_phone_in_the_house_finds_the_address_and_the_code(tmp_path: Path) -> None:
    """`--lan`: what is printed leads to a server that answers there and takes pages from there."""
    port, here = free_port(), lan_address()
    command = [sys.executable, "-u", "-c", START, "serve", "--lan", "--port", str(port), "--data", str(tmp_path), "--lang", "en"]
    environment = {**ENVIRONMENT, "PYTHONIOENCODING": "utf-8"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, text=True, encoding="utf-8") as server:
        assert server.stdout is not None
        try:
            said = [line.rstrip("\n") for line in takewhile(lambda line: "Ctrl+C" not in line, server.stdout)]
            address = f"http://{here}:{port}"
            assert any(f"{address}/" in line for line in said)
            assert read_code(said) == [[bool(dark) for dark in row] for row in segno.make(f"{address}/", micro=False).matrix]
            page = httpx.Client(base_url=address, headers={"origin": address})
            for _ in range(600):
                with contextlib.suppress(httpx.TransportError):
                    if page.get("/health").status_code == 200:
                        break
                time.sleep(0.05)
            assert page.post("/api/me", json={"name": "Léa"}).status_code == 200
            assert page.post("/api/me", json={"name": "Eve"}, headers={"origin": "http://evil.example"}).status_code == 403
            page.close()
        finally:
            server.terminate()


def test_a_password_is_never_printed() -> None:
    assert (
        Config(database="postgresql://house:secret@db.example:5432/house").place == "postgresql://house:***@db.example:5432/house"
    )
    assert Config(database="postgresql://house@db.example/house").place == "postgresql://house@db.example/house"


def read_code(said: list[str]) -> list[list[bool]]:
    """The dark squares of a code of half blocks, without its margin."""
    halves = {" ": (True, True), "\u2588": (False, False), "\u2580": (False, True), "\u2584": (True, False)}
    plain = [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in said]
    rows = []
    for line in plain:
        if len(line) > 20 and set(line) <= set(halves):
            rows += [[halves[block][half] for block in line] for half in (0, 1)]
    margin = 4
    width = len(rows[0])
    assert not any(any(row) for row in rows[:margin]), "phones need a margin"
    return [row[margin:-margin] for row in rows[margin : width - margin]]
