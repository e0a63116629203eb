"""A hint and a review: what elephant would play from what a seat knows and why, and what each move of a finished game cost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from math import hypot
from typing import Protocol, cast

import msgspec

from ludotheque import records
from ludotheque.bots import make_bot
from ludotheque.bots.base import Budget
from ludotheque.bots.foresight import Course, Foresight
from ludotheque.bots.notebook import Notebook, Recalled
from ludotheque.bots.player import moves_of
from ludotheque.bots.reasons import Case, Reason, reason
from ludotheque.bots.verdict import Basis, Verdict
from ludotheque.rules.core import Event, Fault, Json, Move, View
from ludotheque.rules.game import Game

CURIOUS = 1.4
"""For advice the search looks harder at moves that seem worse, to say how much worse they are."""
HINT_BUDGET = Budget(seconds=0.24)
REVIEW_BUDGET = Budget(seconds=1.0, playouts=3000)
"""For each move. The playouts take a tenth of that time on a quiet machine; on a crowded one nobody waits longer."""
IDEAS = 4
"""So many ideas a hint has at most."""
WIDTH = 1.96
"""Standard errors on either side that hold the truth in 95 of 100 cases."""
VAGUE = 0.25
"""Moves with more noise than that are no ideas."""
UNTRIED = 0.5
"""The noise of a move that was never tried: nothing is known of it."""
EQUAL = 1e-9
"""Chances that differ by less are the same: their last bits are the machine's."""


class Adviser(Protocol):
    """A bot that can say what it thinks of every move."""

    notebook: Notebook

    def see(self, view: View) -> None:
        """Look at the table."""

    def weigh(self, view: View, explore: float = ...) -> list[Verdict]:
        """What each legal move is worth, best first."""

    def basis(self, view: View) -> Basis:
        """What these chances rest on."""


class Weighed(msgspec.Struct, frozen=True):
    """A legal move and its estimated chance to win."""

    move: Json
    chance: float
    weight: float
    """The share of the thinking that went into it; in an exact mix, how often to play it."""
    margin: float = 0.0
    """The true chance lies so far on either side in 95 of 100 cases; 0 where the chance is exact."""


class Idea(msgspec.Struct, frozen=True):
    """One way to go on, to be shown on the board: a move, what will surely come of it, and why."""

    move: Json
    chance: float
    margin: float
    why: Reason
    way: tuple[Event, ...] = ()
    """What will happen, as far as the seat can know."""
    seen: tuple[Recalled, ...] = ()
    """What the seat was shown earlier that bears on that move."""


class Hint(msgspec.Struct, frozen=True):
    """What elephant would play from what a seat knows."""

    seat: int
    entries: int
    moves: tuple[Weighed, ...]
    """Every legal move, the one to play first."""
    seen: tuple[Recalled, ...] = ()
    """What the seat was shown earlier that bears on that move."""
    ideas: tuple[Idea, ...] = ()
    """The best moves that differ from each other, the one to play first."""
    basis: Basis = "playouts"
    tried: int = 0
    """How many games or positions that rests on; 0 where it is exact."""


class Judged(msgspec.Struct, frozen=True):
    """One move of a finished game, compared with the best one given what the seat could know."""

    index: int
    """Where it stands in the record."""
    move: Json
    chance: float
    best: Json
    best_chance: float
    cost: float
    """What it cost in winning chance; 0 for the best move and for a forced one."""
    seen: tuple[Recalled, ...] = ()
    """What the seat had been shown that speaks for the best move: "you saw it on turn 4"."""
    margin: float = 0.0
    """The true cost (of a move that cost nothing: its chance) lies so far on either side in 95 of 100 cases; 0: it is exact."""
    way: tuple[Event, ...] = ()
    """What would come of the move that was played, as far as the seat could know."""
    best_way: tuple[Event, ...] = ()
    """The same of the best one."""
    why: Reason | None = None
    """What speaks for the best one; nothing where it was played."""
    sure: bool = True
    """Whether the seat could know what the best one leads to."""
    against: tuple[Recalled, ...] = ()
    """What the seat had been shown that bears on the move that was played."""
    forced: bool = False
    """There was nothing to choose: its chances were not looked at."""
    basis: Basis = "playouts"

    @property
    def none_better(self) -> bool:
        """Whether it is certain that there was no better choice, for what the seat could know then."""
        return self.basis == "exact" and not self.forced and self.cost == 0


