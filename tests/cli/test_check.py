"""`ludotheque check`."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ludotheque.cli import build
from ludotheque.games import game
from ludotheque.tables import hosting
from ludotheque.tables.bus import LocalBus
from ludotheque.tables.house import House
from ludotheque.tables.model import Settings
from ludotheque.tables.moves import Command, Mover
from ludotheque.tables.store.sql import SqlStore
from tests.familiar import QUICK
from tests.tables.backends import new_database, postgres
from tests.tables.guests import LEA, welcome

__all__ = ["postgres"]

READERS = (("check",), ("export", "table"), ("backup", "copy"))
"""Commands that only read a store."""


async def play(folder: Path) -> str:
    """A house with one table at which four entries were made."""
    house = House(SqlStore(f"sqlite:///{folder / 'house.sqlite3'}"), LocalBus())
    await house.open()
    await welcome(house.store)
    table = hosting.lay(game(QUICK), {}, [hosting.sit(LEA), hosting.sit(LEA)], 0, Settings(look=0))
    table.host = LEA.id
    hosting.start(table, LEA, house.dealer, house.now())
    live = await house.add(table)
    for seq in range(4):
        await house.play(live, lambda: Mover([0, 1], live.to_act), Command(f"lea {seq}", seq, live.legal()[0]))
    await house.close()
    return live.stored.id


def test_a_store_is_well_until_an_entry_is_missing(tmp_path: Path) -> None:
    table = asyncio.run(play(tmp_path))
    check = lambda *more: CliRunner().invoke(build("serve", "check"), ["check", "--data", str(tmp_path), *more])  # noqa: E731
    well = check("--lang", "en")
    assert (well.exit_code, "1 tables, all well" in well.output) == (0, True)
    with closing(sqlite3.connect(tmp_path / "house.sqlite3")) as connection, connection:
        connection.execute("DELETE FROM moves WHERE seq = 1")
    for language, words in (("en", "entry 1 of its log is missing"), ("fr", "l’entrée 1 de son journal manque")):
        wrong = check("--lang", language)
        assert wrong.exit_code == 1
        assert f"{table}: {words}" in wrong.output


def read(*args: object) -> tuple[int, str]:
    done = CliRunner().invoke(build("serve", "check"), [str(arg) for arg in args])
    return done.exit_code, done.output


@pytest.mark.parametrize("command", READERS)
@pytest.mark.parametrize("folder", ["missing", "empty"])
def test_a_command_that_reads_makes_no_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...], folder: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    place = tmp_path / folder / "house.sqlite3"
    for where in (("--data", place.parent), ("--database", f"sqlite:///{place}")):
        told = f"There is no store at {place}: give the folder of a house with --data, or its database"
        assert read(*command, *where, "--lang", "en") == (1, f"{told} with --database.\n")
        code, said = read(*command, *where, "--lang", "fr")
        assert (code, f"Il n’y a pas de données à l’adresse {place}\u00a0:" in said) == (1, True)
    assert [path.name for path in tmp_path.rglob("*")] == ["empty"]


def test_the_database_of_another_program_is_no_store(tmp_path: Path) -> None:
    file = tmp_path / "other.sqlite3"
    with closing(sqlite3.connect(file)) as other, other:
        other.execute("CREATE TABLE recipes (name)")
    code, said = read("check", "--database", f"sqlite:///{file}", "--lang", "en")
    assert (code, f"no store at {file}" in said) == (1, True)
    with closing(sqlite3.connect(file)) as other:
        assert other.execute("SELECT name FROM sqlite_master").fetchall() == [("recipes",)]


def test_an_empty_postgresql_database_stays_empty(postgres: str) -> None:
    url = asyncio.run(new_database(postgres))
    for _ in range(2):  # the first one would make the store that the second one finds
        code, said = read("check", "--database", url, "--lang", "en")
        assert (code, f"no store at {url}" in said) == (1, True)


def test_a_backup_into_a_folder_that_is_missing_says_so(tmp_path: Path) -> None:
    asyncio.run(play(tmp_path))
    copy = tmp_path / "missing" / "copy"
    assert read("backup", copy, "--data", tmp_path) == (1, f"{copy}: No such file or directory\n")
