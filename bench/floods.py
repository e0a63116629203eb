"""How an honest player fares while somebody floods the house: p99 of their moves, over its quiet value.

    python -m bench.floods [--seconds 6] [NAME ...]

One server with the limits as they come. Ten people play Novem from 127.0.0.1, a dozen moves a second at each of five tables; a
process of its own floods from 127.0.0.2, each flood for as long as the quiet before it. The floods are those that once stopped
the house.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from typing import Any

import httpx

from bench.contestants import HELLO, Load, Ours, Pair
from bench.server import cpu, rss, wait_until_ready
from bench.wire import frame

FLOOD = "127.0.0.2"
TABLES = 5
THINK = 0.06
"""Seconds that an honest player thinks."""
LINES = 1000
"""Connections that a flood holds or tries to hold."""

Flood = Callable[[int, str], Awaitable[None]]
FLOODS: dict[str, Flood] = {}


def flood(made: Flood) -> Flood:
    """Adds a flood to the list."""
    FLOODS[made.__name__] = made
    return made


# The honest player ----------------------------------------------------------------------------------------------------------


class Players(Ours):
    """Two people who think a little before each move."""

    def _move(self, pair: Pair, seat: int) -> None:
        asyncio.get_running_loop().call_later(THINK, super()._move, pair, seat)


async def measure(load: Load, seconds: float) -> tuple[float, float, int]:
    """Median and p99 of the moves of the next seconds (ms), and how many there were."""
    load.latencies.clear()
    await asyncio.sleep(seconds)
    found = sorted(load.latencies) or [seconds]
    return statistics.median(found) * 1000, found[int(len(found) * 0.99)] * 1000, len(load.latencies)


async def compare(names: list[str], seconds: float, port: int) -> None:
    """Each flood, with a quiet time before it."""
    server = Players(port, limits=[])
    try:
        await wait_until_ready(server)
        load = Load()
        await server.seat(TABLES, load)
        server.go()
        await measure(load, 3)
        for name in names:
            quiet = await measure(load, seconds)
            command = [sys.executable, "-m", "bench.floods", "--flood", name, "--port", str(port)]
            flooding = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            await asyncio.sleep(2.0)  # it starts
            used = cpu(server.process.pid)
            during = await measure(load, seconds)
            share = (cpu(server.process.pid) - used) / seconds
            memory = rss(server.process.pid)
            alive = flooding.poll() is None
            flooding.kill()
            _, errors = flooding.communicate()
            print(
                f"{name:12} quiet p99 {quiet[1]:7.2f} ms, during {during[1]:7.2f} ms: {during[1] / quiet[1]:5.2f} times "
                f"(median {during[0] / quiet[0]:.2f}; {quiet[2]} and {during[2]} moves; {share:.0%} of a core, {memory:.0f} MiB)"
                + ("" if alive else f"  THE FLOOD ENDED: {errors.decode()[-300:]}"),
                flush=True,
            )
            await asyncio.sleep(2)
    finally:
        server.stop()


# The floods -----------------------------------------------------------------------------------------------------------------


async def line(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection from the flood's address."""
    return await asyncio.open_connection("127.0.0.1", port, local_addr=(FLOOD, 0))


async def for_ever(count: int, one: Callable[[], Awaitable[None]]) -> None:
    """So many at a time, again and again."""

    async def again() -> None:
        while True:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                await one()
            await asyncio.sleep(0.005)

    await asyncio.gather(*(again() for _ in range(count)))


