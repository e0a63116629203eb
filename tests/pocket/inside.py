"""A page's Python in Node, with exactly the parts that a pocket house is made of; it is asked what `games.py` can do."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

from ludotheque.games import HOUSE
from ludotheque.packing import folder

HERE = Path(__file__).parent
ASKED = ("begin.py", "games.py")


def lay(place: Path, boxes: Sequence[str] = HOUSE) -> None:
    """Write the parts, not packed, and what is asked in them."""
    for name, data in folder.parts(boxes=boxes).items():
        (place / name).write_bytes(data)
    for name in ASKED:
        shutil.copy(HERE / name, place / name)


class Inside:
    """One process of Node."""

    def __init__(self, place: Path) -> None:
        node = shutil.which("node")
        assert node is not None, "there is no node: the pages are built with it"
        self._process = subprocess.Popen(
            [node, str(HERE / "run.mjs"), str(place)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._hear()

    def ask(self, function: str, *args: Any) -> Any:
        """Call a function of `games.py`, with arguments and answer as JSON has them."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps([function, *args]) + "\n")
        self._process.stdin.flush()
        return self._hear()["answer"]

    def seconds(self) -> float:
        """Processor time that it has needed so far, in all its threads."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def megabytes(self) -> float:
        """Memory that it has needed at most so far."""
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        return int(status.partition("VmHWM:")[2].split()[0]) / 1000

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing more is asked."""
        with self._process:
            assert self._process.stdin is not None
            self._process.stdin.close()

    def _hear(self) -> Any:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, "Node has ended without a word"
        heard = json.loads(line)
        assert "error" not in heard, heard["error"]
        return heard
