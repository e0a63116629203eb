"""Python's standard library for a page: the modules that a house was seen to load, and those that a game names besides.

`library.txt` has the former (`python -m tests.pocket.loaded` writes it anew, for another Pyodide). What a guest's sources import
comes along with whatever that imports in its turn. Anything else is left out, and says so when it is asked for
(`pocket/lean.py`).
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path

LOADED = Path(__file__).parent / "library.txt"
IMPORT = re.compile(r"^( *)(?:from +([.\w]+) +import +(\([^)]*\)|[^#\n]*)|import +([^#\n]+))", re.MULTILINE)
"""An import, however far it is indented. (The sources are of a later Python than ours, which cannot parse all of them.)"""
AT_ONCE = 4
"""Imports that are indented further happen later, if at all."""
ELSEWHERE = (
    "pydoc",
    "doctest",
    "pdb",
    "unittest",
    "_pyrepl",
    "multiprocessing",
    "asyncio.windows_events",
    "asyncio.proactor_events",
)
"""Named by modules that a page loads, and of no use in one."""


class Library:
    """The standard library as Pyodide brings it."""

    def __init__(self, archive: bytes) -> None:
        self._zip = zipfile.ZipFile(io.BytesIO(archive))

    def slim(self, sources: Iterable[bytes]) -> bytes:
        """An archive of what is needed for itself and for the sources in these archives; not compressed."""
        found = set(LOADED.read_text("utf-8").split())
        if unknown := found - set(self._paths):
            raise ValueError(f"this Python has no {', '.join(sorted(unknown))}: library.txt is of another one")
        for source in sources:
            self._reach(_named(source), found)
        return stored((path, self._zip.read(path)) for path in sorted(self._paths[name] for name in found))

    @cached_property
    def _paths(self) -> dict[str, str]:
        """Where each module is."""
        found = {path.removesuffix(".py").removesuffix("/__init__").replace("/", "."): path for path in self._zip.namelist()}
        return {name: path for name, path in found.items() if path.endswith(".py")}

    def _reach(self, names: Iterable[str], found: set[str]) -> None:
        """Add these modules, those above them, and all that they import, to what was found so far."""
        wanted = list(names)
        while wanted:
            name = wanted.pop()
            above = name.rpartition(".")[0]
            if above and above not in found:
                wanted.append(above)
            if name in self._paths and name not in found and not name.startswith(ELSEWHERE):
                found.add(name)
                package = name if self._paths[name].endswith("/__init__.py") else above
                wanted += imported(package, self._zip.read(self._paths[name]).decode(), AT_ONCE)


def imported(package: str, source: str, deepest: int = 1000) -> Iterator[str]:
    """What a module of a package imports, and what could be a module within that."""
    for indent, base, names, whole in IMPORT.findall(source):
        if len(indent) > deepest:
            continue
        if whole:
            yield from (name.split()[0] for name in whole.split(",") if name.strip())
            continue
        if base.startswith("."):
            up = package.split(".")
            rest = base.lstrip(".")
            base = ".".join([*up[: len(up) + 1 - (len(base) - len(rest))], *filter(None, [rest])])
        yield base
        yield from (f"{base}.{name.split()[0]}" for name in names.strip("() \n").split(",") if name.strip())


def _named(archive: bytes) -> Iterator[str]:
    """Whatever the sources in an archive import, now or later; of the house's own we know what they load."""
    with zipfile.ZipFile(io.BytesIO(archive)) as sources:
        for path in sources.namelist():
            if path.endswith(".py") and not path.startswith("ludotheque/"):
                yield from imported(path.rpartition("/")[0].replace("/", "."), sources.read(path).decode())


def stored(files: Iterable[tuple[str, bytes]]) -> bytes:
    """An archive without compression: packed once, by whoever packs all of it, it is smaller, and it is read faster."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_STORED) as out:
        for name, data in files:
            out.writestr(zipfile.ZipInfo(name), data)
    return written.getvalue()
