"""Houses for the server's tests."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.server.people import OpenHouse, open_house
from tests.server.processes import STARTED
from tests.tables.backends import _weathered, own_postgres, postgres, redis

__all__ = ["_weathered", "own_postgres", "postgres", "redis"]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(autouse=True)
def no_server_is_left() -> Iterator[None]:
    """A test that fails leaves no process behind."""
    yield
    for server in STARTED:
        if server.process is not None and server.process.poll() is None:
            server.kill()
    STARTED.clear()


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[OpenHouse]:
    async with open_house(tmp_path) as opened:
        yield opened
