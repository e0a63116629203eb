"""The table of De tuile en tuile: the loop as a square, a camp beside each corner, the pawns on their tiles."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from ludotheque.games.tuiles.rules import CAMP, View
from ludotheque.texts import Words

MARKS = ("●", "▲", "■", "◆")
COLOURS = ("red", "blue", "green", "yellow")
CELL = 4
"""Columns of one tile: 13 tiles and two camps of three fit into 80."""

Cell = tuple[int, int]
"""Row and column; the camps stand in the columns left and right of the square."""


def draw(view: View, words: Words) -> RenderableType:
    """The loop clockwise from the top left, then who has brought which pawns home."""
    side = int(view.options["stretch"]) + 1
    cells = {loop_cell(tile, side): Text(str(value)) for tile, value in enumerate(view.loop)}
    for seat, camp in enumerate(view.camps):
        for step, value in enumerate(camp):
            cells[camp_cell(view.corners[seat], step, side)] = Text(f"({value})", "dim")
    cells[side // 2, CAMP + side // 2] = Text("↻")
    for seat, pawns in enumerate(view.pawns):
        for pawn, place in enumerate(pawns):
            if place.where == "loop":
                cells[loop_cell(place.at, side)] = pawn_mark(seat, pawn, words)
            elif place.where == "camp":
                cells[camp_cell(view.corners[seat], place.at, side)] = pawn_mark(seat, pawn, words)
    return Group(*(row_of(cells, row, side) for row in range(side)), Text(), *seat_lines(view, words), *last_line(view, words))


def loop_cell(tile: int, side: int) -> Cell:
    """Where a tile of the loop is drawn: the stretches run right, down, left and up."""
    stretch, along = divmod(tile, side - 1)
    end = side - 1
    row, column = ((0, along), (along, end), (end, end - along), (end - along, 0))[stretch]
    return row, CAMP + column


def camp_cell(corner: int, step: int, side: int) -> Cell:
    """Where a tile of a camp is drawn: beside its corner, the 4 nearest to the loop."""
    row = 0 if corner in (0, 1) else side - 1
    return row, step if corner in (0, 3) else 2 * CAMP + side - 1 - step


def row_of(cells: dict[Cell, Text], row: int, side: int) -> Text:
    """One row of the table."""
    line = Text(no_wrap=True)
    for column in range(side + 2 * CAMP):
        cell = cells.get((row, column), Text()).copy()
        cell.pad_left((CELL - cell.cell_len) // 2)
        cell.pad_right(CELL - cell.cell_len)
        line.append_text(cell)
    return line


def pawn_mark(seat: int, pawn: int, words: Words) -> Text:
    """A pawn: the mark of its seat and its own letter."""
    return Text(MARKS[seat] + words(f"pawn.{pawn}"), f"bold {COLOURS[seat]}")


def seat_lines(view: View, words: Words) -> list[Text]:
    """For each seat its mark, its name and its pawns home; an arrow at the one to play."""
    lines = []
    for seat, pawns in enumerate(view.pawns):
        at_home = [words(f"pawn.{pawn}") for pawn, place in enumerate(pawns) if place.where == "home"]
        line = Text("▶ " if view.to_act == seat else "  ")
        line.append(f"{MARKS[seat]} {words.seat(seat)}", f"bold {COLOURS[seat]}")
        line.append("  " + words("board.home", {"pawns": " ".join(at_home) or words("board.nobody_home")}))
        lines.append(line)
    return lines


def last_line(view: View, words: Words) -> list[Text]:
    """What was under the pawn that was lifted last."""
    if view.last is None:
        return []
    return [Text(words("board.lifted", {"pawn": view.last.pawn, "seat": view.last.seat, "tile": view.last.tile}))]
