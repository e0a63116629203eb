"""What a page runs of the house needs msgspec, Python, and nothing else."""

from __future__ import annotations

import subprocess
import sys

SCRIPT = """
import sys

class Nothing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] not in {"ludotheque", "msgspec", *sys.stdlib_module_names}:
            raise ImportError(f"a page has no {name}", name=name)

sys.meta_path.insert(0, Nothing())

import ludotheque.server.conversation, ludotheque.server.hall, ludotheque.server.lessons
import ludotheque.tables.attendant, ludotheque.tables.house, ludotheque.tables.store.memory
import ludotheque.bots.advice, ludotheque.bots.offhand, ludotheque.bots.search
from ludotheque.bots import parts
from ludotheque.games import GAMES, HOUSE

PARTS = ("bots", "bots.kernels", "solve", "solve.kernels")
for slug in HOUSE:
    game = GAMES[slug]
    assert game.new(seed=1).legal()
    for part in PARTS:
        folder = parts.module(game, part)
        for file in [] if folder is None else game.folder.joinpath(*part.split(".")).glob("*.py"):
            parts.module(game, f"{part}.{file.stem}")
"""


def test_the_house_its_bots_and_what_is_said_at_a_table_need_nothing_but_msgspec() -> None:
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
