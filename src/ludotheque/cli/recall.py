"""`recall`: how much of what it saw an agent still knows."""

from __future__ import annotations

import multiprocessing
import re
import shlex
import shutil
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from ludotheque.cli.common import Language, read_game, read_language, stop, write_report
from ludotheque.cli.lab import CORES, AsJson, AsPage, Seed
from ludotheque.games import all_games
from ludotheque.levels import LEVELS
from ludotheque.texts import Words

if TYPE_CHECKING:
    from ludotheque.lab.recall.bench import Agent, RecallReport, Spread
    from ludotheque.lab.study.entrants import Entrant

RUNG_PLAYOUTS = 48
"""How much the rungs think: enough to play like themselves."""


def add_to(app: typer.Typer) -> None:
    """Bring the command."""
    app.command()(recall)


def recall(
    agent: Annotated[
        str, typer.Argument(help="a bot (NAME, NAME@PLAYOUTS, NAME~SPAN), or a command that plays one game over the bot API")
    ],
    boxes: Annotated[str, typer.Option("--boxes", help="the games to play, with commas; all by default")] = "all",
    games: Annotated[int, typer.Option("--games", min=2, help="games in each box")] = 12,
    rungs: Annotated[bool, typer.Option("--rungs/--no-rungs", help="also the four levels, to compare with")] = True,
    seed: Seed = 0,
    workers: Annotated[int, typer.Option("--workers", min=1, help="processes")] = CORES,
    within: Annotated[float, typer.Option("--within", min=1, help="seconds that a command may take for one game")] = 300,
    json: AsJson = None,
    html: AsPage = None,
    lang: Language = None,
) -> None:
    """How much of what it saw an agent still knows, by age and box, from its moves alone; goldfish to elephant beside it."""
    from ludotheque.cli.outside import Failed
    from ludotheque.lab.recall.bench import RecallReport, bench
    from ludotheque.lab.study.entrants import Entrant

    words = Words(read_language(lang))
    slugs = list(all_games()) if boxes == "all" else [read_game(slug).slug for slug in boxes.split(",")]
    entrant = _read_agent(agent, words)
    levels = [Entrant(level, RUNG_PLAYOUTS) for level in LEVELS] if rungs else []
    with Progress(console=Console(stderr=True), transient=True) as bar, _spread(workers) as spread:
        task = bar.add_task("", total=len(slugs) * (1 + len(levels)))

        def told(name: str, slug: str) -> None:
            bar.update(task, advance=1, description=words("recall.working", {"agent": name, "game": slug}))

        try:
            found = [
                _outside(agent, slugs, games, within, spread, told)
                if entrant is None
                else bench(entrant, slugs, games, seed, spread, told)
            ]
        except Failed as failed:
            stop(words(f"recall.{failed.code}", failed.told), 1)
        found += [bench(level, slugs, games, seed, spread, told) for level in levels]
    _tell(RecallReport(tuple(found), seed), json, html, words)


def _read_agent(agent: str, words: Words) -> Entrant | None:
    """A bot by its name; None for a command."""
    from ludotheque.lab.study.entrants import known_names, read_entrant

    try:
        return read_entrant(agent)
    except ValueError as error:
        if re.split("[@~]", agent)[0] in known_names():
            stop(str(error))
        try:
            first = shlex.split(agent)[:1]
        except ValueError:
            first = []
        if first and shutil.which(first[0]):
            return None
        stop(words("recall.not_an_agent", {"given": agent, "known": ", ".join(known_names())}))


@contextmanager
def _spread(workers: int) -> Iterator[Spread]:
    if workers == 1:
        yield map
        return
    with ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn")) as pool:
        yield pool.map


def _outside(
    command: str, slugs: Sequence[str], games: int, within: float, spread: Spread, told: Callable[[str, str], None]
) -> Agent:
    """A bot from outside, one game after the other over the bot API of a house of its own."""
    from ludotheque.cli.outside import open_house
    from ludotheque.lab.recall.bench import Agent, Played, recollection

    found = []
    with open_house() as house:
        for slug in slugs:
            game = read_game(slug)
            seats = [number % game.facts.seats for number in range(games)]
            plays = [Played(house.play(command, game, seat, within), seat) for seat in seats]
            found.append(recollection(plays, spread))
            told(command, slug)
    return Agent(command, tuple(found))


def _tell(report: RecallReport, json: str | None, html: Path | None, words: Words) -> None:
    from ludotheque.lab.recall.drawn import Told, page

    if json == "-":
        typer.echo(msgspec.json.encode(report))
    else:
        shown = Told(words.language)
        grid = Table(title=shown("title", agent=shown.agent(report.agents[0])), caption=shown("span_axis"))
        for key in ("box", "agent", "moves", "by_moves", "by_beliefs"):
            grid.add_column(shown(key), justify="left" if key in ("box", "agent") else "right")
        for boxes in zip(*(agent.boxes for agent in report.agents), strict=True):
            for agent, box in zip(report.agents, boxes, strict=True):
                own = agent is report.agents[0]
                believed = "" if box.believed_span is None else shown.with_interval(box.believed_span)
                row = (
                    shown.shown.title(box.game) if own else "",
                    shown.agent(agent),
                    str(box.telling),
                    shown.with_interval(box.span),
                )
                grid.add_row(*row, believed, style="bold" if own else None, end_section=agent is report.agents[-1])
        Console().print(grid)
    write_report(words, json, msgspec.json.encode(report).decode(), html, page(report, words.language) if html else "")
