"""What a page of Tableaux is told, and what it has no longer once it was looked at."""

from __future__ import annotations

from msgspec.structs import replace

from ludotheque.games import game
from ludotheque.games.tableaux.seen import Discarded, Drew, View

TABLEAUX = game("tableaux")


def view(seat: int | None = 0) -> View:
    seen = TABLEAUX.new(2, seed=1).view(-1 if seat is None else seat)
    assert isinstance(seen, View)
    return replace(seen, seat=seat)


def test_a_discard_that_was_turned_over_with_the_pile_is_covered():
    shown = replace(view(), last=Discarded(1, "red-star", True))
    assert TABLEAUX.forget(shown).last is None  # type: ignore[attr-defined]
    lying = replace(view(), last=Discarded(1, "red-star", False))
    assert TABLEAUX.forget(lying) == lying


def test_what_an_opponent_took_is_in_their_hand_and_my_own_card_stays_mine():
    took = Drew(1, "discard", "red-star", False)
    assert TABLEAUX.forget(replace(view(0), last=took)).last == replace(took, card=None)  # type: ignore[attr-defined]
    assert TABLEAUX.forget(replace(view(1), last=took)).last == took  # type: ignore[attr-defined]


def test_only_who_drew_is_told_which_card():
    play = TABLEAUX.new(2, seed=1, named={"first": 0})
    while play.to_act >= 0 and not any(move.type == "draw" for move in play.legal()):
        play.play(play.legal()[0])
    drawer = play.to_act
    before = [play.view(seat) for seat in (0, 1)]
    play.play(next(move for move in play.legal() if move.type == "draw"))
    told = [TABLEAUX.happened(before[seat], play.view(seat))[0].piece for seat in (0, 1)]
    assert told[drawer] is not None
    assert told[1 - drawer] is None
