"""The process that serves sockets brings along only what it needs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HEAVY = {"numpy", "numba", "pydantic", "alembic", "sqlalchemy.orm", "asyncpg", "redis", "rich", "matplotlib", "hypothesis"}

LOOK = """
import sys
from pathlib import Path

class Ear:
    asked = []  # whatever is looked for, whether it is installed here or not

    def find_spec(self, name, path=None, target=None):
        self.asked.append(name)

sys.meta_path.insert(0, Ear())
import ludotheque.cli
ludotheque.cli.build("serve")
from ludotheque.server import app
from ludotheque.server.config import Config
from ludotheque.server.run import server
if len(sys.argv) > 2:
    del app._Litestar._get_default_plugins
server(Config(data=Path(sys.argv[1]))).config.load()
import ludotheque.bots.service  # where bots think
print("\\n".join(Ear.asked))
"""


def looked_for(*arguments: str) -> set[str]:
    """Every module that a server looks for when it starts."""
    done = subprocess.run([sys.executable, "-c", LOOK, *arguments], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_nothing_heavy_is_imported(tmp_path: Path) -> None:
    found = looked_for(str(tmp_path))
    assert "ludotheque.server.conversation" in found
    assert HEAVY & found == set()


def test_litestar_as_it_comes_would_look_for_pydantic(tmp_path: Path) -> None:
    """So the test above can fail, also where Pydantic is not installed."""
    assert HEAVY & looked_for(str(tmp_path), "as it comes") == {"pydantic"}
