"""A table of values learns Tonoo in PettingZoo: it counts what goes into each cylinder and learns when to lift one.

    python examples/learn_pettingzoo.py [GAMES]

Seat 0 learns from whole games (Monte Carlo, mostly the best move, sometimes another); seat 1 plays at random.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from random import Random
from typing import Any

import numpy as np

from ludotheque.adapters import pettingzoo
from ludotheque.games.tonoo.rules import Lifted, Placed

CURIOUS, MANY = 0.1, 3
"""How often another move is tried; and how many pawns are as good as more."""
Values = dict[tuple[Any, ...], list[float]]
"""For what was known and what was played: the mean of what was won with it, and how often it was."""


def remember(counts: list[int], view: Any) -> None:
    """How many pawns are in each cylinder, from what was just seen."""
    if isinstance(view.last, Placed):
        counts[view.last.cylinder] += 1
    elif isinstance(view.last, Lifted):
        counts[view.last.cylinder] = 0


def play(env: pettingzoo.GameEnv, values: Values, rng: Random, curious: float) -> tuple[float, list[tuple[Any, ...]]]:
    """One game: what seat 0 has won, and what it knew and did each time."""
    env.reset(seed=rng.getrandbits(31))
    counts, did = [0] * 4, []
    while not any(env.terminations.values()):
        agent = env.agent_selection
        observation, _, _, _, info = env.last()
        view = env.layout.decode(observation)
        remember(counts, view)
        legal = np.flatnonzero(info["action_mask"]).tolist()
        action = rng.choice(legal)
        if agent == "seat_0":
            known = (view.phase, *(min(count, MANY) for count in counts))
            if rng.random() >= curious:
                action = max(legal, key=lambda move: (values[(*known, move)][0], rng.random()))
            did.append((*known, action))
        env.step(action)
    return env.rewards["seat_0"], did


def learn(games: int, seed: int = 0) -> tuple[pettingzoo.GameEnv, Values]:
    """Values of moves, from so many games."""
    env, rng = pettingzoo.env("tonoo", players=2), Random(seed)
    values: Values = defaultdict(lambda: [0.0, 0])
    for _ in range(games):
        won, did = play(env, values, rng, CURIOUS)
        for key in did:
            mean, times = values[key]
            values[key] = [mean + (won - mean) / (times + 1), times + 1]
    return env, values


def meets_chance(env: pettingzoo.GameEnv, values: Values, games: int, seed: int = 1) -> float:
    """What it wins a game when it is not curious."""
    rng = Random(seed)
    return sum(play(env, values, rng, 0.0)[0] for _ in range(games)) / games


def main(games: str = "1000") -> None:
    """Before and after."""
    env, values = learn(0)
    print(f"knowing nothing {meets_chance(env, values, 200):+.2f} a game against chance")
    env, values = learn(int(games))
    print(f"after {games} games {meets_chance(env, values, 200):+.2f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
