"""`ludotheque check`."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

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
from tests.tables.guests import LEA, welcome


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
