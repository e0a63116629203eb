"""Where a user's own files lie."""

from __future__ import annotations

import os
from pathlib import Path


def data_directory() -> Path:
    """Where a user's data lies by default."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "ludotheque"
