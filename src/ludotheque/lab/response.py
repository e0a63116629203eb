"""A player who knows how a level plays: it plays its moves on against doubles of that level, and takes what comes out best.

A local best response, for the ladder: what it wins is a lower bound of what a level costs. It is as honest as any bot. It sees
its own views, and knows how the others think, but neither their seeds nor their hands: its doubles are shown what the others must
have seen, and what each of them has forgotten by now is drawn for it as for them.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev
from typing import cast

from ludotheque.bots import make_bot
from ludotheque.bots.advice import CURIOUS
from ludotheque.bots.base import Bot, Budget
from ludotheque.bots.player import Player, moves_of
from ludotheque.levels import LEVELS
from ludotheque.rules.core import CHANCE, OVER, Move, View
from ludotheque.rules.dice import Dice, new_dice, roll
from ludotheque.rules.game import Game
from ludotheque.rules.state import BaseState

PREFIX = "response-"
"""The ladder calls it so, and by the level that it knows: `response-adult`."""
CANDIDATES = 4
"""So many moves are played on,"""
WINDOW = 0.15
"""if the elephant in it thinks at most so much less of them than of the best one."""
DOUBLES = 6
"""So many memories of the others that may be, each with its own luck."""
ENOUGH = 3
"""After so many nothing seems to be left to chance, if all came to the same."""
SURE = 1.5
"""A move is taken instead of the elephant's if it came out better by so many standard errors."""
ROUNDS = 2
"""Played on until it is its own turn again for the so manieth time."""
HASTY = Budget(playouts=64)
"""How long it thinks of its own moves while it plays on."""
LONGEST = 200
"""Entries: a turn that never ends is not followed."""


@dataclass(slots=True)
class Table:
    """Who sits at a game that may be, and the draws that will come."""

    own: Player
    others: dict[int, Bot]
    luck: Dice


def response_names() -> tuple[str, ...]:
    """What the ladder calls those that know a level."""
    return tuple(PREFIX + level for level in LEVELS)


class Response:
    """What an elephant does who knows that all others are of one level."""

    def __init__(self, game: Game, seat: int, level: str, seed: int, budget: Budget | None) -> None:
        self.game, self.seat, self.level, self.seed, self.budget = game, seat, level, seed, budget
        self._own = cast(Player, make_bot(game, seat, "elephant", seed, budget))
        self._doubles: list[dict[int, Bot]] = []
        self._buffer = [0] * max(len(game.rules.MOVES), len(game.rules.CHANCES))

    def see(self, view: View) -> None:
        """Look at the table; the doubles of the others look at what these see of it."""
        self._own.see(view)
        if not self._doubles:
            self._doubles = [self._sit_down(view.players, number) for number in range(DOUBLES)]
        seen = self.game.views(self._imagine(view, 0), self._doubles[0])
        for doubles in self._doubles:
            for seat, bot in doubles.items():
                bot.see(seen[seat])

    def choose(self, view: View, legal: Sequence[Move]) -> Move:
        """The move that came out best."""
        if len(legal) == 1:
            return legal[0]
        verdicts = self._own.weigh(view, CURIOUS)
        tried = [one for one in verdicts[:CANDIDATES] if one.chance >= verdicts[0].chance - WINDOW]
        return self.game.rules.MOVES[self._best(view, [one.action for one in tried])]

    def _best(self, view: View, actions: Sequence[int]) -> int:
        """The first one, which the elephant would play, or the one that is most clearly better against doubles of the others."""
        gains: list[list[float]] = [[] for _ in actions[1:]]
        for number in range(DOUBLES if gains else 0):
            usual = self._worth(view, actions[0], number)
            for gain, action in zip(gains, actions[1:], strict=True):
                gain.append(self._worth(view, action, number) - usual)
            if number + 1 == ENOUGH and all(len(set(gain)) == 1 for gain in gains):
                break
        best, most = actions[0], 0.0
        for gain, action in zip(gains, actions[1:], strict=True):
            if fmean(gain) > max(most, SURE * stdev(gain) / sqrt(len(gain))):
                best, most = action, fmean(gain)
        return best

    def _sit_down(self, players: int, number: int) -> dict[int, Bot]:
        others = [seat for seat in range(players) if seat != self.seat]
        luck = new_dice(self.seed, number)
        return {seat: make_bot(self.game, seat, self.level, roll(luck), self.budget) for seat in others}

    def _imagine(self, view: View, number: int) -> BaseState:
        """A game that agrees with everything that was seen."""
        return self.game.imagine(view, self._own.notebook.known(view), new_dice(self.seed + number, 2 * view.entries))

    def _worth(self, view: View, action: int, number: int) -> float:
        """What a move comes to against one set of doubles, with the same luck for all moves."""
        own, others = deepcopy((self._own, self._doubles[number]), {id(self.game): self.game})
        own.budget = HASTY
        luck = new_dice(self.seed + number, 2 * view.entries + 1)
        return self._play_on(self._imagine(view, number), action, Table(own, others, luck))

    def _play_on(self, state: BaseState, action: int, table: Table) -> float:
        """The chance to win after a move, as the elephant sees it some rounds later, or as it came out."""
        engine, rounds, before, longest = self.game.engine, 0, self.seat, state.entries + LONGEST
        engine.step(state, action)
        while True:
            seats = self.game.views(state, range(state.players))
            table.own.see(seats[self.seat])
            for seat, bot in table.others.items():
                bot.see(seats[seat])
            turn = engine.to_act(state)
            if turn == OVER:
                outcome = self.game.outcome(state)
                assert outcome is not None
                return 1 / len(outcome.winners) if self.seat in outcome.winners else 0.0
            if turn == CHANCE:
                engine.step(state, engine.draw(state, self._buffer, table.luck))
                continue
            rounds += turn == self.seat != before
            view, before = seats[turn], turn
            if turn == self.seat and (rounds == ROUNDS or state.entries > longest):
                return table.own.weigh(view)[0].chance
            bot = table.own if turn == self.seat else table.others[turn]
            engine.step(state, self.game.action(bot.choose(view, moves_of(self.game, view))))
