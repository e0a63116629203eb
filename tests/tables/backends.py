"""PostgreSQL and Redis for tests: started on free loopback ports, stopped by their process id."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import pytest

CONNECTIONS = 30
"""So many a PostgreSQL server that tests may mistreat can have."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(port: int, seconds: float = 120) -> None:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            socket.create_connection(("127.0.0.1", port), 0.5).close()
            return
        except OSError:
            time.sleep(0.05)
    raise TimeoutError(f"nothing listens on {port}")


def stop(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def hang(process: int) -> None:
    """A process and its children stand still: connections stay open, and nobody answers."""
    for pid in (process, *_children(process)):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGSTOP)


def wake(process: int) -> None:
    """They go on as if nothing had been."""
    for pid in (*_children(process), process):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGCONT)


def _children(process: int) -> list[int]:
    listed = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return [int(pid) for pid in listed]


def _programs() -> Path | None:
    """The newest PostgreSQL that is installed."""
    found = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb") if path.parent.parent.name.isdigit()]
    if found:
        return max(found, key=lambda path: int(path.parent.name))
    on_path = shutil.which("initdb")
    return Path(on_path).resolve().parent if on_path else None


def missing(what: str, request: pytest.FixtureRequest) -> NoReturn:
    """What is not there is not passed over in silence: whoever wants to do without says so."""
    if request.config.getoption("--without-servers"):
        pytest.skip(f"{what} is not installed")
    pytest.fail(f"{what} is not installed: run `make packages`, or pytest with --without-servers to do without")


class PostgresServer:
    """A PostgreSQL server that can be stopped and started again, or hang, on the same port."""

    def __init__(self, programs: Path, *settings: str) -> None:
        self.programs, self.settings = programs, settings
        self.folder, self.port = Path(tempfile.mkdtemp(prefix="ludotheque-pg")), free_port()
        self.url = f"postgresql://house@127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes]
        # PostgreSQL does not run as root
        self._become = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.getuid() == 0 else []
        if self._become:
            shutil.chown(self.folder, "postgres", "postgres")
        made = [programs / "initdb", "-D", self.folder / "data", "-A", "trust", "-U", "house", "--no-sync"]
        subprocess.run([*self._become, *made], check=True, stdout=subprocess.DEVNULL, cwd=self.folder)

    def start(self) -> None:
        where = ["-D", self.folder / "data", "-p", str(self.port), "-k", self.folder, "-c", "listen_addresses=127.0.0.1"]
        chosen = [part for setting in self.settings for part in ("-c", setting)]
        command = [*self._become, self.programs / "postgres", *where, *chosen]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder)
        until = time.monotonic() + 120
        ready = [self.programs / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        while subprocess.run(ready, check=False).returncode != 0:
            assert time.monotonic() < until, (self.folder / "log").read_text()
            time.sleep(0.05)

    def stop(self) -> None:
        """Fast shutdown: clients that are still there are sent away."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait(20)

    def hang(self) -> None:
        hang(self.process.pid)

    def wake(self) -> None:
        wake(self.process.pid)

    def clear(self) -> None:
        """Without another word: nobody will read what it has, and a busy disk takes long to write it all down."""
        if self.process.poll() is None:
            self.wake()
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait(60)
        shutil.rmtree(self.folder, ignore_errors=True)


@pytest.fixture(scope="session")
def postgres(request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of a PostgreSQL server that all share; each test makes a database of its own there."""
    with _postgres(request) as server:
        yield server.url


@pytest.fixture(scope="session")
def _weathered(request: pytest.FixtureRequest) -> Iterator[PostgresServer]:
    with _postgres(request, f"max_connections={CONNECTIONS}", "superuser_reserved_connections=0") as server:
        yield server


@pytest.fixture
def own_postgres(_weathered: PostgresServer) -> Iterator[PostgresServer]:
    """A PostgreSQL server that may be stopped and started, with few connections; after each test it runs again."""
    yield _weathered
    if _weathered.process.poll() is None:
        _weathered.wake()
    else:
        _weathered.start()


@contextlib.contextmanager
def _postgres(request: pytest.FixtureRequest, *settings: str) -> Iterator[PostgresServer]:
    server = PostgresServer(_programs() or missing("PostgreSQL", request), *settings)
    try:
        server.start()
        yield server
    finally:
        server.clear()


class Redis:
    """A Redis server that can be stopped and started again on the same port."""

    def __init__(self) -> None:
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_for(self.port)

    def stop(self) -> None:
        if self.process is not None:
            self.wake()
            stop(self.process)
            self.process = None

    def hang(self) -> None:
        assert self.process is not None
        hang(self.process.pid)

    def wake(self) -> None:
        assert self.process is not None
        wake(self.process.pid)


@pytest.fixture
def redis(request: pytest.FixtureRequest) -> Iterator[Redis]:
    if shutil.which("redis-server") is None:
        missing("Redis", request)
    server = Redis()
    server.start()
    yield server
    server.stop()


async def new_database(postgres: str) -> str:
    """A fresh database on that server."""
    import secrets

    import asyncpg

    name = f"house_{secrets.token_hex(6)}"
    connection = await asyncpg.connect(f"{postgres}/postgres")
    try:
        await connection.execute(f"CREATE DATABASE {name}")
    finally:
        await connection.close()
    return f"{postgres}/{name}"
