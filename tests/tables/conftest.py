"""The same store and bus tests over every backend."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from ludotheque.pocket.store import PocketStore
from ludotheque.tables.store import Store, Wake
from ludotheque.tables.store.memory import MemoryStore
from ludotheque.tables.store.sql import SqlStore
from tests.pocket.shelves import DictShelf
from tests.tables.backends import _weathered, new_database, own_postgres, postgres, redis
from tests.tables.guests import welcome

__all__ = ["_weathered", "own_postgres", "postgres", "redis"]

OpenStore = Callable[[], Awaitable[Store]]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(params=["sqlite", "postgresql", "memory", "pocket"])
async def another(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[OpenStore]:
    """Opens the same store once more, as another server would."""
    opened: list[Store] = []
    url = f"sqlite:///{tmp_path / 'house.sqlite3'}"
    if request.param == "postgresql":
        url = await new_database(request.getfixturevalue("postgres"))
    shelf = DictShelf()
    here = PocketStore(shelf) if request.param == "pocket" else MemoryStore(shared=True)

    async def open_one() -> Store:
        store: Store = here if request.param in ("memory", "pocket") else SqlStore(url)
        if store not in opened or store is not here:
            await store.open()
        opened.append(store)
        return store

    yield open_one
    for store in opened:
        await store.close()
    if isinstance(here, PocketStore):
        await as_on_the_shelf(here, shelf)


async def as_on_the_shelf(store: PocketStore, shelf: DictShelf) -> None:
    """What a house has in memory is what the next one finds; only who sees to a bot is nobody else's business."""
    again = PocketStore(shelf)
    await again.open()
    for kept in (store, again):
        for row in kept._tables.values():
            row.wake = Wake(row.wake.at)
            row.lines = row.said[-1].n if row.said else 0
    for name in ("_tables", "_guests", "_keys", "_codes"):
        assert getattr(again, name) == getattr(store, name), name
    assert {who: away for who, away in again._put_away.items() if away} == {w: a for w, a in store._put_away.items() if a}


@pytest.fixture
async def store(another: OpenStore) -> Store:
    made = await another()
    await welcome(made)
    return made
