"""PostgreSQL and Redis for tests: started on free loopback ports, stopped by their process id."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

POSTGRES = Path("/usr/lib/postgresql/15/bin")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(port: int, seconds: float = 20) -> None:
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


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL server; each test makes a database of its own there."""
    if not (POSTGRES / "initdb").exists():
        pytest.skip("PostgreSQL 15 is not installed")
    folder = Path(tempfile.mkdtemp(prefix="ludotheque-pg"))
    # PostgreSQL does not run as root
    become = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.getuid() == 0 else []
    if become:
        shutil.chown(folder, "postgres", "postgres")
    data, port = folder / "data", free_port()
    made = [*become, POSTGRES / "initdb", "-D", data, "-A", "trust", "-U", "house", "--no-sync"]
    subprocess.run(made, check=True, stdout=subprocess.DEVNULL, cwd=folder)
    command = [*become, POSTGRES / "postgres", "-D", data, "-p", str(port), "-k", folder, "-c", "listen_addresses=127.0.0.1"]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, cwd=folder)
    try:
        wait_for(port)
        time.sleep(0.5)
        yield f"postgresql://house@127.0.0.1:{port}"
    finally:
        process.send_signal(2)  # fast shutdown: clients that are still there are sent away
        process.wait(20)
        shutil.rmtree(folder, ignore_errors=True)


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
            stop(self.process)
            self.process = None


@pytest.fixture
def redis() -> Iterator[Redis]:
    if shutil.which("redis-server") is None:
        pytest.skip("Redis is not installed")
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
