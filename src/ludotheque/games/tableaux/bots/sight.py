"""A view of Tableaux and what is believed besides, as one row of numbers for `kernels/sight.py`."""

from __future__ import annotations

from itertools import chain

from ludotheque.games.tableaux.bots.kernels.sight import HIDDEN, IN_DISCARD, IN_DRAW_PILE, IN_HAND
from ludotheque.games.tableaux.imagine import NUMBERS, Known
from ludotheque.games.tableaux.rules import KINDS, SEATS, TABLEAU
from ludotheque.games.tableaux.seen import PHASES, Discarded, Drew, View

PHASE_NUMBERS = {phase: number for number, phase in enumerate(PHASES)}
NO_CARDS = [0] * TABLEAU


class Tricks:
    """How many copies of each card lie in tricks, which only become more."""

    def __init__(self) -> None:
        self.counts, self._counted = [0] * KINDS, 0

    def see(self, view: View) -> list[int]:
        """The counts for a view."""
        if len(view.tricks) < self._counted:
            self.__init__()  # type: ignore[misc]
        for trick in view.tricks[self._counted :]:
            for card in trick.cards:
                self.counts[NUMBERS[card]] += 1
        self._counted = len(view.tricks)
        return self.counts


def written(view: View, known: Known, won: list[int]) -> list[int]:
    """The row of a view; `won` are the cards in its tricks."""
    spare = SEATS - view.players
    facts = facts_of(view, known)
    row = [view.players, int(view.options["teams"]), view.entries, view.first, view.turn, PHASE_NUMBERS[view.phase]]
    row += [view.due or 0, view.turnings, view.turns, view.pile, view.discard, len(view.tricks), len(facts)]
    row += [*view.points, *[0] * spare, *view.hands, *[0] * spare]
    row += [*map(len, view.tableaux), *[0] * spare]
    for cards in view.tableaux:
        row += [HIDDEN if card is None else NUMBERS[card] for card in cards]
        row += NO_CARDS[len(cards) :]
    row += NO_CARDS * spare
    row += won
    row += chain.from_iterable(facts)
    return row


def facts_of(view: View, known: Known) -> list[tuple[int, int, int]]:
    """Cards and their places: first those that the view shows, then those that are believed, as far as they may be there."""
    assert view.seat is not None
    last, seen_in_hand = view.last, (-1, -1)
    facts = [(IN_HAND, view.seat, NUMBERS[card]) for card in view.hand or ()]
    if view.top is not None:
        facts.append((IN_DISCARD, view.discard - 1, NUMBERS[view.top]))
    if isinstance(last, Discarded) and last.turned:
        facts.append((IN_DRAW_PILE, 0, NUMBERS[last.card]))  # tableaux.13: a lone discard became the draw pile
    if isinstance(last, Drew) and last.card is not None and last.seat != view.seat:
        seen_in_hand = last.seat, NUMBERS[last.card]
        facts.append((IN_HAND, *seen_in_hand))  # everybody saw it taken from the discard pile
    for seat, names in enumerate(known.hands):
        for name in names:
            if (seat, NUMBERS[name]) == seen_in_hand:
                seen_in_hand = (-1, -1)  # the view shows that one
            else:
                facts.append((IN_HAND, seat, NUMBERS[name]))
    facts += [(IN_DISCARD, place, NUMBERS[name]) for place, name in known.discard.items() if 0 <= place < view.discard]
    bottom = view.pile - 1
    facts += [(IN_DRAW_PILE, bottom - place, NUMBERS[name]) for place, name in known.pile.items() if 0 <= place < view.pile]
    return facts
