"""What a study says, as data: every statistic of every table with its interval, differences, quantiles. `--json` writes it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from ludotheque.lab.kernels.rows import PLAYS
from ludotheque.lab.study import intervals
from ludotheque.lab.study.file import Header, Totals
from ludotheque.lab.study.plan import Cell, Purpose, Table
from ludotheque.lab.study.statistics import Estimate, Kind, Statistic, difference, estimate, statistics_of
from ludotheque.lab.study.sums import LENGTHS, Histogram, Total, width
from ludotheque.lab.study.until import Until

FORMAT = "ludotheque.study-report/1"
PARTS = (0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95)
"""Which quantiles are told."""


class Result(msgspec.Struct, frozen=True):
    """A statistic with its 95 % interval."""

    name: str
    kind: Kind
    value: float | None
    """None where the games say nothing of it."""
    low: float | None = None
    high: float | None = None
    seat: int | None = None
    """Which seat, or which place counted from who starts, where there is one for each."""
    fair: float = 0.0
    """The share that would be fair, which an advantage is counted from."""


class Quantile(msgspec.Struct, frozen=True):
    """So many games in a hundred are not longer."""

    of: str
    part: float
    value: int
    low: int
    high: int


class TableReport(msgspec.Struct, frozen=True):
    """What came of one table."""

    game: str
    players: int
    sides: int
    options: dict[str, bool | int]
    bots: tuple[str, ...]
    results: tuple[Result, ...]
    quantiles: tuple[Quantile, ...]
    lengths: dict[str, Histogram]
    """How many games had each number of entries, decisions and turns."""

    def find(self, name: str, seat: int | None = None) -> Result | None:
        """The result of that name."""
        return next((result for result in self.results if (result.name, result.seat) == (name, seat)), None)


class CellReport(msgspec.Struct, frozen=True):
    """Tables on the same deals."""

    purpose: Purpose
    deals: int
    games: int
    """At each table: every deal is played twice."""
    tables: tuple[TableReport, ...]
    differences: tuple[Result, ...] = ()
    """The first table less the second, deal by deal."""
    sequence: Result | None = None
    """What was played for until it was known well enough, with an interval that holds at all times."""


class Report(msgspec.Struct, frozen=True):
    """A study."""

    format: str
    version: str
    sources: str
    seed: int
    cells: tuple[CellReport, ...]


def report_of(header: Header, totals: Totals, until: Until | None = None) -> Report:
    """What a study has come to."""
    cells = [_cell(cell, total, until) for cell, total in zip(header.plan.cells, totals.cells, strict=True) if total.deals > 0]
    return Report(FORMAT, header.version, header.sources, header.plan.seed, tuple(cells))


def schema() -> dict[str, Any]:
    """The JSON schema of a report, from the structures themselves."""
    return msgspec.json.schema(Report)


def _cell(cell: Cell, total: Total, until: Until | None) -> CellReport:
    starts = starts_of(cell.tables)
    known = [statistics_of(table) for table in cell.tables]
    tables = tuple(
        _table(table, statistics, total, number, start)
        for number, (table, statistics, start) in enumerate(zip(cell.tables, known, starts, strict=True))
    )
    differences: list[Result] = []
    if cell.purpose == "compare":
        others = {(other.name, other.seat): other for other in known[1]}
        differences = [
            result_of(
                one, difference(one, others[one.name, one.seat], total, (starts[0], starts[1]), (cell.tables[0], cell.tables[1]))
            )
            for one in known[0]
            if (one.name, one.seat) in others
        ]
    sequence = until.result(cell, total) if until is not None else None
    shown = None if sequence is None else result_of(*sequence)
    return CellReport(cell.purpose, total.deals, PLAYS * total.deals, tables, tuple(differences), shown)


def starts_of(tables: Sequence[Table]) -> list[int]:
    """Where the features of each table begin."""
    return [sum(width(before.players) for before in tables[:number]) for number in range(len(tables))]


def _table(table: Table, statistics: Sequence[Statistic], total: Total, number: int, start: int) -> TableReport:
    lengths = {name: total.histogram(number, name) for name in LENGTHS}
    quantiles = [
        Quantile(name, part, *intervals.quantile(histogram, part, total.deals))
        for name, histogram in lengths.items()
        for part in PARTS
    ]
    results = tuple(result_of(statistic, estimate(statistic, total, start, table)) for statistic in statistics)
    bots = tuple(map(str, table.bots))
    return TableReport(table.game, table.players, table.sides, table.options, bots, results, tuple(quantiles), lengths)


def result_of(statistic: Statistic, found: Estimate | None) -> Result:
    """A statistic and what was found of it."""
    if found is None:
        return Result(statistic.name, statistic.kind, None, seat=statistic.seat, fair=statistic.fair)
    low, high = found.interval
    return Result(statistic.name, statistic.kind, found.value, low, high, statistic.seat, statistic.fair)
