"""Steps of the vector environment, each masked and observed, next to pgx and PettingZoo on the game that everybody has.

    python -m bench.vector --peers bench/.venv/bin/python

A step is one move of one table: actions in and all arrays out, as NumPy, the choice of a random legal action included. The clock
is that of the process (one thread), since on a busy machine a wall clock measures the others too.
"""

from __future__ import annotations

import argparse
import os
import time

from examples.tictactoe import GAME as SMALL

from bench.measure import Measure
from bench.versus import Contestant, command, compete, ratio, table
from ludotheque.adapters import vector
from ludotheque.games import GAMES
from ludotheque.rules.game import Game

OURS, PGX, PETTINGZOO = "tic-tac-toe, ours", "pgx, stepped and observed", "PettingZoo"
TABLES = 4096
"""As many as pgx has in a batch."""
GOAL, AGAINST_PGX, AGAINST_PETTINGZOO = 5_000_000, 1, 50


def stepped(name: str, game: Game, players: int, tables: int, steps: int) -> Contestant:
    """The environment, played at random."""

    def run(steps: int, seed: int) -> Measure:
        env = vector.env(game, tables, players, seed=seed)
        for _ in range(100):  # so that the tables are not all at the beginning
            env.step(env.random_actions())
        games, calls = 0, -(-steps // tables)
        start = time.process_time()
        for _ in range(calls):
            games += int(env.step(env.random_actions()).over.sum())
        return Measure(name, games, calls * tables, time.process_time() - start)

    return Contestant(name, run, steps)


def main() -> None:
    """All of it, with the goals."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--peers", help="the Python that has pgx and PettingZoo; without, only our boxes are measured")
    parser.add_argument("--repetitions", type=int, default=5)
    parser.add_argument("--tables", type=int, nargs="+", default=[256, TABLES])
    arguments = parser.parse_args()
    print(f"load {os.getloadavg()[0]:.1f}")
    if arguments.peers:
        peer = lambda name, module, count: command(name, [arguments.peers, "-m", f"bench.peers.{module}"], count)  # noqa: E731
        contestants = [stepped(OURS, SMALL, 2, TABLES, 4_000_000)]
        contestants += [peer(PGX, "pgx_steps", 4_000_000), peer(PETTINGZOO, "pettingzoo_tictactoe", 2_000)]
        standings = compete(contestants, arguments.repetitions)
        print(table(standings, OURS))
        for name, goal in ((PGX, AGAINST_PGX), (PETTINGZOO, AGAINST_PETTINGZOO)):
            found = ratio(standings, OURS, name)
            print(f"ours over {name}: {found:.3g}, goal {goal}, {'met' if found >= goal else 'MISSED'}")
    for tables in arguments.tables:
        boxes = [stepped(f"{slug}, 3 players", game, 3, tables, 1_000_000) for slug, game in GAMES.items() if 3 in game.players]
        boxes += [stepped(f"{slug}, 2 players", game, 2, tables, 1_000_000) for slug, game in GAMES.items()]
        print(f"\n| {tables} tables | steps/s | goal {GOAL:,} |\n|---|--:|---|")
        for name, steps, _ in compete(boxes, arguments.repetitions).values():
            print(f"| {name} | {steps:,.0f} | {'met' if steps >= GOAL else '**missed**'} |")
    print(f"load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
