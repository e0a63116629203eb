"""What there is to remember of De tuile en tuile: the value of a tile since a pawn covered it."""

from __future__ import annotations

from ludotheque.bots.memory import Memory
from ludotheque.bots.notebook import Notebook as Base
from ludotheque.bots.notebook import Recalled
from ludotheque.games.tuiles import rules
from ludotheque.games.tuiles.imagine import Known
from ludotheque.rules.core import Move


class Notebook(Base):
    """Values by tile of the loop. A camp shows its values by its order."""

    def __init__(self, seat: int, memory: Memory) -> None:
        super().__init__(seat, memory)
        self.loop: tuple[int | None, ...] = ()

    def see(self, view: rules.View) -> None:
        """A tile that is covered now was open a moment ago; one that was lifted and covered again was seen anew."""
        for place, (before, value) in enumerate(zip(self.loop, view.loop, strict=False)):
            if before is not None and value is None:
                self._note(view, place, before)
            elif before is None and value is not None:
                self.memory.forget(str(place))
        last = view.last
        if last is not None and not last.moved and last.lifted.where == "loop":
            self._note(view, last.lifted.at, last.tile)
        self.loop = view.loop

    def _note(self, view: rules.View, covered: int, value: int) -> None:
        near = [str(place) for place, shown in enumerate(view.loop) if shown is None and place != covered]
        self.memory.note(str(covered), str(value), view.entries, near)

    def known(self, view: rules.View) -> Known:
        """The values believed to lie under pawns."""
        return Known({int(place): int(fact.what) for place, fact in self.memory.beliefs(view.entries).items()})

    def recall(self, view: rules.View, move: Move) -> tuple[Recalled, ...]:  # type: ignore[override]
        """The value under the pawn that is named, and when it was last seen."""
        at = view.pawns[self.seat][move["pawn"]]
        return tuple(
            Recalled("tile", {"pawn": move["pawn"], "value": int(fact.what)}, fact.seen)
            for fact in self.memory.facts()
            if at.where == "loop" and fact.place == str(at.at)
        )
