"""Why an announcement: what lies under the pawn, when that was seen, and where the pawn comes to."""

from __future__ import annotations

from ludotheque.bots.reasons import Case, Reason


def why(case: Case) -> Reason | None:
    """The number under the pawn and what comes of it; waiting on purpose is a reason of its own."""
    events = {event.verb: event for event in case.course.events}
    under = events.get("uncover")
    if under is None or not under.count:
        return None
    if "stay" in events:
        return Reason("stay", {"pawn": int(case.move["pawn"]), "value": under.count})
    verb = next((one for one in ("home", "bounce", "hop") if one in events), None)
    if verb is None:
        return None
    args: dict[str, int | str] = {"pawn": int(case.move["pawn"]), "value": under.count, "advance": int(case.move["advance"])}
    if not case.seen:
        return Reason(verb, args)
    return Reason(f"{verb}_seen", {**args, "count": case.seen[0].turns})
