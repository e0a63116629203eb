"""Tonoo in a terminal: the bag, the cylinders, and what everybody owns."""

from __future__ import annotations

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from ludotheque.games.tonoo.rules import Lifted, View
from ludotheque.texts import Words

STYLES = {"red": "red", "yellow": "yellow", "green": "green", "blue": "blue", "joker": "bold"}
SHAPES = {"red": "●", "yellow": "▲", "green": "■", "blue": "◆", "joker": "★"}


def draw(view: View, words: Words) -> RenderableType:
    """The table as a seat sees it."""
    cylinders = [_cylinder(view, number, words) for number in range(len(view.cylinders_out))]
    bag = Text(f"{words('board.bag')} {words('board.bag_empty' if view.bag_empty else 'board.bag_not_empty')}")
    if view.drawn is not None:
        bag.append(f"   {words('board.drawn')} ").append_text(pawn(view.drawn, words))
    seats = [_seat(view, seat, words) for seat in range(view.players)]
    return Group(Columns(cylinders), bag, *seats)


def pawn(name: str, words: Words) -> Text:
    """A pawn: a shape, a colour and its name."""
    return Text(f"{SHAPES[name]} {words(f'pawn.{name}')}", style=STYLES[name])


def _cylinder(view: View, number: int, words: Words) -> RenderableType:
    last = view.last
    if view.cylinders_out[number]:
        inside = Text(words("board.out"), style="dim")
    elif isinstance(last, Lifted) and last.cylinder == number:
        inside = Text(", ").join(pawn(name, words) for name in last.pawns) if last.pawns else Text(words("board.was_empty"))
    elif view.counts is not None:
        inside = Text(words("board.count", {"count": view.counts[number]}))
    elif view.full is not None and view.full[number]:
        inside = Text(words("board.full"))
    else:
        inside = Text("?")
    return Panel(inside, title=str(number + 1), width=18)


def _seat(view: View, seat: int, words: Words) -> Text:
    line = Text("▶ " if view.turn == seat and view.outcome is None else "  ")
    line.append(f"{words.seat(seat)}: ", style="bold")
    if view.eliminated[seat]:
        return line.append(words("board.eliminated"), style="dim")
    if not view.owned[seat]:
        return line.append("-")
    return line.append_text(Text("  ").join(pawn(name, words) for name in view.owned[seat]))
