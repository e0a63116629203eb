"""`ludotheque play`: a whole game in the terminal."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from ludotheque import records
from ludotheque.bots import Bot, bot_names, make_bot
from ludotheque.bots.warm import warm_up
from ludotheque.cli.common import GivenOptions, Language, read_game, read_language, read_variant, stop
from ludotheque.games import all_games
from ludotheque.levels import ADAPTIVE, LEVELS
from ludotheque.rules.play import Play
from ludotheque.terminal.facts import facts_line
from ludotheque.terminal.measured import Measured
from ludotheque.texts import Words


def add_to(app: typer.Typer) -> None:
    """Bring the command."""
    app.command()(play)


def play(
    game: Annotated[str | None, typer.Argument(help="the game to play; without one, you are asked")] = None,
    players: Annotated[int | None, typer.Option(help="how many play, opponents included")] = None,
    humans: Annotated[int, typer.Option(min=0, help="how many of them sit at this keyboard")] = 1,
    opponents: Annotated[str, typer.Option(help=f"{', '.join(LEVELS)}, random, or {ADAPTIVE}: made to measure")] = "child",
    option: GivenOptions = None,
    seed: Annotated[int | None, typer.Option(min=0, help="the same seed gives the same deal and draws")] = None,
    pace: Annotated[float, typer.Option(min=0, help="seconds to look at each opponent's move; Enter goes on")] = 1.2,
    file: Annotated[Path | None, typer.Option("--record", help="where to keep the record of the game")] = None,
    lang: Language = None,
) -> None:
    """Play a game in the terminal: people at one keyboard, and opponents who see no more than they may."""
    language, console = read_language(lang), Console(highlight=False)
    chosen = read_game(game or _pick(language, console))
    count = players or max(chosen.players[0], humans)
    if humans > count:
        stop(f"--humans {humans}: only {count} play")
    if opponents not in (*bot_names(), ADAPTIVE):
        stop(f"--opponents: {opponents!r} is not one of {', '.join((*bot_names(), ADAPTIVE))}")
    made_to_measure = Measured(chosen.slug, language) if opponents == ADAPTIVE else None
    if made_to_measure is not None:
        opponents = made_to_measure.level
        console.print(made_to_measure.before(), markup=False)
    words = Words(language, chosen, _names(count, humans, opponents, language))
    options = read_variant(chosen, count, option, words)
    start = chosen.new(count, seed, named=None, **options)
    if humans < count and opponents != "random":
        with console.status(words("play.sitting_down")):
            warm_up(chosen.slug)
    bots = {seat: make_bot(chosen, seat, opponents, secrets.randbits(62)) for seat in range(humans, count)}
    sit_down(start, bots, words, console, pace, file or Path(f"{chosen.slug}-{time.strftime('%Y%m%d-%H%M%S')}.jsonl"))
    if made_to_measure is not None and humans == 1 and start.outcome is not None:
        console.print(made_to_measure.after(start.outcome), markup=False)


def sit_down(start: Play, bots: Mapping[int, Bot], words: Words, console: Console, pace: float, file: Path) -> None:
    """Play, and keep the record after every move: what happens to the terminal does not happen to the game."""
    from ludotheque.terminal.sitting import Sitting, Stopped

    seats = [{"name": name, "kind": "bot" if seat in bots else "human"} for seat, name in enumerate(words.seats)]

    def keep() -> None:
        fresh = file.with_name(file.name + ".new")
        fresh.write_text(records.dumps({**start.record(), "seats": seats}) + "\n", encoding="utf-8")
        fresh.replace(file)

    try:
        keep()
    except OSError as error:
        stop(f"--record {file}: {error.strerror}")
    sitting = Sitting(start, bots, words, console, console.input, pace if console.is_terminal else 0.0, keep)
    said = "play.saved"
    try:
        sitting.run()
    except (Stopped, EOFError, KeyboardInterrupt):
        said = "play.stopped"
    console.print(words(said, {"file": str(file)}), markup=False, soft_wrap=True)


def _names(players: int, humans: int, opponents: str, language: str) -> list[str]:
    words = Words(language)
    level = words(f"level.{opponents}") if f"level.{opponents}" in words else opponents
    people = [words("play.human")] if humans == 1 else [words("play.human_numbered", {"seat": seat}) for seat in range(humans)]
    return people + [words("play.bot", {"level": level.capitalize(), "seat": number}) for number in range(players - humans)]


def _pick(language: str, console: Console) -> str:
    """Ask which box to open."""
    words = Words(language)
    known = list(all_games().values())
    for number, game in enumerate(known, 1):
        own = Words(language, game)
        console.print(f"{number}  {own('title')} ({facts_line(game, own)})", markup=False)
    while True:
        try:
            answer = console.input(words("play.pick") + " > ").strip()
        except (EOFError, KeyboardInterrupt):
            raise typer.Exit(0) from None
        if answer.isdecimal() and 1 <= int(answer) <= len(known):
            return known[int(answer) - 1].slug
        if answer in all_games():
            return answer
