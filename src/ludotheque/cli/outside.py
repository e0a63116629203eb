"""Games of a bot from outside: a house on this machine, one table after the other, and a command that sits down at each."""

from __future__ import annotations

import json
import shlex
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

from ludotheque.rules.core import Json
from ludotheque.rules.game import Game

OPENS_WITHIN = 60.0
LEVEL = "child"
"""Who sits at the other seats."""


class Failed(Exception):
    """A bot that did not play to the end, or a house that did not open. Its words stand under `recall.<code>`."""

    def __init__(self, code: str, **told: int | str) -> None:
        super().__init__(code, told)
        self.code, self.told = code, told


class House:
    """A house that is open for as long as a bench takes."""

    def __init__(self, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self._web = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def ask(self, path: str, form: Json | None = None) -> Any:
        """A request of its API."""
        body = None if form is None else json.dumps(form).encode()
        request = urllib.request.Request(self.url + path, body, {"Content-Type": "application/json", "Origin": self.url})
        with self._web.open(request, timeout=30) as answer:
            return json.load(answer)

    def play(self, command: str, game: Game, seat: int, within: float) -> Json:
        """One game of a command at a seat, against bots of the house; its record."""
        players = game.facts.seats
        seats = [{"kind": "open"} if at == seat else {"kind": "bot", "level": LEVEL} for at in range(players)]
        table = self.ask("/api/tables", {"game": game.slug, "seats": seats, "settings": {"look": 0}})["id"]
        token = self.ask(f"/api/tables/{table}/bot-key", {"seat": seat})["token"]
        self.ask(f"/api/tables/{table}/start", {})
        try:
            done = subprocess.run(
                [*shlex.split(command), self.url, table, token], capture_output=True, text=True, timeout=within, check=False
            )
        except subprocess.TimeoutExpired:
            raise Failed("too_slow", command=command, seconds=round(within)) from None
        try:
            record: Json = self.ask(f"/api/tables/{table}/record")
        except urllib.error.HTTPError as error:
            error.close()
            last = (done.stderr or done.stdout).strip().rpartition("\n")[2]
            raise Failed("gave_up", command=command, ended=done.returncode, why=last) from None
        return record


@contextmanager
def open_house() -> Iterator[House]:
    """Open a house on a free port, with nothing kept of it."""
    from ludotheque.server.limits import without_names

    with tempfile.TemporaryDirectory(prefix="ludotheque-recall-") as folder:
        port, log = _free_port(), Path(folder) / "log"
        serve = [sys.executable, "-m", "ludotheque", "serve", "--port", str(port), "--data", folder, "--pace", "0"]
        with log.open("wb") as out:
            process = subprocess.Popen([*serve, *without_names()], stdout=out, stderr=out)
        try:
            house = House(port)
            _wait_for(house, process, log)
            house.ask("/api/me", {"name": "Recall"})
            yield house
        finally:
            process.terminate()
            process.wait()


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def _wait_for(house: House, process: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + OPENS_WITHIN
    while time.monotonic() < end and process.poll() is None:
        try:
            house.ask("/health")
            return
        except OSError:
            time.sleep(0.1)
    raise Failed("no_server", why=log.read_text("utf-8", "replace").strip().rpartition("\n")[2])
