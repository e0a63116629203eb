"""What will surely come of a move, as far as a seat can know: what happens in every game that may be.

Games are imagined that agree with the view and with what was seen before, the move is played in each of them, and what happened
there is told as events. How all of them begin is what will happen; a piece that is another in another game is not named. So
nothing that is said here can depend on what the seat was not shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec.structs import replace

from ludotheque.rules.core import Event, Move, View
from ludotheque.rules.dice import new_dice
from ludotheque.rules.play import legal_moves
from ludotheque.rules.state import BaseState, copy_state

if TYPE_CHECKING:
    from ludotheque.bots.notebook import Notebook
    from ludotheque.rules.game import Game

WORLDS = 24
"""Games that are imagined: what has one chance in two is taken for sure once in eight million times."""


@dataclass(frozen=True, slots=True)
class Course:
    """What comes of a move."""

    events: tuple[Event, ...]
    """What happens in every game that may be."""
    sure: bool
    """Nothing else can happen."""
    wins: bool
    """The game is won with it."""
    then: tuple[Move, ...]
    """What the same seat may do next, whatever has come of it."""


class Foresight:
    """What a seat can know beforehand, from one view and its notebook."""

    def __init__(self, game: Game, seat: int, notebook: Notebook, view: View, seed: int = 0) -> None:
        self.game, self.seat, self.view = game, seat, view
        self._notebook, self._seed = notebook, seed
        self._found: dict[Move, Course] = {}
        self._buffer = [0] * max(len(game.rules.MOVES), len(game.rules.CHANCES))

    @cached_property
    def _worlds(self) -> list[BaseState]:
        dice, known = new_dice(self._seed, 2 * self.view.entries), self._notebook.known(self.view)
        return [self.game.imagine(self.view, known, dice) for _ in range(WORLDS)]

    def course(self, move: Move) -> Course:
        """What comes of a legal move."""
        if move not in self._found:
            self._found[move] = self._look(move)
        return self._found[move]

    def _look(self, move: Move) -> Course:
        told, wins, then = [], True, None
        for world in self._worlds:
            after = copy_state(world)
            self.game.engine.step(after, self.game.action(move))
            told.append([_bare(event) for event in self.game.happened(self.view, self.game.view(after, self.seat))])
            outcome = self.game.outcome(after)
            wins = wins and outcome is not None and outcome.winners == (self.seat,)
            moves = legal_moves(self.game, after, self._buffer) if self.game.engine.to_act(after) == self.seat else []
            then = moves if then is None else [one for one in then if one in moves]
        return Course(_common(told), all(one == told[0] for one in told), wins, tuple(then or ()))


def _bare(event: Event) -> Event:
    """Whether something is hidden again afterwards depends on what comes of it, and is no part of it."""
    return replace(event, passing=False)


def _unnamed(event: Event) -> Event:
    return replace(event, piece=None, count=0)


def _common(told: Sequence[Sequence[Event]]) -> tuple[Event, ...]:
    """How all of them begin. What comes after the first thing that differs may depend on it: none of that is sure.

    Where only the piece or a number differs, the thing itself is told without them.
    """
    found: list[Event] = []
    for events in zip(*told, strict=False):
        if any(event != events[0] for event in events):
            bare = {_unnamed(event) for event in events}
            return (*found, *bare) if len(bare) == 1 else tuple(found)
        found.append(events[0])
    return tuple(found)
