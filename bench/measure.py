"""What every contestant of the benchmark reports: how many games and decisions, in how long."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from typing import NamedTuple


class Measure(NamedTuple):
    """One timed run; decisions are moves by seats, draws of chance are not counted."""

    name: str
    games: int
    decisions: int
    seconds: float

    @property
    def decisions_per_second(self) -> float:
        """What the ratios are made of."""
        return self.decisions / self.seconds

    @property
    def games_per_second(self) -> float:
        """Full games, from the deal to the end."""
        return self.games / self.seconds

    def to_json(self) -> str:
        """One line."""
        return json.dumps(self._asdict())


def from_json(line: str, name: str) -> Measure:
    """Reads a line printed by `to_json` or by a C program, which does not name itself."""
    said = json.loads(line)
    return Measure(name, said["games"], said["decisions"], said["seconds"])


def main(run: Callable[[int, int], Measure]) -> None:
    """The command line of a peer: `GAMES SEED` in, one line of JSON out."""
    parser = argparse.ArgumentParser()
    parser.add_argument("games", type=int)
    parser.add_argument("seed", type=int)
    arguments = parser.parse_args()
    print(run(arguments.games, arguments.seed).to_json())
