"""Copies of a SQLite store, also while it is being served."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from sqlalchemy import make_url

from ludotheque.tables.store.place import find_file


def back_up(url: str, into: Path) -> None:
    """A consistent copy, readable by its owner only: it holds deals that are being played."""
    if into.exists():
        raise FileExistsError(into)
    store = Path(str(make_url(url).database))
    find_file(store)
    source = sqlite3.connect(store)
    os.close(os.open(into, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    target = sqlite3.connect(into)
    try:
        source.backup(target, pages=2000, sleep=0.01)
    finally:
        target.close()
        source.close()
