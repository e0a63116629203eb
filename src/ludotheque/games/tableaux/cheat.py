"""What the ladder's cheat sees at Tableaux: all hands and both piles (see `ludotheque.lab.cheat`)."""

from __future__ import annotations

from ludotheque.games.tableaux.imagine import Known
from ludotheque.games.tableaux.rules import CARDS, DEALT, State


def known(state: State) -> Known:
    """Every card that is hidden from somebody, but for the opening cards."""
    hands = (state.hands[seat * DEALT : seat * DEALT + state.held[seat]] for seat in range(state.players))
    return Known(
        hands=tuple(tuple(CARDS[card] for card in hand) for hand in hands),
        discard={place: CARDS[card] for place, card in enumerate(state.discard[: state.discarded])},
        pile={place: CARDS[card] for place, card in enumerate(reversed(state.pile[: state.in_pile]))},
    )
