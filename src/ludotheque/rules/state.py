"""The state of a game: a list of fields, and the two carriers made from it.

A game declares its state as a class with annotated fields. Each is one integer or a fixed number of integers:

    class State(BaseState):
        turn: int
        bag: Annotated[list[int], 5]

From that list come the plain carrier (a slotted object with lists, for single moves) and the layout of compiled play (a record of
64-bit integers, `native.py`). Small integer types are deliberately absent: there Numba promotes where NumPy
overflows, and the carriers would part ways silently.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

RUNNING, OWN_END, BY_LIMIT = 0, 1, 2
"""Values of `ended`."""


class BaseState:
    """What every game's state begins with."""

    players: int
    first: int  # the seat that starts
    entries: int  # how many entries the record of this game holds
    ended: int  # RUNNING, OWN_END or BY_LIMIT


S = TypeVar("S", bound=BaseState)

_TAKEN_BY_NUMPY = frozenset({"size", "fill", "item", "data", "sum", "copy", "shape", "max", "min", "all", "any"})


_fields: dict[type, dict[str, int]] = {}
_carriers: dict[type, Any] = {}


def fields(layout: type[BaseState]) -> dict[str, int]:
    """Name and length of every field; 0 stands for a single number."""
    if layout not in _fields:
        _fields[layout] = _read_fields(layout)
    return _fields[layout]


def _read_fields(layout: type[BaseState]) -> dict[str, int]:
    found = {}
    for name, hint in get_type_hints(layout, include_extras=True).items():
        if name in _TAKEN_BY_NUMPY:
            raise TypeError(f"{layout.__qualname__}.{name}: NumPy records have something of that name already")
        if hint is int:
            found[name] = 0
        elif get_origin(hint) is Annotated and isinstance(length := get_args(hint)[1], int):
            found[name] = length
        else:
            raise TypeError(f"{layout.__qualname__}.{name}: a field is `int` or `Annotated[list[int], length]`")
    return found


def carrier(layout: type[S]) -> type[S]:
    """The class of the plain carrier: slots, lists, and all zero when new."""
    if layout not in _carriers:
        _carriers[layout] = _make_carrier(layout)
    made: type[S] = _carriers[layout]
    return made


def _make_carrier(layout: type[BaseState]) -> type:
    known = tuple(fields(layout).items())

    def clear(self: Any) -> None:
        for name, length in known:
            setattr(self, name, [0] * length if length else 0)

    def same(self: Any, other: object) -> bool:
        return type(other) is type(self) and all(getattr(self, name) == getattr(other, name) for name, _ in known)

    body = {"__slots__": tuple(fields(layout)), "__init__": clear, "__eq__": same, "__hash__": None, "__copy__": _copier(known)}
    return type(layout.__name__, (), body)


def _copier(known: Iterable[tuple[str, int]]) -> Any:
    """The function that copies a carrier, field by field without a loop: games that think copy all the time."""
    lines = [f"    twin.{name} = self.{name}{'[:]' * (length > 0)}" for name, length in known]
    made: dict[str, Any] = {}
    exec("\n".join(["def copy(self):", "    twin = object.__new__(type(self))", *lines, "    return twin"]), made)
    return made["copy"]


def copy_state(state: S) -> S:
    """An independent copy of a plain carrier."""
    twin: S = state.__copy__()  # type: ignore[attr-defined]
    return twin


def to_record(state: BaseState, layout: type[BaseState], into: Any) -> None:
    """Write a plain carrier into one element of a record array."""
    for name in fields(layout):
        into[name] = getattr(state, name)


def from_record(record: Any, layout: type[S]) -> S:
    """The plain carrier of one element of a record array."""
    state = carrier(layout)()
    for name, length in fields(layout).items():
        setattr(state, name, record[name].tolist() if length else int(record[name]))
    return state


def flat(state: BaseState) -> dict[str, int | Sequence[int]]:
    """The state as plain data, for tests and debugging."""
    return {name: getattr(state, name) for name in type(state).__slots__}  # type: ignore[attr-defined]
