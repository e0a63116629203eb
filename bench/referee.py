"""The referee against its peers: `python -m bench.referee`, from the root of the repository.

The peers need what `bench/requirements.txt` lists, best in an environment of their own: `--peers PYTHON` names its
interpreter. gcc must be installed. Everything runs in one thread unless it says otherwise.
"""

from __future__ import annotations

import argparse
import importlib
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench.dataclasses_ import novem, tonoo
from bench.measure import Measure
from bench.versus import ROOT, Contestant, command, compete, ratio, table
from ludotheque.lab.playouts import plain_playouts, playouts

Report = tuple[str, list[str]]
"""A table, and a line for each goal."""

PLAYERS = {"bonbons": 3, "novem": 2, "tableaux": 3, "tuiles": 3, "tonoo": 3}
GAMES = {"bonbons": 50_000, "novem": 2_000_000, "tableaux": 50_000, "tuiles": 50_000, "tonoo": 200_000}
CAREFUL = {"tonoo"}  # uniform play ends Tonoo within a few moves
OPENSPIEL = {"goofspiel": 40_000, "leduc_poker": 700_000, "oh_hell": 80_000, "connect_four": 60_000}


def ours(slug: str, threads: int = 1) -> Contestant:
    """Compiled play of one of the five boxes."""
    name = f"{slug}, {threads} thread{'s' * (threads > 1)}"
    return compiled(name, slug, players=PLAYERS[slug], games=GAMES[slug] * threads, threads=threads, careful=slug in CAREFUL)


def compiled(name: str, game: Any, *, players: int, games: int, threads: int = 1, careful: bool = False) -> Contestant:
    """Compiled play of any game, by its slug or itself."""

    def run(games: int, seed: int) -> Measure:
        tally = playouts(game, players=players, games=games, seed=seed, threads=threads, careful=careful)
        return Measure(name, tally.games, tally.decisions, tally.seconds)

    return Contestant(name, run, games)


def plain(slug: str, games: int) -> Contestant:
    """The same rules, uncompiled, a move at a time."""
    name = f"{slug}, plain carrier"

    def run(games: int, seed: int) -> Measure:
        tally = plain_playouts(slug, players=PLAYERS[slug], games=games, seed=seed, careful=slug in CAREFUL)
        return Measure(name, tally.games, tally.decisions, tally.seconds)

    return Contestant(name, run, games)


def openspiel(python: str, name: str, games: int) -> Contestant:
    """Rollouts inside its C++."""
    return command(f"OpenSpiel {name}", [python, "-m", "bench.peers.openspiel", name], games)


def c_program(name: str, games: int, folder: Path) -> Contestant:
    """Compiled for this very processor, as Numba does."""
    binary = folder / name
    subprocess.run(["gcc", "-std=c11", "-O3", "-march=native", "-o", str(binary), f"bench/c/{name}.c"], cwd=ROOT, check=True)
    return command(f"{name}, C", [str(binary)], games)


def goal(what: str, value: float, least: float) -> str:
    """A line that says whether a ratio is what we want."""
    return f"- {what}: {value:.2f} (goal {least}), {'met' if value >= least else 'MISSED'}"


def against_openspiel(python: str, slugs: list[str], repetitions: int) -> Report:
    """Every box, one thread and two, against the fastest of OpenSpiel's comparable games."""
    contestants = [ours(slug, threads) for slug in slugs for threads in (1, 2)]
    contestants += [openspiel(python, name, games) for name, games in OPENSPIEL.items()]
    contestants.append(openspiel(python, "leduc_poker_cached", 1_500_000))  # for information, see the module
    standings = compete(contestants, repetitions)

    def speed(name: str) -> float:
        return standings[name].decisions_per_second

    fastest = max((f"OpenSpiel {name}" for name in OPENSPIEL), key=speed)
    goals = []
    for slug in slugs:
        one, two = f"{slug}, 1 thread", f"{slug}, 2 threads"
        goals.append(goal(f"{slug} over {fastest}", ratio(standings, one, fastest), 4))
        goals.append(goal(f"{slug}, two threads over one", ratio(standings, two, one), 1.7))
    return table(standings, fastest), goals


def against_c(slugs: list[str], repetitions: int) -> list[Report]:
    """The plain C program is the bar; one under our contract and one on packed words are shown for information."""
    reports = []
    with tempfile.TemporaryDirectory() as folder:
        for slug in slugs:
            programs = ["novem"] if slug == "novem" else ["tonoo", "tonoo_contract", "tonoo_packed"]
            contestants = [ours(slug), *(c_program(name, GAMES[slug], Path(folder)) for name in programs)]
            standings = compete(contestants, repetitions)
            mine, theirs = f"{slug}, 1 thread", f"{slug}, C"
            reports.append((table(standings, theirs), [goal(f"{slug} over C", ratio(standings, mine, theirs), 0.8)]))
    return reports


def against_dataclasses(slugs: list[str], repetitions: int) -> list[Report]:
    """Single moves, uncompiled."""
    peers: dict[str, tuple[Callable[[int, int], Measure], int]] = {"novem": (novem.run, 10_000), "tonoo": (tonoo.run, 1_000)}
    reports = []
    for slug in slugs:
        run, games = peers[slug]
        mine, theirs = plain(slug, games), Contestant(f"{slug}, dataclass", run, games)
        standings = compete([mine, theirs], repetitions)
        value = ratio(standings, mine.name, theirs.name)
        reports.append((table(standings, theirs.name), [goal(f"{slug}, plain carrier over dataclass", value, 0.8)]))
    return reports


def tic_tac_toe(python: str, repetitions: int) -> Report:
    """The one game that everybody has."""
    mine = "tic-tac-toe, ours"
    game = importlib.import_module("examples.tictactoe").GAME
    contestants = [
        compiled(mine, game, players=2, games=2_000_000),
        openspiel(python, "tic_tac_toe", 400_000),
        command("pgx, batches of 4096", [python, "-m", "bench.peers.pgx_tictactoe"], 1_000_000),
        command("PettingZoo", [python, "-m", "bench.peers.pettingzoo_tictactoe"], 5_000),
    ]
    return table(compete(contestants, repetitions), mine), []


def main() -> None:
    """Run the sections asked for, and print each as soon as it is known."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--peers", default=sys.executable, metavar="PYTHON", help="interpreter that has the peers")
    parser.add_argument("--repetitions", type=int, default=5)
    parser.add_argument("--games", nargs="+", choices=PLAYERS, default=list(PLAYERS))
    parser.add_argument("--sections", nargs="+", default=["openspiel", "c", "dataclass", "tictactoe"])
    arguments = parser.parse_args()
    slugs, repetitions = arguments.games, arguments.repetitions
    both = [slug for slug in slugs if slug in ("novem", "tonoo")]
    sections: dict[str, Callable[[], list[Report]]] = {
        "openspiel": lambda: [against_openspiel(arguments.peers, slugs, repetitions)],
        "c": lambda: against_c(both, repetitions),
        "dataclass": lambda: against_dataclasses(both, repetitions),
        "tictactoe": lambda: [tic_tac_toe(arguments.peers, repetitions)],
    }
    for section in arguments.sections:
        for shown, goals in sections[section]():
            print(shown, *goals, sep="\n", end="\n\n", flush=True)


if __name__ == "__main__":
    main()
