"""Plain drawings for a report: bars for lengths, points with their intervals, and a bar cut into parts. SVG, colours by class."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, gcd, log10

from ludotheque.lab.study.sums import Histogram

WIDE = 440
BINS = 20


@dataclass(frozen=True, slots=True)
class Point:
    """A value with its interval, on a row of its own."""

    label: str
    value: float
    low: float
    high: float
    text: str


def _drawing(tall: float, label: str, parts: Sequence[str]) -> str:
    return f'<svg viewBox="0 0 {WIDE} {tall:.0f}" role="img" aria-label="{escape(label)}">{"".join(parts)}</svg>'


def _text(x: float, y: float, text: str, kind: str = "", anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}" text-anchor="{anchor}">{escape(text)}</text>'


def steps(low: float, high: float, most: int = 6) -> list[float]:
    """Round numbers between two, a handful of them."""
    span = max(high - low, 1e-9)
    unit: float = 10.0 ** floor(log10(span / most))
    step = next(unit * times for times in (1, 2, 5, 10) if span / (unit * times) <= most)
    return [step * number for number in range(ceil(low / step - 1e-9), floor(high / step + 1e-9) + 1)]


def _digits(marks: Sequence[float]) -> int:
    """How many digits behind the point tell these numbers apart."""
    return max(-floor(log10(marks[1] - marks[0]) + 1e-9), 0) if len(marks) > 1 else 1


@dataclass(frozen=True, slots=True)
class Bars:
    """How many games each of a handful of bars holds, `size` lengths wide, from `first` on."""

    first: int
    size: int
    games: list[int]


def bars(histogram: Histogram) -> Bars:
    """A histogram in bars; the longest games, one in two hundred, are together in the last one."""
    first = histogram[0][0]
    last = _below(histogram, 0.995)
    apart = gcd(*(value - first for value, _ in histogram)) or 1  # some games only have an even number of entries
    size = ceil(max((last - first + 1) / BINS, 1) / apart) * apart
    bins = [0] * ((last - first) // size + 1)
    for value, times in histogram:
        bins[min((value - first) // size, len(bins) - 1)] += times
    return Bars(first, size, bins)


def lengths(
    histogram: Histogram, low: int, middle: int, high: int, label: str, axis: tuple[str, str], say: tuple[str, str]
) -> str:
    """How many games in a hundred had which length; the middle eighty are filled, the median is a line."""
    games, drawn = sum(times for _, times in histogram), bars(histogram)
    first, size, bins = drawn.first, drawn.size, drawn.games
    left, right, top, bottom = 36, WIDE - 12, 40, 200
    tallest = max(bins)
    bar = (right - left) / len(bins)
    parts = []
    for mark in steps(0, 100 * tallest / games, 4):
        y = bottom - (bottom - top) * mark * games / 100 / tallest
        parts += [
            f'<line class="grid" x1="{left}" x2="{right}" y1="{y:.1f}" y2="{y:.1f}"/>',
            _text(left - 6, y + 4, f"{mark:g}", "", "end"),
        ]
    for number, times in enumerate(bins):
        begins = first + number * size
        kind = "bar in" if begins + size > low and begins <= high else "bar"
        tall = (bottom - top) * times / tallest
        where = f'x="{left + number * bar + 0.75:.1f}" y="{bottom - tall:.1f}"'
        parts.append(f'<rect class="{kind}" {where} width="{max(bar - 1.5, 1):.1f}" height="{tall:.1f}" rx="2"/>')
    for mark in steps(first, first + size * len(bins) - 1):
        parts.append(_text(left + (mark - first) / size * bar, bottom + 18, f"{mark:g}", "", "middle"))
    x = min(left + (middle - first + 0.5) / size * bar, right)
    parts += [f'<line class="half" x1="{x:.1f}" x2="{x:.1f}" y1="{top - 8}" y2="{bottom}"/>']
    parts += [_text(left, 14, say[0], "strong"), _text(left, 30, say[1])]
    parts += [_text(left, bottom + 38, axis[0], "soft"), _text(right, bottom + 38, axis[1], "soft", "end")]
    return _drawing(bottom + 46, label, parts)


def _below(histogram: Histogram, part: float) -> int:
    wanted, seen = part * sum(times for _, times in histogram), 0
    for value, times in histogram:
        seen += times
        if seen >= wanted:
            return value
    return histogram[-1][0]


def points(rows: Sequence[Point], label: str, axis: str, fair: float | None, tick: Callable[[float, int], str]) -> str:
    """A row for each value: the point, its interval, and a dashed line where it would be fair."""
    left, right, top = 120, WIDE - 56, 14
    values = [end for row in rows for end in (row.low, row.high)] + ([] if fair is None else [fair])
    low, high = min(values), max(values)
    room = max((high - low) * 0.08, 1e-6)
    low, high = low - room, high + room
    bottom = top + 34 * len(rows)

    def at(value: float) -> float:
        return left + (right - left) * (value - low) / (high - low)

    parts = []
    marks = steps(low, high, 5)
    for mark in marks:
        parts.append(f'<line class="grid" x1="{at(mark):.1f}" x2="{at(mark):.1f}" y1="{top}" y2="{bottom}"/>')
        parts.append(_text(at(mark), bottom + 18, tick(mark, _digits(marks)), "", "middle"))
    if fair is not None:
        parts.append(f'<line class="half" x1="{at(fair):.1f}" x2="{at(fair):.1f}" y1="{top - 6}" y2="{bottom}"/>')
    for number, row in enumerate(rows):
        y = top + 34 * number + 17
        parts.append(_text(left - 10, y + 4, row.label, "", "end"))
        ends = at(row.low), at(row.high)
        parts.append(
            f'<path class="reach" d="M{ends[0]:.1f} {y}H{ends[1]:.1f}M{ends[0]:.1f} {y - 6}v12M{ends[1]:.1f} {y - 6}v12"/>'
        )
        parts.append(f'<circle class="dot" cx="{at(row.value):.1f}" cy="{y}" r="6"/>')
        parts.append(_text(right + 10, y + 4, row.text, "strong"))
    parts.append(_text(right, bottom + 38, axis, "soft", "end"))
    return _drawing(bottom + 46, label, parts)


def curve(rows: Sequence[Point], label: str, axis: tuple[str, str], fair: float, tick: Callable[[float, int], str]) -> str:
    """Values in an order, joined by a line, each with its interval; a dashed line where it would be fair."""
    left, right, top, bottom = 56, WIDE - 24, 26, 200
    values = [end for row in rows for end in (row.low, row.high)] + [fair]
    low, high = min(values), max(values)
    room = max((high - low) * 0.08, 1e-6)
    low, high = low - room, high + room

    def up(value: float) -> float:
        return bottom - (bottom - top) * (value - low) / (high - low)

    xs = [left + 30 + (right - left - 60) * number / max(len(rows) - 1, 1) for number in range(len(rows))]
    parts = []
    marks = steps(low, high, 5)
    for mark in marks:
        parts.append(f'<line class="grid" x1="{left}" x2="{right}" y1="{up(mark):.1f}" y2="{up(mark):.1f}"/>')
        parts.append(_text(left - 6, up(mark) + 4, tick(mark, _digits(marks)), "", "end"))
    parts.append(f'<line class="half" x1="{left}" x2="{right}" y1="{up(fair):.1f}" y2="{up(fair):.1f}"/>')
    path = "L".join(f"{x:.1f} {up(row.value):.1f}" for x, row in zip(xs, rows, strict=True))
    parts.append(f'<path class="joined" d="M{path}"/>')
    for x, row in zip(xs, rows, strict=True):
        ends, side = (up(row.low), up(row.high)), x - 6
        caps = "".join(f"M{side:.1f} {end:.1f}h12" for end in ends)
        parts.append(f'<path class="reach" d="M{x:.1f} {ends[0]:.1f}V{ends[1]:.1f}{caps}"/>')
        parts.append(f'<circle class="dot" cx="{x:.1f}" cy="{up(row.value):.1f}" r="6"/>')
        parts.append(_text(x, bottom + 18, row.label, "", "middle"))
        parts.append(_text(x + 10, up(row.value) - 9, row.text, "strong"))
    parts += [_text(left, 12, axis[0], "soft"), _text(right, bottom + 38, axis[1], "soft", "end")]
    return _drawing(bottom + 46, label, parts)


def parts_of_one(shares: Sequence[tuple[str, str, float, str]], label: str) -> str:
    """A bar cut into parts: the kind of each, its name, its share and that in words."""
    parts, x = [], 0.0
    for number, (kind, name, share, text) in enumerate(shares):
        wide = WIDE * max(min(share, 1.0), 0.0)
        parts.append(f'<rect class="part {kind}" x="{x:.1f}" y="0" width="{wide:.1f}" height="34"/>')
        y = 60 + 24 * number
        parts.append(f'<rect class="part {kind}" x="0" y="{y - 13}" width="16" height="16" rx="3"/>')
        parts += [_text(26, y, name), _text(WIDE, y, text, "strong", "end")]
        x += wide
    return _drawing(50 + 24 * len(shares), label, parts)
