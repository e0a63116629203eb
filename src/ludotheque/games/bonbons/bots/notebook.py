"""What there is to remember of Bonbons: the picture of every tile that was turned and lies face down again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ludotheque.bots.memory import Memory
from ludotheque.bots.notebook import Notebook as Base
from ludotheque.bots.notebook import Recalled
from ludotheque.games.bonbons.bots.kernels.policy import NOTES, ROUND_OF, SEEN, SQUARE_OF
from ludotheque.games.bonbons.imagine import Known
from ludotheque.games.bonbons.rules import PICTURES, ROW, SQUARES, State, round_place
from ludotheque.games.bonbons.seen import Gave, Tile, View
from ludotheque.rules.core import Move


class Notebook(Base):
    """Pictures by place: the cells of the grid, then the slots of each seat."""

    def __init__(self, seat: int, memory: Memory) -> None:
        super().__init__(seat, memory)
        self.wide = 6

    def see(self, view: View) -> None:
        """Look at what is turned; a round that was given away keeps its picture at its new place."""
        self.wide = 5 if view.options["quick"] else 6
        last = view.last
        if isinstance(last, Gave):
            to = round_place(last.victim, last.victim_slot)
            self.memory.move(str(round_place(last.seat, last.slot)), str(to), self._near(to, view))
        for place, tile in tiles_of(view):
            if tile.state in ("up", "gone"):
                self.memory.forget(str(place))
            elif tile.picture is not None:
                self.memory.note(str(place), tile.picture, view.entries, self._near(place, view))

    def known(self, view: View) -> Known:
        """The pictures believed to lie face down."""
        squares, rounds = {}, []
        for place, fact in self.memory.beliefs(view.entries).items():
            number = int(place)
            if number < SQUARES:
                squares[number] = fact.what
            else:
                rounds.append(((number - SQUARES) // ROW, (number - SQUARES) % ROW, fact.what))
        return Known(squares, tuple(rounds))

    def notes(self, view: View, known: Known, state: State) -> list[int]:
        """Which places the players of an imagined game know: what this seat knows, since all saw the same."""
        notes = [0] * NOTES
        believed = {**known.squares, **{round_place(seat, slot): picture for seat, slot, picture in known.rounds}}
        places = {place for place, tile in tiles_of(view) if tile.picture is not None}
        places |= {place for place, picture in believed.items() if PICTURES[state.tiles[place]] == picture}
        for place in places:
            notes[SEEN + place] = 1
            notes[(SQUARE_OF if place < SQUARES else ROUND_OF) + state.tiles[place]] = place + 1
        return notes

    def worlds(self, view: View) -> int:
        """What nobody has seen is dealt anew in the kernel."""
        return 1

    def recall(self, view: Any, move: Move) -> tuple[Recalled, ...]:
        """The picture of the tile to turn, and where its twin was seen; not what lies turned for all to see."""
        if move.type == "turn_square":
            place = int(move["cell"])
        elif move.type == "turn_round":
            place = round_place(move["seat"], move["slot"])
        else:
            return ()
        facts = sorted(self.memory.facts(), key=lambda fact: fact.place != str(place))
        pictures = {fact.what for fact in facts if fact.place == str(place)}
        turned = {number for number, tile in tiles_of(view) if tile.state == "turned"}
        hidden = [fact for fact in facts if fact.what in pictures and int(fact.place) not in turned]
        return tuple(shown(int(fact.place), fact.what, fact.seen) for fact in hidden)

    def _near(self, place: int, view: View) -> list[str]:
        if place >= SQUARES:
            seat, slot = (place - SQUARES) // ROW, (place - SQUARES) % ROW
            return [str(round_place(seat, other)) for other in (slot - 1, slot + 1) if 0 <= other < len(view.rounds[seat])]
        row, column = divmod(place, self.wide)
        around = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
        return [str(r * self.wide + c) for r, c in around if 0 <= r < self.wide and 0 <= c < self.wide]


def shown(place: int, picture: str, entry: int) -> Recalled:
    """The picture of a place, in words."""
    if place < SQUARES:
        return Recalled("square", {"cell": place, "picture": picture}, entry)
    seat, slot = divmod(place - SQUARES, ROW)
    return Recalled("round", {"seat": seat, "slot": slot, "picture": picture}, entry)


def tiles_of(view: View) -> Iterator[tuple[int, Tile]]:
    """Every tile on the table with its place."""
    yield from enumerate(view.grid)
    for seat, row in enumerate(view.rounds):
        for slot, tile in enumerate(row):
            yield round_place(seat, slot), tile
