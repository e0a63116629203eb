"""How a careless view of Pebblebag could betray what is hidden: the leak test must catch each of these."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from ludotheque.skeleton.game.rules import State, View, hand_of, total


def everybody_sees_all_hands(view: View, state: State, seat: int) -> View:
    """The page is trusted to hide them."""
    return replace(view, hands=tuple(hand_of(state, at) for at in range(state.players)))


def spectators_see_the_hand_of_the_seat_to_act(view: View, state: State, seat: int) -> View:
    """It is their turn, after all."""
    shown = (hand_of(state, at) if at == state.turn else hand for at, hand in enumerate(view.hands))
    return replace(view, hands=tuple(shown)) if seat < 0 else view


def totals_in_place_of_counts(view: View, state: State, seat: int) -> View:
    """One number is like another."""
    return replace(view, counts=tuple(total(state, at) for at in range(state.players)))


def what_is_left_in_the_bag(view: View, state: State, seat: int) -> View:
    """The low pebbles that are left, instead of all."""
    return replace(view, bag=state.bag[0] + state.bag[1])


def who_is_over_the_limit(view: View, state: State, seat: int) -> View:
    """Whoever has too much is drawn as if they had stopped."""
    return replace(view, stopped=tuple(total(state, at) > 10 for at in range(state.players)))


LEAKS: dict[str, Callable[[View, State, int], View]] = {
    leak.__name__: leak
    for leak in (
        everybody_sees_all_hands,
        spectators_see_the_hand_of_the_seat_to_act,
        totals_in_place_of_counts,
        what_is_left_in_the_bag,
        who_is_over_the_limit,
    )
}
