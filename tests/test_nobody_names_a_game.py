"""Outside its own folders and the registry, no file of the house names a game; of the tests, one does for all."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludotheque.games import HOUSE
from tests import familiar

ROOT = Path(__file__).parents[1]
NAMED = re.compile(rf"\b({'|'.join(HOUSE)})\b", re.IGNORECASE)
WRITTEN = ("*.py", "*.ts", "*.svelte", "*.css", "*.js")
LEFT_OUT = {
    "src/ludotheque/games/": "their own folders",
    "src/ludotheque/server/pages/": "built from web/src",
    "src/ludotheque/packing/pages/": "built from web/src",
    "web/src/boards/": "their own folders",
    "tests/games/": "their own folders",
    "tests/familiar.py": "where the tests of the house get their games",
    "tests/weather/people.py": "which games are played in which world: the seeds that find the planted mistakes depend on it",
}


def sources(folder: str) -> Iterator[Path]:
    for pattern in WRITTEN:
        for path in (ROOT / folder).rglob(pattern):
            if not path.relative_to(ROOT).as_posix().startswith(tuple(LEFT_OUT)) and ".test." not in path.name:
                yield path


@pytest.mark.parametrize(("folder", "fewest"), [("src/ludotheque", 130), ("web/src", 60), ("tests", 100)])
def test_no_file_names_a_game(folder: str, fewest: int) -> None:
    found = list(sources(folder))
    assert len(found) > fewest, "there is not much to look at"
    named = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:80]}"
        for path in found
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if NAMED.search(line)
    ]
    assert not named, "\n".join(named)


def test_the_familiar_games_are_games_of_the_house() -> None:
    assert {familiar.CHANCY, familiar.QUICK, familiar.HANDS, familiar.MEMORY, familiar.RACE} <= set(HOUSE)


def test_whatever_is_left_out_is_there() -> None:
    gone = [path for path in LEFT_OUT if not (ROOT / path).exists() and "pages" not in path]
    assert not gone, gone
