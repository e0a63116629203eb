"""What there is to remember of Tableaux: covered discards, their order once they are turned over, and cards others took."""

from __future__ import annotations

from ludotheque.bots.memory import Fact, Memory
from ludotheque.bots.notebook import Notebook as Base
from ludotheque.bots.notebook import Recalled
from ludotheque.games.tableaux.imagine import NUMBERS, Known
from ludotheque.games.tableaux.rules import State
from ludotheque.games.tableaux.seen import Discarded, Drew, Laid, LaidHand, Started, View
from ludotheque.rules.core import Move

from .kernels.policy import NOTES, OPEN

NEAR = 2
"""How far a card of a pile can slip."""
PLACES = {"d": "discard", "p": "pile", "h": "hand"}
"""What the places of facts are called."""


class Notebook(Base):
    """Facts by place: `d/3` the fourth discard from the bottom, `p/3` the same of the draw pile, `h/1/7` a card in a hand."""

    def __init__(self, seat: int, memory: Memory) -> None:
        super().__init__(seat, memory)
        self.discarded = 0
        self.in_pile = 0
        self.serial = 0
        self._hands: dict[int, list[str]] = {}
        """Places of the cards that were seen to go into each hand."""

    def see(self, view: View) -> None:
        """Follow one action."""
        last = view.last
        if isinstance(last, Drew):
            self._drew(view, last)
        elif isinstance(last, Discarded):
            self._left_hand(last.seat, last.card)
            self.memory.note(f"d/{self.discarded}", last.card, view.entries, near("d", self.discarded))
            if last.turned:
                self._turn_over(1)
        elif isinstance(last, Laid | Started) and last.card is not None:
            self._left_hand(last.seat, last.card)
        elif isinstance(last, LaidHand):
            for place in self._hands.pop(last.seat, ()):
                self.memory.forget(place)
        self.discarded, self.in_pile = view.discard, view.pile

    def known(self, view: View) -> Known:
        """What is believed of hands and piles."""
        hands: list[list[str]] = [[] for _ in range(view.players)]
        discard, pile = {}, {}
        for place, fact in self.memory.beliefs(view.entries).items():
            where, number, *_ = place.split("/")
            if where == "h":
                hands[int(number)].append(fact.what)
            elif where == "d":
                discard[int(number)] = fact.what
            else:
                pile[view.pile - 1 - int(number)] = fact.what
        return Known(tuple(map(tuple, hands)), discard, pile)

    def notes(self, view: View, known: Known, state: State) -> list[int]:
        """How many copies of each card lie open for good, in tableaux and tricks (see the policy)."""
        notes = [0] * NOTES
        for cards in (*view.tableaux, *(trick.cards for trick in view.tricks)):
            for card in cards:
                if card is not None:
                    notes[OPEN + NUMBERS[card]] += 1
        return notes

    def recall(self, view: View, move: Move) -> tuple[Recalled, ...]:  # type: ignore[override]
        """The card on top of the draw pile for who takes it, and otherwise where the twin of the card in question was seen."""
        facts = self.memory.facts()
        if move.get("from") == "pile":
            return tuple(shown("next", fact) for fact in facts if fact.place == f"p/{view.pile - 1}")
        card = move.get("card") or view.top
        open_to_all = f"d/{view.discard - 1}"
        return tuple(shown(PLACES[fact.place[0]], fact) for fact in facts if fact.what == card and fact.place != open_to_all)

    def _drew(self, view: View, last: Drew) -> None:
        card = last.card
        if last.source == "discard":
            self.memory.forget(f"d/{self.discarded - 1}")
        else:
            top = f"p/{self.in_pile - 1}"
            known = self.memory.beliefs(view.entries).get(top)
            card = card or (known.what if known is not None else None)
            self.memory.forget(top)
        if card is not None and last.seat != self.seat:
            self.serial += 1
            place = f"h/{last.seat}/{self.serial}"
            self._hands.setdefault(last.seat, []).append(place)
            self.memory.note(place, card, view.entries)
        if last.turned:
            self._turn_over(self.discarded)

    def _turn_over(self, count: int) -> None:
        """The first discarded card is on top now."""
        for fact in [fact for fact in self.memory.facts() if fact.place.startswith("p/")]:
            self.memory.forget(fact.place)
        for number in range(count):
            to = count - 1 - number
            self.memory.move(f"d/{number}", f"p/{to}", near("p", to))

    def _left_hand(self, seat: int, card: str) -> None:
        for place in self._hands.get(seat, ()):
            fact = self.memory.fact(place)
            if fact is not None and fact.what == card:
                self._hands[seat].remove(place)
                self.memory.forget(place)
                return


def shown(where: str, fact: Fact) -> Recalled:
    """A card and where it was, in words."""
    return Recalled(where, {"card": fact.what} | ({"seat": int(fact.place.split("/")[1])} if where == "hand" else {}), fact.seen)


def near(pile: str, place: int) -> list[str]:
    """Places of a pile that one card may be confused with."""
    return [f"{pile}/{other}" for other in range(max(0, place - NEAR), place + NEAR + 1) if other != place]
