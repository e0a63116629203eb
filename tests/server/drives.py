"""Small drives for tests: they can be full or read-only, and hold nobody else's files."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

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
def failing(process: int, call: str, error: str) -> Iterator[None]:
    """From now on the kernel answers a process's calls of that kind with an error, as for a disk that fails."""
    command = ["strace", "-f", "-p", str(process), "-e", f"trace={call}", "-e", f"inject={call}:error={error}"]
    with subprocess.Popen(command, stderr=subprocess.PIPE) as strace:
        assert strace.stderr is not None
        assert b"attached" in strace.stderr.readline()
        drained = Thread(target=strace.stderr.read)
        drained.start()
        try:
            yield
        finally:
            strace.send_signal(signal.SIGINT)  # it lets go, and the process runs on
            drained.join()


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
