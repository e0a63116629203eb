"""What there is to remember of Novem: who took which tile of the game under way. The board itself lies open."""

from __future__ import annotations

from ludotheque.bots.notebook import Notebook as Base
from ludotheque.games.novem import rules
from ludotheque.games.novem.imagine import Known
from ludotheque.games.novem.rules import CELLS, COLUMNS, ROWS, SIDE


class Notebook(Base):
    """Tiles taken, by crossing and level."""

    def see(self, view: rules.View) -> None:
        """A tile was taken; with a new game the old tiles no longer matter."""
        last = view.last
        if last is None or last.tile is None or view.laid:
            return
        cell = ROWS.index(last.row) * SIDE + COLUMNS.index(last.column)
        if last.number < view.number:
            for fact in list(self.memory.facts()):
                self.memory.forget(fact.place)
            return
        level = 1 - view.tiles[cell]
        near = [f"{other}/{level}" for other in (cell - 1, cell + 1) if 0 <= other < CELLS]
        self.memory.note(f"{cell}/{level}", str(last.seat), view.entries, near)

    def known(self, view: rules.View) -> Known:
        """Who took what, as far as it is still known."""
        takers: list[list[int | None]] = [[None] * CELLS, [None] * CELLS]
        for place, fact in self.memory.beliefs(view.entries).items():
            cell, level = map(int, place.split("/"))
            takers[level][cell] = int(fact.what)
        return Known(tuple(takers[0]), tuple(takers[1]))