async def socket(port: int, table: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A page that has said hello."""
    reader, writer = await line(port)
    writer.write(
        f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
        f"Origin: http://127.0.0.1:{port}\r\n\r\n".encode()
    )
    if b" 101 " not in await reader.readuntil(b"\r\n\r\n"):
        raise ConnectionError
    writer.write(frame(HELLO, 1))
    return reader, writer


def sockets(data: bytes, *, read: bool) -> Flood:
    """Sockets that send the same again and again, and read the answers or do not."""

    async def run(port: int, table: str) -> None:
        async def one() -> None:
            reader, writer = await socket(port, table)
            try:
                reading = asyncio.create_task(reader.read()) if read else None
                while not writer.transport.is_closing() and not (reading and reading.done()):
                    writer.write(data)
                    await writer.drain()
                    await asyncio.sleep(0)
            finally:
                writer.transport.abort()

        await for_ever(20, one)

    return run


FLOODS["controls"] = sockets(frame(b"", 9) * 2000, read=True)
FLOODS["unread"] = sockets(frame(b"x" * 125, 9) * 500, read=False)
FLOODS["fragments"] = sockets((b"\x00\x80" + b"\x01\x02\x03\x04") * 5000, read=True)
FLOODS["messages"] = sockets(frame(b'{"type":"ping","id":"x"}', 1) * 500, read=True)


def silent(data: bytes, drip: bytes = b"") -> Flood:
    """A thousand connections that begin something and do not end it."""

    async def run(port: int, table: str) -> None:
        async def one() -> None:
            reader, writer = await line(port)
            writer.write(data)
            reading = asyncio.create_task(reader.read())
            while not reading.done():
                await asyncio.wait([reading], timeout=1)
                writer.write(drip)
            writer.close()

        await for_ever(LINES, one)

    return run


HEAD = b"POST /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
FLOODS["silent"] = silent(b"")
FLOODS["half_heads"] = silent(HEAD + b"X-Slow: ", b"x")
FLOODS["half_bodies"] = silent(HEAD + b'Content-Length: 100\r\n\r\n{"name":', b" ")
FLOODS["long_heads"] = silent(HEAD + b"X-Long: " + b"x" * 200_000)


@flood
async def knocking(port: int, table: str) -> None:
    """Connections that are opened and closed."""

    async def one() -> None:
        _, writer = await line(port)
        writer.transport.abort()

    await for_ever(50, one)


def asking(path: str, connections: int = 50) -> Flood:
    """One address again and again, on many connections."""

    async def run(port: int, table: str) -> None:
        async def one() -> None:
            reader, writer = await line(port)
            while not reader.at_eof():
                writer.write(f"GET {path.format(table=table)} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
                await reader.readuntil(b"\r\n\r\n")
                await reader.read(2**20)
            writer.close()

        await for_ever(connections, one)

    return run


FLOODS["openapi"] = asking("/openapi.json")
FLOODS["requests"] = asking("/api/tables/{table}/log")
FLOODS["pages"] = asking("/")


def client(port: int) -> httpx.AsyncClient:
    """A browser at the flood's address."""
    transport = httpx.AsyncHTTPTransport(local_address=FLOOD)
    return httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", transport=transport, timeout=60)


@flood
async def bots(port: int, table: str) -> None:
    """Tables at which only bots play, by guests who are made for it."""

    async def one() -> None:
        async with client(port) as guest:
            await guest.post("/api/me", json={"name": "x"})
            for _ in range(150):
                seats = [{"kind": "bot", "level": "elephant"}] * 2
                await guest.post("/api/tables", json={"game": "bonbons", "seats": seats, "start": True})

    await for_ever(4, one)


@flood
async def reviews(port: int, table: str) -> None:
    """Reviews, replays and records of a game that was given up."""

    async def one() -> None:
        async with client(port) as guest:
            await guest.post("/api/me", json={"name": "x"})
            form: Any = {"game": "tonoo", "seats": [{"kind": "me"}, {"kind": "me"}], "start": True, "settings": {"look": 0}}
            made = (await guest.post("/api/tables", json=form)).json().get("id")
            if made is None:
                return
            await guest.post(f"/api/tables/{made}/resign", json={})
            record = (await guest.get(f"/api/tables/{made}/record")).json()
            while True:
                for path in ("review?seat=0", "replay", "replay?all=true"):
                    await guest.get(f"/api/tables/{made}/{path}")
                await guest.post("/api/records", json={"record": record})

    await for_ever(8, one)


def main() -> None:
    """All floods, or those that are named; or one of them, in a process of its own."""
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*")
    parser.add_argument("--seconds", type=float, default=6.0)
    parser.add_argument("--port", type=int, default=21_900)
    parser.add_argument("--flood", choices=sorted(FLOODS), help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.flood:
        os.nice(10)  # somebody else's machine would not take our processor
        asyncio.run(_one_flood(given.flood, given.port))
    else:
        began = time.perf_counter()
        asyncio.run(compare(given.names or list(FLOODS), given.seconds, given.port))
        print(f"{time.perf_counter() - began:.0f} s; load {os.getloadavg()[0]:.1f}")


async def _one_flood(name: str, port: int) -> None:
    async with client(port) as guest:
        await guest.post("/api/me", json={"name": "flood"})
        form = {"game": "novem", "seats": [{"kind": "me"}, {"kind": "open"}]}
        table = (await guest.post("/api/tables", json=form)).json()["id"]
    async with asyncio.timeout(60):
        await FLOODS[name](port, table)


if __name__ == "__main__":
    main()
