"""OpenSpiel's own learner (external sampling CFR) in an endgame of Novem: what is left to exploit shrinks.

    python examples/learn_openspiel.py [ROUNDS]

Three tiles are left, and the record is nearly full (any.1), so that the tree is small: who is behind has to guess where the other
lays, and must not be guessed.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
from open_spiel.python.algorithms.exploitability import exploitability
from open_spiel.python.algorithms.external_sampling_mccfr import ExternalSamplingSolver

import ludotheque
from ludotheque.adapters import openspiel
from ludotheque.rules.core import LIMIT

TAKEN = "A1 A1 B2 B2 C3 C3 A2 A2 B3 B3 C1 C1 A3 B1 C2"
LEFT = 2
"""Rounds until the record is full."""


def endgame() -> Any:
    """The position: these crossings were met, then only A1, where nothing is left."""
    play = ludotheque.game("novem").new(seed=0, named={"first": 0}, games=1)
    crossings = [*TAKEN.split(), *["A1"] * (LIMIT // 2 - LEFT - len(TAKEN.split()))]
    for row, column in crossings:
        for _ in range(2):
            play.play(ludotheque.Move("lay", line=row if play.to_act == 0 else column))
    return openspiel.load("novem", start=play.record(), games=1)


def learn(game: Any, rounds: int, seed: int = 0) -> list[float]:
    """What is left to exploit: at first, and after each tenth of the rounds."""
    np.random.seed(seed)  # their solver draws from it
    solver = ExternalSamplingSolver(game)
    found = [exploitability(game, solver.average_policy())]
    for _ in range(10):
        for _ in range(rounds // 10):
            solver.iteration()
        found.append(exploitability(game, solver.average_policy()))
    return found


def main(rounds: str = "200") -> None:
    """How it shrinks."""
    print("to exploit:", ", ".join(f"{left:.3f}" for left in learn(endgame(), int(rounds))))


if __name__ == "__main__":
    main(*sys.argv[1:])
