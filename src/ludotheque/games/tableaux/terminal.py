"""Tableaux in a terminal: what lies in front of each seat, the two piles, and one's own hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich import box
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ludotheque.games.tableaux.seen import View
from ludotheque.texts import Words

STYLES = {"red": "red", "orange": "dark_orange", "yellow": "yellow", "green": "green", "blue": "blue", "purple": "magenta"}
SYMBOLS = {
    "circle": "●",
    "square": "■",
    "triangle": "▲",
    "star": "★",
    "heart": "♥",
    "moon": "☾",
    "drop": "◊",
    "cross": "✚",
}


def draw(view: View, words: Words) -> RenderableType:
    """The seats, the piles, the tableaux won, one's hand, and what the seat to act is about."""
    return Group(seats(view, words), piles(view, words), *won(view, words), *hand(view, words), *remarks(view, words))


def short(card: str | None, words: Words) -> Text:
    """A card in three signs: two letters for its colour, a symbol for its shape."""
    if card is None:
        return Text("[?]", style="dim")
    colour, _, shape = card.partition("-")
    return Text(f"{words(f'board.colour.{colour}')}{SYMBOLS[shape]}", style=STYLES[colour])


def row(cards: Iterable[str | None], words: Words) -> Text:
    """Cards side by side."""
    return Text("  ").join(short(card, words) for card in cards)


def seats(view: View, words: Words) -> Table:
    """A line for each seat: its tableau under way, the cards it holds, its points; an arrow before the one to act."""
    teams = int(view.options["teams"])
    table = Table(box=box.SQUARE)
    table.add_column("", no_wrap=True)
    if teams:
        table.add_column(words("board.team"), justify="center")
    table.add_column(words("board.tableau"), min_width=18)
    table.add_column(words("board.cards"), justify="right")
    table.add_column(words("board.points"), justify="right")
    for seat in range(view.players):
        acts = seat == view.to_act
        name = Text(f"{'▶' if acts else ' '} {words.seat(seat)}", style="bold" if acts else "")
        team = [str(seat % teams + 1)] if teams else []
        table.add_row(name, *team, row(view.tableaux[seat], words), str(view.hands[seat]), str(view.points[seat]))
    return table


def piles(view: View, words: Words) -> Text:
    """How many cards there are in the piles, and the one on top of the discard pile."""
    text = Text(f"{words('board.pile', {'count': view.pile})}    {words('board.discard', {'count': view.discard})}")
    if view.top is not None:
        text.append("  ").append_text(short(view.top, words)).append(f" ({words('board.top', {'card': view.top})})")
    return text


def won(view: View, words: Words) -> Iterator[Columns]:
    """The tableaux each seat has won, with their points."""
    for seat in range(view.players):
        tricks = [trick for trick in view.tricks if trick.seat == seat]
        if tricks:
            shown = [Text("[").append_text(row(trick.cards, words)).append(f"] {trick.points}") for trick in tricks]
            yield Columns([Text(words("board.won", {"seat": seat})), *shown], padding=(0, 2))


def hand(view: View, words: Words) -> Iterator[Columns]:
    """One's own cards, with their names."""
    if view.hand is not None:
        cards = [named(card, words) for card in view.hand]
        yield Columns([Text(words("board.hand"), style="bold"), *cards], padding=(0, 2))


def named(card: str, words: Words) -> Text:
    """A card with its symbol and its name."""
    colour, _, shape = card.partition("-")
    return Text(f"{SYMBOLS[shape]} {words(f'card.{card}')}", style=STYLES[colour])


def remarks(view: View, words: Words) -> Iterator[Text]:
    """What the symbols mean, how long nothing was laid, and what is to be done."""
    if view.turnings:
        yield Text(words("board.turnings", {"count": view.turnings}))
    yield Text("  ".join(f"{symbol} {words(f'board.shape.{shape}')}" for shape, symbol in SYMBOLS.items()), style="dim")
    if isinstance(view.to_act, int):
        phase = "no_cards" if view.phase == "turn" and view.pile == 0 else view.phase
        on = view.to_act if view.due is None else view.due
        yield Text(words(f"board.phase.{phase}", {"seat": view.to_act, "on": on}), style="bold")
