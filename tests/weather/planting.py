"""How a bug is planted: a few lines of the house's own source are replaced, and the function is made anew of it."""

from __future__ import annotations

import inspect
import sys
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Bug:
    """One mistake that somebody might make: in `where.function`, `right` is replaced by `wrong`."""

    name: str
    where: Any
    function: str
    right: str
    wrong: str

    def planted(self) -> Any:
        """The function with the mistake in it."""
        sound = vars(self.where)[self.function]
        source = textwrap.dedent(inspect.getsource(sound))
        right, wrong = textwrap.dedent(self.right).strip("\n"), textwrap.dedent(self.wrong).strip("\n")
        found = _find(source, right)
        if found is None:
            raise LookupError(f"{self.name!r} cannot be planted any more: {self.function} has no lines\n{right}\n\nin\n{source}")
        start, end, margin = found
        changed = source[:start] + textwrap.indent(wrong, margin) + source[end:]
        module = sys.modules[sound.__module__]
        made: dict[str, Any] = {}
        exec(compile(changed, f"planted in {self.function}", "exec", annotations.compiler_flag), vars(module), made)
        return made[self.function]


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
