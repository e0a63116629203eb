"""A report in words: names of statistics and tables, and numbers as one writes them in French and in English."""

from __future__ import annotations

from ludotheque.games import game as find_game
from ludotheque.lab.study.entrants import PLAYOUTS, read_entrant
from ludotheque.lab.study.report import Result, TableReport
from ludotheque.lab.study.statistics import Kind
from ludotheque.texts import Words

NO_BREAK = "\u00a0"
COLON = "\u00a0:"
KEPT, GIVEN_BACK = str.maketrans("\u00a0\u202f", "␣⎵"), str.maketrans("␣⎵", "\u00a0\u202f")
"""Words show signs that cannot be printed as escapes, and no-break spaces count as such."""


class Shown:
    """Reports in one language."""

    def __init__(self, language: str) -> None:
        self.words = Words(language)
        self.french = language == "fr"

    def __call__(self, key: str, **args: int | str) -> str:
        """The words of a code. What fills them in is ours, so its no-break spaces are no danger and stay."""
        kept = {name: value.translate(KEPT) if isinstance(value, str) else value for name, value in args.items()}
        return self.words(f"study.{key}", kept).translate(GIVEN_BACK)

    # Numbers ---------------------------------------------------------------------------------------------------------

    def number(self, value: float, digits: int, sign: bool = False) -> str:
        """A number with so many digits behind the point."""
        return self.words.number(value, f"{'+' if sign else ''},.{digits}f")

    def whole(self, value: int) -> str:
        """A whole number."""
        return self.number(value, 0)

    def percent(self, value: float, digits: int = 1) -> str:
        """A part as a percentage."""
        return self.words.percent(value, digits)

    def value(self, value: float, kind: Kind, change: bool = False) -> str:
        """A value of a statistic; a change has its sign."""
        if kind == "mean":
            return self.number(value, 0 if abs(value) >= 1000 else 1 if abs(value) >= 100 else 2, change)
        if kind == "advantage" or change:
            return self("points", value=self.number(100 * value, 2, sign=True))
        return self.percent(value, 2 if abs(value) < 0.1 else 1)

    def interval(self, result: Result, change: bool = False) -> str:
        """From where to where."""
        if result.low is None or result.high is None:
            return ""
        low, high = (self.value(end, result.kind, change) for end in (result.low, result.high))
        return f"{low.split(NO_BREAK)[0].removesuffix('%')} … {high}"  # the unit stands once

    def result(self, result: Result, change: bool = False) -> str:
        """The value itself, or that there is none."""
        return self("unknown") if result.value is None else self.value(result.value, result.kind, change)

    # Names -----------------------------------------------------------------------------------------------------------

    def name(self, result: Result) -> str:
        """What a statistic is called."""
        return self(f"name.{result.name}", seat=result.seat or 0)

    def means(self, result: Result) -> str:
        """What it is, in a sentence."""
        return self(f"means.{result.name}", seat=result.seat or 0)

    def bot(self, written: str) -> str:
        """An entrant as people say it."""
        entrant = read_entrant(written)
        key = f"level.{entrant.name}"
        name = self.words(key) if key in self.words else entrant.name
        more = [f"@{entrant.playouts}"] * (entrant.playouts != PLAYOUTS)
        more += [] if entrant.span is None else ["~∞" if entrant.span < 0 else f"~{entrant.span:g}"]
        return " ".join([name, *more])

    def company(self, bots: tuple[str, ...]) -> str:
        """Who sits at a table."""
        return self.bot(bots[0]) if len(set(bots)) == 1 else " + ".join(map(self.bot, bots))

    def title(self, slug: str) -> str:
        """What stands on the box."""
        words = Words(self.words.language, find_game(slug))
        return words("title") if "title" in words else slug

    def table(self, table: TableReport) -> str:
        """A table: how many, which options, who."""
        return " · ".join(
            [
                self.title(table.game),
                self("players", count=table.players),
                *(self._option(table.game, name, value) for name, value in table.options.items()),
                self.company(table.bots),
            ]
        )

    def _option(self, slug: str, name: str, value: bool | int) -> str:
        words = Words(self.words.language, find_game(slug))
        said = words(f"option.{name}") if f"option.{name}" in words else name
        key = f"option.{name}.{value}"
        told = words(key) if key in words else self.words("yes" if value else "no") if isinstance(value, bool) else str(value)
        return f"{said}{COLON if self.french else ':'} {told}"
