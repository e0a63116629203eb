"""Where two things differ that ought to be the same: the path to the first difference, and both values."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import zip_longest

_ABSENT = object()
_LONGEST = 160


def difference(one: object, other: object, path: str = "") -> str | None:
    """The first difference between two pieces of plain data, as `path: this, not that`; None when there is none."""
    if type(one) is type(other):
        if isinstance(one, dict) and isinstance(other, dict):
            return _first((one.get(key, _ABSENT), other.get(key, _ABSENT), _join(path, key)) for key in {**one, **other})
        if isinstance(one, list | tuple) and isinstance(other, list | tuple):
            return _first((a, b, f"{path}[{at}]") for at, (a, b) in enumerate(zip_longest(one, other, fillvalue=_ABSENT)))
        if one == other:
            return None
    return f"{path or 'all of it'}: {_text(one)}, not {_text(other)}"


def _first(pairs: Iterable[tuple[object, object, str]]) -> str | None:
    return next(filter(None, (difference(*pair) for pair in pairs)), None)


def _join(path: str, key: object) -> str:
    return f"{path}.{key}" if path else str(key)


def _text(value: object) -> str:
    if value is _ABSENT:
        return "nothing"
    text = repr(value)
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "…"
