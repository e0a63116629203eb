"""What there is to remember of Tonoo: which pawns went into which cylinder since it was last lifted."""

from __future__ import annotations

from ludotheque.bots.memory import Memory
from ludotheque.bots.notebook import MANY, Recalled
from ludotheque.bots.notebook import Notebook as Base
from ludotheque.games.tonoo import rules
from ludotheque.games.tonoo.bots.kernels.policy import NOTES, SURE
from ludotheque.games.tonoo.imagine import Known
from ludotheque.games.tonoo.rules import CYLINDERS, Lifted, Placed
from ludotheque.rules.core import Move, View


class Notebook(Base):
    """Pawns by cylinder, each remembered (or not) by itself."""

    def __init__(self, seat: int, memory: Memory) -> None:
        super().__init__(seat, memory)
        self.placed: list[list[str]] = [[] for _ in range(CYLINDERS)]
        """The places of the facts of each cylinder: its number and a serial number."""
        self.since = [0] * CYLINDERS
        """When each cylinder was last seen empty."""
        self.serial = 0

    def see(self, view: rules.View) -> None:
        """A pawn went in, or a cylinder was lifted and is empty."""
        last = view.last
        if isinstance(last, Placed):
            self.serial += 1
            place = f"{last.cylinder}/{self.serial}"
            near = [f"{other}/{self.serial}" for other in range(CYLINDERS) if other != last.cylinder]
            self.placed[last.cylinder].append(place)
            self.memory.note(place, last.pawn, view.entries, near)
        elif isinstance(last, Lifted):
            for place in self.placed[last.cylinder]:
                self.memory.forget(place)
            self.placed[last.cylinder] = []
            self.since[last.cylinder] = view.entries

    def known(self, view: rules.View) -> Known:
        """The pawns believed to be in each cylinder; of one that is forgotten nobody thinks, so these are believed to be all."""
        inside: list[list[str]] = [[] for _ in range(CYLINDERS)]
        for place, fact in self.memory.beliefs(view.entries).items():
            cylinder = int(place.partition("/")[0])
            if fact.seen > self.since[cylinder]:  # a pawn mistaken for one in a cylinder that was seen empty since is not there
                inside[cylinder].append(fact.what)
        return Known(tuple(tuple(sorted(pawns)) for pawns in inside), (True,) * CYLINDERS)

    def worlds(self, view: rules.View) -> int:
        """When nothing was forgotten, everything is known: what is in no cylinder and in front of nobody is in the bag."""
        return 1 if all(self.memory.knows(place, view.entries) for places in self.placed for place in places) else MANY

    def notes(self, view: rules.View, known: Known, state: rules.State) -> list[int]:
        """Whether everything is known."""
        notes = [0] * NOTES
        notes[SURE] = int(self.worlds(view) == 1)
        return notes

    def recall(self, view: View, move: Move) -> tuple[Recalled, ...]:
        """For a cylinder: the pawns that went into it, and when."""
        cylinder = move.get("cylinder")
        if cylinder is None:
            return ()
        places = set(self.placed[cylinder])
        return tuple(
            Recalled("placed", {"pawn": fact.what, "cylinder": cylinder}, fact.seen)
            for fact in self.memory.facts()
            if fact.place in places
        )
