"""`ludotheque playthrough`: a whole game in words, to be read and to be kept beside a game's tests."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludotheque.cli.common import read_game, stop


def add_to(app: typer.Typer) -> None:
    """Bring the command."""
    app.command()(playthrough)


def playthrough(
    game: Annotated[str, typer.Argument(help="the game, by its slug")],
    write: Annotated[
        Path | None,
        typer.Option("--write", help="a folder of tests: its playthrough.txt is written, as its playthrough.json says"),
    ] = None,
) -> None:
    """One game from its deal to its end, in words; read it before you commit it."""
    from ludotheque.testing.playthroughs import playthrough as made
    from ludotheque.testing.playthroughs import write_playthrough

    found = read_game(game)
    if write is None:
        typer.echo(made(found), nl=False)
        return
    if not write.is_dir():
        stop(f"--write {write}: there is no such folder")
    try:
        typer.echo(write_playthrough(found, write), err=True)
    except (OSError, ValueError) as error:
        stop(f"--write {write}: {error}")
