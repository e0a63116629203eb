"""The place of a SQLite store: readable by its owner only, and served by one process at a time."""

from __future__ import annotations

import contextlib
import errno
import logging
import os
import stat
from pathlib import Path

from ludotheque.tables.store.trouble import CannotOpen

log = logging.getLogger("ludotheque.store")

FOLDER, FILE = 0o700, 0o600


def make_folder(folder: Path) -> None:
    """The folder of a house, new or tightened: its files hold deals that are being played."""
    try:
        folder.mkdir(mode=FOLDER, parents=True, exist_ok=True)
        # A folder that many share (/tmp) is not ours to close; the files in it are.
        if not folder.stat().st_mode & stat.S_ISVTX:
            _tighten(folder, FOLDER)
    except OSError as error:
        raise _cannot_open(error, folder) from error


def make_file(file: Path) -> None:
    """The file of a store and those that SQLite lays beside it; SQLite gives later ones the mode of the first."""
    try:
        os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, FILE))
        for name in ("", "-wal", "-shm", "-journal", ".lock"):
            if (beside := file.with_name(file.name + name)).exists():
                _tighten(beside, FILE)
    except OSError as error:
        raise _cannot_open(error, file) from error


def find_file(file: Path) -> None:
    """Raise CannotOpen if the file of a store is missing: SQLite would create it."""
    try:
        file.stat()
    except (FileNotFoundError, NotADirectoryError) as error:
        raise CannotOpen("missing", place=str(file)) from error
    except OSError as error:
        raise _cannot_open(error, file) from error


def claim(file: Path) -> int:
    """Be the only process that serves this store, as long as the lock that is returned stays open."""
    import fcntl

    try:
        lock = os.open(file.with_name(f"{file.name}.lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, FILE)
    except OSError as error:
        raise _cannot_open(error, file) from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        process = os.read(lock, 20).decode("ascii", "replace").strip() or "?"
        os.close(lock)
        raise CannotOpen("occupied", place=str(file.parent), process=process) from None
    except OSError as error:  # some network drives have no locks
        log.warning("%s cannot be locked: see to it that only one server uses it (%s)", file, error)
        return lock
    with contextlib.suppress(OSError):  # who it is, is good to know and nothing more
        os.ftruncate(lock, 0)
        os.write(lock, b"%d\n" % os.getpid())
    return lock


def _tighten(path: Path, mode: int) -> None:
    if stat.S_IMODE(path.stat().st_mode) & ~mode:
        try:
            path.chmod(mode)
        except PermissionError:
            log.warning("%s can be read by others, and belongs to somebody else", path)


def _cannot_open(error: OSError, path: Path) -> CannotOpen:
    if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
        return CannotOpen("readonly", place=str(path))
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return CannotOpen("full", place=str(path))
    return CannotOpen("disk", place=str(path), reason=str(error))
