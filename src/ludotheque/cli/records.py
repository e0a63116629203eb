"""`simulate`, `replay` and `view`: the commands on records."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TextIO

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from ludotheque import records
from ludotheque.bots.base import Budget
from ludotheque.cli.common import (
    GivenOptions,
    Language,
    fault_text,
    read_game,
    read_language,
    read_variant,
    record_line,
    record_lines,
    stop,
)
from ludotheque.records import RecordLine
from ludotheque.rules.core import LIMIT, SPECTATOR, Fault, Json
from ludotheque.rules.game import Game
from ludotheque.texts import Words

if TYPE_CHECKING:
    from ludotheque.lab.playouts import Tally

PLAYOUTS_OF_A_SIMULATED_BOT = 200


def add_to(app: typer.Typer) -> None:
    """Bring the commands."""
    app.command()(simulate)
    app.command()(replay)
    app.command()(view)


# simulate ------------------------------------------------------------------------------------------------------------


def simulate(
    game: Annotated[str, typer.Argument(help="the game to play")],
    players: Annotated[int, typer.Option(help="how many play")] = 2,
    option: GivenOptions = None,
    games: Annotated[int, typer.Option(min=1, help="how many games")] = 1000,
    seed: Annotated[int, typer.Option(min=0, max=2**63 - 1, help="the same seed gives the same games")] = 0,
    file: Annotated[str | None, typer.Option("--records", help="write one record a line to this file (- for the screen)")] = None,
    summary: Annotated[bool, typer.Option("--summary", help="print lengths and win rates with standard errors")] = False,
    bots: Annotated[str | None, typer.Option(help="bots instead of random moves, one name a seat: child,elephant")] = None,
    careful: Annotated[
        bool, typer.Option("--careful", help="never throw the game away at once, where a game has such moves")
    ] = False,
    lang: Language = None,
) -> None:
    """Play games of uniformly random legal moves; write their records, or what they show."""
    words = Words(read_language(lang))
    played = read_game(game)
    options = read_variant(played, players, option, words)
    if bots is not None:
        found: Iterable[Json] = _bot_records(played, players, options, games, seed, bots)
        if summary:
            began = time.perf_counter()
            found = played_out = list(found)
            title = words("simulate.summary_bots", {"games": games, "game": played.slug, "players": players, "bots": bots})
            _print_summary(title, _tally_of(played_out, players, time.perf_counter() - began), words)
        if file is not None or not summary:
            _write(found, games, file or "-", words)
        return
    _warm_up(played, words)
    if file is not None:
        from ludotheque.lab.playouts import random_records

        found = random_records(played, players=players, options=options, games=games, seed=seed, careful=careful)
        _write(found, games, file, words)
    if summary or file is None:
        from ludotheque.lab.playouts import playouts

        threads = os.cpu_count() or 1
        tally = playouts(played, players=players, options=options, games=games, seed=seed, careful=careful, threads=threads)
        title = words("simulate.summary", {"games": games, "game": played.slug, "players": players})
        _print_summary(title, tally, words)


def _warm_up(game: Game, words: Words) -> None:
    """Compile, if that has not been done before, and say so: it takes some seconds."""
    from ludotheque.rules.compiled import is_warm

    if is_warm(game):
        game.compiled.warm_up()
        return
    with Console(stderr=True).status(words("simulate.compiling", {"game": game.slug})):
        game.compiled.warm_up()


def _bot_records(game: Game, players: int, options: dict[str, bool | int], games: int, seed: int, names: str) -> Iterator[Json]:
    """Records of games among bots that think by the playout, not by the clock, so that a seed gives the same games."""
    from ludotheque.lab.bouts import bout, ladder_names

    seated = [name.strip() for name in names.split(",")]
    for name in seated:
        if name not in ladder_names():
            stop(f"--bots: {name!r} is not one of {', '.join(ladder_names())}")
    if len(seated) != players:
        stop(f"--bots: {len(seated)} names for {players} players")
    budget = Budget(playouts=PLAYOUTS_OF_A_SIMULATED_BOT)
    return (bout(game, options, seated, seed + number, [budget] * players).record for number in range(games))


def _tally_of(found: Sequence[Json], players: int, seconds: float) -> Tally:
    """What came of recorded games, a shared win counted in parts."""
    from ludotheque.lab.playouts import Tally

    lengths = [len(record["moves"]) for record in found]
    won = [(record["deal"]["first"], record["result"]["winners"]) for record in found]
    return Tally(
        games=len(found),
        decisions=sum("move" in entry for record in found for entry in record["moves"]),
        entries=sum(lengths),
        entries_squared=sum(length**2 for length in lengths),
        limited=sum(length >= LIMIT for length in lengths),
        first_wins=sum(1 / len(winners) for first, winners in won if first in winners),
        wins=tuple(sum(1 / len(winners) for _, winners in won if seat in winners) for seat in range(players)),
        seconds=seconds,
    )


def _write(found: Iterable[Json], games: int, file: str, words: Words) -> None:
    with ExitStack() as stack:
        out: TextIO = sys.stdout
        if file != "-":
            try:
                out = stack.enter_context(Path(file).open("w", encoding="utf-8"))
            except OSError as error:
                stop(f"{file}: {error.strerror}")
        for record in found:
            out.write(records.dumps(record) + "\n")
    if file != "-":
        typer.echo(words("simulate.written", {"games": games, "file": file}), err=True)


def _print_summary(title: str, tally: Tally, words: Words) -> None:
    table = Table(title=title)
    table.add_column("")
    table.add_column(words("simulate.value"), justify="right")
    table.add_column(words("simulate.error"), justify="right")
    table.add_row(words("simulate.length"), *(words.number(one, ".3f") for one in (tally.mean_entries, tally.mean_entries_error)))
    table.add_row(words("simulate.decisions"), words.number(tally.decisions / tally.games, ".3f"), "")
    table.add_row(words("simulate.first"), *(words.number(one, ".4f") for one in tally.first_rate()))
    for seat in range(len(tally.wins)):
        table.add_row(words("simulate.wins", {"seat": seat}), *(words.number(one, ".4f") for one in tally.win_rate(seat)))
    table.add_row(words("simulate.limited"), str(tally.limited), "")
    table.add_row(words("simulate.speed"), words.number(tally.games / tally.seconds, ",.0f"), "")
    Console().print(table)


# replay --------------------------------------------------------------------------------------------------------------


def replay(
    file: Annotated[Path, typer.Argument(help="a file with one record a line (- for the standard input)")],
    legal: Annotated[bool, typer.Option("--legal", help="print the legal moves of every decision, one JSON line each")] = False,
    lang: Language = None,
) -> None:
    """Check every record of a file from its deal to its result."""
    language = read_language(lang)
    lines, faults = record_lines(file), 0
    for line in lines:
        try:
            _check(line, legal)
        except Fault as fault:
            faults += 1
            print(fault_text(line, fault, language))
    if faults:
        typer.echo(Words(language)("replay.faults", {"count": faults}), err=True)
        raise typer.Exit(1)
    typer.echo(Words(language)("replay.all_good", {"count": len(lines)}), err=True)


def _check(line: RecordLine, legal: bool) -> None:
    record = line.read()
    for index, play in enumerate(records.steps(record)):
        decision = records.decision(play) if legal else None
        if decision is not None:
            print(json.dumps({"line": line.number, "index": index, **decision}, ensure_ascii=False))
    records.check_result(record, play)


# view ----------------------------------------------------------------------------------------------------------------


def view(
    file: Annotated[Path, typer.Argument(help="a file with one record a line (- for the standard input)")],
    line: Annotated[int, typer.Option(min=1, help="which record, from 1")] = 1,
    at: Annotated[
        int | None, typer.Option(min=0, help="just before this entry, from 0; the end of the record by default")
    ] = None,
    seat: Annotated[str, typer.Option(help="a seat from 0, or spectator")] = "spectator",
    lang: Language = None,
) -> None:
    """The JSON that a seat may see at one moment of a record."""
    language = read_language(lang)
    found = record_line(file, line, 1)
    try:
        play = records.replay(found.read(), at)
        if at is not None and at > len(play.entries):
            stop(f"{file}:{line}: --at {at}: the record has {len(play.entries)} entries", 1)
        shown = play.view(SPECTATOR if seat == "spectator" else _seat_number(seat, play.players))
    except Fault as fault:
        stop(fault_text(found, fault, language), 1)
    print(msgspec.json.encode(shown).decode())


def _seat_number(text: str, players: int) -> int:
    if not text.isdecimal() or int(text) >= players:
        stop(f"--seat {text}: a seat from 0 to {players - 1}, or spectator", 1)
    return int(text)
