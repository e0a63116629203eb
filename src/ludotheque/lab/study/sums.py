"""What is kept of many deals: sums, sums of products, and how often each length came up.

All are integers, so that any order adds up to the same. A deal is played twice, and the two plays are not independent; so what
is added up is one row of features a deal.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

import msgspec
import numpy as np

from ludotheque.lab.kernels import rows as columns
from ludotheque.lab.kernels.rows import PLAYS, SHARES

LENGTHS = {"entries": columns.ENTRIES, "decisions": columns.DECISIONS, "turns": columns.TURNS}
"""What is counted value by value, for quantiles and pictures."""

Histogram = list[tuple[int, int]]
"""Values, ascending, with how often each came up."""


def row_width(players: int) -> int:
    """How many numbers a row has: its columns, the win of each seat, and of each place counted from who starts."""
    return SHARES + 2 * players


def width(players: int) -> int:
    """How many features a table has: columns, the wins of seats in either play, their products and squares, those of places."""
    return SHARES + PLAYS * players + 2 + players


def features(rows: np.ndarray, players: int) -> np.ndarray:
    """The features of every deal, from the rows of its two plays."""
    plays = rows.reshape(-1, PLAYS, row_width(players))
    shares = plays[:, :, SHARES : SHARES + players]
    products = (shares[:, 0] * shares[:, 1]).sum(axis=1, keepdims=True)
    squares = (shares**2).sum(axis=(1, 2)).reshape(-1, 1)
    places = plays[:, :, SHARES + players :].sum(axis=1)
    return np.hstack([plays[:, :, :SHARES].sum(axis=1), shares.reshape(len(plays), -1), products, squares, places])


class Sums(msgspec.Struct, frozen=True):
    """What came of a number of deals at the tables of one cell."""

    deals: int
    sums: tuple[int, ...]
    products: tuple[int, ...]
    """Of all pairs of features, row by row from the diagonal on."""
    lengths: tuple[dict[str, Histogram], ...]
    """For each table."""


def sums_of(played: Iterable[np.ndarray], players: Iterable[int]) -> Sums:
    """The sums of one chunk: rows of each table, on the same deals."""
    tables = list(zip(played, players, strict=True))
    found = np.hstack([features(rows, count) for rows, count in tables])
    products = found.T @ found
    return Sums(
        deals=len(found),
        sums=tuple(found.sum(axis=0).tolist()),
        products=tuple(products[np.triu_indices(len(products))].tolist()),
        lengths=tuple({name: _histogram(rows[:, column]) for name, column in LENGTHS.items()} for rows, _ in tables),
    )


def _histogram(values: np.ndarray) -> Histogram:
    found, counts = np.unique(values, return_counts=True)
    return list(zip(found.tolist(), counts.tolist(), strict=True))


class Total:
    """Sums of many chunks, added up, and what follows from them."""

    def __init__(self) -> None:
        self.deals, self.chunks = 0, 0
        self._sums: np.ndarray = np.zeros(0, object)
        self._products: np.ndarray = np.zeros(0, object)
        self._lengths: list[dict[str, dict[int, int]]] = []

    def add(self, sums: Sums) -> None:
        """Add a chunk."""
        if not self.chunks:
            self._sums, self._products = np.zeros(len(sums.sums), object), np.zeros(len(sums.products), object)
            self._lengths = [{name: {} for name in table} for table in sums.lengths]
        self.chunks += 1
        self.deals += sums.deals
        self._sums += np.array(sums.sums, object)
        self._products += np.array(sums.products, object)
        for kept, table in zip(self._lengths, sums.lengths, strict=True):
            for name, histogram in table.items():
                for value, count in histogram:
                    kept[name][value] = kept[name].get(value, 0) + count
        self.__dict__.pop("means", None)
        self.__dict__.pop("noise", None)

    def histogram(self, table: int, name: str) -> Histogram:
        """How often each length came up at a table."""
        return sorted(self._lengths[table][name].items())

    @cached_property
    def means(self) -> np.ndarray:
        """The mean of every feature over deals."""
        return np.array([int(total) / self.deals for total in self._sums])

    @cached_property
    def noise(self) -> np.ndarray:
        """How uncertain these means are together: their covariance. The numerators are exact."""
        n, size = self.deals, len(self._sums)
        products: Any = np.zeros((size, size), object)
        products[np.triu_indices(size)] = self._products
        exact = n * products - np.triu(np.outer(self._sums, self._sums))
        upper = (exact / max(n * n * (n - 1), 1)).astype(float)
        return np.asarray(upper + np.triu(upper, 1).T)
