"""The statistics of a study: what each is, as a function of mean features. docs/lab.md defines them in words.

Each is written with arithmetic only: a step into the imaginary numbers gives its exact derivatives, and with those its error.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite, sqrt
from typing import Any, Literal

import numpy as np

from ludotheque.lab.kernels import rows as at
from ludotheque.lab.kernels.rows import MILLION, PLAYS, SHARES, WHOLE
from ludotheque.lab.study import intervals
from ludotheque.lab.study.intervals import Interval
from ludotheque.lab.study.plan import Table
from ludotheque.lab.study.sums import Total, width

Kind = Literal["mean", "part", "share", "advantage", "correlation", "root"]
"""How it is shown and its interval found: a mean or ratio, the same of parts of a whole, a share of games, a share less the fair
one, a share of variance, the root of a mean square."""
TINY = 1e-30


@dataclass(frozen=True, slots=True)
class Statistic:
    """One statistic of a table."""

    name: str
    kind: Kind
    of: Callable[[Any], Any]
    """From the mean features of a table."""
    fair: float = 0.0
    """What is taken off: the share that would be fair."""
    seat: int | None = None
    """Which seat, or which place counted from who starts."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value, its interval, and its standard error."""

    value: float
    interval: Interval
    error: float


def _per_game(column: int, unit: float = 1.0) -> Callable[[Any], Any]:
    return lambda f: f[column] / (PLAYS * unit)


def _ratio(above: int, below: int, unit: float = 1.0) -> Callable[[Any], Any]:
    return lambda f: f[above] / f[below] / unit


ALWAYS = (
    Statistic("entries", "mean", _per_game(at.ENTRIES)),
    Statistic("decisions", "mean", _per_game(at.DECISIONS)),
    Statistic("turns", "mean", _per_game(at.TURNS)),
    Statistic("limited", "share", _per_game(at.LIMITED)),
    Statistic("shared", "share", _per_game(at.SHARED)),
    Statistic("decisive", "share", _per_game(at.DECISIVE)),
    Statistic("settled", "part", _per_game(at.SETTLED, MILLION)),
    Statistic("changes", "mean", _per_game(at.CHANGES)),
    Statistic("drama", "part", _per_game(at.DEFICIT, MILLION)),
    Statistic("greatest", "part", _per_game(at.GREATEST, MILLION)),
    Statistic("comebacks", "share", _per_game(at.COMEBACK)),
    Statistic("choices", "mean", _ratio(at.CHOICES, at.DECISIONS)),
    Statistic("real", "part", _ratio(at.REAL, at.DECISIONS)),
    Statistic("stake", "root", _ratio(at.STAKE, at.STAKES, WHOLE**2)),
)


def statistics_of(table: Table) -> list[Statistic]:
    """Every statistic that the games of a table can tell."""
    players, sides = table.players, table.sides
    found = list(ALWAYS)
    found[4:4] = [
        Statistic("first", "advantage", _per_game(at.FIRST, WHOLE), 1 / players),
        *(Statistic("place", "advantage", _place(players, place), 1 / players, place) for place in range(1, players)),
        *(Statistic("seat", "advantage", _seat(players, seat), 1 / players, seat) for seat in range(players)),
    ]
    if not table.compiled:
        found.append(Statistic("distinct", "mean", _ratio(at.DISTINCT, at.DISTINCTS)))
        found.append(Statistic("judged", "part", _ratio(at.JUDGED, at.JUDGEMENTS, MILLION)))
    if not table.mixed or sides == 2:
        found.append(Statistic("luck", "correlation", lambda f: _luck(f, players)))
    if table.mixed:
        found.append(Statistic("hero", "advantage", _per_game(at.HERO, WHOLE), 1 / sides))
        if sides == 2:
            found.append(Statistic("skill", "correlation", lambda f: _skill(f, players)))
    return found


# Luck: each deal is played twice ---------------------------------------------------------------------------------------


def _seat(players: int, seat: int) -> Callable[[Any], Any]:
    return lambda f: (f[SHARES + seat] + f[SHARES + players + seat]) / (PLAYS * WHOLE)


