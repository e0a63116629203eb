"""The player of De tuile en tuile: it searches the race in games that agree with what it remembers.

Who forgets nothing knows every value, and there is one such game. Who forgot some searches a few and plays what is best on
average, so that a bold announcement is weighed by how often it would fail.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import exp
from typing import TYPE_CHECKING, Any

from ludotheque.bots import player as usual
from ludotheque.bots.base import Budget
from ludotheque.bots.levels import level_of
from ludotheque.bots.verdict import Basis, Verdict
from ludotheque.games.tuiles.rules import (
    EXPERT,
    EXPERT_ADVANCE,
    EXPERT_VALUE,
    EXPERT_WAYS,
    PAWNS,
    WAYS,
    State,
    View,
    landing,
    legal,
    place_of,
)
from ludotheque.rules.dice import new_dice
from ludotheque.rules.game import Game

from .kernels.race import STEPS, SURE, WAIT, WIN
from .levels import AHEAD

if TYPE_CHECKING:
    from .race import Candidate

WORLDS = 8
"""Games that are imagined where values are forgotten."""
SCALE = 110.0
"""A lead of so many 64ths of a turn is worth winning chances of e to 1."""
WAITS = 3
"""Who has waited so often on end goes on."""


class Player(usual.Player):
    """A bot of one level."""

    def __init__(self, game: Game, seat: int, level: str, seed: int, budget: Budget | None = None) -> None:
        super().__init__(game, seat, level_of(game, level), seed, budget)
        self._ahead = AHEAD[level]
        self._waited = 0

    def see(self, view: Any) -> None:
        """Look at the table, and count one's own turns without a step."""
        last = view.last
        if view.entries > self._seen and last is not None and last.seat == self.seat:
            self._waited = 0 if last.moved else self._waited + 1
        super().see(view)

    def weigh(self, view: Any, explore: float = 0.7) -> list[Verdict]:
        """What each announcement is worth on average over the games that may be, best first."""
        from . import race  # imports Numba

        worlds = list(self._worlds(view))
        budget = _share(self.budget, len(worlds))
        every = len(worlds) > 1 or explore > 1
        chances: dict[int, float] = {}
        positions: dict[int, int] = {}
        noise: dict[int, float] = {}
        for world in worlds:
            options = race.ready().weigh(world, budget, self._ahead, every)
            found = {option.move: self._verdict(option, view.players) for option in options}
            for action, move in _announcements(world):
                verdict = found[move]
                chances[action] = chances.get(action, 0.0) + verdict.chance / len(worlds)
                noise[action] = noise.get(action, 0.0) + verdict.noise / len(worlds)
                positions[action] = positions.get(action, 0) + verdict.visits
        verdicts = [Verdict(action, chance, positions[action], noise=noise[action]) for action, chance in chances.items()]
        return sorted(verdicts, key=lambda verdict: (-verdict.chance, -verdict.visits, verdict.action))

    def _worlds(self, view: View) -> Iterator[State]:
        """Games that agree with the view and with what is believed: one if every value is believed to be known."""
        known: Any = self.notebook.known(view)
        hidden = {place for place, value in enumerate(view.loop) if value is None}
        dice = new_dice(self.seed, 2 * view.entries)
        for _ in range(1 if hidden <= set(known.values) else WORLDS):
            world: Any = self.game.imagine(view, known, dice)
            yield world

    def basis(self, view: Any) -> Basis:
        """Positions are looked at ahead and judged; nothing is played out."""
        return "positions"

    def _verdict(self, option: Candidate, players: int) -> Verdict:
        """What a move of one game is worth; its noise is by how much the last move of looking ahead has changed that."""
        chance = self._chance(option.move, option.worth, players)
        sure = abs(option.worth) > SURE
        moved = 0.0 if sure else abs(chance - self._chance(option.move, option.before, players))
        return Verdict(option.move, chance, option.positions, noise=moved)

    def _chance(self, move: int, worth: int, players: int) -> float:
        """The chance to win that goes with a lead."""
        if worth > SURE:
            return 1 - 1e-5 * (WIN - worth)
        if worth < -SURE:
            return 1e-5 * (WIN + worth)
        chance = 1 / (1 + (players - 1) * exp(-worth / SCALE))
        return 0.5 * chance if move == WAIT and self._waited >= WAITS else chance


def _announcements(world: State) -> Iterator[tuple[int, int]]:
    """Every legal announcement with the move of the race that it comes to in this game."""
    buffer = [0] * (PAWNS * EXPERT_WAYS)
    count = legal(world, buffer)
    for action in buffer[:count]:
        if world.expert:
            pawn, way = divmod(action - EXPERT, EXPERT_WAYS)
            value, advance = EXPERT_VALUE[way], EXPERT_ADVANCE[way]
        else:
            pawn, way = divmod(action, WAYS)
            value, advance = 0, way + 1
        step = world.step[world.turn * PAWNS + pawn]
        tile = world.tile[place_of(world, world.turn, step)]
        succeeds = value == tile if world.expert else advance <= tile
        yield action, pawn * STEPS + landing(world, world.turn, step, advance) if succeeds else WAIT


def _share(budget: Budget, worlds: int) -> Budget:
    """What may be spent on each of several games."""
    seconds = None if budget.seconds is None else budget.seconds / worlds
    playouts = None if budget.playouts is None else max(budget.playouts // worlds, 1)
    return Budget(seconds=seconds, playouts=playouts)
