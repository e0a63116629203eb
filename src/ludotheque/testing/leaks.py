"""Deliberate leaks: proof that the leak test of a game can fail.

A game's tests hold a file `leaks.py` with a dictionary `LEAKS`. Each value is a view as a careless programmer would build it,
`leak(view, state, seat) -> view`: it takes the honest view and puts something in that the seat may not know. The leak test has
to notice every one of them.
"""

from __future__ import annotations

import importlib.util
import inspect
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ludotheque.rules.core import View
from ludotheque.rules.game import Game
from ludotheque.rules.state import BaseState
from ludotheque.testing.battery import check_no_leaks

FEWEST = 5
"""So many leaks a list has at least, unless nothing is hidden in the game."""
POSITIONS, SEED = 60, 17

Leak = Callable[[Any, Any, int], View]

EXAMPLE = """
    from msgspec.structs import replace

    def everybody_sees_the_hand_of_the_seat_to_act(view, state, seat):
        return replace(view, hand=hand_of(state, state.turn))

    LEAKS = {"everybody_sees_the_hand_of_the_seat_to_act": everybody_sees_the_hand_of_the_seat_to_act}
"""


def read_leaks(folder: Path) -> Mapping[str, Leak]:
    """The list of a game's tests; an AssertionError says what to write when there is none, or when it is not one."""
    path = folder / "leaks.py"
    wanted = "it holds LEAKS, views that show too much, name to leak(view, state, seat)"
    assert path.exists(), f"{path} is missing: {wanted}:\n{EXAMPLE}"
    spec = importlib.util.spec_from_file_location(f"leaks_of_{folder.name}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found = getattr(module, "LEAKS", None)
    assert isinstance(found, dict), f"{path} has no dictionary LEAKS, name to leak(view, state, seat):\n{EXAMPLE}"
    for name, leak in found.items():
        fits = callable(leak) and len(inspect.signature(leak).parameters) == 3
        assert fits, f"{path}: {name} has to be a function of three: leak(view, state, seat) -> view"
    return found


def check_enough(leaks: Mapping[str, Leak], folder: Path, fewest: int = FEWEST) -> None:
    """There are enough leaks to trust the leak test."""
    wanted = f"at least {fewest} are wanted, one for each thing that somebody may not see"
    assert len(leaks) >= fewest, f"{folder / 'leaks.py'} holds {len(leaks)} leaks; {wanted}"


def check_caught(game: Game, name: str, leak: Leak) -> None:
    """The leak test notices this leak, with some number of players and some options."""

    def leaky(state: BaseState, seat: int) -> View:
        return leak(game.view(state, seat), state, seat)

    for players, options in game.variants():
        try:
            check_no_leaks(game, players, options, POSITIONS, SEED, look=leaky)
        except AssertionError:
            return
    raise AssertionError(
        f"the leak {name} went unnoticed in {POSITIONS} positions of every variant: either it shows nothing that is hidden, or"
        f" `imagine` of {game.slug} never imagines it otherwise"
    )
