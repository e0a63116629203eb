"""Our server against boardgame.io's: moves a second, time until the opponent has a move, memory.

    python -m bench.server [--rounds 3] [--seconds 6] [--tables 50 500] [--idle 10000]

Paired rounds with fresh servers, one driver for both: a raw WebSocket client on asyncio that looks for a few bytes in each
message and never parses one. Each table has one move under way: the opponent answers as soon as it has it. We store every
move durably (SQLite, synchronous=FULL) before we answer; boardgame.io keeps everything in memory.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import json
import os
import resource
import statistics
import struct
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

PEER = Path(__file__).parent / "peers" / "boardgameio"
START = "from ludotheque.cli import main; main()"
MASK = b"\x01\x02\x03\x04"


# A raw WebSocket client ----------------------------------------------------------------------------------------------


class Wire(asyncio.Protocol):
    """One connection: masks with a fixed mask, reads frames, hands texts on."""

    def __init__(self, path: str, headers: str, on_text: Callable[[bytes], None]) -> None:
        self.path, self.headers, self.on_text = path, headers, on_text
        self.buffer = bytearray()
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.upgraded = False
        self.bytes_in = 0
        self.frames_in = 0

    def connection_made(self, transport: Any) -> None:
        """Ask for the upgrade."""
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(
            (
                f"GET {self.path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n{self.headers}\r\n"
            ).encode()
        )

    def data_received(self, data: bytes) -> None:
        """Cut what arrives into frames."""
        self.bytes_in += len(data)
        buffer = self.buffer
        buffer += data
        if not self.upgraded:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if b" 101 " not in buffer[:40]:
                self.open.set_exception(ConnectionError(bytes(buffer[:200])))
                return
            del buffer[: end + 4]
            self.upgraded = True
            self.open.set_result(None)
        at, size = 0, len(buffer)
        while size - at >= 2:
            kind, length, start = buffer[at] & 15, buffer[at + 1] & 127, at + 2
            if length == 126:
                if size - at < 4:
                    break
                length, start = int.from_bytes(buffer[at + 2 : at + 4], "big"), at + 4
            elif length == 127:
                if size - at < 10:
                    break
                length, start = int.from_bytes(buffer[at + 2 : at + 10], "big"), at + 10
            if size < start + length:
                break
            payload = bytes(buffer[start : start + length])
            at = start + length
            if kind == 1:
                self.frames_in += 1
                self.on_text(payload)
            elif kind == 9:
                self.transport.write(frame(payload, 10))
        del buffer[:at]

    def connection_lost(self, error: Exception | None) -> None:
        """Closed."""
        if not self.open.done():
            self.open.set_exception(ConnectionError(str(error)))

    def send(self, text: bytes) -> None:
        """Send a text."""
        self.transport.write(frame(text, 1))


def frame(payload: bytes, kind: int) -> bytes:
    """A masked frame."""
    size = len(payload)
    head = bytes([128 | kind, 128 | size]) if size < 126 else bytes([128 | kind, 254]) + struct.pack(">H", size)
    repeated = (MASK * (size // 4 + 1))[:size]
    masked = (int.from_bytes(payload, "big") ^ int.from_bytes(repeated, "big")).to_bytes(size, "big")
    return head + MASK + masked


# The two contestants -------------------------------------------------------------------------------------------------


@dataclass
class Load:
    """What the players note."""

    latencies: list[float] = field(default_factory=list)
    moves: int = 0
    running: bool = True


def post(url: str, body: Any, cookie: str = "") -> tuple[Any, str]:
    """A POST, and the cookie that came back."""
    headers = {"Content-Type": "application/json", **({"Cookie": cookie} if cookie else {})}
    request = urllib.request.Request(url, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.loads(answer.read()), (answer.headers.get("Set-Cookie") or "").split(";")[0]


class Ours:
    """A server of this house."""

    name = "ludotheque"

    def __init__(self, port: int) -> None:
        self.port = port
        self.folder = tempfile.TemporaryDirectory(prefix="ludotheque-bench")
        command = [sys.executable, "-c", START, "serve", "--port", str(port), "--data", self.folder.name]
        command += ["--address-rate", "1000000", "--guest-rate", "1000000", "--address-connections", "100000"]
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment)

    def ready(self) -> str:
        """What to ask until it answers."""
        return f"http://127.0.0.1:{self.port}/health"

    async def seat(self, count: int, load: Load) -> list[Wire]:
        """Two people at each of so many tables; seat 0 begins when `go` is called."""
        loop = asyncio.get_running_loop()
        tables = await loop.run_in_executor(None, self._tables, count)
        wires = []
        self.starters = []
        for table, cookies in tables:
            pair = Pair(load)
            for seat in (0, 1):
                wire = await self._wire(table, cookies[seat], lambda text, pair=pair, seat=seat: self._hear(pair, seat, text))
                pair.wires.append(wire)
                wires.append(wire)
            for wire in pair.wires:
                wire.send(b'{"type":"hello","version":1}')
            self.starters.append(pair)
        await asyncio.sleep(1)
        return wires

    async def _wire(self, table: str, cookie: str, on_text: Callable[[bytes], None]) -> Wire:
        origin = f"Origin: http://127.0.0.1:{self.port}\r\n"
        headers = f"{origin}Cookie: {cookie}\r\n" if cookie else origin
        loop = asyncio.get_running_loop()
        _, wire = await loop.create_connection(
            lambda: Wire(f"/api/tables/{table}/socket", headers, on_text), "127.0.0.1", self.port
        )
        await wire.open
        return wire

    def _tables(self, count: int) -> list[tuple[str, list[str]]]:
        url = f"http://127.0.0.1:{self.port}/api"
        found = []
        for _ in range(count):
            cookies = [post(f"{url}/me", {"name": name})[1] for name in ("Lea", "Tom")]
            form = {"game": "novem", "seats": [{"kind": "me"}, {"kind": "open"}], "settings": {"look": 0}, "first": 0}
            table = post(f"{url}/tables", form, cookies[0])[0]["id"]
            post(f"{url}/tables/{table}/join", {}, cookies[1])
            post(f"{url}/tables/{table}/start", {}, cookies[0])
            found.append((table, cookies))
        return found

    def go(self) -> None:
        """The first moves."""
        for pair in self.starters:
            self._move(pair, 0)

    def _move(self, pair: Pair, seat: int) -> None:
        pair.number += 1
        pair.sent = time.perf_counter()
        line = b"A" if seat == 0 else b"1"
        pair.wires[seat].send(
            b'{"type":"move","id":"%d","seq":%d,"move":{"type":"lay","line":"%s"}}' % (pair.number, pair.number - 1, line)
        )

    def _hear(self, pair: Pair, seat: int, text: bytes) -> None:
        if text.startswith(b'{"type":"view"'):
            at = text.find(b'"seq":') + 6
            if int(text[at : text.find(b",", at)]) == pair.number and b'"to_act":%d,' % seat in text:
                pair.arrived(text)
                if pair.load.running and pair.number < 4990:
                    self._move(pair, seat)
        elif text.startswith(b'{"type":"refused"'):
            raise AssertionError(text)

    async def idle(self, count: int) -> list[Wire]:
        """Onlookers who do nothing."""
        table = (await asyncio.get_running_loop().run_in_executor(None, self._tables, 1))[0][0]
        wires = []
        for start in range(0, count, 100):
            some = await asyncio.gather(*(self._wire(table, "", lambda _: None) for _ in range(min(100, count - start))))
            for wire in some:  # at once: who does not say hello is let go
                wire.send(b'{"type":"hello","version":1}')
            wires += some
        await asyncio.sleep(3)
        return wires

    def stop(self) -> None:
        """Stop the server."""
        self.process.terminate()
        self.process.wait(20)
        self.folder.cleanup()


@dataclass
class Pair:
    """Two people at one table, one move under way."""

    load: Load
    wires: list[Wire] = field(default_factory=list)
    number: int = 0
    sent: float = 0.0
    credentials: list[str] = field(default_factory=list)
    table: str = ""

    def arrived(self, text: bytes) -> None:
        """The opponent has the move."""
        self.load.moves += 1
        self.load.latencies.append(time.perf_counter() - self.sent)


class Theirs:
    """boardgame.io's server."""

    name = "boardgame.io"

    def __init__(self, port: int) -> None:
        self.port = port
        command = ["node", str(PEER / "server.cjs"), str(port)]
        environment = {**os.environ, "NODE_ENV": "production"}
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd=PEER, env=environment)

    def ready(self) -> str:
        """What to ask until it answers."""
        return f"http://127.0.0.1:{self.port}/games"

    async def seat(self, count: int, load: Load) -> list[Wire]:
        """Two people at each of so many matches."""
        matches = await asyncio.get_running_loop().run_in_executor(None, self._matches, count)
        wires = []
        self.starters = []
        for match, credentials in matches:
            pair = Pair(load, credentials=credentials, table=match)
            for seat in (0, 1):
                wire = await self._wire(lambda text, pair=pair, seat=seat: self._hear(pair, seat, text))
                pair.wires.append(wire)
                wires.append(wire)
            self.starters.append(pair)
        await asyncio.sleep(1)
        for pair in self.starters:
            for seat, wire in enumerate(pair.wires):
                wire.send(f'42/bench,["sync","{pair.table}","{seat}","{pair.credentials[seat]}",2]'.encode())
        await asyncio.sleep(1.5)
        return wires

    async def _wire(self, on_text: Callable[[bytes], None]) -> Wire:
        loop = asyncio.get_running_loop()
        path = "/socket.io/?EIO=4&transport=websocket"
        made: list[Wire] = []

        def hear(text: bytes) -> None:
            if text[:1] == b"2":
                made[0].send(b"3")
            else:
                on_text(text)

        _, wire = await loop.create_connection(lambda: Wire(path, "", hear), "127.0.0.1", self.port)
        made.append(wire)
        await wire.open
        wire.send(b"40/bench,")
        return wire

    def _matches(self, count: int) -> list[tuple[str, list[str]]]:
        url = f"http://127.0.0.1:{self.port}/games/bench"
        found = []
        for _ in range(count):
            match = post(f"{url}/create", {"numPlayers": 2})[0]["matchID"]
            names = (("0", "Lea"), ("1", "Tom"))
            join = f"{url}/{match}/join"
            keys = [post(join, {"playerID": seat, "playerName": name})[0]["playerCredentials"] for seat, name in names]
            found.append((match, keys))
        return found

    def go(self) -> None:
        """The first moves."""
        for pair in self.starters:
            self._move(pair, 0)

    def _move(self, pair: Pair, seat: int) -> None:
        pair.number += 1
        pair.sent = time.perf_counter()
        pair.wires[seat].send(
            (
                '42/bench,["update",{"type":"MAKE_MOVE","payload":{"type":"lay","args":["A"],'
                f'"playerID":"{seat}","credentials":"{pair.credentials[seat]}"}}}},{pair.number - 1},"{pair.table}","{seat}"]'
            ).encode()
        )

    def _hear(self, pair: Pair, seat: int, text: bytes) -> None:
        if text.startswith(b'42/bench,["update"') and seat == pair.number % 2 and b'"_stateID":%d' % pair.number in text:
            pair.arrived(text)
            if pair.load.running:
                self._move(pair, seat)

    async def idle(self, count: int) -> list[Wire]:
        """Connections that do nothing."""
        match, _ = (await asyncio.get_running_loop().run_in_executor(None, self._matches, 1))[0]
        wires: list[Wire] = []
        for start in range(0, count, 100):
            wires += await asyncio.gather(*(self._wire(lambda _: None) for _ in range(min(100, count - start))))
        await asyncio.sleep(1)
        for wire in wires:
            wire.send(f'42/bench,["sync","{match}",null,null,2]'.encode())
        await asyncio.sleep(3)
        return wires

    def stop(self) -> None:
        """Stop the server."""
        self.process.terminate()
        self.process.wait(20)


# The measurement -----------------------------------------------------------------------------------------------------


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


async def one_round(kind: type, tables: int, seconds: float, port: int) -> Result:
    """A fresh server under load."""
    contestant = kind(port)
    try:
        await wait_until_ready(contestant)
        load = Load()
        wires = await contestant.seat(tables, load)
        contestant.go()
        await asyncio.sleep(min(2.0, seconds / 3))  # warm
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
        load.running = False
        memory = rss(contestant.process.pid)
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


def main() -> None:
    """All rounds, and what they come to."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=6.0)
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
    for tables in given.tables:
        rounds: dict[str, list[Result]] = {kind.name: [] for kind in kinds}
        for number in range(given.rounds):
            for kind in kinds if number % 2 == 0 else reversed(kinds):
                port += 1
                result = asyncio.run(one_round(kind, tables, given.seconds, port))
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
