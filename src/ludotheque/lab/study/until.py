"""Playing until something is known well enough, with a rule that keeps its level however often one looks."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ludotheque.lab.study import intervals
from ludotheque.lab.study.file import Totals
from ludotheque.lab.study.plan import Cell
from ludotheque.lab.study.statistics import Estimate, Statistic, difference, estimate, statistics_of
from ludotheque.lab.study.sums import Total, width

LEAST = 100
"""Deals before which nobody stops: the rule holds for means that are about normal."""


@dataclass(frozen=True, slots=True)
class Until:
    """Until the interval of a statistic reaches no further than `narrow` to each side; not in duels of skill and memory.

    Of lengths and other means `narrow` is a part of the value itself.
    """

    statistic: str
    narrow: float

    def result(self, cell: Cell, total: Total) -> tuple[Statistic, Estimate] | None:
        """The statistic in a cell, with the interval that holds at all times; None for a cell that has none."""
        if cell.purpose not in ("play", "compare"):
            return None
        tables = cell.tables
        chosen = [next((found for found in statistics_of(table) if found.name == self.statistic), None) for table in tables[:2]]
        first = chosen[0]
        if first is None:
            return None
        if cell.purpose == "play":
            found = estimate(first, total, 0, tables[0])
        elif chosen[1] is not None:
            found = difference(first, chosen[1], total, (0, width(tables[0].players)), (tables[0], tables[1]))
        else:
            return None
        if found is None:
            return None
        reach = intervals.at_all_times(found.error, total.deals, intervals.patience(self.narrow))
        return first, replace(found, interval=(found.value - reach, found.value + reach))

    def far(self, totals: Totals) -> float:
        """How many times too wide the widest interval still is; 1 or less is narrow enough."""
        widest = 0.0
        for cell, total in zip(totals.plan.cells, totals.cells, strict=True):
            if total.deals < LEAST:
                return max(widest, 10.0)
            found = self.result(cell, total)
            if found is not None:
                statistic, shown = found
                relative = statistic.kind == "mean"
                wanted = self.narrow * (abs(self._size(cell, total, statistic)) if relative else 1.0)
                widest = max(widest, (shown.interval[1] - shown.interval[0]) / 2 / max(wanted, 1e-12))
        return widest

    def __call__(self, totals: Totals) -> bool:
        """Whether it is enough."""
        return self.far(totals) <= 1

    @staticmethod
    def _size(cell: Cell, total: Total, statistic: Statistic) -> float:
        found = estimate(statistic, total, 0, cell.tables[0])
        return 0.0 if found is None else found.value
