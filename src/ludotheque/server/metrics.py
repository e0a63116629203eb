"""What a house keeper wants to know, in the text form that Prometheus reads. Nothing here tells one table from another."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ludotheque.bots.service.service import Status

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Histogram:
    """How long something took, in buckets."""

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS) + 1)
        self.total = 0.0

    def add(self, seconds: float) -> None:
        """Count one more."""
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.total += seconds

    def lines(self, name: str, labels: str = "") -> list[str]:
        """As Prometheus reads it."""
        lines, so_far, comma = [], 0, "," if labels else ""
        for bound, count in zip((*BOUNDS, "+Inf"), self.counts, strict=True):
            so_far += count
            lines.append(f'{name}_bucket{{{labels}{comma}le="{bound}"}} {so_far}')
        around = f"{{{labels}}}" if labels else ""
        return [*lines, f"{name}_sum{around} {self.total:.6f}", f"{name}_count{around} {so_far}"]


class Metrics:
    """Counters of one server."""

    def __init__(self) -> None:
        self.moves = 0
        self.connections = 0
        self.refusals: Counter[str] = Counter()
        self.latency = Histogram()
        self.thinking: dict[str, Histogram] = {}

    def thought(self, level: str, seconds: float) -> None:
        """A bot has thought."""
        self.thinking.setdefault(level, Histogram()).add(seconds)

    def entries(self, count: int) -> None:
        """Entries were stored."""
        self.moves += count

    def text(self, tables: dict[str, int] | None, bots: Status | None) -> str:
        """All of it; `tables` is None when the store does not answer."""
        lines = ["# TYPE ludotheque_store_up gauge", f"ludotheque_store_up {int(tables is not None)}"]
        tables = tables or {}
        lines.append("# TYPE ludotheque_tables gauge")
        lines += [f'ludotheque_tables{{status="{status}"}} {count}' for status, count in sorted(tables.items())]
        lines += ["# TYPE ludotheque_connections gauge", f"ludotheque_connections {self.connections}"]
        lines += ["# TYPE ludotheque_moves_total counter", f"ludotheque_moves_total {self.moves}"]
        lines.append("# TYPE ludotheque_refusals_total counter")
        lines += [f'ludotheque_refusals_total{{code="{code}"}} {count}' for code, count in sorted(self.refusals.items())]
        lines += ["# TYPE ludotheque_move_seconds histogram", *self.latency.lines("ludotheque_move_seconds")]
        lines.append("# TYPE ludotheque_bot_seconds histogram")
        for level, histogram in sorted(self.thinking.items()):
            lines += histogram.lines("ludotheque_bot_seconds", f'level="{level}"')
        lines += [] if bots is None else _thinking(bots)
        return "\n".join(lines) + "\n"


def _thinking(bots: Status) -> list[str]:
    """How thinking goes."""
    lines = []
    for name, number in (
        ("workers gauge", bots.workers),
        ("boxes_warming gauge", len(bots.warming)),
        ("boxes_failed gauge", len(bots.failed)),
        ("worker_deaths_total counter", bots.deaths),
        ("offhand_total counter", bots.offhand),
        ("fallbacks_total counter", bots.fallbacks),
    ):
        lines += [f"# TYPE ludotheque_bot_{name}", f"ludotheque_bot_{name.split()[0]} {number}"]
    lines.append("# TYPE ludotheque_bot_waiting gauge")
    lines += [f'ludotheque_bot_waiting{{kind="{kind}"}} {count}' for kind, count in bots.waiting.items()]
    lines.append("# TYPE ludotheque_bot_wait_seconds summary")
    for kind, (count, seconds) in bots.waited.items():
        lines.append(f'ludotheque_bot_wait_seconds_sum{{kind="{kind}"}} {seconds:.6f}')
        lines.append(f'ludotheque_bot_wait_seconds_count{{kind="{kind}"}} {count}')
    return lines
