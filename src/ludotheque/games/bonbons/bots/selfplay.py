"""How Bonbons is learned: games in counts (`kernels.selfplay`), for three to six seats; two have an exact solution.

What `lab.learning` asks of a game that plays against itself in its own way.
"""

from __future__ import annotations

from types import ModuleType

from ludotheque.bots.kernels.judgement import Mind, Thought
from ludotheque.games.bonbons.bots import goes
from ludotheque.games.bonbons.bots.kernels import features as told
from ludotheque.games.bonbons.bots.kernels.selfplay import Room
from ludotheque.rules import kernel
from ludotheque.rules.arrays import ints
from ludotheque.rules.game import Game

TABLE = 1 << 14
"""Room for the positions of one game."""


def features(game: Game) -> ModuleType:
    """What is told of a position, as ordinary Python."""
    return told


def seats(game: Game) -> tuple[int, ...]:
    """For how many seats there is something to learn."""
    return tuple(count for count in game.players if count > 2)


def kernels(game: Game) -> dict[str, ModuleType]:
    """All that learning is bound to, by the names that kernels know it by."""
    bound = goes.kernels()
    return {**bound, "selfplay": kernel.compiled(f"{goes.OWN}.selfplay", label=goes.LABEL, **bound)}


def room(game: Game, mind: Mind, thought: Thought) -> Room:
    """Room for playing by a mind."""
    return Room(goes.new_walk(mind, thought, TABLE), ints(3))
