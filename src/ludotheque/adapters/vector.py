"""Thousands of tables at once: one call plays a move at each, and shows each seat to act what it sees and may do.

    from ludotheque.adapters import vector
    env = vector.env(slug, tables=4096, players=2, threads=2)
    shown = env.reset(seed=1)
    while learning:
        shown = env.step(policy(shown.observations, shown.masks))

A game that is over is dealt anew at once. The games of a seed are numbered and have dice of their own: table `i` plays games `i`,
`i + tables`, `i + 2 * tables` and so on, and the number of threads changes nothing.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ludotheque.adapters.layout import Layout, arrays_of, layout_of
from ludotheque.adapters.stepping import LONG, Room, Sizes
from ludotheque.games import game as find_game
from ludotheque.rules import kernel
from ludotheque.rules.core import Options
from ludotheque.rules.dice import check_seed
from ludotheque.rules.game import Game
from ludotheque.rules.kernel import Ints
from ludotheque.rules.play import refusal_of
from ludotheque.rules.state import from_record, to_record

STEPPING = "ludotheque.adapters.stepping"
UNWRITTEN = "ludotheque.adapters.unwritten"


class Shown(NamedTuple):
    """What is shown of all tables after a step. The arrays are the same each time: copy what is to be kept."""

    observations: NDArray[np.uint8]
    """What the seat to act sees, one row for each table; `layout` tells what each number says."""
    masks: NDArray[np.bool_]
    """Which actions are legal."""
    seats: NDArray[np.int8]
    """Who is to act."""
    rewards: NDArray[np.float32]
    """What each seat has won or lost with this step: nothing, unless a game is over."""
    over: NDArray[np.bool_]
    """Whether the step ended a game; what is shown belongs to the next one already."""


def env(
    game: str | Game, tables: int = 4096, players: int | None = None, threads: int = 1, seed: int = 0, **options: bool | int
) -> VectorEnv:
    """So many tables of a game, by its slug or itself; without players and options, as few as can play and the defaults."""
    chosen = find_game(game) if isinstance(game, str) else game
    seats = chosen.players[0] if players is None else players
    return VectorEnv(chosen, tables, seats, chosen.options(options), threads, seed)


class VectorEnv:
    """Tables side by side in one block of memory."""

    def __init__(self, game: Game, tables: int, players: int, options: Options, threads: int = 1, seed: int = 0) -> None:
        if tables < 1 or threads < 1:
            raise ValueError(f"at least one table and one thread are needed, not {tables} and {threads}")
        self.game, self.tables, self.players = game, tables, players
        self.layout: Layout = layout_of(game, players, options)
        self.moves = len(game.rules.MOVES)
        self._kernels, self._written = stepping(game)
        self._room = room_for(game, tables, players, options, self.moves, self.layout.width)
        self._threads = min(threads, tables)
        self._pool = ThreadPoolExecutor(self._threads) if self._threads > 1 else None
        self._cuts = [tables * part // self._threads for part in range(self._threads + 1)]
        self._scratch = [(game.compiled.buffer(), game.compiled.dice()) for _ in range(self._threads)]
        room = self._room
        self._shown = Shown(
            room.observations.reshape(tables, self.layout.width),
            room.masks.view(np.bool_).reshape(tables, self.moves),
            room.seats,
            room.rewards.reshape(tables, players),
            room.over.view(np.bool_),
        )
        self.reset(seed)

    def reset(self, seed: int = 0) -> Shown:
        """Deal anew at all tables: games 0, 1, 2 ... of this seed."""
        kept = self.layout.kept
        self._sizes = Sizes(check_seed(seed), self.tables, self.players, self.moves, self.layout.width, kept.start, kept.stop)
        self._room.numbers[:] = np.arange(self.tables)
        return self._run(self._kernels.start_games)

    def step(self, actions: ArrayLike) -> Shown:
        """Play an action at each table. If one is not legal, nothing is played, and the error says which and why."""
        given = np.asarray(actions)
        if given.shape != (self.tables,) or given.dtype.kind not in "iu":
            raise ValueError(f"one whole number for each of {self.tables} tables is needed, not {given.dtype} {given.shape}")
        self._room.actions[:] = given
        wrong = self._kernels.first_illegal(self._room, self._sizes)
        if wrong >= 0:
            raise ValueError(self._why_not(wrong))
        return self._run(self._kernels.step_games)

    def random_actions(self) -> Ints:
        """A legal action for each table, each with the same chance, drawn by dice that deal nothing."""
        return self._room.choices

    def observe(self, seat: int) -> NDArray[np.uint8]:
        """What one seat (or SPECTATOR) sees of every table now, whoever is to act."""
        seen = np.zeros(self.tables * self.layout.width, np.uint8)
        self._kernels.observe_all(self._room.states, np.full(self.tables, seat), seen, self.layout.width)
        rows = seen.reshape(self.tables, self.layout.width)
        if not self._written:
            self._write(rows, [seat] * self.tables)
        return rows

    def close(self) -> None:
        """Let the threads go."""
        if self._pool is not None:
            self._pool.shutdown()

    def _run(self, kernel: Any) -> Shown:
        def part(number: int) -> None:
            kernel(self._room, self._sizes, *self._scratch[number], self._cuts[number], self._cuts[number + 1])

        if self._pool is None:
            part(0)
        else:
            list(self._pool.map(part, range(self._threads)))
        if not self._written:
            self._write(self._shown.observations, self._shown.seats.tolist())
        return self._shown

    def _write(self, rows: NDArray[np.uint8], seats: list[int]) -> None:
        """Observations of a game that has no kernel for them: from views, one by one."""
        for i, seat in enumerate(seats):
            state = from_record(self._room.states[i], self.game.rules.State)
            rows[i] = self.layout.write(self.game.view(state, seat))

    def _why_not(self, i: int) -> str:
        action = int(self._room.actions[i])
        if not 0 <= action < self.moves:
            return f"table {i}: an action is a number from 0 to {self.moves - 1}, not {action}"
        state = from_record(self._room.states[i], self.game.rules.State)
        move = self.game.rules.MOVES[action]
        refusal = refusal_of(self.game, state, int(self._room.seats[i]), move, [0] * self.moves)
        assert refusal is not None
        return f"table {i}: action {action} ({move}) is not legal: {refusal.code} [{refusal.clause}]; nothing was played"


def stepping(game: Game) -> tuple[Any, bool]:
    """The compiled steps of a game, and whether they write observations too."""
    written = hasattr(arrays_of(game), "encode")
    arrays = kernel.compiled(f"{game.package}.arrays" if written else UNWRITTEN)
    made = game.compiled
    return kernel.compiled(STEPPING, label=game.package, rules=made.rules, engine=made.engine, arrays=arrays), written


def warm_up(game: Game) -> None:
    """Compile the steps of a game, or read them from the cache, by playing one."""
    table = env(game, 1)
    table.observe(0)
    table.step(table.random_actions())


def is_warm(game: Game) -> bool:
    """Whether the machine code of a game's steps is in the cache, and younger than what it was made of."""
    arrays = f"{game.package}.arrays" if hasattr(arrays_of(game), "encode") else UNWRITTEN
    directory = kernel.cache_directory(game.package, STEPPING, f"{game.package}.rules", "ludotheque.rules.engine", arrays)
    changed = max(path.stat().st_mtime for path in (*Path(__file__).parent.glob("*.py"), *game.folder.glob("*.py")))
    return any(path.stat().st_mtime > changed for path in directory.rglob("*.step_games-*.nbi"))


def room_for(game: Game, tables: int, players: int, options: Options, moves: int, width: int) -> Room:
    """Memory for so many tables."""
    blank = game.compiled.states()
    to_record(game.blank(players, options), game.rules.State, blank[0])
    return Room(
        states=game.compiled.states(tables),
        blank=blank,
        numbers=np.zeros(tables, np.int64),
        dice=np.zeros(tables, np.int64),
        whims=np.zeros(tables, np.int64),
        actions=np.zeros(tables, np.int64),
        choices=np.zeros(tables, np.int64),
        seats=np.zeros(tables, np.int8),
        set_at=np.zeros(tables * moves if moves > LONG else 0, np.uint16),
        set_count=np.zeros(tables, np.uint16),
        masks=np.zeros(tables * moves, np.uint8),
        observations=np.zeros(tables * width, np.uint8),
        rewards=np.zeros(tables * players, np.float32),
        over=np.zeros(tables, np.uint8),
    )
