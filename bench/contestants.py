"""The two servers of `bench.server`, each with a driver that looks for a few bytes in each message and answers at once."""

from __future__ import annotations

import asyncio
import json
import os
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

from bench.wire import Wire
from ludotheque.server.limits import without_names
from ludotheque.server.protocol import VERSION

PEER = Path(__file__).parent / "peers" / "boardgameio"
START = "from ludotheque.cli import main; main()"
HELLO = b'{"type":"hello","version":%d}' % VERSION


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


async def all_have(wires: list[Wire], frames: int) -> None:
    """Until each has got so many messages: nobody plays before everybody sits."""
    async with asyncio.timeout(60):
        while any(wire.frames_in < frames for wire in wires):
            await asyncio.sleep(0.05)


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


class Contestant:
    """A server, and those who play there."""

    name: str
    process: subprocess.Popen[bytes]

    def __init__(self, port: int) -> None:
        self.port = port
        self.starters: list[Pair] = []

    def go(self) -> None:
        """The first moves."""
        for pair in self.starters:
            self._move(pair, 0)

    def _move(self, pair: Pair, seat: int) -> None:
        pair.number += 1
        pair.sent = time.perf_counter()
        pair.wires[seat].send(self.move(pair, seat))

    def move(self, pair: Pair, seat: int) -> bytes:
        """The next move, as it is sent."""
        raise NotImplementedError

    def stop(self) -> None:
        """Stop the server."""
        self.process.terminate()
        self.process.wait(20)


class Ours(Contestant):
    """A server of this house."""

    name = "ludotheque"

    def __init__(self, port: int, folder: str | None = None, limits: list[str] | None = None) -> None:
        super().__init__(port)
        self.folder = None if folder else tempfile.TemporaryDirectory(prefix="ludotheque-bench")
        data = folder or (self.folder.name if self.folder else "")
        command = [sys.executable, "-c", START, "serve", "--port", str(port), "--data", data]
        command += without_names() if limits is None else limits
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
                wire.send(HELLO)
            self.starters.append(pair)
        await all_have(wires, 1)
        await asyncio.sleep(0.5)  # presence
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

    def move(self, pair: Pair, seat: int) -> bytes:
        """The next move, as it is sent."""
        line = b"A" if seat == 0 else b"1"
        return b'{"type":"move","id":"%d","seq":%d,"move":{"type":"lay","line":"%s"}}' % (pair.number, pair.number - 1, line)

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
                wire.send(HELLO)
            await all_have(some, 1)
            wires += some
        await asyncio.sleep(3)
        return wires

    def stop(self) -> None:
        """Stop the server, and forget its games."""
        super().stop()
        if self.folder is not None:
            self.folder.cleanup()


class Theirs(Contestant):
    """boardgame.io's server."""

    name = "boardgame.io"

    def __init__(self, port: int) -> None:
        super().__init__(port)
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
        await all_have(wires, 2)  # the engine's open and the name space's
        for pair in self.starters:
            for seat, wire in enumerate(pair.wires):
                wire.send(f'42/bench,["sync","{pair.table}","{seat}","{pair.credentials[seat]}",2]'.encode())
        await all_have(wires, 3)
        await asyncio.sleep(0.5)
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

    def move(self, pair: Pair, seat: int) -> bytes:
        """The next move, as it is sent."""
        return (
            '42/bench,["update",{"type":"MAKE_MOVE","payload":{"type":"lay","args":["A"],'
            f'"playerID":"{seat}","credentials":"{pair.credentials[seat]}"}}}},{pair.number - 1},"{pair.table}","{seat}"]'
        ).encode()

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
            some = await asyncio.gather(*(self._wire(lambda _: None) for _ in range(min(100, count - start))))
            for wire in some:
                wire.send(f'42/bench,["sync","{match}",null,null,2]'.encode())
            await all_have(some, 3)
            wires += some
        await asyncio.sleep(3)
        return wires
