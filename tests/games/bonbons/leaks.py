"""Views of Bonbons as a careless programmer would build them: each shows something that lies face down."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from ludotheque.games.bonbons.rules import COIN, DOWN, PICTURES, SQUARES, START, WRAPPER, State, place_of, round_place
from ludotheque.games.bonbons.seen import Gave, Round, Tile, View

replace = msgspec.structs.replace


def own_rounds(view: View, state: State, seat: int) -> View:
    """The owner sees their own face-down rounds (bonbons.3: nobody does)."""
    if seat < 0:
        return view
    rows = list(view.rounds)
    rows[seat] = tuple(
        replace(tile, picture=PICTURES[state.tiles[round_place(seat, slot)]]) for slot, tile in enumerate(rows[seat])
    )
    return replace(view, rounds=tuple(rows))


def covered_round(view: View, state: State, seat: int) -> View:
    """A round under the coins counts as found, so it is shown (bonbons.15: it stays face down)."""
    rows = (
        tuple(uncover(tile, state.tiles[round_place(at, slot)]) for slot, tile in enumerate(row))
        for at, row in enumerate(view.rounds)
    )
    return replace(view, rounds=tuple(rows))


def uncover(tile: Tile, picture: int) -> Tile:
    return replace(tile, picture=PICTURES[picture]) if tile.state == "covered" else tile


def whole_grid(view: View, state: State, seat: int) -> View:
    """Every square comes with its picture, and the page is trusted to hide it."""
    return replace(view, grid=tuple(Tile(tile.state, PICTURES[state.tiles[cell]]) for cell, tile in enumerate(view.grid)))


def wrapper_place(view: View, state: State, seat: int) -> View:
    """The wrapper is marked as something else than a tile that is face down."""
    grid = (replace(tile, state="up") if state.tiles[cell] == WRAPPER else tile for cell, tile in enumerate(view.grid))
    return replace(view, grid=tuple(grid))


def coin_places(view: View, state: State, seat: int) -> View:
    """Coins look the same from behind as from the front."""
    grid = (replace(tile, picture="coin") if state.tiles[cell] == COIN else tile for cell, tile in enumerate(view.grid))
    return replace(view, grid=tuple(grid))


def next_of_the_reserve(view: View, state: State, seat: int) -> View:
    """The reserve is shown by the number of its next round instead of its size."""
    return replace(view, reserve=state.reserve[state.reserve_left - 1] if state.reserve_left else 0)


def given_round(view: View, state: State, seat: int) -> View:
    """The tile given for a stolen one is shown for as long as the theft is the last action (bonbons.12: nobody looks)."""
    return show_round(view, state, state.did_other) if isinstance(view.last, Gave) else view


def shown_not_emptied(view: View, state: State, seat: int) -> View:
    """The list of turned tiles is not emptied after a theft, and the given tile now lies where the stolen one was."""
    if view.shown or not isinstance(view.last, Gave):
        return view
    return replace(show_round(view, state, state.did_other), shown=(Round(view.last.victim, view.last.victim_slot),))


def show_round(view: View, state: State, place: int) -> View:
    at = place_of(place)
    assert isinstance(at, Round)
    rows = [list(row) for row in view.rounds]
    rows[at.seat][at.slot] = replace(rows[at.seat][at.slot], picture=PICTURES[state.tiles[place]])
    return replace(view, rounds=tuple(tuple(row) for row in rows))


def hint_of_a_pair(view: View, state: State, seat: int) -> View:
    """Stopping is offered only while no face-down round matches the square that was turned."""
    if state.phase == START:
        return view
    turned = state.tiles[state.shown[0]]
    rounds = [place for place in range(SQUARES, len(state.tiles)) if state.lies[place] == DOWN]
    return replace(view, may_stop=all(state.tiles[place] != turned for place in rounds))


LEAKS: dict[str, Callable[[View, State, int], View]] = {
    "own_rounds": own_rounds,
    "covered_round": covered_round,
    "whole_grid": whole_grid,
    "wrapper_place": wrapper_place,
    "coin_places": coin_places,
    "next_of_the_reserve": next_of_the_reserve,
    "given_round": given_round,
    "shown_not_emptied": shown_not_emptied,
    "hint_of_a_pair": hint_of_a_pair,
}
