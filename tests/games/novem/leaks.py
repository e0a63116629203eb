"""Ways in which a careless view of Novem could betray what is hidden. The leak test must catch each of them."""

from __future__ import annotations

from msgspec.structs import replace

from ludotheque.games.novem.rules import LINES, ROWS, SIDE, Crossing, State, View, unpacked
from ludotheque.rules.core import SPECTATOR


def marker_shown_to_the_defender(view: View, state: State, seat: int) -> View:
    return replace(view, marker=LINES[state.laid - 1] if state.laid else None)


def marker_shown_to_spectators(view: View, state: State, seat: int) -> View:
    return replace(view, marker=LINES[state.laid - 1]) if state.laid and seat == SPECTATOR else view


def crossing_half_revealed(view: View, state: State, seat: int) -> View:
    """The line just laid is drawn at once, before the other one."""
    line = LINES[state.laid - 1] if state.laid else ""
    return replace(view, last=Crossing(state.number, view.attacker, line if line in ROWS else "", line, None)) if line else view


def number_of_the_marker_instead_of_whether_it_lies(view: View, state: State, seat: int) -> View:
    return replace(view, laid=state.laid % SIDE == 1)


def running_points_without_the_option(view: View, state: State, seat: int) -> View:
    return replace(view, points=tuple(state.points))


def own_points_only(view: View, state: State, seat: int) -> View:
    """It is one's own tiles after all; but they lie face down."""
    return replace(view, points=tuple(points if at == seat else 0 for at, points in enumerate(state.points)))


def points_in_place_of_the_number_of_tiles(view: View, state: State, seat: int) -> View:
    return replace(view, taken=tuple(state.points))


def totals_of_a_game_under_way(view: View, state: State, seat: int) -> View:
    return replace(view, totals=(tuple(state.before), tuple(state.points)))


def who_is_ahead(view: View, state: State, seat: int) -> View:
    """The scores in the order of the seats, the leader in front."""
    return replace(view, totals=((0, 1),)) if state.points[0] > state.points[1] else view


def the_board_to_come(view: View, state: State, seat: int) -> View:
    return replace(view, board=view.board + unpacked(state.boards[1]))


def the_board_of_the_game_before(view: View, state: State, seat: int) -> View:
    return replace(view, board=unpacked(state.boards[0]))


LEAKS = {
    leak.__name__: leak
    for leak in (
        marker_shown_to_the_defender,
        marker_shown_to_spectators,
        crossing_half_revealed,
        number_of_the_marker_instead_of_whether_it_lies,
        running_points_without_the_option,
        own_points_only,
        points_in_place_of_the_number_of_tiles,
        totals_of_a_game_under_way,
        who_is_ahead,
        the_board_to_come,
        the_board_of_the_game_before,
    )
}
