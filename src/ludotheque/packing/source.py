"""The part of the package that a page runs, as an archive: whatever can be imported with msgspec and Python alone."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator, Set
from pathlib import Path

import ludotheque
from ludotheque.packing.library import stored

FOLDERS = ("bots", "games", "pocket", "rules", "server", "tables", "texts")
UNUSED = ("pages", "migrations", "terminal.py", "cheat.py", "arrays.py", "typescript.py", "typography.py", "composed.py")
"""Of no use in a page, though it could be imported or is no Python; by its name, wherever it lies but in `rules` and `pocket`."""
KINDS = (".py", ".json", ".md")
AT_HAND = frozenset({"ludotheque", "msgspec", *sys.stdlib_module_names})

PACKAGE = Path(str(ludotheque.__file__)).parent


def archive() -> bytes:
    """Sources and texts."""
    return stored((path.relative_to(PACKAGE.parent).as_posix(), path.read_bytes()) for path in files())


def files() -> list[Path]:
    """Every file that goes along, in order."""
    return loadable((path for path in _all() if path.suffix in KINDS), PACKAGE.parent, AT_HAND)


def loadable(paths: Iterable[Path], root: Path, at_hand: Set[str]) -> list[Path]:
    """Of files below a root, those that a page can load: whatever is no Python, and modules whose imports are at hand there."""
    found = set(paths)
    modules = {_name(path, root): path for path in found if path.suffix == ".py"}
    needs = {name: set(_imported(name, path)) for name, path in modules.items()}
    missing: set[str] = set()
    while wanting := {name for name, imported in needs.items() if _lacks(imported, missing, at_hand)} - missing:
        missing |= wanting
    return sorted(found - {modules[name] for name in missing})


def _all() -> Iterator[Path]:
    yield from PACKAGE.glob("*.py")
    for folder in FOLDERS:
        for path in (PACKAGE / folder).rglob("*"):
            if folder in ("rules", "pocket") or not set(UNUSED) & set(path.relative_to(PACKAGE).parts):
                yield path


def _name(path: Path, root: Path) -> str:
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imported(name: str, path: Path) -> Iterator[str]:
    """What a module imports as soon as it is imported itself."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for statement in ast.parse(path.read_bytes()).body:
        if isinstance(statement, ast.Import):
            yield from (alias.name for alias in statement.names)
        elif isinstance(statement, ast.ImportFrom):
            above = package.split(".")
            base = ".".join(above[: len(above) + 1 - statement.level]) if statement.level else ""
            module = ".".join(filter(None, (base, statement.module)))
            yield module
            yield from (f"{module}.{alias.name}" for alias in statement.names)


def _lacks(imported: set[str], missing: set[str], at_hand: Set[str]) -> bool:
    """Whether something of this is not at hand in a page, or was left out. (A name that is no module is in one.)"""
    return any(name.partition(".")[0] not in at_hand or name in missing for name in imported)
