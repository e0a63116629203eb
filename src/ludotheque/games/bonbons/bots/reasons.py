"""Why a tile: its twin was seen, nobody has seen it, or there is nothing to gain by showing more."""

from __future__ import annotations

from ludotheque.bots.notebook import Recalled
from ludotheque.bots.reasons import Case, Reason
from ludotheque.games.bonbons.bots.notebook import tiles_of
from ludotheque.games.bonbons.rules import SQUARES, round_place
from ludotheque.games.bonbons.seen import Round, Square, View


def why(case: Case) -> Reason | None:
    """What is known of the tile to turn, to give or to cover; or of what was turned already."""
    view = case.view
    assert isinstance(view, View)
    kind = case.move.type
    if kind in ("turn_square", "turn_round"):
        return turn(case, view)
    if kind == "stop" and view.phase == "square":
        return stop(case, view)
    if kind in ("give", "cover"):
        place = round_place(case.foresight.seat, int(case.move["slot"]))
        return None if known(case, place) else Reason(f"{kind}_unseen")
    return None


def turn(case: Case, view: View) -> Reason | None:
    """A pair or a theft, the way to one, the coins, or something new."""
    own = case.seen[0] if case.seen and place_of(case.seen[0]) == place_to_turn(case) else None
    for verb in ("theft", "pair"):
        if case.told(verb) and own is not None:
            return Reason(verb, {"picture": own.args["picture"], "count": own.turns})
    if case.told("coins"):
        return Reason("coins")
    if own is not None:
        return leads_to_a_pair(case, view, own)
    if view.phase == "start":
        return Reason("unseen_square" if case.move.type == "turn_square" else "unseen_round")
    if view.phase == "round":
        return may_be_its_twin(case, view)
    return Reason("unseen_second") if view.phase == "square" and case.move.type == "turn_round" else None


def leads_to_a_pair(case: Case, view: View, own: Recalled) -> Reason | None:
    """At the beginning of a turn: both halves were seen. Otherwise the tile shows nobody anything new."""
    if own.args["picture"] == "coin":
        return Reason("coin", {"count": own.turns}) if view.phase in ("coin", "two_coins") else None
    twin = next((shown for shown in case.seen if shown.code != own.code), None)
    if twin is None or view.phase != "start":
        return Reason("nothing_new")
    return Reason(f"both_{twin.code}", {**twin.args, "count": max(own.turns, twin.turns)})


def may_be_its_twin(case: Case, view: View) -> Reason | None:
    """bonbons.5: a round lies turned, its square was never seen, so any unseen square is as likely to be it."""
    first = view.shown[0] if view.shown else None
    if not isinstance(first, Round):
        return None
    picture = view.rounds[first.seat][first.slot].picture
    if any(fact.what == picture and int(fact.place) < SQUARES for fact in case.notebook.memory.facts()):
        return None
    unseen = [place for place, tile in tiles_of(view) if place < SQUARES and tile.state == "down" and not known(case, place)]
    return Reason("one_of", {"picture": str(picture), "count": len(unseen)})


def stop(case: Case, view: View) -> Reason | None:
    """bonbons.7: no round that would match was ever seen."""
    first = view.shown[0] if view.shown else None
    if not isinstance(first, Square):
        return None
    picture = view.grid[first.cell].picture
    seen = any(fact.what == picture and int(fact.place) >= SQUARES for fact in case.notebook.memory.facts())
    return None if seen or picture is None else Reason("stop", {"picture": picture})


def known(case: Case, place: int) -> bool:
    """Whether the seat was shown what lies there."""
    return any(fact.place == str(place) for fact in case.notebook.memory.facts())


def place_to_turn(case: Case) -> int:
    """The number of the place that the move turns."""
    move = case.move
    return int(move["cell"]) if move.type == "turn_square" else round_place(int(move["seat"]), int(move["slot"]))


def place_of(shown: Recalled) -> int:
    """The number of the place where something was seen."""
    args = shown.args
    return int(args["cell"]) if shown.code == "square" else round_place(int(args["seat"]), int(args["slot"]))
