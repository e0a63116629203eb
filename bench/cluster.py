"""Two processes of a Dask cluster on this machine next to two threads of one process, on the same chunks of a study.

    python -m bench.cluster

Threads are what two cores can do at best: the kernels let go of the interpreter's lock. The two take turns. One ratio is by the
clock, which on a busy machine measures the others too; the other one counts the processor time of everybody concerned, the
scheduler and the client included, and tells what the cluster adds to the work itself.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psutil

from ludotheque.games import game as find_game
from ludotheque.lab.study.chunks import play_chunk, warm
from ludotheque.lab.study.cluster import Cluster
from ludotheque.lab.study.entrants import Entrant
from ludotheque.lab.study.file import StudyFile
from ludotheque.lab.study.plan import Plan, Table, cell_of
from ludotheque.lab.study.run import play_study

CORES = 2
GOAL = 0.9


@contextlib.contextmanager
def cluster() -> Iterator[tuple[str, list[psutil.Process]]]:
    """A scheduler and two workers; the file by which they are found, and the processes."""
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        file = str(Path(folder) / "scheduler.json")
        worker = ["worker", "--scheduler-file", file, "--nthreads", "1", "--no-nanny", "--no-dashboard"]
        commands = [["scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", file]]
        processes = []
        for command in (*commands, *[worker] * CORES):
            running = subprocess.Popen([sys.executable, "-m", "dask", *command], stderr=subprocess.DEVNULL, cwd=folder)
            stack.callback(running.wait)
            stack.callback(running.kill)
            processes.append(psutil.Process(running.pid))
        yield file, processes


def timed(play: Callable[[], object], processes: list[psutil.Process]) -> tuple[float, float]:
    """Seconds by the clock and of processors, these processes and this one together."""

    def used() -> float:
        return sum(sum(process.cpu_times()[:2]) for process in [*processes, psutil.Process()])

    before, began = used(), time.perf_counter()
    play()
    return time.perf_counter() - began, used() - before


def main() -> None:
    """Both, in turns."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="tonoo")
    parser.add_argument("--chunks", type=int, default=16)
    parser.add_argument("--repetitions", type=int, default=5)
    given = parser.parse_args()
    game = find_game(given.game)
    players = game.facts.seats
    plan = Plan((cell_of(Table(game.slug, players, game.options({}), (Entrant("random"),) * players)),))
    wanted = plan.rounds(given.chunks)
    warm(plan)

    def by_threads() -> None:
        with ThreadPoolExecutor(CORES) as pool:
            list(pool.map(lambda work: play_chunk(plan, *work), plan.work([0], wanted)))

    print(f"load {os.getloadavg()[0]:.1f}")
    with cluster() as (file, processes):

        def joined() -> Cluster:
            return Cluster(StudyFile(plan).header, file)

        first = joined()
        first._client.wait_for_workers(CORES, 60)
        first.leave()
        rounds = []
        for _ in range(given.repetitions):
            crew = joined()  # to come and go is no part of it: a study does it once
            threads = timed(by_threads, [])
            spread = timed(lambda crew=crew: play_study(StudyFile(plan), wanted=wanted, crew=crew), processes)
            rounds.append((threads, spread))
    for at, name in enumerate(("by the clock", "in processor time")):
        found = [threads[at] / spread[at] for threads, spread in rounds]
        told = f"{statistics.median(found):.2f} ({min(found):.2f}-{max(found):.2f})"
        print(f"two processes over two threads, {name}: {told}, goal {GOAL}")
    print(f"load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
