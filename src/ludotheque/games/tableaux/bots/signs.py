"""What others showed of their hands at Tableaux: who throws a card away, or leaves one, hardly collects its lines.

Signs are taken from views alone, one after the other, and fade with every turn of who gave them, since hands change.
"""

from __future__ import annotations

from ludotheque.games.tableaux.bots.kernels.hunches import COLUMNS, KEEPS, LEFT, THREW, Sign
from ludotheque.games.tableaux.bots.kernels.policy import COLOUR_LINES, LINES
from ludotheque.games.tableaux.imagine import NUMBERS
from ludotheque.games.tableaux.rules import BY_COLOUR, SEATS
from ludotheque.games.tableaux.seen import Discarded, Drew, View


class Signs:
    """For each seat, by line and by card: how much speaks for and against its being in the hand."""

    def __init__(self) -> None:
        self.leanings = [[0.0] * COLUMNS for _ in range(SEATS)]
        self._top: str | None = None

    def see(self, view: View) -> None:
        """Follow one action."""
        last, top = view.last, self._top
        self._top = view.top
        if isinstance(last, Discarded):
            self._fade(last.seat)
            self._lean(last.seat, NUMBERS[last.card], THREW)
        elif isinstance(last, Drew) and last.source == "pile" and top is not None:
            self._lean(last.seat, NUMBERS[top], LEFT)

    def _fade(self, seat: int) -> None:
        self.leanings[seat] = [KEEPS * leaning if leaning else 0.0 for leaning in self.leanings[seat]]

    def _lean(self, seat: int, card: int, sign: Sign) -> None:
        leanings = self.leanings[seat]
        leanings[card // BY_COLOUR] += sign.colour
        leanings[COLOUR_LINES + card % BY_COLOUR] += sign.shape
        leanings[LINES + card] += sign.card
