"""The same store and bus tests over every backend."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from ludotheque.tables.store.sql import Store
from tests.tables.backends import new_database, postgres, redis

__all__ = ["postgres", "redis"]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(params=["sqlite", "postgresql"])
async def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'house.sqlite3'}"
    return await new_database(request.getfixturevalue("postgres"))


@pytest.fixture
async def store(store_url: str) -> AsyncIterator[Store]:
    opened = Store(store_url)
    await opened.open()
    yield opened
    await opened.close()
