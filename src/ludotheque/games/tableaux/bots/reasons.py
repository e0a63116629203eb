"""Why a card: what it completes, what it fits, what was seen of the piles, and who can use it."""

from __future__ import annotations

from ludotheque.bots.reasons import Case, Reason
from ludotheque.games.tableaux.rules import TABLEAU
from ludotheque.games.tableaux.seen import View
from ludotheque.rules.core import Move


def why(case: Case) -> Reason | None:
    """What the move leads to, in the words of the table."""
    view = case.view
    assert isinstance(view, View)
    won = next((event for event in case.course.events if event.verb == "win"), None)
    if won is not None:
        return Reason("whole_hand" if case.move.type == "lay_hand" else "completes", {"count": won.count})
    kind = case.move.type
    if kind == "lay":
        on = int(case.move["on"])
        return Reason("lays" if on == case.foresight.seat else "lays_partner", {"count": len(view.tableaux[on]) + 1, "on": on})
    if kind == "draw":
        return draw(case, view)
    if kind == "discard":
        card = str(case.move["card"])
        return None if anybody_fits(card, view) else Reason("of_no_use", {"card": card})
    if kind == "start":
        return opens(str(case.move["card"]), view)
    return None


def draw(case: Case, view: View) -> Reason | None:
    """tableaux.5: the discarded card can be laid at once or not; the top of the draw pile may have been seen (tableaux.13)."""
    if case.move["from"] == "discard":
        return Reason(fitting(case, case.move, view), {"card": str(view.top)}) if fitting(case, case.move, view) else None
    upcoming = next((shown for shown in case.seen if shown.code == "next"), None)
    if upcoming is not None:
        return Reason("next_seen", {"card": upcoming.args["card"], "count": upcoming.turns})
    other = next((move for move in case.legal if move.get("from") == "discard"), None)
    if other is None or view.top is None or fitting(case, other, view):
        return None
    return Reason("not_the_discard", {"card": view.top})


def fitting(case: Case, move: Move, view: View) -> str:
    """What the top of the discard pile does on one's own tableau once it is taken: it fits, it completes; "" neither."""
    seat = case.foresight.seat
    if not any(one.type == "lay" and one["card"] == view.top and one["on"] == seat for one in case.foresight.course(move).then):
        return ""
    return "fits_last" if len(view.tableaux[seat]) == TABLEAU - 1 else "fits"


def opens(card: str, view: View) -> Reason | None:
    """tableaux.7: how many cards of the hand can be laid on it next."""
    rest = list(view.hand or ())
    if card in rest:
        rest.remove(card)
    count = sum(goes_with(card, other) for other in rest)
    return Reason("opens", {"card": card, "count": count}) if count else None


def goes_with(card: str, other: str) -> bool:
    """Whether two cards share their colour or their shape, but not both."""
    (colour, shape), (its_colour, its_shape) = card.split("-"), other.split("-")
    return (colour == its_colour) != (shape == its_shape)


def anybody_fits(card: str, view: View) -> bool:
    """tableaux.7, tableaux.8: whether a card could be laid on a tableau under way in front of anybody."""
    return any(fits(card, [laid for laid in cards if laid is not None]) for cards in view.tableaux if cards)


def fits(card: str, laid: list[str]) -> bool:
    """Whether a card goes on with these."""
    if len(laid) == 1:
        return goes_with(card, laid[0])
    alike = [{one.split("-")[part] for one in laid} for part in (0, 1)]
    colour, shape = card.split("-")
    if len(alike[0]) == 1:
        return colour in alike[0] and shape not in alike[1]
    return shape in alike[1] and colour not in alike[0]