class Review(msgspec.Struct, frozen=True):
    """All moves of one seat in a finished game."""

    game: str
    seat: int
    moves: tuple[Judged, ...]

    @property
    def cost(self) -> float:
        """What all of them cost together."""
        return sum(judged.cost for judged in self.moves)


def hint(game: Game, seat: int, views: Sequence[View], budget: Budget = HINT_BUDGET, seed: int = 0) -> Hint:
    """What elephant would play for a seat that was shown these views."""
    coach = Coach(game, seat, budget, seed)
    for view in views:
        coach.see(view)
    if not views or not moves_of(game, views[-1]):
        raise Fault("no_hint_now", "any.3")
    return coach.advise(views[-1])


def review(record: Json, seat: int, budget: Budget = REVIEW_BUDGET, seed: int = 0) -> Review:
    """What each move of a seat cost, given what the seat could know (a perfect memory of what it was shown)."""
    return Review(str(record["game"]), seat, tuple(judgements(record, seat, budget, seed)))


def judgements(record: Json, seat: int, budget: Budget = REVIEW_BUDGET, seed: int = 0, since: int = 0) -> Iterator[Judged]:
    """The moves of a seat, judged one by one as they are asked for; `since` leaves out those before that entry."""
    play = records.begin(record)
    game = play.game
    if not 0 <= seat < play.players:
        raise Fault("no_such_seat", seat=seat, players=play.players)
    coach = Coach(game, seat, budget, seed)
    for index, entry in enumerate(record["moves"]):
        view = play.view(seat)
        coach.see(view)
        if index >= since and play.to_act == seat and isinstance(entry, dict) and "move" in entry:
            yield coach.judge(view, index, game.move(entry["move"]))
        records.enter(play, entry, index)


