"""The table of Novem in a terminal."""

from __future__ import annotations

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ludotheque.games.novem.rules import COLUMNS, LEVELS, ROWS, SIDE, View, lower
from ludotheque.texts import Words


def draw(view: View, words: Words) -> RenderableType:
    """The board of the game under way, the two sides, and what the last reveal showed."""
    parts: list[RenderableType] = [draw_board(view, words), draw_sides(view, words)]
    last = view.last
    if last is not None:
        args: dict[str, int | str] = {"seat": last.seat, "row": last.row, "column": last.column, "tile": last.tile or 0}
        parts.append(Text(words("board.last_nothing" if last.tile is None else "board.last_took", args)))
    parts.append(Text(words("board.legend"), style="dim"))
    return Group(*parts)


def draw_board(view: View, words: Words) -> Table:
    """Nine crossings, each with the tile that can be taken and the one below it."""
    title = words("board.game", {"number": view.number, "games": view.options["games"]})
    board = Table(title=title, title_justify="left", box=box.SQUARE, show_lines=True)
    board.add_column("")
    for column in COLUMNS:
        board.add_column(column, justify="center", min_width=7)
    for row, name in enumerate(ROWS):
        board.add_row(Text(name, style="bold"), *(draw_crossing(view, row, column) for column in range(SIDE)))
    return board


def draw_crossing(view: View, row: int, column: int) -> Text:
    """The tiles left at one crossing; the last one played stands in guillemets."""
    cell = row * SIDE + column
    upper, tiles = view.board[cell], view.tiles[cell]
    shown = Text("·", style="dim")
    if tiles == LEVELS:
        shown = Text.assemble((str(upper), "bold"), (f"/{lower(upper)}", "dim"))
    elif tiles == 1:
        shown = Text(str(lower(upper)), style="bold")
    last = view.last
    if last is not None and (last.number, last.row, last.column) == (view.number, ROWS[row], COLUMNS[column]):
        return Text.assemble("«", shown, "»")
    return shown


def draw_sides(view: View, words: Words) -> Table:
    """Who owns what, who attacks, how much each has taken."""
    sides = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for seat, owns in enumerate(("board.rows", "board.columns")):
        attacks = seat == view.attacker
        cells = [("▶ " if view.to_act == seat else "  ") + words.seat(seat), words(owns)]
        cells.append(words("board.attacks" if attacks else "board.defends"))
        cells.append(words("board.taken", {"count": view.taken[seat]}))
        if view.points is not None:
            cells.append(words("board.points", {"points": view.points[seat]}))
        cells += [words("board.total", {"number": number, "points": total[seat]}) for number, total in enumerate(view.totals)]
        if attacks and view.marker is not None:
            cells.append(words("board.your_marker", {"line": view.marker}))
        elif attacks and view.laid:
            cells.append(words("board.has_laid"))
        sides.add_row(*map(Text, cells))
    return sides
