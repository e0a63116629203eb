"""Small drives for tests: they can be full or read-only, and hold nobody else's files."""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest


class Drive:
    """A file system of a few megabytes in memory."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._ballast = folder / "ballast"

    def fill(self) -> None:
        """Leave no byte free."""
        with self._ballast.open("ab", buffering=0) as ballast, contextlib.suppress(OSError):
            while True:
                ballast.write(b"\0" * 4096)

    def empty(self) -> None:
        """There is room again."""
        self._ballast.unlink()

    def read_only(self, only: bool) -> None:
        subprocess.run(["mount", "-o", "remount,ro" if only else "remount,rw", self.folder], check=True)


@contextlib.contextmanager
def small_drive(folder: Path, megabytes: int) -> Iterator[Drive]:
    """A drive of its own at that folder."""
    folder.mkdir()
    if os.getuid() != 0:
        pytest.skip("only root may mount a small drive")
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", folder], capture_output=True, check=False)
    if made.returncode != 0:
        pytest.skip(f"no drive can be mounted here: {made.stderr.decode().strip()}")
    try:
        yield Drive(folder)
    finally:
        subprocess.run(["umount", "-l", folder], check=True)
