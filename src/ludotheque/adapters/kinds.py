"""What a part of a view may be, and how it becomes numbers from 0 to 255. One rule for all: 0 means that nothing is there.

A number between bounds is counted from 1; one with more than 255 values takes several slots, the highest first. What may be
missing (a None, a place of a row that is not used) is all zero. A row whose length may vary begins with its length. Pieces
whose order means nothing are counted by name. Of a union, the first slot says which it is, and each of its structures has slots
of its own, so that a slot means one thing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import msgspec

from ludotheque.rules.kernel import Numbers

BYTE = 256
"""A slot holds a number below this."""


class Slot(NamedTuple):
    """One number of an observation: what it is called, and how many values it can have (0, nothing, among them)."""

    name: str
    values: int


class Misfit(ValueError):
    """A view holds something that its layout has no room for."""


class Kind:
    """One part of a view: how wide it is, and how it is written and read."""

    certain = True
    """Whether what is there always leaves a mark, so that nothing at all can be all zero."""

    @property
    def width(self) -> int:
        """How many slots it takes."""
        raise NotImplementedError

    def slots(self, name: str) -> Iterator[Slot]:
        """What they are called."""
        raise NotImplementedError

    def write(self, value: Any, out: Numbers, at: int) -> None:
        """Write a value into slots that are zero so far."""
        raise NotImplementedError

    def read(self, numbers: Sequence[int], at: int) -> Any:
        """The value that was written there."""
        raise NotImplementedError


@dataclass(frozen=True)
class Number(Kind):
    """A whole number between bounds."""

    bounds: range

    @cached_property
    def width(self) -> int:
        """One slot for up to 255 values, one more for every 256 times as many."""
        width, room = 1, BYTE - 1
        while room < len(self.bounds):
            width, room = width + 1, room * BYTE
        return width

    def slots(self, name: str) -> Iterator[Slot]:
        """The highest digit first."""
        if self.width == 1:
            yield Slot(name, len(self.bounds) + 1)
            return
        highest = (len(self.bounds) - 1) // BYTE ** (self.width - 1)
        yield Slot(f"{name}/{BYTE ** (self.width - 1)}", highest + 2)
        for digit in range(self.width - 2, -1, -1):
            yield Slot(f"{name}/{BYTE**digit}", BYTE)

    def write(self, value: Any, out: Numbers, at: int) -> None:
        """Counted from 1 in the highest digit."""
        if value not in self.bounds:
            raise Misfit(f"{value!r} is not from {self.bounds.start} to {self.bounds.stop - 1}")
        left = int(value) - self.bounds.start
        for digit in range(self.width - 1, 0, -1):
            out[at + digit] = left % BYTE
            left //= BYTE
        out[at] = left + 1

    def read(self, numbers: Sequence[int], at: int) -> int:
        """The other way round."""
        value = int(numbers[at]) - 1
        for digit in range(1, self.width):
            value = value * BYTE + int(numbers[at + digit])
        return value + self.bounds.start


class Word(Kind):
    """One of several values, of which the first is 1."""

    def __init__(self, values: Sequence[Any]) -> None:
        self.values = tuple(values)
        self._number = Number(range(len(self.values)))
        self._codes = {(type(value), value): code for code, value in enumerate(self.values)}

    @property
    def width(self) -> int:
        """As a number of so many values."""
        return self._number.width

    def slots(self, name: str) -> Iterator[Slot]:
        """As a number of so many values."""
        return self._number.slots(name)

    def write(self, value: Any, out: Numbers, at: int) -> None:
        """Its place among the values."""
        code = self._codes.get((type(value), value))
        if code is None:
            raise Misfit(f"{value!r} is none of {', '.join(map(repr, self.values))}")
        self._number.write(code, out, at)

    def read(self, numbers: Sequence[int], at: int) -> Any:
        """The value at that place."""
        return self.values[self._number.read(numbers, at)]


class Maybe(Kind):
    """What may be missing: then it is all zero."""

    certain = False

    def __init__(self, kind: Kind) -> None:
        self.kind = kind if kind.certain else Flagged(kind)

    @property
    def width(self) -> int:
        """As if it were there."""
        return self.kind.width

    def slots(self, name: str) -> Iterator[Slot]:
        """As if it were there."""
        return self.kind.slots(name)

    def write(self, value: Any, out: Numbers, at: int) -> None:
        """Nothing, for None."""
        if value is not None:
            self.kind.write(value, out, at)

    def read(self, numbers: Sequence[int], at: int) -> Any:
        """None, where there is nothing."""
        return self.kind.read(numbers, at) if any(numbers[at + slot] for slot in range(self.width)) else None


class Flagged(Kind):
    """What could be there and yet all zero: a slot before it says that it is."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind

    @property
    def width(self) -> int:
        """One more."""
        return 1 + self.kind.width

    def slots(self, name: str) -> Iterator[Slot]:
        """Whether it is there, then what it is."""
        yield Slot(f"{name}?", 2)
        yield from self.kind.slots(name)

    def write(self, value: Any, out: Numbers, at: int) -> None:
        """It is there."""
        out[at] = 1
        self.kind.write(value, out, at + 1)

    def read(self, numbers: Sequence[int], at: int) -> Any:
        """What is there."""
        return self.kind.read(numbers, at + 1)


