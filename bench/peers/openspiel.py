"""OpenSpiel's random rollouts, looping entirely inside its C++.

The fastest road from Python: `MCTSBot` with one simulation asks `RandomRolloutEvaluator(n)` for the value of the
root, and the evaluator plays n games to their end (clone, legal actions, apply) before it returns. It says nothing
of how long they were, so the mean number of decisions is measured apart, from the same roots, by playing in Python
outside the clock.

The search crashes at a chance node, so a root is a position after the deal. Several deals are drawn, and the games
are spread over them. The cost of dealing is thus not counted: that favours OpenSpiel (Oh Hell deals 30 cards).

Other roads, slower: `evaluate_bots` with uniform random bots (one game a call, 1.4 to 6 times slower);
`random_sim_test` (checks everything). `cached_tree` keeps every position ever met in memory and walks pointers
instead of applying rules; it only fits tiny games, so Leduc poker is shown that way too, apart from the others.
"""

from __future__ import annotations

import argparse
import random
import time
from typing import Any

import pyspiel

from bench.measure import Measure

GAMES = {
    "goofspiel": "turn_based_simultaneous_game(game=goofspiel())",
    "leduc_poker": "leduc_poker",
    "oh_hell": "oh_hell",
    "connect_four": "connect_four",
    "tic_tac_toe": "tic_tac_toe",
    "leduc_poker_cached": "cached_tree(game=leduc_poker())",
}
DEALS = 32
SAMPLES = 6400


def draw(state: Any, rng: random.Random) -> None:
    """Let chance move."""
    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
    state.apply_action(rng.choices(outcomes, weights)[0])


def roots(game: Any, rng: random.Random) -> list[Any]:
    """Positions where the first player is to move: several deals, or the one start of a game without chance."""
    deals = DEALS if game.new_initial_state().is_chance_node() else 1
    states = [game.new_initial_state() for _ in range(deals)]
    for state in states:
        while state.is_chance_node():
            draw(state, rng)
    return states


def random_length(root: Any, rng: random.Random) -> int:
    """The decisions of one random game from the root."""
    state, decisions = root.clone(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            draw(state, rng)
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            decisions += 1
    return decisions


def rollouts(game: Any, root: Any, games: int, seed: int) -> float:
    """Seconds that this many games from the root take."""
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=games, seed=seed)
    bot = pyspiel.MCTSBot(game, evaluator, uct_c=1.0, max_simulations=1, max_memory_mb=1, solve=False, seed=seed, verbose=False)
    start = time.perf_counter()
    bot.mcts_search(root)
    return time.perf_counter() - start


def run(games: int, seed: int, name: str = "leduc_poker") -> Measure:
    """The games spread evenly over the deals (rounded up)."""
    rng = random.Random(seed)
    game = pyspiel.load_game(GAMES[name])
    starts = roots(game, rng)
    each = SAMPLES // len(starts)
    mean = sum(random_length(root, rng) for root in starts for _ in range(each)) / (each * len(starts))
    share = -(-games // len(starts))
    rollouts(game, starts[0], share, seed)  # warm
    seconds = sum(rollouts(game, root, share, rng.getrandbits(31)) for root in starts)
    played = share * len(starts)
    return Measure(f"OpenSpiel {name}", played, round(mean * played), seconds)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", choices=GAMES)
    parser.add_argument("games", type=int)
    parser.add_argument("seed", type=int)
    arguments = parser.parse_args()
    print(run(arguments.games, arguments.seed, arguments.name).to_json())
