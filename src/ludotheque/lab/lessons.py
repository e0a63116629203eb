"""Learning weights from games that a policy plays: `python -m ludotheque.lab.lessons GAME` writes `bots/values.json`.

A game that can be learned brings `bots/kernels/values.py` (the features of a side, and how many) and `bots/kernels/lessons.py`
(positions of games as rows). The chance of a side goes by the exponential of its features, weighed; the weights make what really
came of those positions as likely as can be. Newton's steps find them.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.bots import parts
from ludotheque.bots.lessons import FILE, Lesson, Lessons, write_lessons
from ludotheque.games import game as find_game
from ludotheque.rules import kernel
from ludotheque.rules.arrays import ints, reals
from ludotheque.rules.game import Game

Rows = NDArray[np.float32]
Weights = NDArray[np.float64]

EACH = 4
"""Positions of a game that are written down."""
AT_ONCE = 1000
"""Games between two looks at what is there."""
CAREFUL = 1e-5
"""How strongly weights are drawn to nought that nothing speaks for."""
STEPS = 12
KEPT_APART = 5
"""One game in so many is not learned from: it says how good the weights are."""


class School:
    """Compiled lessons of a game."""

    def __init__(self, game: Game) -> None:
        self.game, compiled = game, game.compiled
        folder = f"{game.package}.bots.kernels"
        bound = {"rules": compiled.rules, "engine": compiled.engine}
        bound["policy"] = kernel.compiled(f"{folder}.policy", label=f"{game.package}/{folder}.policy", **bound)
        bound["values"] = kernel.compiled(f"{folder}.values", label=f"{game.package}/tree", **bound)
        self._lessons = kernel.compiled(f"{folder}.lessons", label=f"{game.package}/lessons", **bound)
        self.plain: Any = parts.module(game, "bots.kernels.lessons")
        self.policy: Any = parts.module(game, "bots.kernels.policy")
        self.values: Any = parts.module(game, "bots.kernels.values")

    def rows(self, players: int, options: Mapping[str, bool | int], games: int, seed: int, start: int = 0) -> Rows:
        """Positions by side: what is weighed, and last the share in the win."""
        compiled, sides = self.game.compiled, self.game.rules.sides(players, options)
        lesson = self.plain.Lesson(
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
            count = self._lessons.take(lesson, seed, first, min(AT_ONCE, start + games - first), EACH)
            found.append(lesson.rows[:count].astype(np.float32))
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


def learn(game: Game, games: int, seed: int) -> Lessons:
    """Learn every variant of a game."""
    school, began, lessons = School(game), time.process_time(), []
    for players, options in game.variants():
        rows = school.rows(players, options, games, seed)
        weights = fitted(rows)
        loss, _ = judged(school.rows(players, options, games // KEPT_APART, seed, start=games), weights)
        lesson = Lesson(players, dict(options), games, len(rows), round(loss, 4), tuple(round(float(one), 3) for one in weights))
        lessons.append(lesson)
        print(f"{players} players {dict(options)}: {len(rows)} positions, loss {loss:.4f}", flush=True)
    command = f"python -m {__spec__.name} {game.slug} --games {games} --seed {seed}"
    minutes = (time.process_time() - began) / 60
    return Lessons(game=game.slug, command=command, seed=seed, minutes=round(minutes, 1), lessons=tuple(lessons))


def main() -> None:
    """Learn, and write the file where the game finds it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=30_000, help="for every number of players and its options")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    game = find_game(given.game)
    write_lessons(game.folder / "bots" / FILE, learn(game, given.games, given.seed))


if __name__ == "__main__":
    main()
