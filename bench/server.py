"""Our server against boardgame.io's: moves a second, time until the opponent has a move, memory.

    python -m bench.server [--rounds 3] [--seconds 6] [--moves 30000] [--tables 50 500] [--idle 10000]

Paired rounds with fresh servers, one driver for both: a raw WebSocket client on asyncio that looks for a few bytes in each
message and never parses one. Each table has one move under way: the opponent answers as soon as it has it. We store every
move durably (SQLite, synchronous=FULL) before we answer; boardgame.io keeps everything in memory.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import resource
import statistics
import tempfile
import time
import urllib.error
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.contestants import Load, Ours, Theirs


@dataclass
class Result:
    """What one round came to."""

    name: str
    tables: int
    moves_per_second: float
    median_ms: float
    p99_ms: float
    rss_mib: float
    bytes_per_move: float
    frames_per_move: float
    driver_share: float
    cpu_us_per_move: float
    """Processor time of the server; unlike the others it hardly depends on what else the machine does."""


def rss(pid: int) -> float:
    """Resident memory in MiB."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0


def cpu(pid: int) -> float:
    """Processor seconds that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def wait_until_ready(contestant: Any) -> None:
    """Until it answers."""
    for _ in range(400):
        try:
            await asyncio.get_running_loop().run_in_executor(None, lambda: urllib.request.urlopen(contestant.ready(), timeout=2))
            return
        except urllib.error.HTTPError:
            return  # it answers, and that is all we ask
        except OSError:
            await asyncio.sleep(0.05)
    raise TimeoutError(contestant.name)


async def one_round(kind: type, tables: int, seconds: float, moves_in_all: int, port: int) -> Result:
    """A fresh server under load; its memory is taken when it has seen so many moves, so that both have as many."""
    contestant = kind(port)
    try:
        await wait_until_ready(contestant)
        load = Load()
        wires = await contestant.seat(tables, load)
        contestant.go()
        await asyncio.sleep(min(2.0, seconds / 3))  # warm
        warm = load.moves
        load.latencies.clear()
        load.moves = 0
        bytes_before, frames_before = sum(wire.bytes_in for wire in wires), sum(wire.frames_in for wire in wires)
        began, busy, used = time.perf_counter(), time.process_time(), cpu(contestant.process.pid)
        await asyncio.sleep(seconds)
        took, worked = time.perf_counter() - began, time.process_time() - busy
        moves, latencies = load.moves, sorted(load.latencies)
        used = cpu(contestant.process.pid) - used
        received = sum(wire.bytes_in for wire in wires) - bytes_before
        frames = sum(wire.frames_in for wire in wires) - frames_before
        async with asyncio.timeout(300):
            while len(load.latencies) + warm < moves_in_all:
                await asyncio.sleep(0.05)
        memory = rss(contestant.process.pid)
        load.running = False
        await asyncio.sleep(0.3)
        for wire in wires:
            wire.transport.abort()
        if not latencies:
            raise RuntimeError(f"{contestant.name} played nothing")
        return Result(
            contestant.name,
            tables,
            moves / took,
            statistics.median(latencies) * 1000,
            latencies[int(len(latencies) * 0.99)] * 1000,
            memory,
            received / moves,
            frames / moves,
            worked / took,
            used / moves * 1e6,
        )
    finally:
        contestant.stop()


async def idle_memory(kind: type, count: int, port: int) -> tuple[float, float]:
    """Memory with so many idle connections, in all (MiB) and for each (KiB)."""
    contestant = kind(port)
    try:
        await wait_until_ready(contestant)
        before = rss(contestant.process.pid)
        wires = await contestant.idle(count)
        after = rss(contestant.process.pid)
        for wire in wires:
            wire.transport.abort()
        return after, (after - before) * 1024 / count
    finally:
        contestant.stop()


async def warm_start(port: int, folder: str) -> tuple[float, float, float]:
    """How long our server takes to serve: seconds on the clock, seconds of processor time, and its memory then (MiB)."""
    began = time.perf_counter()
    server = Ours(port, folder)
    try:
        await wait_until_ready(server)
        return time.perf_counter() - began, cpu(server.process.pid), rss(server.process.pid)
    finally:
        server.stop()


def main() -> None:
    """All rounds, and what they come to."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=6.0)
    parser.add_argument("--moves", type=int, default=30_000, help="after how many moves memory is measured")
    parser.add_argument("--tables", type=int, nargs="*", default=[50, 500])
    parser.add_argument("--idle", type=int, default=10_000)
    parser.add_argument("--only", choices=["ours", "theirs"])
    given = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(65536, resource.getrlimit(resource.RLIMIT_NOFILE)[1]),) * 2)
    try:
        import uvloop

        uvloop.install()
    except ImportError:
        pass
    kinds: list[Any] = [kind for kind in (Ours, Theirs) if given.only in (None, kind.__name__.lower())]
    port = 21000
    if Ours in kinds:
        with tempfile.TemporaryDirectory(prefix="ludotheque-bench") as folder:
            asyncio.run(warm_start(port, folder))  # makes the store and the bytecode
            starts = [asyncio.run(warm_start(port, folder)) for _ in range(given.rounds)]
        clock, processor, memory = (statistics.median(column) for column in zip(*starts, strict=True))
        print(f"warm start: serves after {clock:.2f} s, {processor:.2f} s of processor time, with {memory:.1f} MiB", flush=True)
    for tables in given.tables:
        rounds: dict[str, list[Result]] = {kind.name: [] for kind in kinds}
        for number in range(given.rounds):
            for kind in kinds if number % 2 == 0 else reversed(kinds):
                port += 1
                result = asyncio.run(one_round(kind, tables, given.seconds, given.moves, port))
                rounds[kind.name].append(result)
                print(
                    f"{result.name:13} {tables:4} tables  {result.moves_per_second:7.0f} moves/s  "
                    f"median {result.median_ms:7.2f} ms  "
                    f"p99 {result.p99_ms:7.2f} ms  {result.rss_mib:6.1f} MiB  {result.bytes_per_move:6.0f} bytes/move  "
                    f"{result.frames_per_move:.1f} frames/move  driver {result.driver_share:.0%}  "
                    f"{result.cpu_us_per_move:.0f} us cpu/move",
                    flush=True,
                )
        if len(kinds) == 2:
            pairs = list(zip(rounds[Ours.name], rounds[Theirs.name], strict=True))
            for what in ("moves_per_second", "median_ms", "p99_ms", "rss_mib", "cpu_us_per_move"):
                ratios = [getattr(ours, what) / getattr(theirs, what) for ours, theirs in pairs]
                spread = f"({min(ratios):.2f} .. {max(ratios):.2f})"
                print(f"  {tables} tables: {what} ours/theirs = {statistics.median(ratios):.2f}  {spread}")
    if given.idle:
        for kind in kinds:
            port += 1
            total, each = asyncio.run(idle_memory(kind, given.idle, port))
            print(f"{kind.name:13} {given.idle} idle connections: {total:.0f} MiB in all, {each:.1f} KiB each", flush=True)


if __name__ == "__main__":
    main()
