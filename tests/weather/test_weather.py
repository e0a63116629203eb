"""The house in all weathers."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.weather.runner import run, set_up


@pytest.fixture(autouse=True)
def _house() -> Iterator[None]:
    with set_up():
        yield


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
