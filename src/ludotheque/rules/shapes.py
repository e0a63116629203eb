"""What can be told of a game's views without knowing the game: which of their lists have something for each seat."""

from __future__ import annotations

from ludotheque.rules.core import View
from ludotheque.rules.game import Game


def fields_of_seats(game: Game) -> tuple[str, ...]:
    """The lists in a view that are as long as there are players, however many play, and are no places that moves name."""
    named = {name for move in game.rules.MOVES for name, _ in move.args}
    own = [name for name in game.rules.View.__struct_fields__ if name not in View.__struct_fields__]
    found = [name for name in own if named.isdisjoint(singulars(name))]
    for players, options in game.variants():
        view = game.new(players, 1, named=None, **options).view()
        found = [name for name in found if length_of(getattr(view, name)) == players]
    return tuple(found)


def singulars(name: str) -> tuple[str, ...]:
    """What a move may call one of these: `cell` is one of the `cells`."""
    return (name, name.removesuffix("s"), name.removesuffix("es"), name.removesuffix("ies") + "y")


def length_of(value: object) -> int:
    """How long a list is; -1 for what is none."""
    return len(value) if isinstance(value, list | tuple) else -1
