"""PettingZoo's tic-tac-toe, random full games.

`raw_env` leaves out the three wrappers of `env` (order, bounds and legality checks), and `observe` replaces
`last`: the fastest road that goes through the documented interface.
"""

from __future__ import annotations

import time

import numpy as np
from pettingzoo.classic import tictactoe_v3

from bench.measure import Measure, main


def run(games: int, seed: int) -> Measure:
    """Uniformly random games, one after the other."""
    rng = np.random.default_rng(seed)
    uniform = rng.random(9 * games).tolist()  # one call: a draw at a time would cost more than the game
    env = tictactoe_v3.raw_env()
    decisions = 0
    start = time.process_time()  # on a busy machine a wall clock would measure the others too
    for _ in range(games):
        env.reset()
        agent = env.agent_selection
        while not env.terminations[agent]:
            legal = env.observe(agent)["action_mask"].nonzero()[0]
            env.step(int(legal[int(uniform[decisions] * len(legal))]))
            agent = env.agent_selection
            decisions += 1
    seconds = time.process_time() - start
    return Measure("PettingZoo tictactoe", games, decisions, seconds)


if __name__ == "__main__":
    main(run)
