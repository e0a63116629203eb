"""Sensible quick play of De tuile en tuile: go far, use the bounces, and land where the next move is long."""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from ludotheque.games.tuiles.rules import EXPERT, EXPERT_WAYS, PAWNS, WAYS, State, home, landing, place_of
from ludotheque.rules.dice import Dice, below
from ludotheque.rules.kernel import Numbers, kernel


@kernel
def pick(s: State, notes: Numbers, buffer: Numbers, count: int, dice: Dice) -> int:
    """A move for the seat to act: announce what is under the pawn, and go where it is worth most."""
    best, best_worth = -1, -1
    for pawn in range(PAWNS):
        step = s.step[s.turn * PAWNS + pawn]
        if step >= home(s):
            continue
        tile = s.tile[place_of(s, s.turn, step)]
        for advance in range(1, tile + 1):
            there = landing(s, s.turn, step, advance)
            worth = 8 * (there - step)
            if there < home(s):
                worth += 7 * (s.tile[place_of(s, s.turn, there)] - tile)
            else:
                worth += 8 * (3 - tile)
            worth = max(worth + below(dice, 16), 0)
            if worth > best_worth:
                best_worth = worth
                if s.expert:
                    best = EXPERT + pawn * EXPERT_WAYS + tile * (tile - 1) // 2 + advance - 1
                else:
                    best = pawn * WAYS + advance - 1
    return best if best >= 0 else buffer[below(dice, count)]


@kernel
def watch(s: State, notes: Numbers, actor: int, action: int) -> int:
    """Whether the pawn may go is seen by all, and so is the tile."""
    step_of = (action - EXPERT) // EXPERT_WAYS if s.expert else action // WAYS
    return s.tile[place_of(s, s.turn, s.step[s.turn * PAWNS + step_of])]
