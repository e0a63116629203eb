"""The clauses of a game as players read them, from `clauses.<language>.md` in the game's folder.

# Title                     and a short introduction
## Section
### slug.4 Short title      and paragraphs; those behind "> " are interpretations of ours
### any.1                   paragraphs that this game adds to a clause of all games
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import msgspec

from ludotheque.rules.game import Game
from ludotheque.texts import catalogue

_ID = re.compile(r"\b[a-z][a-z0-9]*\.\d+\b")
_HEADING = re.compile(r"### ([a-z][a-z0-9]*\.\d+)(?: (.+))?")


class Paragraph(msgspec.Struct, frozen=True):
    """A paragraph of a clause."""

    text: str
    ours: bool
    """Whether it settles what the sheet leaves open."""


class Clause(msgspec.Struct, frozen=True):
    """One clause."""

    id: str
    title: str
    section: str
    paragraphs: tuple[Paragraph, ...]


class RulesText(msgspec.Struct, frozen=True):
    """The rules of a game, to be read."""

    title: str
    introduction: str
    clauses: tuple[Clause, ...]

    def clause(self, clause_id: str) -> Clause:
        """The clause of that id."""
        for clause in self.clauses:
            if clause.id == clause_id:
                return clause
        raise LookupError(clause_id)


def rules_text(game: Game, language: str) -> RulesText:
    """The rules of a game, with the clauses that hold in every game at the end, and what it adds to them."""
    own = _read(game.folder / f"clauses.{language}.md")
    common = _read(Path(__file__).parent / f"any.{language}.md")
    added = {clause.id: clause.paragraphs for clause in own.clauses if clause.id.startswith("any.")}
    unknown = added.keys() - {clause.id for clause in common.clauses}
    if unknown:
        raise ValueError(f"{game.folder}: there is no clause {', '.join(sorted(unknown))} to add to")
    ours = tuple(clause for clause in own.clauses if clause.id not in added)
    shared = (
        msgspec.structs.replace(clause, paragraphs=clause.paragraphs + added.get(clause.id, ())) for clause in common.clauses
    )
    return _with_references(RulesText(own.title, own.introduction, (*ours, *shared)), language)


def _with_references(text: RulesText, language: str) -> RulesText:
    """Where a paragraph names another clause by its id, people read "rule 9"; an id that is none stays, for a test to find."""
    rule = str(catalogue(Path(__file__).parent, language)["clause.reference"])
    said = {clause.id: rule.format(number=clause.id.split(".")[1]) for clause in text.clauses}
    return msgspec.structs.replace(
        text,
        clauses=tuple(
            msgspec.structs.replace(
                clause,
                paragraphs=tuple(
                    Paragraph(_ID.sub(lambda found: said.get(found[0], found[0]), paragraph.text), paragraph.ours)
                    for paragraph in clause.paragraphs
                ),
            )
            for clause in text.clauses
        ),
    )


@cache
def _read(path: Path) -> RulesText:
    title, section, introduction = "", "", []
    clauses: list[Clause] = []
    for block in filter(None, (block.strip() for block in re.split(r"\n\s*\n|\n(?=#)|(?<=\S)\n(?=>)", path.read_text("utf-8")))):
        heading, _, below = block.partition("\n") if block.startswith("#") else ("", "", block)
        if heading.startswith("# "):
            title = heading[2:].strip()
        elif heading.startswith("## "):
            section = heading[3:].strip()
        elif heading:
            found = _HEADING.fullmatch(heading.strip())
            if found is None:
                raise ValueError(f"{path}: {heading!r} is not a clause heading")
            clauses.append(Clause(found[1], found[2] or "", section, ()))
        text = " ".join(re.split(r"[ \n]+", below.strip()))  # a no-break space is no gap between words
        if not text:
            continue
        if not clauses:
            introduction.append(text)
            continue
        ours = text.startswith("> ")
        last = clauses[-1]
        paragraph = Paragraph(text.removeprefix("> ").replace(" > ", " "), ours)
        clauses[-1] = msgspec.structs.replace(last, paragraphs=(*last.paragraphs, paragraph))
    return RulesText(title, " ".join(introduction), tuple(clauses))
