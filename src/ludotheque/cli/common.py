"""What the commands share: reading options, naming games, saying what is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from ludotheque import records
from ludotheque.games import all_games
from ludotheque.games import game as find_game
from ludotheque.records import RecordLine
from ludotheque.rules.core import Fault
from ludotheque.rules.game import Game
from ludotheque.texts import LANGUAGES, Words, preferred_language

Language = Annotated[str | None, typer.Option("--lang", help="fr or en; the language of the locale by default")]
GivenOptions = Annotated[
    list[str] | None, typer.Option("--option", "-o", help="an option of the game, name=value; may be repeated")
]


def stop(message: str, code: int = 2) -> NoReturn:
    """Say what is wrong and end the command."""
    typer.echo(message, err=True)
    raise typer.Exit(code)


def read_language(given: str | None) -> str:
    """The language to speak."""
    if given is None:
        return preferred_language()
    if given not in LANGUAGES:
        stop(f"--lang: {given!r} is not one of {', '.join(LANGUAGES)}")
    return given


def read_game(slug: str) -> Game:
    """The game of that name, or the end of the command."""
    try:
        return find_game(slug)
    except LookupError as error:
        stop(str(error.args[0]))


def read_variant(game: Game, players: int, given: Sequence[str] | None, words: Words) -> dict[str, bool | int]:
    """The options given as name=value, checked together with the number of players."""
    chosen: dict[str, object] = {}
    for text in given or ():
        name, equals, value = text.partition("=")
        if not equals:
            stop(f"--option {text}: name=value")
        chosen[name] = {"true": True, "false": False}.get(value, int(value) if value.isdecimal() else value)
    try:
        options = game.options(chosen)
        game.blank(players, options)
    except Fault as fault:
        stop(words.fault(fault))
    return options


def record_lines(file: Path) -> list[RecordLine]:
    """The lines of a file of records, or the end of the command."""
    try:
        return records.read_lines(file)
    except OSError as error:
        stop(f"{file}: {error.strerror}")


def record_line(file: Path, number: int, code: int = 2) -> RecordLine:
    """One line of a file of records, or the end of the command."""
    for line in record_lines(file):
        if line.number == number:
            return line
    stop(f"{file}: there is no record on line {number}", code)


def fault_text(line: RecordLine, fault: Fault, language: str) -> str:
    """What is wrong with a record: file, line, where in it, the words and the clause. Seats have numbers, as they stand there."""
    try:
        game = all_games().get(str(line.read().get("game")))
    except Fault:
        game = None
    common = Words(language)
    seats = range(max(game.players)) if game is not None else ()
    words = Words(language, game, [common("seat.number", {"seat": seat}) for seat in seats])
    where = f"move {fault.index}" if fault.where == "move" else fault.where
    return f"{line.file}:{line.number} {where}: {words.fault(fault)} [{fault.clause}]"


def write_report(words: Words, json: str | None, data: str, html: Path | None, drawn: str) -> None:
    """Write what was found where it was asked for, and say so; "-" has been printed."""
    try:
        for path, text in ((json, data), (html, drawn)):
            if path not in (None, "-"):
                Path(path).write_text(text, encoding="utf-8")
                typer.echo(words("study.written", {"file": str(path)}), err=True)
    except OSError as error:
        stop(f"{error.filename}: {error.strerror}")
