"""How a bug is planted: a few lines of the house's own source are replaced, and the function is made anew of it."""

from __future__ import annotations

import inspect
import sys
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class Bug:
    """One mistake that somebody might make: in `where.function`, lines that are right are replaced by wrong ones."""

    def __init__(self, name: str, where: Any, function: str, *changes: tuple[str, str]) -> None:
        self.name, self.where, self.function, self.changes = name, where, function, changes

    def planted(self) -> Any:
        """The function with the mistake in it."""
        sound = vars(self.where)[self.function]
        if isinstance(sound, property):
            sound = sound.fget
        source = textwrap.dedent(inspect.getsource(sound))
        for right, wrong in self.changes:
            source = _replaced(source, _lines(right), _lines(wrong), self)
        module = sys.modules[sound.__module__]
        made: dict[str, Any] = {}
        code = compile(source, f"planted in {self.function}", "exec", annotations.compiler_flag)
        exec(code, vars(module), made)
        return made[self.function]  # of a property, too: the source holds its decorator


def _lines(text: str) -> str:
    return textwrap.dedent(text).strip("\n")


def _replaced(source: str, right: str, wrong: str, bug: Bug) -> str:
    found = _find(source, right)
    if found is None:
        raise LookupError(f"{bug.name!r} cannot be planted any more: {bug.function} has no lines\n{right}\n\nin\n{source}")
    start, end, margin = found
    return source[:start] + textwrap.indent(wrong, margin) + source[end:]


def _find(source: str, wanted: str) -> tuple[int, int, str] | None:
    """Where some lines stand, however deep, and how deep."""
    for depth in range(0, 40, 4):
        lines = textwrap.indent(wanted, " " * depth)
        at = f"\n{source}".find(f"\n{lines}\n")
        if at >= 0:
            return at, at + len(lines), " " * depth
    return None


@contextmanager
def planted(*bugs: Bug) -> Iterator[None]:
    """The house with these mistakes in it."""
    sound = [(bug, vars(bug.where)[bug.function]) for bug in bugs]
    try:
        for bug in bugs:
            setattr(bug.where, bug.function, bug.planted())
        yield
    finally:
        for bug, function in sound:
            setattr(bug.where, bug.function, function)
