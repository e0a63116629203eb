"""What the ladder's cheat sees at Bonbons: the picture of every tile that lies face down (see `ludotheque.lab.cheat`)."""

from __future__ import annotations

from ludotheque.games.bonbons.imagine import Known
from ludotheque.games.bonbons.rules import COVERED, DOWN, PICTURES, ROW, SQUARES, State, round_place


def known(state: State) -> Known:
    """All squares, and all rounds in front of somebody."""

    def picture(place: int) -> str | None:
        return PICTURES[state.tiles[place]] if state.lies[place] in (DOWN, COVERED) else None

    rounds = ((seat, slot, picture(round_place(seat, slot))) for seat in range(state.players) for slot in range(ROW))
    return Known(
        {cell: shown for cell in range(SQUARES) if (shown := picture(cell))},
        tuple((seat, slot, shown) for seat, slot, shown in rounds if shown),
    )
