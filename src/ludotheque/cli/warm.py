"""`warm`: compiling every box beforehand, so that no bot has to play without thinking."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from importlib.util import find_spec
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress

from ludotheque.cli.common import Language, read_game, read_language, stop
from ludotheque.games import game as find_game
from ludotheque.texts import Words


def add_to(app: typer.Typer) -> None:
    """Bring the command."""
    app.command()(warm)


def warm(
    games: Annotated[list[str] | None, typer.Argument(help="the games to compile; all of them by default")] = None,
    jobs: Annotated[int | None, typer.Option(min=1, help="processes; all cores by default")] = None,
    research: Annotated[
        bool | None,
        typer.Option(
            "--research/--no-research", help="also the steps of the vector environment; if that extra is there, by default"
        ),
    ] = None,
    lang: Language = None,
) -> None:
    """Compile what the bots of every game need, on all cores, and keep it: for images, packages and first starts."""
    from ludotheque.games import all_games

    words = Words(read_language(lang))
    wanted = [read_game(game).slug for game in games or all_games()]
    steps = find_spec("pettingzoo") is not None if research is None else research
    cold = [slug for slug in wanted if not is_warm(slug, steps)]
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(words("warm.working"), total=len(cold))
        failed = compile_apart(cold, jobs or os.cpu_count() or 1, lambda slug: progress.advance(task), steps)
    for slug in wanted:
        typer.echo(words("warm.failed" if slug in failed else "warm.done" if slug in cold else "warm.was", {"game": slug}))
    if failed:
        stop("\n".join(failed.values()), 1)


def is_warm(slug: str, steps: bool) -> bool:
    """Whether nothing of a game is left to compile."""
    from ludotheque.adapters import vector
    from ludotheque.bots import warm as bots

    return bots.is_warm(slug) and (not steps or vector.is_warm(find_game(slug)))


def compile_here(slug: str, steps: bool) -> None:
    """Compile what is wanted of a game, in this process."""
    from ludotheque.adapters import vector
    from ludotheque.bots import warm as bots

    bots.warm_up(slug)
    if steps:
        vector.warm_up(find_game(slug))


def compile_apart(slugs: Sequence[str], jobs: int, done: Callable[[str], object], steps: bool = False) -> dict[str, str]:
    """Compile games in processes of their own, some at a time; answer what those said that could not."""
    with ThreadPoolExecutor(jobs) as pool:
        waiting = {pool.submit(_compile, slug, steps): slug for slug in slugs}
        failed = {}
        for future in as_completed(waiting):
            slug, said = waiting[future], future.result()
            done(slug)
            if said is not None:
                failed[slug] = said
    return failed


def _compile(slug: str, steps: bool) -> str | None:
    work = f"from ludotheque.cli.warm import compile_here; compile_here({slug!r}, {steps})"
    code = f"import sys; sys.path[:] = {sys.path!r}; {work}"
    made = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    return None if made.returncode == 0 else made.stderr.strip() or f"{slug}: {made.returncode}"
