"""Kernels in a page: the same seeds, the same games, the same chances as on this machine."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludotheque import records
from ludotheque.games import HOUSE
from tests.familiar import RACE
from tests.pocket import games
from tests.pocket.guests import GUEST, visiting
from tests.pocket.inside import Inside, lay
from tests.pocket.sameness import ADVISED, COUNT, differences


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory, soak: bool) -> Path:
    """The parts of a house; without --soak with the kernels of one box, since they take a minute each."""
    made = tmp_path_factory.mktemp("inside")
    with visiting(GUEST):
        lay(made, HOUSE if soak else [RACE])
    return made


@pytest.fixture(scope="module")
def inside(place: Path) -> Iterator[Inside]:
    with Inside(place) as running:
        yield running


def test_a_race_is_run_the_same_way(inside: Inside) -> None:
    assert differences({"Node": inside.ask}, RACE, range(3), advised=range(1)) == []


@pytest.mark.soak
@pytest.mark.parametrize("slug", HOUSE)
def test_a_thousand_games_of_every_box_are_the_same(slug: str, inside: Inside) -> None:
    assert differences({"Node": inside.ask}, slug, range(COUNT), range(0, COUNT, ADVISED)) == []


def test_a_guest_comes_along_and_its_bots_play_uncompiled(inside: Inside) -> None:
    with visiting(GUEST):
        record = inside.ask("whole", "tictactoe", 3, 8)
        assert records.check(record).outcome is not None


def test_what_differs_is_noticed() -> None:
    def otherwise(function: str, *args: int) -> object:
        told = json.loads(json.dumps(getattr(games, function)(*args)))
        if function == "whole":
            told["moves"].pop()
        else:
            told[-1]["chance"] += 1e-11
        return told

    assert len(differences({"a dream": otherwise}, RACE, range(1), range(1))) == 2


def test_a_module_that_was_left_out_says_how_it_comes_along(inside: Inside) -> None:
    assert "mailbox was left out of this pocket house" in inside.ask("trouble", "mailbox")
    assert "No module named" in inside.ask("trouble", "nobody_has_this")