class Coach:
    """Elephant beside one seat: it sees what the seat sees, and says what it thinks of the moves and why."""

    def __init__(self, game: Game, seat: int, budget: Budget, seed: int) -> None:
        self.game, self.seat, self.seed = game, seat, seed
        self.adviser = cast(Adviser, make_bot(game, seat, "elephant", seed, budget))
        self._began: list[int] = []
        """When each turn of the seat began, in entries of the record."""
        self._turn: object = None

    def see(self, view: View) -> None:
        """Look at the table, and note when a turn of the seat begins."""
        self.adviser.see(view)
        if view.to_act != "chance":
            if view.to_act == self.seat != self._turn:
                self._began.append(view.entries)
            self._turn = view.to_act

    def advise(self, view: View, found: Sequence[Verdict] | None = None) -> Hint:
        """What to play in the last view that was seen, and why. `found` is what somebody else has found of the moves."""
        verdicts = list(found) if found is not None else self.adviser.weigh(view, CURIOUS)
        every = self._every(verdicts, view)
        basis = self.adviser.basis(view)
        tried = sum(verdict.visits for verdict in verdicts)
        moves = self.game.rules.MOVES
        weighed = tuple(
            Weighed(moves[one.action].to_json(), one.chance, one.visits / (tried or 1), WIDTH * one.noise) for one in every
        )
        ideas = self._ideas(verdicts, view)
        return Hint(self.seat, view.entries, weighed, ideas[0].seen, ideas, basis, 0 if basis == "exact" else tried)

    def judge(self, view: View, index: int, move: Move, found: Sequence[Verdict] | None = None) -> Judged:
        """What a move of a finished game cost. `found` is what somebody else has found of the moves."""
        data = move.to_json()
        if len(moves_of(self.game, view)) == 1:
            return Judged(index, data, 0.0, data, 0.0, 0.0, forced=True)
        found = found if found is not None else self.adviser.weigh(view, CURIOUS)
        verdicts = {verdict.action: verdict for verdict in self._every(found, view)}
        played = verdicts.get(self.game.action(move), Verdict(self.game.action(move), 0.0, 0, noise=UNTRIED))
        best = _first_of_equals(verdicts.values())
        basis, spread = self.adviser.basis(view), WIDTH * played.noise
        judged = Judged(index, data, played.chance, data, played.chance, 0.0, self._seen(view, move), spread, basis=basis)
        if played.chance >= best.chance - EQUAL:
            return judged
        better, foresight = self.game.rules.MOVES[best.action], self._foresight(view)
        case = self._case(foresight, best, played, _share(best, found))
        return msgspec.structs.replace(
            judged,
            best=better.to_json(),
            best_chance=best.chance,
            cost=best.chance - played.chance,
            seen=case.seen,
            margin=case.noise,
            way=foresight.course(move).events,
            best_way=case.course.events,
            why=reason(case),
            sure=case.course.sure,
            against=self._seen(view, move),
        )

    def _ideas(self, verdicts: Sequence[Verdict], view: View) -> tuple[Idea, ...]:
        """The best moves of which each leads to something else."""
        foresight = self._foresight(view)
        chosen: dict[object, Verdict] = {}
        for verdict in verdicts:
            if len(chosen) < IDEAS and verdict.noise < VAGUE:
                chosen.setdefault(_leads_to(foresight.course(self.game.rules.MOVES[verdict.action]), verdict), verdict)
        different = list(chosen.values()) or list(verdicts[:1])
        ideas = []
        for verdict in different:
            other = next((one for one in different if one is not verdict), verdict)
            case = self._case(foresight, verdict, other, _share(verdict, verdicts), verdict is different[0])
            ideas.append(
                Idea(case.move.to_json(), verdict.chance, WIDTH * verdict.noise, reason(case), case.course.events, case.seen)
            )
        return tuple(ideas)

    def _case(self, foresight: Foresight, one: Verdict, other: Verdict, share: float, first: bool = True) -> Case:
        move, ahead = self.game.rules.MOVES[one.action], one.chance - other.chance
        return Case(
            move=move,
            legal=moves_of(self.game, foresight.view),
            foresight=foresight,
            notebook=self.adviser.notebook,
            seen=self._seen(foresight.view, move),
            share=share,
            ahead=max(ahead, 0.0) if first else ahead,
            noise=WIDTH * hypot(one.noise, other.noise),
        )

    def _foresight(self, view: View) -> Foresight:
        return Foresight(self.game, self.seat, self.adviser.notebook, view, self.seed)

    def _seen(self, view: View, move: Move) -> tuple[Recalled, ...]:
        """What the seat was shown that bears on a move, and how many of its turns ago."""
        shown = self.adviser.notebook.recall(view, move)
        return tuple(msgspec.structs.replace(one, turns=sum(began > one.entry for began in self._began)) for one in shown)

    def _every(self, verdicts: Sequence[Verdict], view: View) -> list[Verdict]:
        """One for every legal move: twins come to the same, and of what was not tried nothing is known."""
        found = [replace(verdict, action=action, twins=()) for verdict in verdicts for action in (verdict.action, *verdict.twins)]
        told = {verdict.action for verdict in found}
        rest = [action for action in map(self.game.action, moves_of(self.game, view)) if action not in told]
        return found + [Verdict(action, 0.0, 0, noise=UNTRIED) for action in rest]


def _first_of_equals(verdicts: Iterable[Verdict]) -> Verdict:
    """The best move; where several are as good, the same one on every machine."""
    best, *others = verdicts
    return min((best, *(one for one in others if abs(one.chance - best.chance) <= EQUAL)), key=lambda one: one.action)


def _share(verdict: Verdict, verdicts: Sequence[Verdict]) -> float:
    return verdict.visits / (sum(one.visits for one in verdicts) or 1)


def _leads_to(course: Course, verdict: Verdict) -> object:
    """What tells two ideas apart: where the last thing that surely happens leaves which piece."""
    if not course.events:
        return verdict.action
    last = course.events[-1]
    return last.verb, last.piece, last.origin, last.target
