"""`solve`, `ladder`, `hint` and `review`: the commands on bots."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from ludotheque import records
from ludotheque.bots.base import Budget
from ludotheque.cli.common import GivenOptions, Language, fault_text, read_game, read_language, read_variant, record_line, stop
from ludotheque.levels import LEVELS
from ludotheque.rules.core import Fault, Json
from ludotheque.texts import Words

if TYPE_CHECKING:
    from ludotheque.bots.notebook import Recalled
    from ludotheque.bots.solved import Cell
    from ludotheque.lab.ladder import Pairing

Seat = Annotated[int, typer.Option("--seat", help="the seat, counted from 0")]
Line = Annotated[int, typer.Option("--line", min=1, help="which record of the file")]
AsJson = Annotated[bool, typer.Option("--json", help="print JSON instead of a table")]


def add_to(app: typer.Typer) -> None:
    """Bring the commands."""
    app.command()(solve)
    app.command()(ladder)
    app.command()(hint)
    app.command()(review)


# solve ---------------------------------------------------------------------------------------------------------------


def solve(
    game: Annotated[str, typer.Argument(help="the game to solve; it must bring a solution")],
    position: Annotated[
        str | None, typer.Option("--position", help="a position to solve, as the game's solution reads it")
    ] = None,
    measure: Annotated[str | None, typer.Option("--measure", help="what values are counted in, e.g. points or match")] = None,
    option: GivenOptions = None,
    lang: Language = None,
) -> None:
    """Solve a game exactly: what it is worth, or what to play in one position."""
    from ludotheque.lab.solving import solution_of

    played = read_game(game)
    words = Words(read_language(lang), played)
    solved = solution_of(played)
    if solved is None:
        stop(words("solve.none", {"game": game}))
    options = read_variant(played, played.players[0], option, words)
    measure = measure or solved.MEASURES[0]
    if measure not in solved.MEASURES:
        stop(words("solve.measure", {"measure": measure, "known": ", ".join(solved.MEASURES)}))
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(words("solve.working"), total=1.0)
        asked = (measure, options, lambda done: progress.update(task, completed=done))
        try:
            rows = solved.values(*asked) if position is None else solved.position(position, *asked)
        except ValueError as error:
            stop(f"--position: {_said(words, str(error))}")
    shown = Table(*(_said(words, heading) for heading in rows[0]))
    for row in rows:
        shown.add_row(*(_said(words, cell) for cell in row.values()))
    Console().print(shown)


def _said(words: Words, cell: Cell) -> str:
    """The words of a code, a number as the language writes it; anything else as it is."""
    if isinstance(cell, tuple):
        return words.number(*cell)
    return words(cell) if cell in words else cell


# ladder --------------------------------------------------------------------------------------------------------------


def ladder(
    game: Annotated[str, typer.Argument(help="the game to play")],
    players: Annotated[int, typer.Option(help="how many play; with more than two, one bot against others of one kind")] = 2,
    games: Annotated[int, typer.Option(min=1, help="how many games each pairing plays")] = 100,
    bots: Annotated[
        str, typer.Option(help="who climbs, from the lowest: levels, named bots, plain, cheat, elephant-1, response-LEVEL")
    ] = ",".join(("random", *LEVELS)),
    neighbours: Annotated[bool, typer.Option("--neighbours", help="only neighbours in the list meet")] = False,
    playouts: Annotated[int, typer.Option(min=1, help="playouts for a move, at most; lower levels think less anyway")] = 2000,
    seconds: Annotated[float | None, typer.Option(help="thinking time for a move, instead of playouts")] = None,
    option: GivenOptions = None,
    seed: Annotated[int, typer.Option(min=0, help="the same seed gives the same deals")] = 0,
    workers: Annotated[int | None, typer.Option(help="processes; all cores by default")] = None,
    file: Annotated[Path | None, typer.Option("--records", help="keep every game, one record a line")] = None,
    less_luck: Annotated[
        bool, typer.Option("--less-luck", help="also tell wins less luck, which need far fewer games (where turns were learned)")
    ] = False,
    lang: Language = None,
) -> None:
    """Let bots play each other: win rates with 95 % intervals, and Elo."""
    from ludotheque.bots.judgement import parts_of
    from ludotheque.lab.bouts import ladder_names
    from ludotheque.lab.ladder import climb, pairings

    words = Words(read_language(lang))
    played = read_game(game)
    options = read_variant(played, players, option, words)
    names = list(dict.fromkeys(name.strip() for name in bots.split(",")))
    for name in names:
        if name not in ladder_names():
            stop(words("ladder.unknown", {"name": name, "known": ", ".join(ladder_names())}))
    if len(names) < 2:
        stop(words("ladder.too_few", {"given": ", ".join(names)}))
    if less_luck and parts_of(played) is None:
        stop(words("ladder.no_luck", {"game": game}))
    budget = Budget(playouts=playouts) if seconds is None else Budget(seconds=seconds)
    with ExitStack() as stack:
        out = stack.enter_context(file.open("w", encoding="utf-8")) if file is not None else None
        progress = stack.enter_context(Progress(console=Console(stderr=True), transient=True))
        task = progress.add_task(words("ladder.working", {"game": game}), total=None)
        board = climb(
            game,
            players=players,
            options=options,
            pairs=pairings(names, neighbours),
            games=games,
            seed=seed,
            budgets=dict.fromkeys(names, budget),
            workers=workers,
            less_luck=less_luck,
            progress=lambda done, of: progress.update(task, completed=done, total=of),
            keep=None if out is None else lambda record: print(records.dumps(record), file=out),
        )
    _print_board(board, words)


def _print_board(board: list[Pairing], words: Words) -> None:
    from ludotheque.lab.ladder import elo

    columns = ["first", "second", "games", "rate", "interval", *(["less_luck"] if board[0].less_luck else [])]
    table = Table(*(words(f"ladder.{column}") for column in columns))
    for pairing in board:
        rate, low, high = (words.percent(share, 1) for share in (pairing.rate, *pairing.interval))
        row = [pairing.first, pairing.second, str(pairing.games), rate, f"{low} - {high}"]
        if pairing.less_luck:
            row.append(" ± ".join(words.percent(share, 1) for share in pairing.fair))
        table.add_row(*row)
    Console().print(table)
    if all(pairing.players == 2 for pairing in board):
        for name, rating in sorted(elo(board).items(), key=lambda item: -item[1]):
            typer.echo(f"{name:>12} {rating:6.0f} Elo")


# hint and review -----------------------------------------------------------------------------------------------------


def hint(
    file: Annotated[Path, typer.Argument(help="a file of records, the game under way being one of them")],
    line: Line = 1,
    at: Annotated[int | None, typer.Option("--at", help="just before this move; by default at the end of the record")] = None,
    as_json: AsJson = False,
    lang: Language = None,
) -> None:
    """What elephant would play in a record's open position, from what the seat to act has been shown."""
    from ludotheque.bots import advice

    words = Words(read_language(lang))
    found = record_line(file, line)
    try:
        record = found.read()
        records.begin(record)
        moves = record["moves"] if at is None else record["moves"][:at]
        plays = records.steps({**record, "moves": moves})
        seat = records.replay(record, at).to_act
        views = [play.view(max(seat, 0)) for play in plays]
        given = advice.hint(read_game(record["game"]), seat, views)
    except Fault as fault:
        stop(fault_text(found, fault, words.language))
    if as_json:
        typer.echo(msgspec.json.encode(given))
        return
    own = Words(words.language, read_game(record["game"]), records.names(record))
    table = Table(words("advice.move"), words("advice.chance"), words("advice.weight"))
    for weighed in given.moves:
        chance = words.percent(weighed.chance, 1) + (f" ± {words.percent(weighed.margin, 1)}" if weighed.margin else "")
        table.add_row(_move_text(own, record["game"], weighed.move), chance, words.percent(weighed.weight, 1))
    Console().print(table)
    typer.echo(words(f"advice.basis.{given.basis}", {"count": given.tried}))
    why = given.ideas[0].why
    typer.echo(own(f"why.{why.code}", why.args))
    for shown in given.seen:
        typer.echo(f"{words('advice.seen')}: {_seen_text(own, shown)}")


