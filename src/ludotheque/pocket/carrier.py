"""The carrier of a page: kernels from a WebAssembly library that was made beforehand (`ludotheque.packing.kernels`).

A kernel of which the library knows nothing (a guest's game that was not there when it was made) runs as ordinary Python.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

import msgspec

from ludotheque.pocket import arrays
from ludotheque.pocket.arrays import Array, States
from ludotheque.rules.state import BaseState

NO_VALUE = -2
"""What a kernel answers that returns nothing; 0 when it returns something, anything else is a mistake in it."""


MOST_SLOTS = 5 + 2 * 3
"""An array of three dimensions, taken apart."""


class Form(msgspec.Struct, frozen=True):
    """A kernel compiled for arguments of certain kinds."""

    symbol: str
    """Its name in the library: a function of one pointer, to 64-bit slots with the arguments."""
    kinds: tuple[str, ...]
    """Of each argument, structures taken apart: `i` and `b` (numbers), `f` (reals), or the kind of an array."""
    returns: str
    """`i`, `b`, `f`, or nothing."""


Index = dict[str, dict[str, list[Form]]]
"""The kernels of a library by the twin that they belong to and their name there."""


def read_index(text: bytes) -> Index:
    """What a library holds."""
    return msgspec.json.decode(text, type=Index)


class Library:
    """A `Carrier`."""

    def __init__(self, library: Any, index: Index) -> None:
        """`library` gives a C function by its name: `ctypes.CDLL`."""
        self._library, self._index = library, index

    lasting = False

    def compiling(self, label: str, *modules: str) -> AbstractContextManager[object]:
        """Nothing is compiled here."""
        return nullcontext()

    def compile(self, function: Any) -> Any:
        """The kernel from the library, or the function as it is."""
        forms = self._index.get(function.__module__, {}).get(function.__name__)
        return function if forms is None else Kernel(function.__qualname__, forms, self._library)

    def room(self, kind: type[int | float | bool], shape: tuple[int, ...]) -> Array:
        """An array."""
        return arrays.room(kind, shape)

    def states(self, layout: type[BaseState], count: int) -> States:
        """An array of states."""
        return arrays.states(layout, count)

    def keep(self, path: Path, array: Any) -> None:
        """There is no place for it: whoever solved something has it as long as the page is open."""

    def kept(self, path: Path) -> None:
        """Nothing is kept."""


class Kernel:
    """A function of the library, called as the function that it was made of."""

    def __init__(self, name: str, forms: Sequence[Form], library: Any) -> None:
        self.__name__ = name
        self._forms: Mapping[tuple[str, ...], tuple[Any, str]] = {
            form.kinds: (_function(library, form.symbol), form.returns) for form in forms
        }
        longest = 2 + MOST_SLOTS * max(len(form.kinds) for form in forms)
        self._slots = (ctypes.c_int64 * longest)()
        self._reals = (ctypes.c_double * longest).from_buffer(self._slots)
        self._answer, self._fault = (ctypes.c_int64 * 2)(), (ctypes.c_int64 * 2)()

    def __call__(self, *args: Any) -> int | float | bool | None:
        """Call it."""
        slots: list[ctypes.c_int64 | int] = [ctypes.addressof(self._answer), ctypes.addressof(self._fault)]
        reals: list[tuple[int, float]] = []
        kinds = []
        for value in _leaves(args):
            if isinstance(value, Array | States):
                kinds.append(value.kind)
                slots.extend(value.slots())
            elif isinstance(value, float):
                kinds.append("f")
                reals.append((len(slots), value))
                slots.append(0)
            else:
                kinds.append("b" if isinstance(value, bool) else "i")
                slots.append(int(value))
        found = self._forms.get(tuple(kinds))
        if found is None:
            raise TypeError(f"{self.__name__} was not compiled for {', '.join(kinds)}")
        function, returns = found
        self._slots[: len(slots)] = slots
        for at, real in reals:
            self._reals[at] = real
        status = function(ctypes.addressof(self._slots))
        if status not in (0, NO_VALUE):
            raise RuntimeError(f"{self.__name__} broke off ({status})")
        return self._read(returns)

    def _read(self, returns: str) -> int | float | bool | None:
        if returns == "f":
            return ctypes.c_double.from_buffer(self._answer).value
        if returns == "b":
            return bool(self._answer[0] & 1)
        return self._answer[0] if returns == "i" else None


def _function(library: Any, symbol: str) -> Any:
    function = library[symbol]
    function.restype, function.argtypes = ctypes.c_int32, [ctypes.c_void_p]
    return function


def _leaves(args: Sequence[Any]) -> Iterator[Any]:
    """Arguments one by one, what a structure holds in its place."""
    for value in args:
        if isinstance(value, tuple):
            yield from _leaves(value)
        else:
            yield value
