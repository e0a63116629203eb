"""How a server begins and ends: what keeps it from opening is said in one sentence, and told to stop it is gone in time."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import stat
import subprocess
from pathlib import Path

import httpx
import pytest

from ludotheque.server.health import ANSWER_WITHIN
from tests.familiar import QUICK
from tests.server.drives import small_drive
from tests.server.people import Guest
from tests.server.processes import ServerProcess
from tests.tables.backends import PostgresServer, Redis, new_database

pytestmark = pytest.mark.anyio


def fails(server: ServerProcess, language: str = "en") -> str:
    """The one sentence that a server leaves behind when it cannot start."""
    command = [*server.command(), "--lang", language]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, env=server.environment, check=False)
    assert ended.returncode == 1, ended
    assert ended.stdout == ""  # nobody is told that the house is open
    lines = ended.stderr.strip().splitlines()
    assert len(lines) == 1, ended.stderr
    return lines[0]


async def test_a_second_server_in_the_same_folder_is_refused_in_both_languages(tmp_path: Path) -> None:
    first = ServerProcess(tmp_path)
    await first.start()
    assert first.process is not None
    english, french = fails(ServerProcess(tmp_path)), fails(ServerProcess(tmp_path), "fr")
    for sentence in (english, french):
        assert str(tmp_path) in sentence
        assert str(first.process.pid) in sentence
        assert "--data" in sentence
    assert "Another server" in english
    assert "Un autre serveur" in french
    # What only reads goes on beside it.
    copy = tmp_path / "copy.sqlite3"
    tool = [*first.command()[:3], "backup", str(copy), "--data", str(tmp_path)]
    assert subprocess.run(tool, env=first.environment, capture_output=True, check=False).returncode == 0
    assert copy.stat().st_size > 0
    # Killed, it leaves nothing in the way of the next one.
    first.kill()
    await first.start()
    first.terminate()


async def test_deals_are_for_the_eyes_of_the_house_only(tmp_path: Path) -> None:
    folder = tmp_path / "house"
    folder.mkdir(mode=0o755)
    (folder / "house.sqlite3").touch(0o644)
    (folder / "house.sqlite3").chmod(0o644)
    folder.chmod(0o755)
    server = ServerProcess(folder)
    await server.start()
    lea = Guest(server.url)
    await lea.introduce("Léa")
    await lea.table(QUICK, "me", "me", start=True)
    await lea.http.aclose()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    stores = [path for path in folder.iterdir() if path.name.startswith("house.sqlite3")]
    assert {path.suffix for path in stores} == {".sqlite3", ".sqlite3-wal", ".sqlite3-shm", ".lock"}
    assert {path.name: oct(stat.S_IMODE(path.stat().st_mode)) for path in stores} == dict.fromkeys(
        (path.name for path in stores), "0o600"
    )
    server.terminate()


def test_a_folder_that_cannot_be_written_to_is_named(tmp_path: Path) -> None:
    with small_drive(tmp_path / "drive", 4) as drive:
        (drive.folder / "house").mkdir()
        drive.read_only(True)
        assert str(drive.folder) in fails(ServerProcess(drive.folder / "house"))


def test_a_full_disk_at_the_start_is_said(tmp_path: Path) -> None:
    with small_drive(tmp_path / "drive", 1) as drive:
        drive.fill()
        assert "room" in fails(ServerProcess(drive.folder))


@pytest.mark.parametrize("where", ["header", "middle", "text"])
def test_a_broken_file_is_said_to_be_broken(tmp_path: Path, where: str) -> None:
    file = tmp_path / "house.sqlite3"
    if where == "text":
        file.write_bytes(b"This is a shopping list.\n" * 1000)
    else:
        with sqlite3.connect(file) as made:
            made.execute("PRAGMA journal_mode=WAL")
            made.execute("CREATE TABLE t (x)")
            made.executemany("INSERT INTO t VALUES (?)", [(os.urandom(500),) for _ in range(200)])
        made.close()
        with file.open("r+b") as opened:
            opened.seek(0 if where == "header" else 5 * 4096)
            opened.write(os.urandom(8192))
    sentence = fails(ServerProcess(tmp_path))
    assert str(file) in sentence
    assert "damaged" in sentence


def test_a_database_that_is_not_there_is_said_without_its_password(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, "--database", "postgresql://house:secret@127.0.0.1:9/house", "--database-timeout", "0.5")
    sentence = fails(server)
    assert "127.0.0.1:9" in sentence
    assert "secret" not in sentence


@pytest.mark.parametrize(
    ("option", "package"), [("--database=postgresql://x@127.0.0.1/x", "asyncpg"), ("--bus=redis://x", "redis")]
)
def test_without_the_extra_one_is_told_what_to_install(tmp_path: Path, option: str, package: str) -> None:
    (tmp_path / "sitecustomize.py").write_text(f"import sys\nsys.modules[{package!r}] = None\n")
    environment = {"PYTHONPATH": os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])}
    sentence = fails(ServerProcess(tmp_path, option, environment=environment))
    assert "ludotheque[scale]" in sentence
    assert package in sentence


async def test_sigterm_ends_a_server_whose_database_and_bus_hang(
    tmp_path: Path, own_postgres: PostgresServer, redis: Redis
) -> None:
    server = ServerProcess(tmp_path, "--database", await new_database(own_postgres.url), "--bus", redis.url)
    await server.start()
    lea = Guest(server.url)
    await lea.introduce("Léa")
    table = await lea.table(QUICK, "me", "me", first=0, start=True)
    page = await lea.page(table, look_as=0)
    own_postgres.hang()
    redis.hang()
    await page.send({"type": "move", "id": "x", "seq": page.seq, "move": page.legal[0]["move"]})
    waiting = asyncio.create_task(lea.http.get("/api/tables", timeout=20))
    await asyncio.sleep(0.3)
    await asyncio.to_thread(server.terminate)  # while both still hang
    assert server.process is not None
    assert server.process.returncode == 0, server.errors()
    await asyncio.gather(waiting, return_exceptions=True)
    page.socket.transport.abort()
    await lea.http.aclose()


async def test_health_tells_what_hangs_while_it_hangs(tmp_path: Path, own_postgres: PostgresServer, redis: Redis) -> None:
    assert ANSWER_WITHIN <= 1.0
    server = ServerProcess(tmp_path, "--database", await new_database(own_postgres.url), "--bus", redis.url)
    await server.start()
    async with httpx.AsyncClient(base_url=server.url) as client:
        assert (await client.get("/health")).json()["parts"] == {"store": "ok", "bus": "ok"} | await _others(client)
        redis.hang()
        await _until(client, "bus", "away")
        answer = await client.get("/health")
        assert (answer.status_code, answer.json()["status"]) == (200, "impaired")
        assert any("Redis" in sentence for sentence in answer.json()["words"]["fr"])
        own_postgres.hang()
        for _ in range(8):
            answer = await client.get("/health", timeout=60)  # said while both hang: who waited for them would wait for ever
        assert (answer.status_code, answer.json()["status"], answer.json()["parts"]["store"]) == (503, "down", "hung")
        own_postgres.wake()
        redis.wake()
        await _until(client, "store", "ok")
        await _until(client, "bus", "ok")
    server.terminate()


async def _others(client: httpx.AsyncClient) -> dict[str, str]:
    parts = (await client.get("/health")).json()["parts"]
    return {part: trouble for part, trouble in parts.items() if part not in ("store", "bus")}


async def _until(client: httpx.AsyncClient, part: str, trouble: str) -> None:
    async with asyncio.timeout(20):
        while (await client.get("/health", timeout=5)).json()["parts"][part] != trouble:
            await asyncio.sleep(0.1)