class Row(Kind):
    """Things of one kind in order: always so many, or at most so many and then with their number in front."""

    def __init__(self, kind: Kind, most: int, *, varies: bool) -> None:
        self.kind, self.most, self.varies = kind, most, varies
        self.certain = varies or (most > 0 and kind.certain)
        self._length = Number(range(most + 1))
        self._start = self._length.width if varies else 0

    @property
    def width(self) -> int:
        """Room for all that there can be."""
        return self._start + self.most * self.kind.width

    def slots(self, name: str) -> Iterator[Slot]:
        """The length, if it varies, then each place."""
        if self.varies:
            yield from self._length.slots(f"{name}#")
        for place in range(self.most):
            yield from self.kind.slots(f"{name}[{place}]")

    def write(self, value: Any, out: Numbers, at: int) -> None:
        """Each in its place."""
        if len(value) > self.most or (len(value) < self.most and not self.varies):
            raise Misfit(f"has {len(value)} places instead of {'at most ' * self.varies}{self.most}")
        if self.varies:
            self._length.write(len(value), out, at)
        at += self._start
        for thing in value:
            self.kind.write(thing, out, at)
            at += self.kind.width

    def read(self, numbers: Sequence[int], at: int) -> tuple[Any, ...]:
        """As many as there are."""
        count = self._length.read(numbers, at) if self.varies else self.most
        at += self._start
        return tuple(self.kind.read(numbers, at + place * self.kind.width) for place in range(count))


class Counts(Kind):
    """Pieces whose order means nothing: one slot for each name says how many. They are read in the order of the names."""

    def __init__(self, names: Sequence[str], most: int) -> None:
        self.names, self._count = tuple(names), Number(range(most + 1))
        if self._count.width > 1:
            raise ValueError(f"at most {BYTE - 2} of a piece can be counted, not {most}")

    @property
    def width(self) -> int:
        """One for each name."""
        return len(self.names)

    def slots(self, name: str) -> Iterator[Slot]:
        """Called by the pieces."""
        for piece in self.names:
            yield from self._count.slots(f"{name}#{piece}")

    def write(self, value: Any, out: Numbers, at: int) -> None:
        """How many there are of each."""
        for strange in set(value) - set(self.names):
            raise Misfit(f"{strange!r} is none of {', '.join(self.names)}")
        for place, piece in enumerate(self.names):
            self._count.write(value.count(piece), out, at + place)

    def read(self, numbers: Sequence[int], at: int) -> tuple[str, ...]:
        """All of the first piece, all of the second ..."""
        return tuple(piece for place, piece in enumerate(self.names) for _ in range(self._count.read(numbers, at + place)))


class Parts(Kind):
    """A structure: its fields one after the other."""

    def __init__(self, structure: type[msgspec.Struct], fields: dict[str, Kind]) -> None:
        self.structure, self.fields = structure, fields
        self.certain = any(kind.certain for kind in fields.values())

    @cached_property
    def width(self) -> int:
        """That of all fields together."""
        return sum(kind.width for kind in self.fields.values())

    def slots(self, name: str) -> Iterator[Slot]:
        """Called by the fields."""
        for field, kind in self.fields.items():
            yield from kind.slots(f"{name}.{field}" if name else field)

    def write(self, value: Any, out: Numbers, at: int) -> None:
        """Each field in its place."""
        for field, kind in self.fields.items():
            try:
                kind.write(getattr(value, field), out, at)
            except Misfit as misfit:
                raise Misfit(f"{self.structure.__name__}.{field}: {misfit}") from None
            at += kind.width

    def read_fields(self, numbers: Sequence[int], at: int) -> dict[str, Any]:
        """What was written, by the names of the fields."""
        found = {}
        for field, kind in self.fields.items():
            found[field] = kind.read(numbers, at)
            at += kind.width
        return found

    def read(self, numbers: Sequence[int], at: int) -> Any:
        """The structure."""
        return self.structure(**self.read_fields(numbers, at))


class OneOf(Kind):
    """One of several structures: first which, then the slots of each, those of all others being zero."""

    def __init__(self, parts: Sequence[Parts]) -> None:
        self.parts = {part.structure: part for part in parts}
        self._which = Number(range(len(self.parts)))

    @cached_property
    def width(self) -> int:
        """That of all of them together, and one."""
        return 1 + sum(part.width for part in self.parts.values())

    def slots(self, name: str) -> Iterator[Slot]:
        """Called by the structures."""
        yield from self._which.slots(f"{name}?")
        for structure, part in self.parts.items():
            yield from part.slots(f"{name}:{structure.__name__}")

    def write(self, value: Any, out: Numbers, at: int) -> None:
        """Which, and what."""
        start = at + 1
        for which, (structure, part) in enumerate(self.parts.items()):
            if type(value) is structure:
                self._which.write(which, out, at)
                part.write(value, out, start)
                return
            start += part.width
        raise Misfit(f"{type(value).__name__} is none of {', '.join(structure.__name__ for structure in self.parts)}")

    def read(self, numbers: Sequence[int], at: int) -> Any:
        """The structure that is there."""
        parts = list(self.parts.values())
        which = self._which.read(numbers, at)
        return parts[which].read(numbers, at + 1 + sum(part.width for part in parts[:which]))
