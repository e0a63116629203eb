"""What is worth telling of a game of Tableaux: gifts to a partner, whole hands, finds on the discard pile."""

from __future__ import annotations

from collections.abc import Iterator

from ludotheque.rules.story import Deed, Steps, events_of, most_often


def deeds(steps: Steps, sides: int) -> Iterator[Deed]:
    """The best first."""
    won = [(step, event) for step, event in events_of(steps, "win") if event.seat is not None]
    cards = {step.number: event.piece for step, event in events_of(steps, "lay")}
    for step, event in won:
        seat, (where, owner) = event.seat or 0, (event.origin or "").split(".")
        if where == "hand":
            yield Deed(code="hand", seat=seat, entry=step.number, args={"count": event.count})
        elif int(owner) != seat:
            args: dict[str, int | str] = {"on": int(owner), "count": event.count}
            yield Deed(code="gift", seat=seat, entry=step.number, piece=cards[step.number], args=args)
    yield from finds(steps)
    if won:
        step, event = max(won, key=lambda found: found[1].count)
        if event.count > 1:
            piece = cards.get(step.number)
            yield Deed(code="rich", seat=event.seat or 0, entry=step.number, piece=piece, args={"count": event.count})
    yield from most_often(steps, "tableaux", "win")
    yield from most_often(steps, "finder", "take", least=3)
    for step, event in won[:1]:
        yield Deed(code="first", seat=event.seat or 0, entry=step.number, piece=cards.get(step.number))


def finds(steps: Steps) -> Iterator[Deed]:
    """tableaux.5: a card from the discard pile that completes a tableau in the same turn."""
    found: tuple[int, str] | None = None
    for step in steps:
        for event in step.events:
            if event.verb in ("take", "draw"):
                found = (event.seat or 0, event.piece) if event.verb == "take" and event.piece else None
            elif event.verb == "lay" and found == (event.seat, event.piece):
                if any(other.verb == "win" for other in step.events):
                    yield Deed(code="find", seat=event.seat or 0, entry=step.number, piece=event.piece)
                found = None


def progress(steps: Steps) -> Iterator[tuple[int, ...]]:
    """tableaux.17: the points of the tableaux won."""
    for step in steps:
        yield step.after.points
