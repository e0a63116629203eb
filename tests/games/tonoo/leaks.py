"""Ways in which a careless view of Tonoo could betray what is hidden. The leak test must catch each of them."""

from __future__ import annotations

from msgspec.structs import replace

from ludotheque.games.tonoo.rules import CYLINDERS, KINDS, PAWNS, Placed, State, View


def counts_shown_without_the_option(view: View, state: State, seat: int) -> View:
    return replace(view, counts=tuple(state.filled[c] for c in range(CYLINDERS)))


def full_cylinders_shown_to_all(view: View, state: State, seat: int) -> View:
    return replace(view, full=tuple(state.filled[c] >= state.capacity for c in range(CYLINDERS)))


def bag_called_empty_when_nearly_so(view: View, state: State, seat: int) -> View:
    return replace(view, bag_empty=state.in_bag <= 8)


def a_pawn_in_a_closed_cylinder_as_last_action(view: View, state: State, seat: int) -> View:
    for place, count in enumerate(state.inside):
        if count:
            return replace(view, last=Placed(0, PAWNS[place % KINDS], place // KINDS))
    return view


def next_pawn_named_before_it_is_drawn(view: View, state: State, seat: int) -> View:
    return replace(view, drawn=PAWNS[max(range(KINDS), key=lambda pawn: state.bag[pawn])])


def a_ripe_cylinder_marked_as_out(view: View, state: State, seat: int) -> View:
    ripe = (max(state.inside[c * KINDS : c * KINDS + KINDS]) >= 2 for c in range(CYLINDERS))
    return replace(view, cylinders_out=tuple(ripe))


def whether_somebody_else_can_draw(view: View, state: State, seat: int) -> View:
    return replace(view, can_draw=any(state.filled[c] < state.capacity - 2 for c in range(CYLINDERS)))


LEAKS = {
    leak.__name__: leak
    for leak in (
        counts_shown_without_the_option,
        full_cylinders_shown_to_all,
        bag_called_empty_when_nearly_so,
        a_pawn_in_a_closed_cylinder_as_last_action,
        next_pawn_named_before_it_is_drawn,
        a_ripe_cylinder_marked_as_out,
        whether_somebody_else_can_draw,
    )
}
