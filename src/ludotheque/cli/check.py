"""`ludotheque check`: whether everything in a store fits together."""

from __future__ import annotations

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from ludotheque.cli.common import Language
from ludotheque.cli.serve import Data, Database, say, with_store
from ludotheque.places import data_directory
from ludotheque.tables.checking import check_store
from ludotheque.tables.store import Store


def check(
    data: Data = data_directory(),  # noqa: B008
    database: Database = None,
    language: Language = None,
) -> None:
    """Replay every table of the store and say what is wrong with which one; nothing is changed."""

    async def work(store: Store) -> tuple[int, int]:
        total = sum((await store.count_tables()).values())
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        wrong = tables = 0
        with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
            bar = progress.add_task(say(language, "check.checking"), total=total)
            async for table_id, found in check_store(store):
                tables += 1
                wrong += bool(found)
                for problem in found:
                    typer.echo(f"{table_id}: {say(language, f'check.{problem.code}', entry=problem.entry)}")
                progress.advance(bar)
        return tables, wrong

    tables, wrong = with_store(data, database, language, work)
    if wrong:
        typer.echo(say(language, "check.wrong", count=wrong, tables=tables), err=True)
        raise typer.Exit(1)
    typer.echo(say(language, "check.well", tables=tables), err=True)


def add_to(app: typer.Typer) -> None:
    """Bring the command."""
    app.command()(check)
