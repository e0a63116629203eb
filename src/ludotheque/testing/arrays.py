"""What is asked of a game's observations: they say what the view says, and a kernel that writes them says the same."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import numpy as np
from numpy.typing import NDArray

from ludotheque.adapters.layout import Layout, layout_of
from ludotheque.adapters.vector import stepping
from ludotheque.rules.core import SPECTATOR, Options, View
from ludotheque.rules.dice import new_dice
from ludotheque.rules.game import Game
from ludotheque.rules.state import BaseState, copy_state, to_record
from ludotheque.testing.plays import random_play

IMAGINED = 4
"""One position of so many is compared with another one that looks the same."""
AT_ONCE = 2000

Position = tuple[BaseState, int, View]
"""A state, a seat, and what that seat sees."""


def check_arrays(game: Game, players: int, options: Options, positions: int, seed: int) -> None:
    """An observation can be read as its view; kernels write it bit for bit, also from other states that look the same."""
    layout, found = layout_of(game, players, options), _positions(game, players, options, seed)
    while positions > 0:
        some = [next(found) for _ in range(min(positions, AT_ONCE))]
        positions -= len(some)
        wanted = np.array([_written(layout, view) for _, _, view in some], np.uint8)
        _compare(layout, some, wanted, "the kernel writes")
        chosen = range(0, len(some), IMAGINED)
        alike = [(game.imagine(some[i][2], dice=new_dice(seed + i)), some[i][1], some[i][2]) for i in chosen]
        _compare(layout, alike, wanted[::IMAGINED], "of a state that looks the same, the kernel writes")


def _positions(game: Game, players: int, options: Options, seed: int) -> Iterator[Position]:
    """Every moment of random games, looked at from one seat after the other, a spectator among them."""
    looks = 0
    while True:
        seed += 1
        whole = random_play(game, players, options, seed, careful=seed % 2 == 0)
        state = game.blank(players, options)
        game.rules.lay_out(state, whole.deal)
        for _, value in (*whole.entries, (0, None)):
            seat = looks % (players + 1) + SPECTATOR
            looks += 1
            yield copy_state(state), seat, game.view(state, seat)
            if value is not None:
                game.engine.step(state, game.action(value))


def _written(layout: Layout, view: View) -> list[int]:
    numbers = layout.write(view)
    assert all(0 <= number < slot.values for number, slot in zip(numbers, layout.slots, strict=True))
    read = layout.decode(numbers)
    assert read == msgspec.structs.replace(view, outcome=None), f"written and read again it is {read} instead of {view}"
    return numbers


def _compare(layout: Layout, positions: list[Position], wanted: NDArray[np.uint8], what: str) -> None:
    game = layout.game
    kernels, written = stepping(game)
    if not written:
        return
    states, out = game.compiled.states(len(positions)), np.full(wanted.size, 255, np.uint8)
    for i, (state, _, _) in enumerate(positions):
        to_record(state, game.rules.State, states[i])
    kernels.observe_all(states, np.array([seat for _, seat, _ in positions]), out, layout.width)
    for i, slot in np.argwhere(out.reshape(wanted.shape) != wanted).tolist():
        name, number = layout.slots[slot].name, int(out[i * layout.width + slot])
        raise AssertionError(f"{game.slug}: {what} {number} for {name} instead of {wanted[i, slot]}: {positions[i][2]}")
