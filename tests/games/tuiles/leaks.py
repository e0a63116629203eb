"""Deliberate leaks of De tuile en tuile: what a careless programmer might let out. The leak test has to notice each."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from ludotheque.games.tuiles.rules import CAMP, HIGHEST, PAWNS, State, View, home, loop_length, place_of


def under(state: State, seat: int) -> list[tuple[int, int]]:
    """Tile of the loop and value, for each pawn of a seat on the loop."""
    steps = [state.step[seat * PAWNS + pawn] for pawn in range(PAWNS)]
    places = [place_of(state, seat, step) for step in steps if CAMP <= step < home(state)]
    return [(place, state.tile[place]) for place in places]


def uncovered(view: View, tiles: list[tuple[int, int]]) -> View:
    """The view with these tiles of the loop shown."""
    loop = list(view.loop)
    for place, value in tiles:
        loop[place] = value
    return replace(view, loop=tuple(loop))


def every_value(view: View, state: State, seat: int) -> View:
    """The loop is sent as it lies."""
    return replace(view, loop=tuple(state.tile[: loop_length(state)]))


def own_values(view: View, state: State, seat: int) -> View:
    """Owners see what is under their own pawns."""
    return view if seat < 0 else uncovered(view, under(state, seat))


def rivals_values(view: View, state: State, seat: int) -> View:
    """Only one's own pawns hide their tiles."""
    return uncovered(view, [tile for other in range(state.players) if other != seat for tile in under(state, other)])


def value_where_it_stands(view: View, state: State, seat: int) -> View:
    """After a move, the value reported is that of the tile on which the pawn arrived."""
    if view.last is None or not view.last.moved:
        return view
    step = state.step[state.did_seat * PAWNS + state.did_pawn]
    tile = HIGHEST if step >= home(state) else state.tile[place_of(state, state.did_seat, step)]
    return replace(view, last=replace(view.last, tile=tile))


def values_on_the_way(view: View, state: State, seat: int) -> View:
    """The hops of a bounce carry the values of the tiles touched, those under other pawns too."""
    if view.last is None:
        return view
    hops = tuple(replace(hop, at=state.tile[hop.at]) if hop.where == "loop" else hop for hop in view.last.hops)
    return replace(view, last=replace(view.last, hops=hops))


def will_it_succeed(view: View, state: State, seat: int) -> View:
    """A hint for the seat to act: the highest value under one of its pawns, put where the page would find it."""
    if view.to_act != seat:
        return view
    return replace(view, options={**view.options, "best": max((value for _, value in under(state, seat)), default=0)})


def sorted_by_value(view: View, state: State, seat: int) -> View:
    """Pawns on the loop are sorted by the value under them instead of by their number."""
    order = sorted(range(PAWNS), key=lambda pawn: tile_under(state, max(seat, 0), pawn))
    pawns = list(view.pawns)
    pawns[max(seat, 0)] = tuple(pawns[max(seat, 0)][pawn] for pawn in order)
    return replace(view, pawns=tuple(pawns))


def tile_under(state: State, seat: int, pawn: int) -> int:
    step = state.step[seat * PAWNS + pawn]
    return 0 if step >= home(state) else state.tile[place_of(state, seat, step)]


LEAKS: dict[str, Callable[[View, State, int], View]] = {
    "the whole loop": every_value,
    "one's own values": own_values,
    "the rivals' values": rivals_values,
    "the value of the tile reached": value_where_it_stands,
    "the values touched by a bounce": values_on_the_way,
    "the best announcement": will_it_succeed,
    "pawns sorted by value": sorted_by_value,
}
