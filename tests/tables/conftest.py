"""The same store and bus tests over every backend."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from ludotheque.tables.store import Store
from ludotheque.tables.store.memory import MemoryStore
from ludotheque.tables.store.sql import SqlStore
from tests.tables.backends import _weathered, new_database, own_postgres, postgres, redis

__all__ = ["_weathered", "own_postgres", "postgres", "redis"]

OpenStore = Callable[[], Awaitable[Store]]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(params=["sqlite", "postgresql", "memory"])
async def another(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[OpenStore]:
    """Opens the same store once more, as another server would."""
    opened: list[Store] = []
    url = f"sqlite:///{tmp_path / 'house.sqlite3'}"
    if request.param == "postgresql":
        url = await new_database(request.getfixturevalue("postgres"))
    memory = MemoryStore(shared=True)

    async def open_one() -> Store:
        store: Store = memory if request.param == "memory" else SqlStore(url)
        await store.open()
        opened.append(store)
        return store

    yield open_one
    for store in opened:
        await store.close()


@pytest.fixture
async def store(another: OpenStore) -> Store:
    return await another()
