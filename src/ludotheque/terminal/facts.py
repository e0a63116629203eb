"""What a box says about itself, in a terminal."""

from __future__ import annotations

from ludotheque.rules.game import Game
from ludotheque.texts import Words


def facts_line(game: Game, words: Words) -> str:
    """Players, age and minutes in one line; what nobody gives is left out."""
    facts, least, most = game.facts, min(game.players), max(game.players)
    said = [words("facts.players", {"count": most}) if least == most else words("facts.range", {"least": least, "most": most})]
    if facts.age is not None:
        said.append(words("facts.age", {"age": facts.age}))
    if facts.minutes is not None:
        said.append(words("facts.minutes", {"minutes": facts.minutes}))
    return ", ".join(said)


def credits_line(game: Game, words: Words) -> str:
    """Who made it, and what the sheet leaves out; empty when nothing is known."""
    facts = game.facts
    said = [facts.credits.get(words.language, "")]
    if facts.sheet and facts.age is None and facts.minutes is None:
        said.append(words("facts.unsaid"))
    return " ".join(filter(None, said))
