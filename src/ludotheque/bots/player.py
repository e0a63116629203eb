"""The usual player: a notebook of what it saw, and a search over imagined games that agree with it.

It plays every game of the contract, also one that brings nothing of its own for bots.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import TYPE_CHECKING, cast

from ludotheque.bots import parts
from ludotheque.bots.base import Budget
from ludotheque.bots.levels import Level, budget_of, level_of
from ludotheque.bots.memory import Memory
from ludotheque.bots.notebook import Notebook
from ludotheque.bots.verdict import Basis, Verdict
from ludotheque.rules import kernel
from ludotheque.rules.core import Move, View
from ludotheque.rules.dice import below, new_dice
from ludotheque.rules.game import Game
from ludotheque.rules.play import legal_moves

if TYPE_CHECKING:
    from ludotheque.bots.search import World

USUAL = "ludotheque.bots.kernels.policy"
"""How anybody plays a game that brings no policy."""


def notebook_of(game: Game, seat: int, memory: Memory) -> Notebook:
    """A new notebook for a seat."""
    own = parts.module(game, "bots.notebook")
    made: Notebook = (Notebook if own is None else own.Notebook)(seat, memory)
    return made


def moves_of(game: Game, view: View) -> list[Move]:
    """The legal moves of the seat that looks. They follow from its view, whatever is hidden."""
    if view.seat is None or view.to_act != view.seat:
        return []
    buffer = [0] * max(len(game.rules.MOVES), len(game.rules.CHANCES))
    return legal_moves(game, game.imagine(view, None, new_dice(0)), buffer)


def policy_of(game: Game) -> ModuleType:
    """How a game's players play without thinking, as ordinary Python."""
    usual, own = (
        kernel.plain(module, label=game.package, rules=cast(ModuleType, game.rules), engine=game.engine)
        for module in (USUAL, parts.module_name(game, "bots.kernels.policy") or USUAL)
    )
    return parts.completed(own, usual)


class Player:
    """A bot of one level."""

    def __init__(self, game: Game, seat: int, level: Level, seed: int, budget: Budget | None = None) -> None:
        self.game, self.seat, self.level, self.seed = game, seat, level, seed
        self.budget = budget_of(level, budget)
        self.notebook = notebook_of(game, seat, Memory(level.recall, seed))
        self._seen = -1

    def see(self, view: View) -> None:
        """Look at the table; a view seen before tells nothing new."""
        if view.entries > self._seen:
            self._seen = view.entries
            self.notebook.see(view)

    def choose(self, view: View, legal: Sequence[Move]) -> Move:
        """The move to play."""
        if len(legal) == 1:
            return legal[0]
        verdicts = self.weigh(view)
        alike = (verdicts[0].action, *verdicts[0].twins)
        return self.game.rules.MOVES[alike[below(new_dice(self.seed, view.entries), len(alike))]]

    def offhand(self, view: View, legal: Sequence[Move]) -> Move:
        """The move that comes to mind first, for when there is no time or nothing compiled to think with: the policy's choice.

        What a level has forgotten it does not know here either.
        """
        policy, known, dice = policy_of(self.game), self.notebook.known(view), new_dice(self.seed, 2 * view.entries)
        state = self.game.imagine(view, known, dice)
        notes = self.notebook.notes(view, known, state)
        buffer = [0] * max(len(self.game.rules.MOVES), len(self.game.rules.CHANCES))
        count = self.game.rules.legal(state, buffer)
        action = policy.pick(state, [*notes, *[0] * (policy.NOTES - len(notes))], buffer, count, dice)
        move: Move = self.game.rules.MOVES[action]
        return move

    def weigh(self, view: View, explore: float = 0.7) -> list[Verdict]:
        """What each legal move is worth, best first."""
        from ludotheque.bots import search  # imports Numba, which a server keeps out of its own process

        known = self.notebook.known(view)
        dice = new_dice(self.seed, 2 * view.entries)

        def imagine(number: int) -> World:
            state = self.game.imagine(view, known, dice)
            return state, self.notebook.notes(view, known, state)

        return search.ready(self.game.slug, self.level.policy).weigh(
            imagine, self.budget, new_dice(self.seed, 2 * view.entries + 1), explore, self.notebook.worlds(view)
        )

    def basis(self, view: View) -> Basis:
        """What its chances rest on."""
        return "playouts"


def usual_player(game: Game, seat: int, level: str, seed: int, budget: Budget | None) -> Player:
    """The usual player of a level by name."""
    return Player(game, seat, level_of(game, level), seed, budget)
