"""Taking the house along: the folder of a pocket house (`ludotheque pocket`) that a server hands out, and where it lies."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

MARK = Path("pocket") / "files.json"
"""What tells a pocket house from any other folder."""
CLONE = Path(__file__).parents[3] / "build" / "pocket"
"""Where `make pocket` writes it, in a clone of the sources."""


def is_pocket(folder: Path) -> bool:
    """Whether somebody has packed a pocket house there."""
    return (folder / MARK).is_file()


def usual_place(data: Path) -> Path | None:
    """The folder that is handed out unless another one is named: beside the games, or where a clone has built it."""
    return next((folder for folder in (data / "pocket", CLONE) if is_pocket(folder)), None)


def kept_files(folder: Path) -> Iterator[Path]:
    """What a device keeps of it: everything but what only builders read, and what does the keeping."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not any(part.startswith(".") for part in path.relative_to(folder).parts) and path.name != "sw.js":
            yield path


@lru_cache(maxsize=2)
def size(folder: Path) -> int:
    """How many bytes that is."""
    return sum(path.stat().st_size for path in kept_files(folder))
