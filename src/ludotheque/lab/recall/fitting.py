"""From moves to numbers: the span of memory, and the part that is known of each age, that explain the moves of some games best.

Besides memory there is style: somebody who plays otherwise than the policy is supposed to move at random so often, as often as
explains the moves best. Intervals are made by drawing the games again (bootstrap): moves of one game are not independent.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np

from ludotheque.lab.recall.beliefs import LAGS
from ludotheque.lab.recall.witness import Heard, Mind

Interval = tuple[float, float, float]
"""A value, and where its 95 % interval begins and ends."""

SPANS = (0.0, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, -1.0)
PARTS = (0.0, 0.25, 0.5, 0.75, 1.0)
STYLES = np.array([0.02, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 0.95])
"""How often somebody plays anything."""
AGAIN = 400
TELLING = 12
"""Moves that tell something; from fewer nothing is said."""


def span_minds() -> list[Mind]:
    """Who is asked for the span."""
    return [Mind(span) for span in SPANS]


def part_minds(span: float) -> list[Mind]:
    """Who is asked for what is known of each age, all else being remembered with that span."""
    return [Mind(span, since, until, part) for since, until in pairwise(LAGS) for part in PARTS]


def table_of(heard: Sequence[Heard], minds: int) -> np.ndarray:
    """How likely the moves of a game are, as a logarithm: for each mind and each style."""
    found = np.zeros((minds, len(STYLES)))
    for one in heard:
        found += np.log(np.outer(np.array(one.chances), 1 - STYLES) + STYLES / one.legal)
    return found


def fit_span(games: Sequence[np.ndarray]) -> tuple[Interval, int]:
    """The span that explains some games best, and which style."""

    def peak(total: np.ndarray) -> float:
        return _peak(total.max(axis=1))

    style = int(np.sum(games, axis=0).max(axis=0).argmax())
    value, low, high = (_span_at(at) for at in _with_interval(games, peak, 0.5))
    return (value, low, high), style


def fit_part(games: Sequence[np.ndarray], style: int) -> Interval:
    """The part known of one age, with that style; the tables are those of its minds."""
    last = len(PARTS) - 1
    value, low, high = (at / last for at in _with_interval(games, lambda total: _peak(total[:, style]), 0.2))
    return value, max(low, 0.0), min(high, 1.0)


def _with_interval(games: Sequence[np.ndarray], peak: Callable[[np.ndarray], float], grain: float) -> Interval:
    """A peak, and where it lies in 95 of 100 draws of the games; `grain` is what the steps of a table leave open."""
    tables, rng = np.array(games), np.random.default_rng(len(games))
    drawn = [peak(tables[rng.integers(len(tables), size=len(tables))].sum(axis=0)) for _ in range(AGAIN)]
    low, high = np.quantile(drawn, (0.025, 0.975))
    value = peak(tables.sum(axis=0))
    return value, min(float(low) - grain, value), max(float(high) + grain, value)


def _peak(values: np.ndarray) -> float:
    """Where the highest value is, between the steps: the top of the parabola through it and its neighbours."""
    at = int(values.argmax())
    if at in (0, len(values) - 1):
        return float(at)
    before, top, after = values[at - 1 : at + 2]
    bend = before - 2 * top + after
    return at + float((before - after) / (2 * bend) if bend < 0 else 0.0)


def _span_at(at: float) -> float:
    """The span at a place between those that were asked: 0 and for ever lie at the ends."""
    last = len(SPANS) - 1
    return 0.0 if at < 0.5 else -1.0 if at > last - 0.5 else float(2 ** (at - 1))
