"""The runner: contestants take turns, medians decide, and the table is Markdown."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from bench.measure import Measure, from_json

ROOT = Path(__file__).parent.parent


class Contestant(NamedTuple):
    """Someone who plays so many games from a seed, and how many to ask for."""

    name: str
    run: Callable[[int, int], Measure]
    games: int


class Standing(NamedTuple):
    """The medians of a contestant."""

    name: str
    decisions_per_second: float
    games_per_second: float


def command(name: str, argv: Sequence[str], games: int) -> Contestant:
    """A contestant in its own process: `argv GAMES SEED`, whose last line of output is JSON."""

    def run(games: int, seed: int) -> Measure:
        done = subprocess.run([*argv, str(games), str(seed)], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
        return from_json(done.stdout.splitlines()[-1], name)

    return Contestant(name, run, games)


def compete(contestants: Sequence[Contestant], repetitions: int = 5) -> dict[str, Standing]:
    """Every contestant once a round, so that a busy moment of the machine falls on all of them."""
    measures: dict[str, list[Measure]] = {contestant.name: [] for contestant in contestants}
    for seed in range(1, repetitions + 1):
        for name, run, games in contestants:
            load = os.getloadavg()[0]  # above one, the machine has other things to do
            print(f"round {seed} of {repetitions}: {name} (load {load:.1f})", file=sys.stderr)
            measures[name].append(run(games, seed))
    return {
        name: Standing(
            name,
            statistics.median(measure.decisions_per_second for measure in runs),
            statistics.median(measure.games_per_second for measure in runs),
        )
        for name, runs in measures.items()
    }


def ratio(standings: dict[str, Standing], name: str, against: str) -> float:
    """Decisions a second of one, over those of the other."""
    return standings[name].decisions_per_second / standings[against].decisions_per_second


def table(standings: dict[str, Standing], against: str) -> str:
    """Decisions and games a second, and the ratio of decisions to those of one contestant."""
    lines = [f"| | decisions/s | games/s | × {against} |", "|---|--:|--:|--:|"]
    for name, decisions, games in standings.values():
        lines.append(f"| {name} | {decisions:,.0f} | {games:,.0f} | {ratio(standings, name, against):.3g} |")
    return "\n".join(lines)
