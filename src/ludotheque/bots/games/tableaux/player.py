"""The player of Tableaux: it tries its moves out in games that agree with what it remembers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ludotheque.bots import player as usual
from ludotheque.bots.base import Budget
from ludotheque.bots.levels import level_of
from ludotheque.bots.verdict import Verdict
from ludotheque.rules.dice import new_dice
from ludotheque.rules.game import Game
from ludotheque.rules.games.tableaux.imagine import Unseen
from ludotheque.rules.games.tableaux.rules import (
    DEALT,
    DISCARD,
    DRAW_FROM_DISCARD,
    DRAW_FROM_PILE,
    LAY,
    LAY_HAND,
    SEATS,
    START,
    TURN,
    State,
    apart,
    fits_on,
    legal,
    nothing_to_draw,
    take_up,
)

from . import policy

TURNS = 7
"""How many turns of each player a trial lasts; a turn is two entries."""

STALE = 0.002
"""What taking a discard loses in winning chance with every turn in which nobody laid anything."""


class Player(usual.Player):
    """A bot of one level."""

    def __init__(self, game: Game, seat: int, level: str, seed: int, budget: Budget | None = None) -> None:
        super().__init__(game, seat, level_of(game, level), seed, budget)

    def weigh(self, view: Any, explore: float = 0.7) -> list[Verdict]:
        """What each legal move is worth, best first."""
        from .tester import WORLDS, tester  # imports Numba

        known: Any = self.notebook.known(view)
        dice = new_dice(self.seed, 2 * view.entries)
        world: Any = self.notebook.imagine(self.game, view, known, dice)
        worlds, unseen = [world], None
        if world.phase == TURN and nothing_to_draw(world):  # who passed tells something of the hands (tableaux.14)
            worlds += [self.notebook.imagine(self.game, view, known, dice) for _ in range(WORLDS - 1)]
        elif not self.notebook.sees_all:
            unseen = Unseen(world, view)
            unseen.believe(known)
        tester().look(worlds, self.notebook.notes(view, world), unseen)
        buffer = [0] * len(self.game.rules.MOVES)
        count = legal(world, buffer)
        every = explore > 1 or self.level.wavers > 0
        seed = self.seed + view.entries
        liked = likings(world, self.notebook.notes(view, world), buffer[:count])
        verdicts = tester().weigh(buffer[:count], self.budget, 2 * TURNS * view.players, seed, liked, every)
        return _in_earnest(verdicts, view.turns)


def likings(s: State, notes: list[int], actions: Sequence[int]) -> list[float]:
    """What the policy thinks of each move, in points."""
    policy.reckon(s, notes, s.turn)
    found = []
    for action in actions:
        if action == DRAW_FROM_PILE:
            found.append(policy.UNKNOWN)
        elif action == DRAW_FROM_DISCARD:
            found.append(_gain(s, notes, s.discard[s.discarded - 1]))
        elif action >= LAY_HAND:
            found.append(2.0)
        else:
            card, on = action - DISCARD, -1
            if action < DISCARD:
                card, on = divmod(action - (START if action < DRAW_FROM_PILE else LAY), SEATS)
            at = s.hands.index(card, s.turn * DEALT)
            spoils = policy.DENIES * policy.use_to_next(s, card) if on < 0 else 0.0
            found.append(policy.outlook(s, notes, s.turn, at, on) - spoils)
    return found


def _gain(s: State, notes: list[int], card: int) -> float:
    """How much better off the seat is with a card than without it."""
    seat = s.turn
    without = policy.outlook(s, notes, seat, -1, -1)
    take_up(s, seat, card)
    best = 0.0
    for at in range(seat * DEALT, seat * DEALT + s.held[seat]):
        for on in (-1, *range(seat % apart(s), s.players, apart(s))):
            if on < 0 or fits_on(s, on, s.hands[at]):
                best = max(best, policy.outlook(s, notes, seat, at, on))
    policy.put_back(s, card)
    return best - without


def _in_earnest(verdicts: list[Verdict], turns: int) -> list[Verdict]:
    """The longer nobody laid anything, the better a discard has to be: two who take each other's would go on for ever."""
    told = [
        replace(found, chance=found.chance - min(STALE * turns, 0.5)) if found.action == DRAW_FROM_DISCARD else found
        for found in verdicts
    ]
    return sorted(told, key=lambda found: (-found.chance, found.action))
