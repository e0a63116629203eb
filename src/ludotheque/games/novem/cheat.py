"""What the ladder's cheat does at Novem: it answers a marker that lies hidden (see `ludotheque.lab.cheat`)."""

from __future__ import annotations

from ludotheque.games.novem.bots.player import Player
from ludotheque.games.novem.rules import MOVES, SIDE, State, View
from ludotheque.rules.core import Move


def answer(elephant: Player, view: View, state: State) -> Move | None:
    """The best line against the attacker's marker, if one lies."""
    if state.laid == 0:
        return None
    payoff, laid = elephant.position(view).payoff, (state.laid - 1) % SIDE
    if elephant.seat == 0:
        return MOVES[max(range(SIDE), key=lambda row: payoff[row][laid])]
    return MOVES[SIDE + min(range(SIDE), key=lambda column: payoff[laid][column])]
