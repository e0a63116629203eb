"""`studies`: what pages show of a box, measured anew and written into the game's folder."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from operator import floordiv
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from ludotheque.cli.common import Language, read_game, read_language, stop
from ludotheque.games import GAMES
from ludotheque.rules.game import Game
from ludotheque.texts import Words

COLUMNS = (
    TextColumn("{task.description}"),
    BarColumn(),
    TextColumn("{task.percentage:.0f} %"),
    TimeElapsedColumn(),
    TimeRemainingColumn(),
)


def add_to(app: typer.Typer) -> None:
    """Bring the command."""
    app.command()(studies)


Rounds = Annotated[int, typer.Option("--rounds", min=1, help="100: of each variant 1,000,000 random games, 10,000 of bots")]
Folder = Annotated[Path, typer.Option("--folder", help="keep the studies here; those that are there go on")]


def studies(
    games: Annotated[list[str] | None, typer.Argument(help="which games; all of the house unless said")] = None,
    rounds: Rounds = 100,
    folder: Folder = Path("build/studies"),
    workers: Annotated[int, typer.Option("--workers", min=1, help="processes")] = os.cpu_count() or 1,
    lang: Language = None,
) -> None:
    """Play what pages show of a box (variants, numbers of players, skill, memory) and write `studied.json` into its folder."""
    words = Words(read_language(lang))
    for game in [read_game(slug) for slug in games or GAMES]:
        _study(game, rounds, folder, workers, words)


def _study(game: Game, rounds: int, folder: Path, workers: int, words: Words) -> None:
    from ludotheque.lab.shipped import distil, plan_of
    from ludotheque.lab.study.file import StudyFile, WrongFile
    from ludotheque.lab.study.report import report_of
    from ludotheque.lab.study.run import play_study
    from ludotheque.studied import write_studied

    plan, path = plan_of(game), folder / f"{game.slug}.study"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        study = StudyFile(plan, path)
    except WrongFile as error:
        stop(str(error))
    except OSError as error:
        stop(f"{path}: {error.strerror}")
    with Progress(*COLUMNS, console=Console(stderr=True)) as bar:
        wanted = plan.rounds(rounds)
        most = study.chunks + sum(1 for _ in study.left(wanted))
        task = bar.add_task(words("study.working", {"game": game.slug}), total=most, completed=study.chunks)
        try:
            totals = play_study(study, wanted=wanted, workers=workers, progress=lambda done, _: bar.update(task, completed=done))
        except KeyboardInterrupt:
            stop(words("study.stopped", {"file": str(path)}), 130)
        finally:
            study.close()
    played = min(map(floordiv, totals.deals, plan.rounds(1)))
    command = f"ludotheque studies {game.slug} --rounds {played}"
    made = f"{datetime.now(UTC):%Y-%m-%d}"
    written = write_studied(game.folder, distil(game, study.header, report_of(study.header, totals), made, command))
    typer.echo(words("study.written", {"file": str(written)}), err=True)
