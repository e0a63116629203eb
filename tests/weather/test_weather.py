"""The house in all weathers: 500 worlds in `make test`, 100,000 in `make soak`."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.weather.runner import run, set_up
from tests.weather.world import World

WORLDS, SOAKED, PARTS = 500, 100_000, 20


@pytest.fixture(autouse=True)
def _house() -> Iterator[None]:
    with set_up():
        yield


def told(world: World) -> str:
    """What a failed world says of itself."""
    return "\n".join([f"python -m tests.weather {world.seed}", *list(world.story())[-40:], f"seed {world.seed}: {world.wrong}"])


@pytest.mark.parametrize("part", range(PARTS))
def test_whatever_breaks_what_is_shown_is_stored_and_every_table_goes_on(part: int, soak: bool) -> None:
    count = (SOAKED if soak else WORLDS) // PARTS
    for seed in range(part * count, (part + 1) * count):
        world = run(seed)
        assert world.wrong is None, told(world)


def digest(seeds: range) -> str:
    """All that happened in some worlds, in short."""
    return hashlib.sha256("\n".join(line for seed in seeds for line in run(seed).story()).encode()).hexdigest()


def test_a_seed_always_tells_the_same_story_also_in_another_process() -> None:
    seeds = range(1000, 1006)
    program = f"""if True:
        from tests.weather.test_weather import digest, set_up
        with set_up():
            print(digest({seeds}))"""
    elsewhere = subprocess.run(
        [sys.executable, "-c", program], env={**os.environ, "PYTHONHASHSEED": "7"}, capture_output=True, text=True, check=True
    )
    assert elsewhere.stdout.strip() == digest(seeds) == digest(seeds)
