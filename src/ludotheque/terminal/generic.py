"""The board of a game that has none of its own: a view read by its types, and told in words.

- A number, a word or a yes and no stands behind its label; lists with one value per seat make a table of the seats.
- Nine, sixteen, twenty-five ... values make a square, and a list of lists makes rows; what is not there, or not shown, is a dot.
- A place that moves name (`cell` in the moves, `cells` in the view) bears the number that the moves say, as long as it is free.

Labels are the words `board.<field>` (with `{seat:seat}` or `{count}` in them: a whole sentence), values the words
`<field>.<value>` or `piece.<value>`; without them the names serve.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import groupby
from math import isqrt
from typing import Any

import msgspec
from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ludotheque.rules.core import View
from ludotheque.rules.game import Game
from ludotheque.rules.shapes import fields_of_seats, length_of, singulars
from ludotheque.texts import Words

NOTHING = "·"
SEATS = ("seat", "turn", "by", "owner", "first")
"""Fields that hold the number of a seat."""
_IN_EVERY_VIEW = frozenset(View.__struct_fields__)


class GenericBoard:
    """How to draw the views of one game: which places its moves name, and which lists have one value for each seat."""

    def __init__(self, places: Mapping[str, int], of_seats: Collection[str]) -> None:
        self.places, self.of_seats = places, of_seats

    def __call__(self, view: View, words: Words) -> RenderableType:
        """The table as a seat sees it."""
        return _Drawing(view, words, self).table()


def generic_board(game: Game) -> GenericBoard:
    """The board of a game, as far as its rules tell."""
    return GenericBoard(places_of(game), fields_of_seats(game))


def places_of(game: Game) -> Mapping[str, int]:
    """How many places the moves name under each argument: `mark cell=0` to `mark cell=8` name nine cells."""
    found: dict[str, set[int]] = {}
    for move in game.rules.MOVES:
        for name, value in move.args:
            if isinstance(value, int):
                found.setdefault(name, set()).add(value)
    return {name: len(values) for name, values in found.items() if values == set(range(len(values)))}


class _Drawing:
    """One view being drawn."""

    def __init__(self, view: View, words: Words, board: GenericBoard) -> None:
        self.view, self.words, self.board = view, words, board

    def table(self) -> RenderableType:
        """Everything that this game adds to a view, in the order of its fields; what each seat has stands in one table."""
        parts: list[RenderableType] = []
        own = [name for name in self.view.__struct_fields__ if name not in _IN_EVERY_VIEW]
        for of_seats, names in groupby(own, self._is_of_seats):
            if of_seats:
                parts.append(self.seats(list(names)))
            else:
                parts += [self.part(name, getattr(self.view, name)) for name in names]
        return Group(*parts)

    def _is_of_seats(self, name: str) -> bool:
        return name in self.board.of_seats and length_of(getattr(self.view, name)) == self.view.players

    def seats(self, names: Sequence[str]) -> RenderableType:
        """Fields with one value for each seat: a row a seat, a column a field."""
        table = Table(box=box.SIMPLE, pad_edge=False)
        for title in (Text(""), *map(self.label, names)):
            table.add_column(title)
        for seat in range(self.view.players):
            table.add_row(Text(self.words.seat(seat)), *(self.text(name, getattr(self.view, name)[seat]) for name in names))
        return table

    def part(self, name: str, value: Any) -> RenderableType:
        """One field, under its label."""
        key = f"board.{name}"
        if isinstance(value, int) and key in self.words and not self._plain(key):  # a sentence about a seat or a number
            return Text(self.words(key, {"seat": value, "count": value}))
        if not isinstance(value, list | tuple):
            return Text.assemble(self.label(name), "  ", self.text(name, value))
        if not value:
            return Text.assemble(self.label(name), "  ", NOTHING)
        if all(isinstance(item, list | tuple) for item in value):
            return Group(self.label(name), self._grid(name, value))
        width = _width(len(value))
        if width:
            return Group(self.label(name), self._grid(name, [value[at : at + width] for at in range(0, len(value), width)]))
        return Text.assemble(self.label(name), "  ", self.text(name, value))

    def label(self, name: str) -> Text:
        """What a field is called."""
        key = f"board.{name}"
        return Text(self.words(key) if self._plain(key) else name.replace("_", " ").capitalize(), style="bold")

    def _plain(self, key: str) -> bool:
        """Whether there are words under a key that need nothing filled in."""
        try:
            return key in self.words and bool(self.words(key))
        except KeyError:
            return False

    def _grid(self, name: str, rows: Sequence[Sequence[Any]]) -> RenderableType:
        table = Table(box=box.SQUARE, show_header=False, show_lines=True, padding=(0, 1))
        numbered = self._names_places(name, sum(map(len, rows)))
        at = 0
        for row in rows:
            cells = []
            for item in row:
                cells.append(Text(str(at + 1), style="dim") if numbered and item is None else self.text(name, item, piece=True))
                at += 1
            table.add_row(*cells)
        return table

    def _names_places(self, name: str, length: int) -> bool:
        return any(self.board.places.get(one) == length for one in singulars(name))

    def text(self, name: str, value: Any, *, piece: bool = False) -> Text:
        """A value in words, whatever it is; nothing in it is taken for markup."""
        if value is None:
            return Text(self.words("piece.null") if self._plain("piece.null") else NOTHING, style="dim")
        if isinstance(value, bool):
            return Text(self.words("yes" if value else "no"))
        if isinstance(value, list | tuple):
            return (
                Text("  ").join([self.text(name, item, piece=piece) for item in value]) if value else Text(NOTHING, style="dim")
            )
        if isinstance(value, msgspec.Struct):
            value = {field: getattr(value, field) for field in value.__struct_fields__}
        if isinstance(value, Mapping):
            parts = [Text.assemble((f"{self._inner(key)} ", "dim"), self.text(str(key), item)) for key, item in value.items()]
            return Text(", ").join(parts)
        if isinstance(value, int) and name in SEATS:
            return Text(self.words.seat(value))
        keys = [f"{name}.{value}"] + [f"piece.{value}"] * (piece or isinstance(value, str))
        return Text(next((self.words(key) for key in keys if self._plain(key)), str(value)))

    def _inner(self, key: object) -> str:
        return str(key).replace("_", " ")


def _width(length: int) -> int:
    """The side of a square of so many values; 0 when they make none, or too small a one."""
    side = isqrt(length)
    return side if side > 2 and side * side == length else 0
