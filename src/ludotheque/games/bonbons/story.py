"""What is worth telling of a game of Bonbons: thefts, sweets found again, lucky hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ludotheque.rules.core import Event
from ludotheque.rules.story import Deed, Step, Steps, events_of, most, most_often

REMEMBERED = 4
"""From how many moves on a memory is worth telling."""


def deeds(steps: Steps, sides: int) -> Iterator[Deed]:
    """The best first."""
    yield from thefts(steps)
    yield from found_again(steps)
    yield from streak(steps)
    for step, event in events_of(steps, "cover"):
        yield Deed(code="coins", seat=by(event), entry=step.number, piece="coin")
    for step, event in events_of(steps, "draw"):
        yield Deed(code="wrapper", sorry=True, seat=by(event), entry=step.number, piece="wrapper")
    yield from most_often(steps, "misses", "miss", least=3, sorry=True)


def thefts(steps: Steps) -> Iterator[Deed]:
    """bonbons.11: who stole most; where nobody did, the last theft of all."""
    done = list(events_of(steps, "steal"))
    counts = Counter(by(event) for _, event in done)
    thief = most(counts, 2)
    if not done:
        return
    step, last = done[-1] if thief is None else next(found for found in reversed(done) if found[1].seat == thief)
    if thief is not None:
        yield Deed(code="thefts", seat=thief, entry=step.number, piece=last.piece, args={"count": counts[thief]})
    else:
        yield Deed(code="theft", seat=by(last), entry=step.number, piece=last.piece, args={"owner": last.loses or 0})


def found_again(steps: Steps) -> Iterator[Deed]:
    """The tile that was found again after the longest time, and a pair with one that nobody had ever seen."""
    seen: dict[str, int] = {}
    longest: tuple[int, Step, Event] | None = None
    lucky: tuple[Step, Event] | None = None
    for step in steps:
        pair = any(event.verb in ("pair", "theft") for event in step.events)
        for event in step.events:
            where = event.target or ""
            if event.verb in ("steal", "give"):
                seen.pop(where, None)
            elif event.verb == "turn" and not pair:
                seen[where] = step.number
            elif event.verb == "turn" and where in seen:
                after = step.number - seen[where]
                longest = max(longest or (0, step, event), (after, step, event), key=lambda found: found[0])
            elif event.verb == "turn":
                lucky = step, event
    if longest is not None and longest[0] >= REMEMBERED:
        after, step, event = longest
        yield Deed(code="memory", seat=by(event), entry=step.number, piece=event.piece, args={"count": after})
    if lucky is not None:
        step, event = lucky
        yield Deed(code="luck", seat=by(event), entry=step.number, piece=event.piece)


def streak(steps: Steps) -> Iterator[Deed]:
    """bonbons.10: the most pairs that one seat found before anybody else turned a tile."""
    best: tuple[int, int, int] | None = None
    seat, count = -1, 0
    for step in steps:
        turner = next((event.seat for event in step.events if event.verb in ("turn", "miss")), seat)
        if turner != seat or any(event.verb == "miss" for event in step.events):
            seat, count = by(step.events[0]), 0
        if any(event.verb in ("pair", "theft") for event in step.events):
            count += 1
            if count > (best or (1,))[0]:
                best = count, seat, step.number
    if best is not None:
        count, seat, entry = best
        yield Deed(code="streak", seat=seat, entry=entry, args={"count": count})


def by(event: Event) -> int:
    """Who did it: whatever happens in Bonbons was done by somebody."""
    assert event.seat is not None
    return event.seat


def progress(steps: Steps) -> Iterator[tuple[int, ...]]:
    """Rounds that lie face up or under the coins."""
    for step in steps:
        yield tuple(sum(tile.state in ("up", "covered") for tile in row) for row in step.after.rounds)