def _place(players: int, place: int) -> Callable[[Any], Any]:
    return lambda f: f[SHARES + PLAYS * players + 2 + place] / (PLAYS * WHOLE)


def _plays(f: Any, players: int) -> tuple[Any, Any]:
    return f[SHARES : SHARES + players], f[SHARES + players : SHARES + 2 * players]


def _variance(f: Any, players: int) -> Any:
    """Of the win of a seat over all games, added up over seats."""
    one, other = _plays(f, players)
    return f[SHARES + 2 * players + 1] / 2 - (((one + other) / 2) ** 2).sum()


def _luck(f: Any, players: int) -> Any:
    """What two plays of a deal have in common is what the deal and the draws explain."""
    one, other = _plays(f, players)
    return (f[SHARES + 2 * players] - (one * other).sum()) / _variance(f, players)


def _skill(f: Any, players: int) -> Any:
    """What exchanging the seats changes on average."""
    one, other = _plays(f, players)
    return (((one - other) / 2) ** 2).sum() / _variance(f, players)


# Estimates -------------------------------------------------------------------------------------------------------------


def estimate(statistic: Statistic, total: Total, start: int, table: Table) -> Estimate | None:
    """What the deals so far say; None where they say nothing. `start` is where the features of the table begin."""
    found = _measure(total, [(statistic, start, table)], [1.0])
    if found is None:
        return None
    value, error = found
    interval = _interval(statistic.kind, value, error, total.deals)
    if statistic.kind == "root":
        value, interval, error = _root(value), (_root(interval[0]), _root(interval[1])), error / (2 * max(_root(value), 1e-9))
    fair = statistic.fair
    return Estimate(value - fair, (interval[0] - fair, interval[1] - fair), error)


def difference(
    one: Statistic, other: Statistic, total: Total, starts: tuple[int, int], tables: tuple[Table, Table]
) -> Estimate | None:
    """How much a statistic of the first table is more than that of the second, on the same deals."""
    found = _measure(total, [(one, starts[0], tables[0]), (other, starts[1], tables[1])], [1.0, -1.0])
    if found is None:
        return None
    value, error = found[0] - one.fair + other.fair, found[1]
    return Estimate(value, intervals.around(value, error, total.deals), error)


def _measure(total: Total, parts: list[tuple[Statistic, int, Table]], signs: list[float]) -> tuple[float, float] | None:
    """The value of a sum of statistics and its standard error."""
    if total.deals < 2:
        return None
    slope = np.zeros(len(total.means))
    value = 0.0
    for (statistic, start, table), sign in zip(parts, signs, strict=True):
        size = width(table.players)
        means = total.means[start : start + size].astype(complex)
        with np.errstate(all="ignore"):
            mean = complex(statistic.of(means)).real
            rooted = len(parts) > 1 and statistic.kind == "root"
            if rooted and mean <= 0:
                return None
            scale = 0.5 / sqrt(mean) if rooted else 1.0
            value += sign * (sqrt(mean) if rooted else mean)
            for column in range(size):
                moved = means.copy()
                moved[column] += 1j * TINY
                slope[start + column] += sign * scale * complex(statistic.of(moved)).imag / TINY
    error = float(sqrt(max(slope @ total.noise @ slope, 0.0))) if np.isfinite(slope).all() else float("nan")
    return (value, error) if isfinite(value) and isfinite(error) else None


def _interval(kind: Kind, value: float, error: float, deals: int) -> Interval:
    if kind in ("share", "advantage"):
        return intervals.share(min(max(value, 0.0), 1.0), error, deals, PLAYS * deals)
    if kind == "correlation":
        return intervals.correlation(value, error, deals)
    if kind == "root" and error == 0:
        return 0.0, value + 3 / deals  # where nothing came up, the rule of three
    low, high = intervals.around(value, error, deals)
    return max(low, 0.0), high  # all of them are counts, lengths and parts


def _root(square: float) -> float:
    return sqrt(max(square, 0.0))
