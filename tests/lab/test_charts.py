"""Drawings: round numbers on the axes, bars that do not alias, labels for who does not see them."""

from __future__ import annotations

import re

import pytest

from ludotheque.lab.study import charts
from ludotheque.lab.study.charts import Point


@pytest.mark.parametrize(
    ("low", "high", "marks"),
    [
        (0, 10, [0, 2, 4, 6, 8, 10]),
        (48.9, 51.2, [49, 49.5, 50, 50.5, 51]),
        (0.1, 0.15, [0.1, 0.11, 0.12, 0.13, 0.14, 0.15]),
    ],
)
def test_axes_have_round_numbers(low: float, high: float, marks: list[float]):
    assert charts.steps(low, high) == pytest.approx(marks)


def test_numbers_on_an_axis_can_be_told_apart():
    rows = [Point("starts", 50.4, 49.9, 50.7, "50.4"), Point("second", 49.6, 49.3, 50.1, "49.6")]
    drawn = charts.points(rows, "who & wins", "wins", 50.0, lambda value, digits: f"<{value:.{digits}f}>")
    ticks = re.findall(r"&lt;([\d.]+)&gt;", drawn)
    assert len(ticks) == len(set(ticks)) >= 3
    assert 'aria-label="who &amp; wins"' in drawn


def test_lengths_that_are_always_even_fill_every_bar_alike():
    """Bars three entries wide would hold two even numbers here and one there."""
    histogram = [(value, 100) for value in range(20, 80, 2)]
    drawn = charts.lengths(histogram, 26, 50, 74, "how long", ("games", "entries"), ("eight", "half"))
    tall = re.findall(r'<rect class="bar[^"]*"[^>]* height="([\d.]+)"', drawn)
    assert len(set(tall)) == 1
    assert len(tall) == 15
