"""`study` and `compare`: what a rule does, measured."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from ludotheque.cli.common import Language, read_game, read_language, stop
from ludotheque.rules.core import Fault
from ludotheque.rules.game import Game
from ludotheque.texts import Words

if TYPE_CHECKING:
    from ludotheque.lab.study.entrants import Entrant
    from ludotheque.lab.study.file import Header, Totals
    from ludotheque.lab.study.plan import Cell, Plan, Table
    from ludotheque.lab.study.run import Crew
    from ludotheque.lab.study.until import Until

Games = Annotated[
    int, typer.Option("--games", min=2, help="games of each table that plays at random; one more if odd: deals are played twice")
]
BotGames = Annotated[int, typer.Option("--bot-games", min=2, help="games of each table with bots")]
Seed = Annotated[int, typer.Option("--seed", min=0, max=2**62, help="the same seed gives the same deals")]
File = Annotated[Path | None, typer.Option("--file", help="keep the study here; where it is, the study goes on")]
Workers = Annotated[int, typer.Option("--workers", min=1, help="processes")]
OnCluster = Annotated[
    str | None,
    typer.Option("--cluster", help="a Dask scheduler, e.g. tcp://host:8786 or its file .json: its workers play instead"),
]
UntilGiven = Annotated[str | None, typer.Option("--until", help="play on until the interval is this narrow, e.g. 1%")]
On = Annotated[str, typer.Option("--on", help="the statistic that --until is about")]
AsJson = Annotated[str | None, typer.Option("--json", help="write the report as JSON to this file (- for the screen)")]
AsPage = Annotated[Path | None, typer.Option("--html", help="write the report as one page of HTML to this file")]
Bots = Annotated[str, typer.Option("--bots", help="who plays: names with commas; a+b seats one each; NAME@PLAYOUTS, NAME~SPAN")]

CORES = os.cpu_count() or 1
AT_MOST = 10_000
"""Rounds that `--until` may take."""


def add_to(app: typer.Typer) -> None:
    """Bring the commands."""
    app.command()(study)
    app.command()(compare)


def study(
    game: Annotated[str, typer.Argument(help="the game to study")],
    players: Annotated[str | None, typer.Option("--players", help="how many play; several with commas, or all")] = None,
    option: Annotated[
        list[str] | None, typer.Option("--option", "-o", help="an option of the game, name=value; several values with commas")
    ] = None,
    bots: Bots = "random",
    skill: Annotated[bool, typer.Option("--skill", help="also each level against the next, and twice the thought")] = False,
    memory: Annotated[
        bool, typer.Option("--memory", help="also memories that last so long against one that forgets nothing")
    ] = False,
    games: Games = 20_000,
    bot_games: BotGames = 200,
    seed: Seed = 0,
    until: UntilGiven = None,
    on: On = "first",
    file: File = None,
    workers: Workers = CORES,
    cluster: OnCluster = None,
    json: AsJson = None,
    html: AsPage = None,
    schema: Annotated[bool, typer.Option("--schema", help="print the JSON schema of reports, and nothing else")] = False,
    lang: Language = None,
) -> None:
    """Play many games and say what they show: length, fairness, drama, choices, luck, skill, memory, with 95 % intervals."""
    from ludotheque.lab.study import plan as plans
    from ludotheque.lab.study import report as reports
    from ludotheque.lab.study.entrants import COMPILED

    if schema:
        typer.echo(msgspec.json.format(msgspec.json.encode(reports.schema())))
        return
    words = Words(read_language(lang))
    played = read_game(game)
    companies = _read_companies(bots)
    share = _share(games, bot_games) if any(one.name in COMPILED for one, *more in companies if not more) else 1
    try:
        chosen = list(plans.variants(played, _read_players(played, players, words), _read_options(option)))
        cells = plans.play_cells(played, chosen, companies, share)
        for count, options in chosen:
            table = plans.Table(played.slug, count, options, (companies[0][0],) * count)
            cells += plans.skill_cells(table, share) * skill + plans.memory_cells(table, share) * memory
    except Fault as fault:
        stop(words.fault(fault))
    except ValueError as error:
        stop(f"--bots: {error}")
    plan = plans.Plan(tuple(cells), seed)
    _play(plan, _deals(cells, games, bot_games), until, on, file, workers, cluster, json, html, words)
    if not (skill or memory) and json != "-":
        typer.echo(words("study.needs_bots"), err=True)


def compare(
    game: Annotated[str, typer.Argument(help="the game to play")],
    a: Annotated[str, typer.Option("--a", help="one table, as key=value: game, players, bots, and the options of the game")],
    b: Annotated[str, typer.Option("--b", help="the other one")],
    games: Games = 20_000,
    bot_games: BotGames = 200,
    seed: Seed = 0,
    until: UntilGiven = None,
    on: On = "first",
    file: File = None,
    workers: Workers = CORES,
    cluster: OnCluster = None,
    json: AsJson = None,
    html: AsPage = None,
    lang: Language = None,
) -> None:
    """Two variants, two games or two bots on the same deals: what differs, with 95 % intervals."""
    from ludotheque.lab.study import plan as plans

    words = Words(read_language(lang))
    tables = [_read_table(game, text, words) for text in (a, b)]
    one, other = tables
    alike = (one.game, one.players, one.options) == (other.game, other.players, other.options)
    if alike and not one.mixed and not other.mixed and one.bots != other.bots:
        tables.append(plans.duel(one, one.bots[0], other.bots[0]))
    cells = [plans.cell_of(*tables, purpose="compare")]
    plan = plans.Plan(tuple(cells), seed)
    _play(plan, _deals(cells, games, bot_games), until, on, file, workers, cluster, json, html, words)


# Reading what was typed ------------------------------------------------------------------------------------------------


def _value(text: str) -> bool | int | str:
    known: dict[str, bool] = {"true": True, "false": False}
    return known[text] if text in known else int(text) if text.isdecimal() else text


def _read_players(game: Game, given: str | None, words: Words) -> list[int]:
    if given is None:
        return [game.facts.seats]
    if given == "all":
        return list(game.players)
    try:
        return [int(text) for text in given.split(",")]
    except ValueError:
        stop(words.fault(Fault("bad_players", players=given, known=", ".join(map(str, game.players)))))


def _read_options(given: Sequence[str] | None) -> dict[str, list[bool | int]]:
    chosen: dict[str, list[bool | int]] = {}
    for text in given or ():
        name, equals, values = text.partition("=")
        if not equals:
            stop(f"--option {text}: name=value")
        chosen[name] = [_value(value) for value in values.split(",")]  # type: ignore[misc]  # `Game.options` refuses a text
    return chosen


def _read_companies(bots: str) -> list[list[Entrant]]:
    from ludotheque.lab.study.entrants import read_entrant

    try:
        return [[read_entrant(name) for name in company.split("+")] for company in bots.split(",")]
    except ValueError as error:
        stop(f"--bots: {error}")


def _read_table(slug: str, text: str, words: Words) -> Table:
    from ludotheque.lab.study.plan import Table

    given: dict[str, str] = {}
    for word in re.split(r"[\s,]+", text.strip()) if text.strip() else ():
        name, equals, value = word.partition("=")
        if not equals:
            stop(words("study.bad_table", {"given": word, "known": "game, players, bots"}))
        given[name] = value
    played = read_game(given.pop("game", slug))
    company = _read_companies(given.pop("bots", "random"))[0]
    (players,) = _read_players(played, given.pop("players", None), words)[:1]
    try:
        options = played.options({name: _value(value) for name, value in given.items()})
        played.blank(players, options)
    except Fault as fault:
        stop(words.fault(fault))
    if len(company) not in (1, players):
        stop(f"bots={'+'.join(map(str, company))}: 1 / {players}")
    return Table(played.slug, players, options, tuple(company) if len(company) == players else (company[0],) * players)


def _share(games: int, bot_games: int) -> int:
    """How many chunks with bots a round has beside one at random."""
    from ludotheque.lab.study.plan import BOT_DEALS, RANDOM_DEALS

    rounds, chunks = -(-games // (2 * RANDOM_DEALS)), -(-bot_games // (2 * BOT_DEALS))
    return -(-chunks // rounds)


def _deals(cells: Sequence[Cell], games: int, bot_games: int) -> list[int]:
    """The deals of each cell for the wanted numbers of games: each deal is played twice."""
    return [-(-(games if all(table.compiled for table in cell.tables) else bot_games) // 2) for cell in cells]


def _read_until(given: str | None, on: str, plan: Plan, words: Words) -> Until | None:
    from ludotheque.lab.study.statistics import statistics_of
    from ludotheque.lab.study.until import Until

    if given is None:
        return None
    found = re.fullmatch(r"(\d+(?:[.,]\d+)?)\s*%", given.strip())
    narrow = float(found[1].replace(",", ".")) / 100 if found else 0.0
    if not 0.0001 <= narrow <= 0.5:
        stop(words("study.bad_until", {"given": given}))
    known = dict.fromkeys(one.name for cell in plan.cells for one in statistics_of(cell.tables[0]))
    if on not in known:
        stop(words("study.bad_on", {"given": on, "known": ", ".join(known)}))
    return Until(on, narrow)


# Playing ---------------------------------------------------------------------------------------------------


def _play(
    plan: Plan,
    deals: Sequence[int],
    until: str | None,
    on: str,
    file: Path | None,
    workers: int,
    cluster: str | None,
    json: str | None,
    html: Path | None,
    words: Words,
) -> None:
    from ludotheque.cli.lab_told import tell
    from ludotheque.lab.study.file import StudyFile, WrongFile
    from ludotheque.lab.study.report import report_of
    from ludotheque.lab.study.run import NoCluster, play_study

    enough = _read_until(until, on, plan, words)
    wanted = deals if enough is None else plan.rounds(AT_MOST)
    try:
        study = StudyFile(plan, file)
    except WrongFile as error:
        stop(str(error))
    except OSError as error:
        stop(f"{file}: {error.strerror}")
    if study.chunks:
        typer.echo(words("study.resumed", {"file": str(file), "count": study.chunks}), err=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:.0f} %"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        most = None if enough else study.chunks + sum(1 for _ in study.left(wanted))
        task = bar.add_task(words("study.working", {"game": plan.cells[0].tables[0].game}), total=most, completed=study.chunks)

        def progress(done: int, totals: Totals) -> None:
            bar.update(task, completed=done, total=most if enough is None else max(int(done * enough.far(totals) ** 2), done))

        def alone() -> None:
            bar.update(task, description=words("study.cluster.alone"))

        try:
            crew = None if cluster is None else _join(study.header, cluster, alone, words)
            totals = play_study(study, wanted=wanted, workers=workers, crew=crew, enough=enough, progress=progress)
        except KeyboardInterrupt:
            stop(_what_is_kept(file, words), 130)
        except NoCluster as error:
            stop(f"{words(f'study.cluster.{error.code}', error.told)}\n{_what_is_kept(file, words)}", 1)
        finally:
            study.close()
    tell(report_of(study.header, totals, enough), enough, json, html, words)


def _join(header: Header, address: str, alone: Callable[[], None], words: Words) -> Crew:
    try:
        from ludotheque.lab.study.cluster import Cluster
    except ModuleNotFoundError as error:
        if error.name not in ("dask", "distributed"):
            raise
        stop(words("study.cluster.missing", {"name": error.name}))
    return Cluster(header, address, alone)


def _what_is_kept(file: Path | None, words: Words) -> str:
    return words("study.stopped", {"file": str(file)}) if file else words("study.stopped_unkept")
