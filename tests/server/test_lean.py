"""The process that serves sockets brings along only what it needs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HEAVY = {"numpy", "numba", "pydantic", "alembic", "sqlalchemy.orm", "asyncpg", "redis", "rich", "matplotlib", "hypothesis"}

LOOK = """
import sys
from pathlib import Path
import ludotheque.cli
ludotheque.cli.build("serve")
from ludotheque.server.config import Config
from ludotheque.server.run import server
server(Config(data=Path(sys.argv[1]))).config.load()
import ludotheque.bots.workers  # as soon as a bot has to think
print("\\n".join(sys.modules))
"""


def test_nothing_heavy_is_imported(tmp_path: Path) -> None:
    found = subprocess.run([sys.executable, "-c", LOOK, str(tmp_path)], capture_output=True, text=True, check=True).stdout.split()
    assert "ludotheque.server.conversation" in found
    assert HEAVY & set(found) == set()
