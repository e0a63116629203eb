"""What a study says, in the terminal and in files: tables of statistics, differences, duels."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from ludotheque.cli.common import write_report
from ludotheque.lab.study.page import page
from ludotheque.lab.study.report import CellReport, Report
from ludotheque.lab.study.shown import Shown
from ludotheque.lab.study.until import Until
from ludotheque.texts import Words


def tell(report: Report, until: Until | None, json: str | None, html: Path | None, words: Words) -> None:
    """Print what a study says, and write it where it was asked for."""
    shown = Shown(words.language)
    if json == "-":
        typer.echo(msgspec.json.encode(report))
    else:
        for cell in report.cells:
            if cell.purpose in ("play", "compare"):
                _print_cell(cell, report.seed, until, shown)
        _print_duels(report, shown)
    write_report(words, json, msgspec.json.encode(report).decode(), html, page(report, words.language) if html else "")


def _print_cell(cell: CellReport, seed: int, until: Until | None, shown: Shown) -> None:
    compared = cell.purpose == "compare"
    names = [("AB"[number] + ": ") * (compared and number < 2) + shown.table(table) for number, table in enumerate(cell.tables)]
    played = shown("of", games=shown.whole(cell.games), deals=shown.whole(cell.deals), seed=seed)
    for number, table in enumerate(cell.tables):
        if compared and number < 2:
            continue
        grid = Table(title=names[number], caption=played)
        grid.add_column(shown("statistic"))
        for key in ("value", "interval"):
            grid.add_column(shown(key), justify="right")
        for result in table.results:
            grid.add_row(shown.name(result), shown.result(result), shown.interval(result))
        Console().print(grid)
    if compared:
        _print_differences(cell, names, played, shown)
    if cell.sequence is not None and until is not None and cell.sequence.low is not None and cell.sequence.high is not None:
        kind = cell.sequence.kind
        low, high = (shown.value(end, kind, compared) for end in (cell.sequence.low, cell.sequence.high))
        told = {"narrow": shown.percent(until.narrow, 2), "name": shown.name(cell.sequence), "low": low, "high": high}
        typer.echo(shown("sequence", value=shown.result(cell.sequence, compared), **told))


def _print_differences(cell: CellReport, names: Sequence[str], played: str, shown: Shown) -> None:
    grid = Table(title="\n".join(names[:2]), caption=played)
    grid.add_column(shown("statistic"))
    for key in ("a", "b", "difference", "interval"):
        grid.add_column(shown(key), justify="right")
    for change in cell.differences:
        found = [table.find(change.name, change.seat) for table in cell.tables[:2]]
        sure = change.low is not None and change.high is not None and (change.low > 0 or change.high < 0)
        values = ["" if one is None else shown.result(one) for one in found]
        row = (shown.name(change), *values, shown.result(change, True), shown.interval(change, True))
        grid.add_row(*row, style="bold" if sure else None)
    Console().print(grid)


def _print_duels(report: Report, shown: Shown) -> None:
    for purpose in ("level", "thought", "memory"):
        cells = [cell for cell in report.cells if cell.purpose == purpose]
        if not cells:
            continue
        grid = Table(title=shown(purpose))
        for key in ("", "wins", "interval"):
            grid.add_column(shown(key) if key else "", justify="right" if key else "left")
        for cell in cells:
            table, hero = cell.tables[0], cell.tables[0].find("hero")
            if hero is None or hero.value is None or hero.low is None or hero.high is None:
                continue
            others = next(bot for bot in table.bots if bot != table.bots[0])
            duel = shown("duel", first=shown.bot(table.bots[0]), others=shown.bot(others))
            value, low, high = (shown.percent(end + hero.fair) for end in (hero.value, hero.low, hero.high))
            grid.add_row(f"{duel} · {shown('players', count=table.players)}", value, f"{low} … {high}")
        Console().print(grid)
