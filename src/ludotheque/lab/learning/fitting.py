"""Learning by fitting: a policy plays, and weights are found that make what came of its positions as likely as can be.

For a game that brings `bots/kernels/values.py` (the features of a side, and how many) and `bots/kernels/samples.py` (positions of
games as rows). The chance of a side goes by the exponential of its features, weighed; Newton's steps find the weights.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from ludotheque.bots import parts
from ludotheque.games import game as find_game
from ludotheque.lab.learning.course import Course
from ludotheque.rules import kernel
from ludotheque.rules.arrays import ints, reals
from ludotheque.rules.game import Game

Rows = NDArray[np.float32]
Weights = NDArray[np.float64]

GAMES = 30_000
GLIMPSE = 1000
BATCH = 1
EACH = 4
"""Positions of a game that are written down."""
AT_ONCE = 1000
"""Games between two looks at what is there."""
WIDTH = 2
"""Bytes of a weight, shipped."""
CAREFUL = 1e-5
"""How strongly weights are drawn to nought that nothing speaks for."""
STEPS = 12
KEPT_APART = 5
"""For so many games one more is played that is not learned from: it says how good the weights are."""


class School:
    """What plays a game and writes down its positions, compiled."""

    def __init__(self, game: Game) -> None:
        self.game, compiled = game, game.compiled
        folder = f"{game.package}.bots.kernels"
        bound = {"rules": compiled.rules, "engine": compiled.engine}
        bound["policy"] = kernel.compiled(f"{folder}.policy", label=f"{game.package}/{folder}.policy", **bound)
        bound["values"] = kernel.compiled(f"{folder}.values", label=f"{game.package}/tree", **bound)
        self._samples = kernel.compiled(f"{folder}.samples", label=f"{game.package}/samples", **bound)
        self.plain: Any = parts.module(game, "bots.kernels.samples")
        self.policy: Any = parts.module(game, "bots.kernels.policy")
        self.values: Any = parts.module(game, "bots.kernels.values")

    def rows(self, players: int, options: Mapping[str, bool | int], games: int, seed: int, start: int = 0) -> Rows:
        """Positions by side: what is weighed, and last the share in the win."""
        compiled, sides = self.game.compiled, self.game.rules.sides(players, options)
        room = self.plain.Room(
            blank=compiled.blank(players, options),
            states=compiled.states(),
            buffer=compiled.buffer(),
            dice=compiled.dice(),
            aside=compiled.dice(),
            notes=ints(self.policy.NOTES),
            features=reals(self.values.FEATURES),
            rows=reals(AT_ONCE * EACH, sides, self.values.WEIGHTS + 1),
        )
        found = []
        for first in range(start, start + games, AT_ONCE):
            count = self._samples.take(room, seed, first, min(AT_ONCE, start + games - first), EACH)
            found.append(room.rows[:count].astype(np.float32))
        return np.concatenate(found)


def judged(rows: Rows, weights: Weights) -> tuple[float, Weights]:
    """How wrong weights are about positions, and the chances that they give every side."""
    worth = rows[..., :-1] @ weights
    worth -= worth.max(axis=1, keepdims=True)
    chances = np.exp(worth)
    chances /= chances.sum(axis=1, keepdims=True)
    return float(-(rows[..., -1] * np.log(np.maximum(chances, 1e-12))).sum(axis=1).mean()), chances


def fitted(rows: Rows, steps: int = STEPS) -> Weights:
    """The weights that make what came of these positions most likely."""
    told, shares = rows[..., :-1], rows[..., -1]
    count, wide = len(rows), rows.shape[2] - 1
    weights = np.zeros(wide)
    for _ in range(steps):
        _, chances = judged(rows, weights)
        slope = np.einsum("ns,nsf->f", shares - chances, told) / count - CAREFUL * weights
        usual = np.einsum("ns,nsf->nf", chances, told)
        bend = CAREFUL * np.eye(wide) - usual.T @ usual / count
        for side in range(rows.shape[1]):
            bend += (told[:, side] * chances[:, side : side + 1]).T @ told[:, side] / count
        step = np.linalg.solve(bend, slope)
        weights += step
        if np.abs(step).max() < 1e-4:
            break
    return weights


def suits(game: Game) -> bool:
    """Whether a game brings features that can be weighed."""
    return all(parts.module_name(game, f"bots.kernels.{part}") is not None for part in ("policy", "values", "samples"))


def courses(game: Game, seed: int) -> tuple[Course, ...]:
    """One for each number of players and its options; no features weigh anything yet."""
    shape = (_school(game.slug).values.WEIGHTS,)
    nothing = np.zeros(shape[0]).tobytes()
    return tuple(
        Course(seats=players, options=dict(options), shape=shape, width=WIDTH, numbers=nothing)
        for players, options in game.variants()
    )


@cache
def _school(slug: str) -> School:
    return School(find_game(slug))


def learn_part(game: Game, course: Course, seed: int, games: int) -> Course:
    """Learn all that is left, which is everything."""
    school = _school(game.slug)
    weights = fitted(school.rows(course.seats, course.options, games, seed))
    apart = school.rows(course.seats, course.options, max(games // KEPT_APART, 1), seed, start=games)
    return msgspec.structs.replace(course, games=games, loss=round(judged(apart, weights)[0], 4), numbers=weights.tobytes())
