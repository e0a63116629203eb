"""What is worth telling of a game of De tuile en tuile: announcements that were right, long bounces, pawns that came home."""

from __future__ import annotations

from collections.abc import Iterator

from ludotheque.rules.story import Deed, Steps, events_of, most_often

FAR = 5
"""From which number on an announcement that holds is bold."""


def deeds(steps: Steps, sides: int) -> Iterator[Deed]:
    """The best first."""
    bounced = [(sum(event.verb == "bounce" for event in step.events), step) for step in steps]
    bounces, step = max(bounced, key=lambda found: found[0], default=(0, None))
    if step is not None and bounces > 1:
        yield Deed(code="bounces", seat=step.after.last.seat, entry=step.number, args={"count": bounces})
    yield from right_in_a_row(steps)
    for step, event in events_of(steps, "home"):
        pawn = step.after.last.pawn
        yield Deed(code="first", seat=event.seat or 0, entry=step.number, piece=event.piece, args={"pawn": pawn})
        break
    bold = [step for step in steps if step.after.last.moved and step.after.last.advance >= FAR]
    if bold:
        step = max(bold, key=lambda found: found.after.last.advance)
        last = step.after.last
        args: dict[str, int | str] = {"said": last.advance, "pawn": last.pawn, "tile": last.tile}
        yield Deed(code="bold", seat=last.seat, entry=step.number, piece=f"pawn.{last.seat}.{last.pawn}", args=args)
    yield from most_often(steps, "wrong", "stay", sorry=True)


def right_in_a_row(steps: Steps) -> Iterator[Deed]:
    """tuiles.7: the longest row of one seat's announcements that were all right."""
    rows: dict[int, int] = {}
    best: Deed | None = None
    for step in steps:
        last = step.after.last
        rows[last.seat] = rows.get(last.seat, 0) + 1 if last.moved else 0
        if rows[last.seat] > (2 if best is None else int(best.args["count"])):
            best = Deed(code="memory", seat=last.seat, entry=step.number, args={"count": rows[last.seat]})
    if best is not None:
        yield best


def progress(steps: Steps) -> Iterator[tuple[int, ...]]:
    """Pawns that are home."""
    for step in steps:
        yield tuple(sum(place.where == "home" for place in pawns) for pawns in step.after.pawns)
