"""What is worth telling of a game of Tonoo: great hauls, pawns remembered, the worst lift."""

from __future__ import annotations

from collections.abc import Iterator

from ludotheque.rules.story import Deed, Steps, events_of, most_often

REMEMBERED = 4
"""From how many moves on a memory is worth telling."""


def deeds(steps: Steps, sides: int) -> Iterator[Deed]:
    """The best first."""
    lifts = [(step, step.after.last) for step, event in events_of(steps, "lift")]
    hauls = [found for found in lifts if len(found[1].kept) > 1]
    if hauls:
        step, lift = max(hauls, key=lambda found: len(found[1].kept))
        args: dict[str, int | str] = {"count": len(lift.kept), "cylinder": lift.cylinder}
        yield Deed(code="haul", seat=lift.seat, entry=step.number, piece=lift.kept[0], args=args)
    yield from remembered(steps)
    for step, lift in lifts:
        if lift.result == "eliminated":
            yield Deed(code="empty", sorry=True, seat=lift.seat, entry=step.number, args={"cylinder": lift.cylinder})
    left = [seat for seat, out in enumerate(steps[-1].after.eliminated) if not out] if steps else []
    if len(left) == 1:
        yield Deed(code="survivor", seat=left[0], entry=len(steps))
    worst = [found for found in lifts if found[1].result in ("owes", "none_owned")]
    if worst:
        step, lift = max(worst, key=lambda found: len(found[1].pawns))
        args = {"count": len(lift.pawns), "cylinder": lift.cylinder}
        yield Deed(code="worst", sorry=True, seat=lift.seat, entry=step.number, piece=lift.pawns[0], args=args)
    yield from most_often(steps, "presents", "take", least=1)
    yield from most_often(steps, "slipped", "place", least=2)


def remembered(steps: Steps) -> Iterator[Deed]:
    """tonoo.6: the pawn that was kept the longest time after everybody had seen where it went."""
    inside: dict[str, list[tuple[str, int]]] = {}
    best: tuple[int, Deed] | None = None
    for step in steps:
        for event in step.events:
            if event.verb == "place":
                inside.setdefault(event.target or "", []).append((event.piece or "", step.number))
            elif event.verb == "keep":
                slipped = [number for pawn, number in inside.get(event.origin or "", ()) if pawn == event.piece]
                after = step.number - min(slipped, default=step.number)
                if after >= REMEMBERED and after > (best or (0,))[0]:
                    args: dict[str, int | str] = {"count": after}
                    best = after, Deed(code="memory", seat=event.seat or 0, entry=step.number, piece=event.piece, args=args)
        for _, lift in events_of([step], "lift"):
            inside.pop(lift.target or "", None)
    if best is not None:
        yield best[1]


def progress(steps: Steps) -> Iterator[tuple[int, ...]]:
    """tonoo.12: different pawns owned."""
    for step in steps:
        yield tuple(map(len, step.after.owned))
