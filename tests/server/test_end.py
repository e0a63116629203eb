"""SIGTERM ends a server, whatever hangs: what hangs here would go on for ten minutes."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from ludotheque.server.run import END_WITHIN
from tests.server.people import Guest
from tests.server.processes import START, ServerProcess

pytestmark = pytest.mark.anyio

HANGS = {
    "the loop": "import time\nasync def close(self): time.sleep(600)\nHall.close = close",
    "a task": "import asyncio\nasync def close(self): await asyncio.sleep(600)\nHall.close = close",
    "a worker": """
import time
from concurrent.futures import ProcessPoolExecutor
open_ = Hall.open
async def open(self):
    await open_(self)
    self.pool = ProcessPoolExecutor(1)
    self.pool.submit(time.sleep, 600)
Hall.open = open
""",
}


class HangingServer(ServerProcess):
    """A server in which something never ends."""

    what = ""

    def command(self) -> list[str]:
        command = super().command()
        command[command.index(START)] = f"from ludotheque.server.hall import Hall\n{HANGS[self.what]}\n{START}"
        return command


def children(pid: int) -> list[int]:
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(child) for child in found]


@pytest.mark.parametrize("what", sorted(HANGS))
async def test_a_server_ends_when_it_is_told_to(what: str, tmp_path: Path) -> None:
    assert END_WITHIN < 10, "documented, and what systemd waits for"
    server = HangingServer(tmp_path)
    server.what = what
    await server.start()
    lea = Guest(server.url)
    await lea.introduce("Léa")
    assert server.process is not None
    left = children(server.process.pid)
    assert left or what != "a worker"
    await lea.close()
    server.terminate()  # raises if it does not
    assert server.process.returncode == 0
    async with asyncio.timeout(60):  # nobody is left behind for the ten minutes
        while any(status(child) != "Z" for child in left):
            await asyncio.sleep(0.05)


def status(pid: int) -> str:
    """As the system puts it: Z for one that is dead, whether or not somebody has taken notice."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return "Z"