def review(
    file: Annotated[Path, typer.Argument(help="a file of records")],
    seat: Seat = 0,
    line: Line = 1,
    as_json: AsJson = False,
    lang: Language = None,
) -> None:
    """What each move of a seat cost in winning chance, given what it could know, and what it had been shown."""
    from ludotheque.bots import advice

    words = Words(read_language(lang))
    found = record_line(file, line)
    try:
        record = found.read()
        judgement = advice.review(record, seat)
    except Fault as fault:
        stop(fault_text(found, fault, words.language))
    if as_json:
        typer.echo(msgspec.json.encode(judgement))
        return
    own = Words(words.language, read_game(record["game"]), records.names(record))
    table = Table(*(words(f"advice.{column}") for column in ("index", "move", "cost", "best", "seen")))
    for judged in judgement.moves:
        instead = words("advice.none_better") if judged.none_better else ""
        best = _move_text(own, record["game"], judged.best) if judged.cost else instead
        seen = "; ".join(_seen_text(own, shown) for shown in judged.seen) if judged.cost else ""
        cost = words.percent(judged.cost, 1)
        table.add_row(str(judged.index), _move_text(own, record["game"], judged.move), cost, best, seen)
    Console().print(table)
    typer.echo(words("advice.total", {"cost": words.percent(judgement.cost, 1)}))


def _move_text(words: Words, slug: str, move: Json) -> str:
    return words.move(read_game(slug).move(move))


def _seen_text(words: Words, shown: Recalled) -> str:
    return words("advice.saw", {"what": words(f"seen.{shown.code}", shown.args), "entry": shown.entry})
