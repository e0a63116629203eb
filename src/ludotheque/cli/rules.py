"""`ludotheque rules`: the clauses of a game, to be read."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from ludotheque.cli.common import Language, read_game, read_language, stop
from ludotheque.terminal.clauses import draw_clause
from ludotheque.terminal.facts import credits_line, facts_line
from ludotheque.texts import Words
from ludotheque.texts.clauses import rules_text


def add_to(app: typer.Typer) -> None:
    """Bring the command."""
    app.command()(rules)


def rules(
    game: Annotated[str, typer.Argument(help="the game, by its slug")],
    clause: Annotated[str | None, typer.Option(help="one clause only, by its id: slug.7")] = None,
    lang: Language = None,
) -> None:
    """The rules of a game, clause by clause."""
    found, language = read_game(game), read_language(lang)
    text, words, console = rules_text(found, language), Words(language, found), Console(highlight=False)
    if clause is not None:
        try:
            console.print(draw_clause(text.clause(clause), words))
        except LookupError:
            stop(f"--clause: {clause!r} is not one of {', '.join(known.id for known in text.clauses)}")
        return
    console.print(Text(text.title, style="bold underline"))
    console.print(facts_line(found, words), markup=False, style="dim")
    console.print(text.introduction, markup=False)
    if made := credits_line(found, words):
        console.print(made, markup=False, style="dim")
    section = ""
    for entry in text.clauses:
        if entry.section != section:
            section = entry.section
            console.print()
            console.print(Text(section, style="bold"))
        console.print(draw_clause(entry, words))
