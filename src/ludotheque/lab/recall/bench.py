"""The bench itself: games of one agent in every box, what they tell of its memory, and a report of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import pairwise
from math import sqrt
from typing import Any, TypeAlias

import msgspec
import numpy as np

import ludotheque
from ludotheque.games import game as find_game
from ludotheque.lab.bouts import deal_out, play_out
from ludotheque.lab.recall.beliefs import LAGS, Beliefs, Examiner, span_of
from ludotheque.lab.recall.fitting import PARTS, STYLES, TELLING, fit_part, fit_span, part_minds, span_minds, table_of
from ludotheque.lab.recall.witness import Heard, Mind, listen
from ludotheque.lab.study import intervals
from ludotheque.lab.study.entrants import Entrant, seat_entrant
from ludotheque.rules.core import CHANCE, Json, View
from ludotheque.rules.dice import new_dice
from ludotheque.rules.play import Play

FORMAT = "ludotheque.recall/1"
OTHERS = Entrant("policy")
"""Who sits at the other seats: quick, and neither foolish nor forgetful."""
MOVED = 0.02
"""A move tells something of an age if minds differ by more than that over it."""

Spread: TypeAlias = "Callable[[Callable[[Any], Any], Iterable[Any]], Iterable[Any]]"
"""Does the same with many things, here or in several processes, in order: `map`, or that of a pool."""


class Played(msgspec.Struct, frozen=True):
    """A finished game, where the agent sat, and what it believed, if it can be asked."""

    record: Json
    seat: int
    beliefs: Beliefs | None = None


class Span(msgspec.Struct, frozen=True):
    """How many entries a fact lasts on average, with its 95 % interval; -1: for ever."""

    value: float
    low: float
    high: float


class Part(msgspec.Struct, frozen=True):
    """How much is known of what was seen `since` to `until` entries ago (`until` left out), from so many moves or questions."""

    since: int
    until: int
    value: float
    low: float
    high: float
    of: int
    mistaken: float = 0.0
    """The part that is believed to be elsewhere; of beliefs only."""


class Recollection(msgspec.Struct, frozen=True):
    """What one agent remembers in one box."""

    game: str
    players: int
    games: int
    telling: int
    """How many of its moves hung on memory."""
    span: Span | None = None
    """From its moves; None if they do not tell."""
    parts: tuple[Part, ...] = ()
    style: float = 0.0
    """How often it seems to move otherwise than the policy does, whatever it knows."""
    believed_span: Span | None = None
    """From its notebook, where there is one."""
    believed: tuple[Part, ...] = ()


class Agent(msgspec.Struct, frozen=True):
    """One agent in all boxes."""

    name: str
    boxes: tuple[Recollection, ...]


class RecallReport(msgspec.Struct, frozen=True):
    """The agent in question first, then the rungs."""

    agents: tuple[Agent, ...]
    seed: int
    format: str = FORMAT
    version: str = ludotheque.__version__


# Playing ---------------------------------------------------------------------------------------------------------------


def play_one(agent: Entrant, slug: str, seed: int, number: int) -> Played:
    """One game of an agent of the house; it sits one seat further on each time."""
    game = find_game(slug)
    players, dice = game.facts.seats, new_dice(seed, number)
    seat = number % players
    play = deal_out(game, players, game.options({}), dice)
    seated = [seat_entrant(game, at, agent if at == seat else OTHERS, (seed * 1000 + number) * 8 + at) for at in range(players)]
    notebook = getattr(seated[seat], "notebook", None)
    examiner = None if notebook is None else Examiner(notebook.memory)

    def before(play: Play, views: Sequence[View]) -> None:
        if examiner is not None and play.to_act == seat != CHANCE:
            examiner.ask(views[seat].entries)

    play_out(play, seated, dice, before=before)
    return Played(play.record(), seat, None if examiner is None else examiner.told())


def bench(
    agent: Entrant,
    slugs: Sequence[str],
    games: int,
    seed: int,
    spread: Spread = map,
    told: Callable[[str, str], object] = lambda name, slug: None,
) -> Agent:
    """An agent of the house in these boxes; `told` hears of each that is done."""
    boxes = []
    for slug in slugs:
        plays = list(spread(partial(play_one, agent, slug, seed), range(games)))
        boxes.append(recollection(plays, spread))
        told(str(agent), slug)
    return Agent(str(agent), tuple(boxes))


# Measuring -------------------------------------------------------------------------------------------------------------


def recollection(plays: Sequence[Played], spread: Spread = map) -> Recollection:
    """What games of one agent in one box tell."""
    record = plays[0].record
    minds = span_minds()
    heard = list(spread(partial(_listen, minds=minds), plays))
    telling = sum(map(len, heard))
    found = Recollection(record["game"], record["players"], len(plays), telling)
    found = msgspec.structs.replace(found, believed_span=_believed_span(plays), believed=_believed(plays))
    if telling < TELLING:
        return found
    span, style = fit_span([table_of(one, len(minds)) for one in heard])
    parts = _parts(plays, span[0], style, spread)
    return msgspec.structs.replace(found, span=Span(*span), style=float(STYLES[style]), parts=parts)


def _listen(played: Played, minds: Sequence[Mind]) -> list[Heard]:
    return listen(played.record, played.seat, minds)


def _parts(plays: Sequence[Played], span: float, style: int, spread: Spread) -> tuple[Part, ...]:
    minds = part_minds(span)
    heard = list(spread(partial(_listen, minds=minds), plays))
    found = []
    for number, (since, until) in enumerate(pairwise(LAGS)):
        own = slice(number * len(PARTS), (number + 1) * len(PARTS))
        of_age = [[_only(one, own) for one in game if np.ptp(one.chances[own]) > MOVED] for game in heard]
        count = sum(map(len, of_age))
        if count >= TELLING:
            found.append(Part(since, until, *fit_part([table_of(game, len(PARTS)) for game in of_age], style), count))
    return tuple(found)


def _only(heard: Heard, own: slice) -> Heard:
    return Heard(heard.legal, heard.chances[own])


def _believed_span(plays: Sequence[Played]) -> Span | None:
    found = span_of([life for played in plays if played.beliefs is not None for life in played.beliefs.lives])
    return None if found is None else Span(*found)


def _believed(plays: Sequence[Played]) -> tuple[Part, ...]:
    """The part known of each age, by what was believed; games are what is independent."""
    found = []
    for number, (since, until) in enumerate(pairwise(LAGS)):
        shares = [played.beliefs.shares[number] for played in plays if played.beliefs is not None]
        shares = [one for one in shares if one.asked]
        if len(shares) < 2:
            continue
        asked = sum(one.asked for one in shares)
        value = sum(one.known for one in shares) / asked
        error = sqrt(sum((one.known - value * one.asked) ** 2 for one in shares) * len(shares) / (len(shares) - 1)) / asked
        low, high = intervals.share(value, error, len(shares), len(shares))
        found.append(Part(since, until, value, low, high, asked, sum(one.mistaken for one in shares) / asked))
    return tuple(found)
