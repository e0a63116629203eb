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


def test_who_opens_the_house_for_this_computer_only_is_told_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("ludotheque.server.run.run", lambda config, on_open: on_open())
    serve = ("serve", "--port", free_port(), "--data", tmp_path)
    assert "--lan" in run(*serve, "--lang", "en")[1]
    assert "ludotheque serve --lan" in run(*serve, "--lang", "fr")[1]
    assert "https://games.example.org/" in run(*serve, "--origin", "https://games.example.org")[1]
    monkeypatch.setattr("ludotheque.server.config.lan_address", lambda: "127.0.0.1")  # as without any network
    said = run(*serve, "--lan", "--lang", "en")[1]
    assert "on no network" in said
    assert "127.0.0.1" not in said


@pytest.mark.parametrize("port", [-1, 0, 65536, 99999])
def test_a_port_that_there_is_not_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, port: int) -> None:
    """Port 0 would open the house on a free port that is printed nowhere."""
    monkeypatch.setattr("ludotheque.server.run.run", lambda config, on_open: on_open())
    code, said = run("serve", "--port", port, "--data", tmp_path)
    assert (code, "65535" in said) == (2, True)
    monkeypatch.setenv("LUDOTHEQUE_PORT", str(port))
    code, said = run("serve", "--data", tmp_path)
    assert (code, "65535" in said) == (2, True)


def test_invitations_lead_where_others_can_come() -> None:
    here = f"http://{lan_address()}:8000"
    assert Config(lan=True).lan_origin() == Config(host="0.0.0.0").lan_origin() == here
    assert Config(host="192.168.1.17", port=80).lan_origin() == "http://192.168.1.17"
    assert Config(host="fd00::17").lan_origin() == "http://[fd00::17]:8000"
    for host in ("127.0.0.1", "localhost", "::1", "127.0.1.1"):
        assert Config(host=host).lan_origin() == ""
    assert Config(origins=("http://localhost:5173", "https://games.example.org/")).public_origin == "https://games.example.org"
    assert Config(origins=("http://127.0.0.1:5173", "http://[::1]:5173")).public_origin == ""


def read_code(said: list[str]) -> list[list[bool]]:
    """The dark squares of a code of half blocks, without its margin; every line says both of its colours and takes them back."""
    halves = {" ": (False, False), "\u2588": (True, True), "\u2580": (True, False), "\u2584": (False, True)}
    rows = []
    for line in said:
        if found := re.fullmatch(r"\x1b\[38;5;16;48;5;231m(.*)\x1b\[0m", line):
            rows += [[halves[block][half] for block in found[1]] for half in (0, 1)]
    margin = 4
    width = len(rows[0])
    assert not any(any(row) for row in rows[:margin]), "phones need a margin"
    return [row[margin:-margin] for row in rows[margin : width - margin]]
