"""A clause of the rules in a terminal."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from ludotheque.texts import Words
from ludotheque.texts.clauses import Clause


def draw_clause(clause: Clause, words: Words) -> RenderableType:
    """One clause; what is our interpretation stands apart."""
    parts: list[RenderableType] = [Text.assemble((clause.id, "cyan"), "  ", (clause.title, "bold"))]
    for paragraph in clause.paragraphs:
        mark = f"({words('ours.mark')}) " if paragraph.ours else ""
        parts.append(
            Padding(Text(mark + paragraph.text.replace("*", ""), style="italic" if paragraph.ours else ""), (0, 0, 0, 4))
        )
    return Group(*parts)
