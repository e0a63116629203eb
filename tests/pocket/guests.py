"""Guests that are installed while a test packs a house."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import EntryPoint
from unittest import mock

from ludotheque.packing import guests as packing
from tests.lab import guests

GUEST = "examples.tictactoe:GAME"


@contextmanager
def visiting(*values: str) -> Iterator[None]:
    """The registry knows them, and so does whoever packs."""
    points = [EntryPoint(f"guest{number}", value, packing.GROUP) for number, value in enumerate(values)]
    with guests.guests(*values), mock.patch.object(packing, "entry_points", return_value=points):
        yield
