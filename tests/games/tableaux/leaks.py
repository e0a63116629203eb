"""Ways in which a careless view of Tableaux could betray hands and piles. The leak test must catch each of them."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from ludotheque.games.tableaux.rules import CARDS, OPENING, TABLEAU, State, can_lay, hand_of
from ludotheque.games.tableaux.seen import Drew, Started, View


def everybody_sees_the_hand_of_the_seat_to_act(view: View, state: State, seat: int) -> View:
    return replace(view, hand=hand_of(state, state.turn))


def partners_see_each_others_hands(view: View, state: State, seat: int) -> View:
    if seat < 0 or not state.teams:
        return view
    partner = (seat + state.teams) % state.players
    return replace(view, hand=hand_of(state, seat) + hand_of(state, partner))


def the_card_drawn_from_the_pile_is_named_to_all(view: View, state: State, seat: int) -> View:
    if not isinstance(view.last, Drew):
        return view
    return replace(view, last=replace(view.last, card=CARDS[state.did_card]))


def opening_cards_are_shown_as_they_are_laid(view: View, state: State, seat: int) -> View:
    shown = (CARDS[state.table[on * TABLEAU]] for on in range(state.players) if state.laid[on])
    return replace(view, tableaux=tuple((card,) for card in shown)) if state.phase == OPENING else view


def the_last_opening_card_is_named(view: View, state: State, seat: int) -> View:
    if not isinstance(view.last, Started):
        return view
    return replace(view, last=replace(view.last, card=CARDS[state.did_card]))


def an_empty_discard_pile_shows_the_top_of_the_draw_pile(view: View, state: State, seat: int) -> View:
    if view.top is not None or state.in_pile == 0:
        return view
    return replace(view, top=CARDS[state.pile[state.in_pile - 1]])


def the_discard_pile_is_shown_with_its_covered_card(view: View, state: State, seat: int) -> View:
    return replace(view, top=CARDS[state.discard[state.discarded - 2]]) if state.discarded >= 2 else view


def a_sorted_pile_instead_of_its_size(view: View, state: State, seat: int) -> View:
    return replace(view, pile=sum(card < len(CARDS) // 2 for card in state.pile[: state.in_pile]))


def whether_the_others_could_lay(view: View, state: State, seat: int) -> View:
    return replace(view, turns=sum(can_lay(state, other) for other in range(state.players)))


LEAKS: dict[str, Callable[[View, State, int], View]] = {
    leak.__name__: leak
    for leak in (
        everybody_sees_the_hand_of_the_seat_to_act,
        partners_see_each_others_hands,
        the_card_drawn_from_the_pile_is_named_to_all,
        opening_cards_are_shown_as_they_are_laid,
        the_last_opening_card_is_named,
        an_empty_discard_pile_shows_the_top_of_the_draw_pile,
        the_discard_pile_is_shown_with_its_covered_card,
        a_sorted_pile_instead_of_its_size,
        whether_the_others_could_lay,
    )
}
