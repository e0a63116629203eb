"""Houses for the server's tests."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.server.people import OpenHouse, open_house
from tests.tables.backends import postgres, redis

__all__ = ["postgres", "redis"]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[OpenHouse]:
    async with open_house(tmp_path) as opened:
        yield opened
