"""Games that the registry knows while a test of the laboratory runs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import EntryPoint
from unittest import mock

from ludotheque import games as registry


@contextmanager
def guests(*values: str) -> Iterator[None]:
    """Bring games by entry points, e.g. `examples.tictactoe:GAME`."""
    points = [EntryPoint(f"guest{i}", value, "ludotheque.games") for i, value in enumerate(values)]
    with mock.patch.object(registry, "entry_points", lambda group: points if group == "ludotheque.games" else []):
        registry.all_games.cache_clear()
        yield
    registry.all_games.cache_clear()
