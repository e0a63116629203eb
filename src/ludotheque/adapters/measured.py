"""Bounds for a game that declares none: what random games show of its views.

The same games every time, so the same layout every time. What a later view holds beyond them is a Misfit, which says where to
declare it.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache, cached_property
from random import Random
from types import NoneType
from typing import TYPE_CHECKING, Any, get_args, get_type_hints

import msgspec

from ludotheque.rules.core import SPECTATOR, View
from ludotheque.rules.game import Game

if TYPE_CHECKING:
    from ludotheque.adapters.layout import Bound

Seen = tuple[dict[str, set[int]], dict[str, set[str]], dict[str, set[int]]]
"""Numbers, words and lengths of rows, by field."""

ENTRIES = 2_000
"""Games are played until so many entries have been looked at."""


class Measured:
    """The bounds of one variant of a game, measured when first asked for."""

    def __init__(self, game: Game, players: int, options: dict[str, bool | int]) -> None:
        self.game, self.players, self.options = game, players, options

    def __call__(self, hint: Any, key: str) -> Bound:
        """The bound of a field of this type."""
        from ludotheque.adapters.layout import UpTo, is_row

        numbers, words, lengths = self._seen[0][key], self._seen[1][key], self._seen[2][key]
        if is_row(hint):
            lengths = lengths or {0}
            return max(lengths) if min(lengths) == max(lengths) else UpTo(max(lengths))
        if hint is str:
            return tuple(sorted(words | self._said_in_moves(words)))
        return range(min({0} | numbers), max({0} | numbers) + 1)

    def _said_in_moves(self, words: set[str]) -> set[str]:
        """All words that moves use in the place where they use one of these."""
        used: dict[str, set[str]] = defaultdict(set)
        for value in (*self.game.rules.MOVES, *self.game.rules.CHANCES):
            for name, word in value.args:
                if isinstance(word, str):
                    used[name].add(word)
        return set().union(*(said for said in used.values() if said & words))

    @cached_property
    def _seen(self) -> Seen:
        seen: Seen = defaultdict(set), defaultdict(set), defaultdict(set)
        rng, looked, number = Random(0), 0, 0
        while looked < ENTRIES:
            play = self.game.new(self.players, number, named=None, **self.options)
            number += 1
            while True:
                for view in play.views((SPECTATOR, *range(self.players))).values():
                    look(type(view), view, "", seen)
                looked += 1
                if not (moves := play.legal()):
                    break
                play.play(rng.choice(moves), settle=False)
                while play.settle_one():
                    pass
        return seen


@cache
def _hints(structure: type[msgspec.Struct]) -> dict[str, Any]:
    return get_type_hints(structure)


def look(hint: Any, value: Any, key: str, seen: Seen) -> None:
    """Note what a part of a view holds."""
    from ludotheque.adapters.layout import LEFT_OUT, is_row, members

    numbers, words, lengths = seen
    if value is None:
        return
    if isinstance(value, msgspec.Struct):
        hints = _hints(type(value))
        for field in value.__struct_fields__:
            if not (isinstance(value, View) and field in LEFT_OUT):
                inner = field if isinstance(value, View) else f"{type(value).__name__}.{field}"
                look(hints[field], getattr(value, field), inner, seen)
    elif isinstance(value, str):
        words[key].add(value)
    elif isinstance(value, int):
        numbers[key].add(value)
    elif isinstance(value, tuple):
        lengths[key].add(len(value))
        row = next((choice for choice in members(hint) if choice is not NoneType and is_row(choice)), tuple[Any, ...])
        for thing in value:
            look(get_args(row)[0], thing, f"{key}[]", seen)
