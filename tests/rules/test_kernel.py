"""One source, two carriers: the traps that were met on the way, each with a test."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Annotated

import numpy as np
import pytest

from ludotheque.games import GAMES, HOUSE
from ludotheque.rules import kernel
from ludotheque.rules.game import Game
from ludotheque.rules.native import record_type
from ludotheque.rules.state import BaseState, carrier, copy_state, fields, from_record, to_record
from ludotheque.testing import random_play


@pytest.mark.parametrize("slug", HOUSE)
def test_plain_rules_call_plain_helpers_only(slug: str):
    """`.py_func` of a compiled function would still call compiled helpers: nothing compiled may be reachable."""
    game = GAMES[slug]
    game.compiled.warm_up()
    for module in (game.rules, game.engine):
        for name, value in vars(module).items():
            if hasattr(value, "__kernel__"):
                assert type(value) is FunctionType, name
            assert not hasattr(value, "py_func"), name


@pytest.mark.parametrize("slug", HOUSE)
def test_compiled_rules_call_compiled_helpers_only(slug: str):
    compiled = GAMES[slug].compiled
    for module in (compiled.rules, compiled.engine, compiled.batch):
        for name, value in vars(module).items():
            assert not hasattr(value, "__kernel__"), f"{name} is still plain in {module.__name__}"


@pytest.mark.parametrize("slug", HOUSE)
def test_fields_are_64_bit_integers(slug: str):
    """With small integers Numba promotes where NumPy overflows, and the carriers part ways."""
    layout = record_type(GAMES[slug].rules.State)
    for name in layout.names:
        assert layout[name].base == np.int64


def test_a_field_name_that_numpy_has_already_is_refused():
    class Bad(BaseState):
        size: int

    with pytest.raises(TypeError, match="size"):
        fields(Bad)


def test_a_field_of_another_type_is_refused():
    class Bad(BaseState):
        names: list[str]

    with pytest.raises(TypeError, match="names"):
        fields(Bad)


@pytest.mark.parametrize("slug", HOUSE)
def test_kernels_take_arrays_of_records_across_the_boundary(slug: str):
    """Single records cost several times more at each call."""
    compiled = GAMES[slug].compiled
    compiled.warm_up()
    for signature in compiled.batch.random_games.signatures:
        assert all("Array" in str(type(argument)) for argument in signature[:5])


def test_the_plain_carrier_checks_bounds_and_compiled_states_start_from_it():
    class Small(BaseState):
        row: Annotated[list[int], 3]

    state = carrier(Small)()
    with pytest.raises(IndexError):
        state.row[3] = 1


@pytest.mark.parametrize("slug", HOUSE)
def test_a_state_survives_the_way_to_a_record_and_back(slug: str):
    game = GAMES[slug]
    players, options = next(game.variants())
    state = random_play(game, players, options, seed=5, until=30).state
    array = np.zeros(1, record_type(game.rules.State))
    to_record(state, game.rules.State, array[0])
    assert from_record(array[0], game.rules.State) == state


def test_a_copied_state_shares_nothing():
    play = Game("ludotheque.skeleton.game").new(players=2, seed=1)
    twin = copy_state(play.state)
    twin.bag[0] = 99  # type: ignore[attr-defined]
    assert play.state.bag[0] != 99  # type: ignore[attr-defined]


def test_the_referee_imports_msgspec_and_nothing_heavy():
    """Numba costs seconds and memory, a web server more: who only wants the rules, also to play by them, pays for neither."""
    script = (
        "import sys, ludotheque; game = next(iter(ludotheque.all_games().values())); play = game.new(seed=1);"
        "play.play(play.legal()[0]); play.view(0); play.record(); game.facts;"
        "found = {name.partition('.')[0] for name in sys.modules} - set(sys.stdlib_module_names);"
        "print(*sorted(name for name in found if not name.startswith('_')), sep='\\n')"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) <= {"ludotheque", "msgspec", "typing_extensions", "sitecustomize"}


def test_machine_code_is_not_kept_when_an_inlined_helper_changes(tmp_path, monkeypatch):
    """Numba looks at a function's own file only; the cache directory is named after all that can be inlined."""
    monkeypatch.syspath_prepend(tmp_path)
    source = tmp_path / "some_rules_of_a_guest.py"
    source.write_text("A = 1\n")
    before = kernel.cache_directory("guest", "ludotheque.rules.engine", "some_rules_of_a_guest")
    assert kernel.cache_directory("guest", "ludotheque.rules.engine", "some_rules_of_a_guest") == before
    source.write_text("A = 2\n")
    assert kernel.cache_directory("guest", "ludotheque.rules.engine", "some_rules_of_a_guest") != before


def test_without_a_home_machine_code_is_kept_as_long_as_the_process(monkeypatch, tmp_path):
    """A service may have no home that it can write to; its bots play all the same."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert kernel.cache_home() == tmp_path / "ludotheque"
    file = tmp_path / "file"
    file.touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(file))
    made = kernel.cache_home()
    assert made == kernel.cache_home()
    assert not made.is_relative_to(tmp_path)
    assert made.stat().st_mode & 0o777 == 0o700


def test_a_module_that_is_not_there_cannot_be_compiled():
    with pytest.raises(ImportError, match=r"ludotheque\.nowhere"):
        kernel.compiled("ludotheque.nowhere")


HELPERS = """
from ludotheque.rules.kernel import kernel

@kernel
def share(whole, parts):
    return whole // parts

@kernel
def shares(whole, out):
    out[0] = share(whole, 2) + share(whole, 3)
    return share(whole, out[1])

@kernel
def length(state):
    return state.length

@kernel
def length_of(states):
    return length(states[0])
"""


@pytest.fixture(params=["", "INLINE = False"])
def helpers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[ModuleType]:
    """A module of two kernels, of which one calls the other; compiled into an empty cache."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    (tmp_path / "sharing.py").write_text(f"{request.param}\n{HELPERS}", "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield kernel.compiled("sharing")
    for name in [name for name in sys.modules if name.startswith("sharing")]:
        del sys.modules[name]


def test_only_what_python_calls_is_made_machine_code_and_kept(helpers: ModuleType, tmp_path: Path):
    """A kernel that is called by others goes into them, once for all numbers that it is called with."""
    out = np.array([0, 5])
    assert helpers.shares(60, out) == 12
    assert out[0] == 50
    assert len(helpers.shares.signatures) == 1
    assert helpers.share.signatures == []
    assert [path.name.split("-")[0] for path in tmp_path.rglob("*.nbi")] == ["sharing.shares"]
    assert helpers.share(60, 4) == 15  # and by itself when Python does call it


def test_a_state_may_begin_with_the_fields_of_another(helpers: ModuleType):
    """Numba would warn of it whenever a kernel is compiled for both in one process."""
    short, long = [("length", np.int64)], [("length", np.int64), ("depth", np.int64)]
    for layout in (short, long):
        assert helpers.length_of(np.ones(1, np.dtype(layout))) == 1


def test_an_error_inside_a_helper_is_raised(helpers: ModuleType):
    with pytest.raises(ZeroDivisionError):
        helpers.shares(60, np.array([0, 0]))
