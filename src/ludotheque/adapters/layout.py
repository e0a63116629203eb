"""The layout of an observation: which number of the array says what, for one game, number of players and choice of options.

An observation is made of a view and of nothing else. The types of the view give its parts; what a type does not say (how long a
row can be, how high a number, which words there are) is declared by the game, in `bounds` of its `arrays.py`, or measured
(`measured.py`). Left out is what is the same in all views of one layout, and the outcome, which arrives as a reward.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache
from types import ModuleType, NoneType, UnionType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

import msgspec

from ludotheque.adapters.kinds import Counts, Kind, Maybe, Misfit, Number, OneOf, Parts, Row, Slot, Word
from ludotheque.rules.core import LIMIT, Options, View
from ludotheque.rules.game import Game

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LEFT_OUT = ("game", "players", "options", "outcome")


class UpTo(NamedTuple):
    """The bound of a row that has at most so many places."""

    most: int


class Counted(NamedTuple):
    """The bound of a row of pieces whose order means nothing: at most so many of each name."""

    names: Sequence[str]
    most: int


Bound = range | Sequence[Any] | int | UpTo | Counted
"""Of a number, a range; of a word, all words; of a row, its length, `UpTo` or `Counted`."""
Bounds = Mapping[str, Bound]
"""By field: `board` is a field of the view, `board[]` what is in its row, `Tile.picture` a field of another structure."""
Missing = Callable[[Any, str], Bound]
"""Finds a bound that nobody declared."""


class Layout:
    """What each number of an observation says."""

    def __init__(self, game: Game, players: int, options: Options, parts: Parts) -> None:
        self.game, self.players, self.options, self.parts = game, players, dict(options), parts
        self.slots: tuple[Slot, ...] = tuple(parts.slots(""))

    @property
    def width(self) -> int:
        """How many numbers an observation has."""
        return len(self.slots)

    def where(self, field: str) -> slice:
        """The slots of a field of the view."""
        start = 0
        for name, kind in self.parts.fields.items():
            if name == field:
                return slice(start, start + kind.width)
            start += kind.width
        raise KeyError(f"{field!r} is no field of this layout; there are {', '.join(self.parts.fields)}")

    @property
    def kept(self) -> slice:
        """The slots that `encode` changes only where they have changed: those of the field `GROWS` of the game's arrays."""
        field = getattr(arrays_of(self.game), "GROWS", None)
        return slice(0, 0) if field is None else self.where(field)

    def write(self, view: View) -> list[int]:
        """The observation that a view makes."""
        out = [0] * self.width
        try:
            self.parts.write(view, out, 0)
        except Misfit as misfit:
            declare = f"{self.game.package}.arrays.bounds"
            raise Misfit(f"{misfit}; this layout of {self.game.slug} has no room for it: declare it in {declare}") from None
        return out

    def encode(self, view: View) -> NDArray[np.uint8]:
        """The same as an array."""
        import numpy as np

        return np.array(self.write(view), np.uint8)

    def decode(self, numbers: Sequence[int] | NDArray[np.uint8]) -> View:
        """The view that an observation was made of, without its outcome."""
        fields = self.parts.read_fields([int(number) for number in numbers], 0)
        made: View = self.game.rules.View(game=self.game.slug, players=self.players, options=self.options, **fields)
        return made

    # For those who learn from it -------------------------------------------------------------------------------------

    @cached_property
    def values(self) -> NDArray[np.int64]:
        """How many values each slot can have."""
        import numpy as np

        return np.array([slot.values for slot in self.slots], np.int64)

    @cached_property
    def indicators(self) -> int:
        """How many numbers `one_hot` gives."""
        return int(self.values.sum() - self.width)

    def one_hot(self, observations: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Observations, one or many, with an indicator for each value of each slot but 0."""
        import numpy as np

        starts = np.cumsum(self.values - 1) - (self.values - 1)
        flat = observations.reshape(-1, self.width)
        games, slots = np.nonzero(flat)
        spread = np.zeros((len(flat), self.indicators), np.float32)
        spread[games, starts[slots] + flat[games, slots] - 1] = 1
        return spread.reshape(*observations.shape[:-1], self.indicators)


def layout_of(game: Game, players: int, options: Options | None = None) -> Layout:
    """The layout of a game for so many players and these options; a Fault names what does not fit."""
    chosen = game.options(options)
    game.blank(players, chosen)
    return _layout(game, players, tuple(chosen.items()))


@lru_cache(maxsize=256)
def _layout(game: Game, players: int, chosen: tuple[tuple[str, bool | int], ...]) -> Layout:
    from ludotheque.adapters.measured import Measured

    options = dict(chosen)
    arrays = arrays_of(game)
    declared: dict[str, Bound] = {
        "seat": range(players),
        "entries": range(LIMIT + 1),
        "to_act": (*range(players), "chance", "over"),
    }
    if arrays is not None:
        declared |= arrays.bounds(players, options)
    build = Builder(declared, Measured(game, players, options))
    return Layout(game, players, options, build.parts(game.rules.View, leave_out=LEFT_OUT))


def arrays_of(game: Game) -> ModuleType | None:
    """What a game says of its arrays, or None for a game that says nothing."""
    name = f"{game.package}.arrays"
    return importlib.import_module(name) if importlib.util.find_spec(name) is not None else None


class Builder:
    """Makes the parts of a layout from types and bounds."""

    def __init__(self, bounds: Bounds, missing: Missing) -> None:
        self.bounds, self.missing = bounds, missing

    def parts(self, structure: type[msgspec.Struct], leave_out: Sequence[str] = ()) -> Parts:
        """A structure, field by field; those of the view are called by their own names."""
        hints, fields = get_type_hints(structure), {}
        for field in structure.__struct_fields__:
            if field not in leave_out:
                key = field if issubclass(structure, View) else f"{structure.__name__}.{field}"
                fields[field] = self.kind(hints[field], key)
        return Parts(structure, fields)

    def kind(self, hint: Any, key: str) -> Kind:
        """What is of this type."""
        choices = members(hint)
        if NoneType in choices:
            rest = [choice for choice in choices if choice is not NoneType]
            return Maybe(self.kind(Union[tuple(rest)], key))  # noqa: UP007 - made of what was found
        bound = self.bounds.get(key)
        if isinstance(bound, tuple) and not isinstance(bound, (UpTo, Counted)):
            return Word(bound)
        if hint is bool:
            return Word((False, True))
        if get_origin(hint) is Literal:
            return Word(get_args(hint))
        if all(isinstance(choice, type) and issubclass(choice, msgspec.Struct) for choice in choices):
            made = [self.parts(choice) for choice in choices]
            return made[0] if len(made) == 1 else OneOf(made)
        return self._bounded(hint, key, self.missing(hint, key) if bound is None else bound)

    def _bounded(self, hint: Any, key: str, bound: Bound) -> Kind:
        if hint is int and isinstance(bound, range):
            return Number(bound)
        if hint is str and isinstance(bound, (tuple, list)):
            return Word(bound)
        if is_row(hint):
            if isinstance(bound, Counted):
                return Counts(bound.names, bound.most)
            if isinstance(bound, UpTo):
                return Row(self.kind(get_args(hint)[0], f"{key}[]"), bound.most, varies=True)
            if isinstance(bound, int):
                return Row(self.kind(get_args(hint)[0], f"{key}[]"), bound, varies=False)
        raise TypeError(
            f"{key}: {hint} with the bound {bound!r} is nothing that a layout knows: an int with a range, a str with its words, "
            "a tuple[X, ...] with its length, UpTo or Counted, a bool, a Literal, a structure, or one of these or None"
        )


def members(hint: Any) -> tuple[Any, ...]:
    """What a union is made of; of anything else, itself."""
    return get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)


def is_row(hint: Any) -> bool:
    """Whether it is tuple[X, ...]."""
    return get_origin(hint) is tuple and get_args(hint)[1:] == (Ellipsis,)
