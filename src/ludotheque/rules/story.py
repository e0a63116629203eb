"""The story of a game that is over: who did what, told from what everybody at the table could see.

A game's `story.py` says what is worth telling in its box (`deeds`) and how the scores went (`progress`). Both are given the steps
that spectators saw, and nothing else: what nobody could see is in nobody's story.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import msgspec

from ludotheque.rules.core import Event, Line, Outcome

if TYPE_CHECKING:
    from ludotheque.rules.play import Play

COMEBACK = 2
"""From how far behind a win is worth telling, in a game that does not say."""


class Deed(msgspec.Struct, frozen=True, kw_only=True):
    """Something that somebody did: words under `deed.<code>` (what it is) and `told.deed.<code>` (how it went)."""

    code: str
    seat: int
    entry: int
    """After which entry it had happened: there one can look at it again."""
    args: dict[str, int | str] = {}
    piece: str | None = None
    """The piece that it was done with, as events call it."""
    sorry: bool = False
    """Nothing to be glad of."""

    @property
    def line(self) -> Line:
        """How it went, as a line that is told."""
        return Line(f"deed.{self.code}", {"seat": self.seat, **self.args})


class Mark(msgspec.Struct, frozen=True):
    """The scores of all seats after an entry that changed them; entry 0 is the beginning."""

    entry: int
    scores: tuple[int, ...]


class Story(msgspec.Struct, frozen=True, kw_only=True):
    """Who did what in a game that is over, and how the scores went."""

    deeds: tuple[Deed, ...]
    thread: tuple[Mark, ...]
    """How the scores went; nothing for a game that does not say."""
    entries: int
    sides: int
    """How many sides played against each other: seats so far apart are partners."""


class Step(NamedTuple):
    """One entry as spectators saw it."""

    number: int
    """Which entry it is, from 1."""
    before: Any
    after: Any
    events: tuple[Event, ...]


Steps = Sequence[Step]


class Storyteller(Protocol):
    """What a game's story module provides, if it has one."""

    def deeds(self, steps: Steps, sides: int) -> Iterable[Deed]:
        """What is worth telling, the best first."""

    def progress(self, steps: Steps) -> Iterable[tuple[int, ...]]:
        """The scores after every step."""


def story_of(play: Play, outcome: Outcome | None = None) -> Story:
    """The story of a play that is over, or (given up at the table) that has this outcome."""
    game = play.game
    sides = game.rules.sides(play.players, play.options)
    teller = game.storyteller
    if teller is None:
        return Story(deeds=(), thread=(), sides=sides, entries=len(play.entries))
    steps = steps_of(play)
    scores = [(0,) * play.players, *teller.progress(steps)]
    outcome = outcome or play.outcome
    deeds = teller.deeds(steps, sides)
    if outcome is not None:
        deeds = chain(turn_of_the_tide(scores, outcome, sides, getattr(teller, "COMEBACK", COMEBACK)), deeds)
        deeds = chain(deeds, ahead_for_good(scores, outcome, sides))
    marks = (Mark(at, now) for at, now in enumerate(scores) if at == 0 or now != scores[at - 1])
    return Story(deeds=choose(deeds, play.players), thread=tuple(marks), sides=sides, entries=len(play.entries))


def steps_of(play: Play) -> list[Step]:
    """Every entry of a play, as spectators saw it."""
    replica = play.from_the_beginning()
    steps = []
    before = replica.view()
    for number, (who, value) in enumerate(play.entries, 1):
        replica.enter(who, value)
        after = replica.view()
        steps.append(Step(number, before, after, play.game.happened(before, after)))
        before = after
    return steps


def choose(deeds: Iterable[Deed], players: int) -> tuple[Deed, ...]:
    """Three or four of them, the best first: something of everybody before a second thing of anybody, none of it twice."""
    wanted = 3 if players < 4 else 4
    once = first_of_each(deeds, lambda deed: deed.code)
    firsts = first_of_each(once, lambda deed: deed.seat)
    taken = firsts[:wanted] + [deed for deed in once if deed not in firsts][: max(wanted - len(firsts), 0)]
    return tuple(sorted(taken, key=once.index))


def first_of_each(deeds: Iterable[Deed], kind: Callable[[Deed], object]) -> list[Deed]:
    """Of each kind the first."""
    found: dict[object, Deed] = {}
    for deed in deeds:
        found.setdefault(kind(deed), deed)
    return list(found.values())


# What is worth telling in every game ---------------------------------------------------------------------------------


Scores = Sequence[tuple[int, ...]]


def leads(scores: Scores, outcome: Outcome, sides: int) -> list[int]:
    """By how much the winning side was ahead of all others after every entry; nothing when it did not end ahead."""
    winners = {seat % sides for seat in outcome.winners}
    rivals = [seat for seat in range(len(outcome.scores)) if seat % sides not in winners]
    if len(winners) != 1 or not rivals:
        return []
    found = [now[outcome.winners[0]] - max(now[rival] for rival in rivals) for now in scores]
    return found if found[-1] > 0 else []


def turn_of_the_tide(scores: Scores, outcome: Outcome, sides: int, comeback: int) -> Iterator[Deed]:
    """A win from far behind, or with the very last entry."""
    lead = leads(scores, outcome, sides)
    if lead and -min(lead) >= comeback:
        yield Deed(code="comeback", seat=outcome.winners[0], entry=lead.index(min(lead)), args={"count": -min(lead)})
    elif len(lead) > 1 and lead[-2] <= 0:
        yield Deed(code="last", seat=outcome.winners[0], entry=len(lead) - 1)


def ahead_for_good(scores: Scores, outcome: Outcome, sides: int) -> Iterator[Deed]:
    """The entry with which the winning side went ahead and stayed there."""
    lead = leads(scores, outcome, sides)
    if lead:
        entry = max(at for at, by in enumerate(lead) if by <= 0) + 1
        yield Deed(code="lead", seat=outcome.winners[0], entry=entry, args={"count": entry, "all": len(lead) - 1})


def events_of(steps: Steps, *verbs: str) -> Iterator[tuple[Step, Event]]:
    """Every event with one of these verbs, and the step it belongs to."""
    return ((step, event) for step in steps for event in step.events if event.verb in verbs)


def most(counts: Mapping[int, int], least: int = 1) -> int | None:
    """Who has most, if nobody has as many and it is at least so many."""
    best = Counter(counts).most_common(2)
    if not best or best[0][1] < least or (len(best) == 2 and best[1][1] == best[0][1]):
        return None
    return best[0][0]


def most_often(
    steps: Steps, code: str, verb: str, least: int = 2, *, by: Callable[[Event], int | None] | None = None, sorry: bool = False
) -> Iterator[Deed]:
    """Who did something more often than everybody else, told at the last time."""
    who = by or (lambda event: event.seat)
    done = [(seat, step.number) for step, event in events_of(steps, verb) if (seat := who(event)) is not None]
    counts = Counter(seat for seat, _ in done)
    seat = most(counts, least)
    if seat is not None:
        entry = max(number for doer, number in done if doer == seat)
        yield Deed(code=code, seat=seat, entry=entry, args={"count": counts[seat]}, sorry=sorry)
