"""Outside its own folders and the registry, no file of the house names a game."""

from __future__ import annotations

import re
from pathlib import Path

from ludotheque.games import HOUSE

ROOT = Path(__file__).parents[1]
NAMED = re.compile(rf"\b({'|'.join(HOUSE)})\b", re.IGNORECASE)
LEFT_OUT = ("src/ludotheque/games/", "web/src/boards/", "src/ludotheque/server/pages/")  # the last one is built
WRITTEN = ("*.py", "*.ts", "*.svelte", "*.css")


def sources():
    for folder in ("src/ludotheque", "web/src"):
        for pattern in WRITTEN:
            for path in (ROOT / folder).rglob(pattern):
                if not path.relative_to(ROOT).as_posix().startswith(LEFT_OUT) and ".test." not in path.name:
                    yield path


def test_no_file_names_a_game():
    named = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:80]}"
        for path in sources()
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if NAMED.search(line)
    ]
    assert not named, "\n".join(named)


def test_there_are_files_to_look_at():
    assert len(list(sources())) > 150
