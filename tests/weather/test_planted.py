"""The weather can fail: every planted mistake is found, within a few hundred worlds here, within 2,000 in `make soak`."""

from __future__ import annotations

import pytest

from tests.weather.planted import BUGS
from tests.weather.planting import Bug, planted
from tests.weather.runner import run, set_up

WORLDS, SOAKED = 400, 2000


@pytest.mark.parametrize("bug", BUGS, ids=[bug.name.replace(" ", "-") for bug in BUGS])
def test_a_mistake_is_found(bug: Bug, soak: bool) -> None:
    with set_up(), planted(bug):
        for seed in range(SOAKED if soak else WORLDS):
            if run(seed).wrong is not None:
                return
    pytest.fail(f"{bug.name}: nothing was wrong in any world")


def test_there_are_enough_of_them() -> None:
    assert len(BUGS) >= 20
