"""Kernels in a page: the same seeds, the same moves, the same chances as on this machine."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from ludotheque.bots import LEVELS
from ludotheque.games import HOUSE, game
from ludotheque.packing import kernels, runtime, source
from tests.familiar import RACE
from tests.pocket import games

HERE = Path(__file__).parent
PYODIDE = HERE.parents[1] / "web" / "node_modules" / "pyodide"
BEGIN = """
import ctypes, json, sys
from pathlib import Path
from ludotheque.pocket.carrier import Library, read_index
from ludotheque.rules.kernel import carry_by
carry_by(Library(ctypes.CDLL("/kernels.so"), read_index(Path("/kernels.json").read_bytes())))
sys.path.insert(0, "/")
import games
json.dumps([games.told(*asked) for asked in json.loads('{asked}')])
"""
Asked = tuple[str, list[int], list[str], int, int]
"""What `games.told` is asked for."""

Inside = Callable[[Sequence[str], Sequence[Asked]], list[Any]]


@pytest.fixture(scope="module")
def inside(tmp_path_factory: pytest.TempPathFactory) -> Inside:
    """Plays in a page's Python, in Node, with kernels for these boxes."""
    if shutil.which("node") is None:
        pytest.fail("there is no node: the pages are built with it")
    folder = tmp_path_factory.mktemp("inside")
    (folder / "house.zip").write_bytes(source.archive())
    (folder / "msgspec.zip").write_bytes(runtime.msgspec_archive())

    def play(boxes: Sequence[str], asked: Sequence[Asked]) -> list[Any]:
        made = kernels.built(boxes)
        given = {
            "pyodide": str(PYODIDE),
            "archives": [[str(folder / "house.zip"), "zip"], [str(folder / "msgspec.zip"), "zip"]],
            "files": [
                [str(made / kernels.LIBRARY), "/kernels.so"],
                [str(made / kernels.INDEX), "/kernels.json"],
                [str(HERE / "games.py"), "/games.py"],
            ],
            "script": BEGIN.replace("{asked}", json.dumps(asked)),
        }
        command = ["node", str(HERE / "run.mjs")]
        done = subprocess.run(command, input=json.dumps(given), capture_output=True, text=True, timeout=1800)
        assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]
        found: list[Any] = json.loads(done.stdout.splitlines()[-1])
        return found

    return play


def same(ours: Any, theirs: Any) -> None:
    assert theirs["moves"] == json.loads(json.dumps(ours["moves"]))
    assert theirs["chances"] == pytest.approx(ours["chances"], abs=1e-12)
    assert theirs["chances"], "there was something to compare"


def test_a_race_is_run_the_same_way(inside: Inside) -> None:
    asked: Asked = (RACE, [0, 3], list(LEVELS), 16, 10)
    [found] = inside([RACE], [asked])
    same(games.told(*asked), found)


@pytest.mark.soak
@pytest.mark.parametrize("slug", HOUSE)
def test_every_variant_and_level_plays_the_same_games(slug: str, inside: Inside) -> None:
    variants = list(range(len(list(game(slug).variants()))))
    asked: Asked = (slug, variants, list(LEVELS), 48, 60)
    [found] = inside(HOUSE, [asked])
    same(games.told(*asked), found)
