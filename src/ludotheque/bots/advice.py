"""A hint and a review: what elephant would play from what a seat knows, and what each move of a finished game cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Protocol, cast

import msgspec

from ludotheque import records
from ludotheque.bots import make_bot
from ludotheque.bots.base import Budget
from ludotheque.bots.notebook import Notebook, Recalled
from ludotheque.bots.player import moves_of
from ludotheque.bots.verdict import Verdict
from ludotheque.rules.core import Fault, Json, Move, View
from ludotheque.rules.game import Game

CURIOUS = 1.4
"""For advice the search looks harder at moves that seem worse, to say how much worse they are."""
HINT_BUDGET = Budget(seconds=0.24)
REVIEW_BUDGET = Budget(seconds=1.0, playouts=3000)
"""For each move. The playouts take a tenth of that time on a quiet machine; on a crowded one nobody waits longer."""


class Adviser(Protocol):
    """A bot that can say what it thinks of every move."""

    notebook: Notebook

    def see(self, view: View) -> None:
        """Look at the table."""

    def weigh(self, view: View, explore: float = ...) -> list[Verdict]:
        """What each legal move is worth, best first."""


class Weighed(msgspec.Struct, frozen=True):
    """A legal move and its estimated chance to win."""

    move: Json
    chance: float
    weight: float
    """The share of the thinking that went into it; in an exact mix, how often to play it."""


class Hint(msgspec.Struct, frozen=True):
    """What elephant would play from what a seat knows."""

    seat: int
    entries: int
    moves: tuple[Weighed, ...]
    """Every legal move, the one to play first."""
    seen: tuple[Recalled, ...] = ()
    """What the seat was shown earlier that bears on that move."""


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
    adviser = _adviser(game, seat, budget, seed)
    for view in views:
        adviser.see(view)
    if not views or not moves_of(game, views[-1]):
        raise Fault("no_hint_now", "any.3")
    verdicts = _weigh(game, adviser, views[-1])
    tried = sum(verdict.visits for verdict in verdicts) or 1
    moves = game.rules.MOVES
    weighed = tuple(Weighed(moves[found.action].to_json(), found.chance, found.visits / tried) for found in verdicts)
    return Hint(seat, views[-1].entries, weighed, adviser.notebook.recall(views[-1], moves[verdicts[0].action]))


def review(record: Json, seat: int, budget: Budget = REVIEW_BUDGET, seed: int = 0) -> Review:
    """What each move of a seat cost, given what the seat could know (a perfect memory of what it was shown)."""
    return Review(str(record["game"]), seat, tuple(judgements(record, seat, budget, seed)))


def judgements(record: Json, seat: int, budget: Budget = REVIEW_BUDGET, seed: int = 0, since: int = 0) -> Iterator[Judged]:
    """The moves of a seat, judged one by one as they are asked for; `since` leaves out those before that entry."""
    play = records.begin(record)
    game = play.game
    if not 0 <= seat < play.players:
        raise Fault("no_such_seat", seat=seat, players=play.players)
    adviser = _adviser(game, seat, budget, seed)
    for index, entry in enumerate(record["moves"]):
        view = play.view(seat)
        adviser.see(view)
        if index >= since and play.to_act == seat and isinstance(entry, dict) and "move" in entry:
            yield _judge(game, adviser, view, index, game.move(entry["move"]))
        records.enter(play, entry, index)


def _judge(game: Game, adviser: Adviser, view: View, index: int, move: Move) -> Judged:
    if len(moves_of(game, view)) == 1:
        return Judged(index, move.to_json(), 0.0, move.to_json(), 0.0, 0.0)
    verdicts = {verdict.action: verdict for verdict in _weigh(game, adviser, view)}
    played = verdicts.get(game.action(move))
    best = next(iter(verdicts.values()))
    chance = 0.0 if played is None else played.chance
    best_move = move if chance >= best.chance else game.rules.MOVES[best.action]
    return Judged(
        index=index,
        move=move.to_json(),
        chance=chance,
        best=best_move.to_json(),
        best_chance=max(chance, best.chance),
        cost=max(best.chance - chance, 0.0),
        seen=adviser.notebook.recall(view, best_move),
    )


def _weigh(game: Game, adviser: Adviser, view: View) -> list[Verdict]:
    found = [
        replace(verdict, action=action, twins=())
        for verdict in adviser.weigh(view, CURIOUS)
        for action in (verdict.action, *verdict.twins)
    ]
    told = {verdict.action for verdict in found}
    return found + [Verdict(game.action(move), 0.0, 0) for move in moves_of(game, view) if game.action(move) not in told]


def _adviser(game: Game, seat: int, budget: Budget, seed: int) -> Adviser:
    return cast(Adviser, make_bot(game, seat, "elephant", seed, budget))
