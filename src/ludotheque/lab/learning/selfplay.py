"""How a game that brings `bots/kernels/features.py` and `bots/kernels/turns.py` is played to learn from, turn by turn.

A game whose turns are of another kind brings a module `bots/selfplay.py` with the same functions.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

from ludotheque.bots import parts, player
from ludotheque.bots.judgement import parts_of
from ludotheque.bots.kernels.judgement import MOST_SEATS, Mind, Thought
from ludotheque.bots.kernels.turns import FACTS
from ludotheque.lab.learning.kernels.selfplay import Room
from ludotheque.rules import kernel
from ludotheque.rules.arrays import ints, numbers, reals
from ludotheque.rules.game import Game
from ludotheque.rules.state import to_record

USUAL = 3
"""The variant that is usually played is learned so many times as often."""


def features(game: Game) -> Any | None:
    """What is told of a position, as ordinary Python; None for a game that says nothing of it."""
    found = parts_of(game)
    return None if found is None else found.plain


def seats(game: Game) -> tuple[int, ...]:
    """For how many seats there is something to learn."""
    return tuple(game.players)


def kernels(game: Game) -> dict[str, ModuleType]:
    """All that learning is bound to, by the names that kernels know it by."""
    found = parts_of(game)
    assert found is not None
    usual = kernel.compiled(player.USUAL, label=found.label, rules=found.bound["rules"], engine=found.bound["engine"])
    # usual is bound as well, so that the cache of machine code knows of it: a policy may lack some of its kernels
    bound = {**found.bound, "policy": parts.completed(found.bound.get("policy", usual), usual), "usual": usual}
    playing = kernel.compiled("ludotheque.lab.learning.kernels.selfplay", label=found.label, **bound)
    return {**bound, "selfplay": playing}


def room(game: Game, mind: Mind, thought: Thought) -> Room:
    """Room for playing by a mind."""
    found = parts_of(game)
    assert found is not None
    own = parts.module(game, "bots.kernels.policy")
    compiled, most, players = game.compiled, found.turns.MOST, int(mind.places[0])
    variants = [options for count, options in game.variants() if count == players]
    templates = compiled.states(len(variants) + USUAL)
    for at, options in enumerate([*variants, *[game.options({})] * USUAL]):
        to_record(game.blank(players, game.options(options)), game.rules.State, templates[at])
    return Room(
        templates=templates,
        states=compiled.states(),
        after=compiled.states(most),
        facts=ints(most, FACTS),
        values=reals(most, MOST_SEATS),
        sums=reals(MOST_SEATS),
        buffer=compiled.buffer(),
        notes=ints(getattr(own, "NOTES", 0) + 1),
        strangers=numbers([int(own is not None)]),
    )
