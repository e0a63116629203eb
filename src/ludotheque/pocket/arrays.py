"""Arrays without NumPy: blocks of Python's own memory, of which kernels are told where they lie and what their shape is.

They can do what `ludotheque.rules.arrays` promises, and no more. Items lie row by row without gaps, as NumPy's do.
"""

from __future__ import annotations

import ctypes
import struct
from array import array
from collections.abc import Iterable
from math import prod
from typing import Any, TypeAlias

from ludotheque.rules.state import BaseState, fields

WORD = 8
FORMATS = {int: "q", float: "d", bool: "?"}
SIZES = {"q": WORD, "d": WORD, "?": 1}

Number: TypeAlias = int | float | bool
View: TypeAlias = "memoryview[Any]"
Index: TypeAlias = "int | slice | tuple[int | slice, ...]"


class Array:
    """Numbers of one kind in one or more dimensions: a block of memory, or a part of one."""

    __slots__ = ("_block", "_row", "_view", "address", "form", "shape")

    def __init__(self, block: object, view: View, form: str, shape: tuple[int, ...], address: int) -> None:
        self._block, self._view, self.form, self.shape, self.address = block, view, form, shape, address
        self._row = prod(shape[1:])

    def __len__(self) -> int:
        return self.shape[0]

    def __getitem__(self, index: Index) -> Any:
        if isinstance(index, int):
            return self._view[index] if len(self.shape) == 1 else self._part(*self._place(index), self.shape[1:])
        if isinstance(index, slice):
            start, stop = self._span(index)
            return self._part(start, stop, (max((stop - start) // (self._row or 1), 0), *self.shape[1:]))
        first, *rest = index
        inner = self[first]
        return inner[tuple(rest) if len(rest) > 1 else rest[0]] if rest else inner

    def __setitem__(self, index: Index, value: Number | Array | Iterable[Number]) -> None:
        if isinstance(index, tuple):
            first, *rest = index
            if rest:
                self[first][tuple(rest) if len(rest) > 1 else rest[0]] = value
                return
            index = first
        if isinstance(index, int) and len(self.shape) == 1:
            self._view[index] = value
            return
        start, stop = self._place(index) if isinstance(index, int) else self._span(index)
        self._fill(start, stop, value)

    def tolist(self) -> list[Any]:
        """As a list, of lists where there are several dimensions."""
        if len(self.shape) == 1:
            return self._view.tolist()
        return [self[row].tolist() for row in range(len(self))]

    def slots(self) -> tuple[int, ...]:
        """How compiled code is handed an array: nobody counts it, how many items of which size, where, shape and strides."""
        size = SIZES[self.form]
        strides = [size * prod(self.shape[after:]) for after in range(1, len(self.shape) + 1)]
        return 0, 0, prod(self.shape), size, self.address, *self.shape, *strides

    @property
    def kind(self) -> str:
        """What a kernel was compiled for: the kind of its items and the number of dimensions."""
        return f"{self.form}{len(self.shape)}"

    def _place(self, row: int) -> tuple[int, int]:
        if not -len(self) <= row < len(self):
            raise IndexError(f"row {row} of {len(self)}")
        row %= len(self)
        return row * self._row, (row + 1) * self._row

    def _span(self, rows: slice) -> tuple[int, int]:
        start, stop, step = rows.indices(len(self))
        if step != 1:
            raise IndexError("rows of an array are taken one after the other")
        return start * self._row, max(start, stop) * self._row

    def _part(self, start: int, stop: int, shape: tuple[int, ...]) -> Array:
        return Array(self._block, self._view[start:stop], self.form, shape, self.address + start * SIZES[self.form])

    def _fill(self, start: int, stop: int, value: Number | Array | Iterable[Number]) -> None:
        if isinstance(value, Array):
            self._view[start:stop] = value._view
        elif isinstance(value, int | float):
            self._view[start:stop] = _numbers(struct.pack(self.form, value) * (stop - start), self.form)
        else:
            values = list(value)
            if len(values) != stop - start:
                raise ValueError(f"no room for {len(values)} numbers in {stop - start}")
            self._view[start:stop] = _numbers(struct.pack(f"{len(values)}{self.form}", *values), self.form)


def _numbers(data: bytes | memoryview[int], form: str) -> View:
    """Bytes as numbers of a kind."""
    view: Any = memoryview(data)
    found: View = view.cast(form)
    return found


def room(kind: type[int | float | bool], shape: tuple[int, ...]) -> Array:
    """A new array, all zero."""
    form, count = FORMATS[kind], prod(shape)
    block = (ctypes.c_char * max(count * SIZES[form], WORD))()
    view = _numbers(memoryview(block).cast("B")[: count * SIZES[form]], form)
    return Array(block, view, form, shape, ctypes.addressof(block))


class Record:
    """One state of an array of them: its fields by name, as items and as attributes."""

    __slots__ = ("_layout", "_view")

    def __init__(self, view: View, layout: dict[str, tuple[int, int]]) -> None:
        object.__setattr__(self, "_view", view)
        object.__setattr__(self, "_layout", layout)

    def __getitem__(self, name: str) -> Any:
        at, length = self._layout[name]
        return self._view[at : at + length] if length else self._view[at]

    def __setitem__(self, name: str, value: Any) -> None:
        at, length = self._layout[name]
        if length:
            self._view[at : at + length] = memoryview(array("q", value))
        else:
            self._view[at] = value

    def __getattr__(self, name: str) -> Any:
        if name not in self._layout:
            raise AttributeError(f"a state has no field {name!r}", name=name)
        return self[name]

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value


class States:
    """States in a row."""

    __slots__ = ("_block", "_layout", "_view", "_words", "address", "count", "kind")

    def __init__(self, block: object, view: View, layout: dict[str, tuple[int, int]], words: int, kind: str) -> None:
        self._block, self._view, self._layout, self._words, self.kind = block, view, layout, words, kind
        self.count = len(view) // words
        self.address = ctypes.addressof(ctypes.c_char.from_buffer(view)) if len(view) else 0

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, index: int | slice) -> Any:
        if isinstance(index, slice):
            start, stop, _ = index.indices(self.count)
            part = self._view[start * self._words : max(start, stop) * self._words]
            return States(self._block, part, self._layout, self._words, self.kind)
        if not -self.count <= index < self.count:
            raise IndexError(f"state {index} of {self.count}")
        at = index % self.count * self._words
        return Record(self._view[at : at + self._words], self._layout)

    def __setitem__(self, index: int, state: Record) -> None:
        self[index]._view[:] = state._view

    def slots(self) -> tuple[int, ...]:
        """The same as of other arrays."""
        size = self._words * WORD
        return 0, 0, self.count, size, self.address, self.count, size


def states(layout: type[BaseState], count: int) -> States:
    """So many states, all zero."""
    places, words = {}, 0
    for name, length in fields(layout).items():
        places[name] = (words, length)
        words += length or 1
    block = (ctypes.c_char * (max(count, 1) * words * WORD))()
    view = _numbers(memoryview(block).cast("B")[: count * words * WORD], "q")
    return States(block, view, places, words, f"s{words}")
