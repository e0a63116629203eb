"""The table of Bonbons in a terminal: the grid, and the rounds in front of each seat."""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ludotheque.games.bonbons.seen import Tile, View
from ludotheque.texts import Words

STYLES = {"red": "red", "yellow": "yellow", "green": "green", "blue": "blue"}
WIDTH = 12
NAME_WIDTH = 12


def draw(view: View, words: Words) -> RenderableType:
    """The grid, the rounds, the reserve, and what the seat to act is about."""
    return Group(grid(view, words), rounds(view, words), *remarks(view, words))


def grid(view: View, words: Words) -> Table:
    """The squares, row by row; a face-down one shows its number."""
    side = isqrt(len(view.grid))
    table = tiles_table(words("board.grid"), lines=True)
    for _ in range(side):
        table.add_column(width=WIDTH, justify="center")
    for row in range(side):
        cells = range(row * side, row * side + side)
        table.add_row(*(tile_text(view.grid[cell], cell, words) for cell in cells))
    return table


def rounds(view: View, words: Words) -> Table:
    """A row of rounds for each seat, an arrow before the one to act."""
    table = tiles_table(words("board.rounds"), lines=False)
    most = max(len(row) for row in view.rounds)
    table.add_column(width=NAME_WIDTH, no_wrap=True)
    for _ in range(most):
        table.add_column(width=WIDTH, justify="center")
    for seat, row in enumerate(view.rounds):
        name = Text(f"{'▶' if seat == view.to_act else ' '} {words.seat(seat)}", style="bold" if seat == view.to_act else "")
        table.add_row(name, *(tile_text(tile, slot, words) for slot, tile in enumerate(row)))
    return table


def tiles_table(title: str, *, lines: bool) -> Table:
    """A table in which tiles lie side by side."""
    return Table(title=title, title_justify="left", box=box.SQUARE, show_header=False, show_lines=lines, padding=0)


def tile_text(tile: Tile, number: int, words: Words) -> Text:
    """A tile as it lies: its picture, or its number while it is face down."""
    if tile.state == "gone":
        return Text("")
    if tile.state == "covered":
        return Text(words("board.coins"), style="bold")
    if tile.picture is None:
        return Text(str(number + 1), style="dim")
    mark = "" if tile.state == "up" else "*"
    kind, _, colour = tile.picture.partition("-")
    if not colour:
        return Text(words(f"board.{kind}") + mark, style="bold")
    return Text(f"{words(f'board.kind.{kind}')} {words(f'board.colour.{colour}')}{mark}", style=STYLES[colour])


def remarks(view: View, words: Words) -> Iterator[Text]:
    """What else there is to know."""
    yield Text(words("board.reserve", {"count": view.reserve}))
    if view.removed:
        yield Text(words("board.removed", {"first": view.removed[0], "second": view.removed[1]}))
    yield Text(words("board.legend"), style="dim")
    if isinstance(view.to_act, int):
        phase = "again" if view.phase == "start" and view.may_stop else view.phase
        yield Text(words(f"board.phase.{phase}", {"seat": view.to_act}), style="bold")
