"""Why a cylinder or the bag: what the seat saw go in, and who would profit."""

from __future__ import annotations

from collections import Counter

from ludotheque.bots.reasons import Case, Reason
from ludotheque.games.tonoo.rules import View
from ludotheque.rules.core import Move


def why(case: Case) -> Reason | None:
    """What is surely kept, that nothing is ripe, or what the drawn pawn meets."""
    kind = case.move.type
    if kind == "lift":
        return lift(case)
    if kind == "draw":
        return Reason("nothing_ripe") if not any(ripe(case, move) for move in case.legal if move.type == "lift") else None
    if kind == "place":
        return place(case)
    return None


def lift(case: Case) -> Reason | None:
    """tonoo.6: what is kept of a cylinder whose pawns were all seen going in, or what the others would have kept of it."""
    kept = [event for event in case.course.events if event.verb == "keep"]
    if kept and case.course.sure:
        return Reason("keeps", {"count": len(kept)})
    inside = Counter(event.piece for event in case.course.events if event.verb == "show")
    view, seat = case.view, case.foresight.seat
    assert isinstance(view, View)
    others = [set(owned) for at, owned in enumerate(view.owned) if at != seat and not view.eliminated[at]]
    waits = case.course.sure and any(count > 1 and pawn not in owned for pawn, count in inside.items() for owned in others)
    return Reason("denies") if waits and not kept else None


def ripe(case: Case, move: Move) -> bool:
    """Whether a cylinder would give something, as far as one can know."""
    course = case.foresight.course(move)
    return not course.sure or any(event.verb == "keep" for event in course.events)


def place(case: Case) -> Reason | None:
    """tonoo.3: whether the pawn makes two alike in there."""
    view = case.view
    assert isinstance(view, View)
    pawn = str(view.drawn)
    inside = [shown.args["pawn"] for shown in case.seen]
    args: dict[str, int | str] = {"pawn": pawn, "cylinder": int(case.move["cylinder"])}
    if not inside:
        return Reason("into_empty", args)
    return Reason("makes_two" if pawn in inside else "makes_none", args)
