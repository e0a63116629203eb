"""Servers as processes of their own, to be killed."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import httpx

from ludotheque.server.limits import without_names
from tests.tables.backends import free_port

START = "from ludotheque.cli import main; main()"
# A warm start has its bytecode; some surroundings forbid to write it.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}

STARTED: set[ServerProcess] = set()
"""Every server of the test that runs; those that are left over are stopped after it (`conftest.py`)."""


def processor_time(pid: int) -> float:
    """Seconds of processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class ServerProcess:
    """One server; it can be killed and started again on the same port."""

    def __init__(self, folder: Path, *options: str, environment: Mapping[str, str] | None = None) -> None:
        self.port, self.folder, self.options = free_port(), folder, options
        self.logs = folder
        self.environment = {**ENVIRONMENT, **(environment or {})}
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None
        self.starts = 0
        STARTED.add(self)
        self.processor = 0.0
        """Seconds of processor time that the last start took: the same on an idle and on a busy machine."""

    def command(self) -> list[str]:
        """What is run: a server without limits that would stand in a test's way."""
        command = [sys.executable, "-c", START, "serve", "--port", str(self.port), "--data", str(self.folder)]
        return [*command, *without_names(), "--pace", "0", *self.options]

    async def start(self, within: float = 120) -> float:
        """Start; how many seconds it took to serve."""
        began = time.monotonic()
        self.starts += 1
        with self._log.open("ab") as log:
            self.process = subprocess.Popen(self.command(), stdout=subprocess.DEVNULL, stderr=log, env=self.environment)
        async with httpx.AsyncClient() as client:
            while time.monotonic() < began + within:
                try:
                    if (await client.get(f"{self.url}/health", timeout=2)).status_code == 200:
                        self.processor = processor_time(self.process.pid)
                        return time.monotonic() - began
                except httpx.TransportError:
                    await asyncio.sleep(0.02)
        self.kill()
        raise TimeoutError(f"the server does not start: {self.errors()}")

    def kill(self) -> None:
        """As a power cut would."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def terminate(self, within: float = 60) -> None:
        """As an operator would. It ends itself after `END_WITHIN`, and a busy machine takes its time over that."""
        assert self.process is not None
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(within)

    def errors(self) -> str:
        """What it has complained of since the last start; the workers of one that was killed may well cry out."""
        return self._log.read_text("utf-8", "replace")

    @property
    def _log(self) -> Path:
        return self.logs / f"server-{self.port}-{self.starts}.log"
