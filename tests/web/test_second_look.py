"""A browser test that passes only at a second look is counted and printed, and too many of them fail the run."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.web import second_look

ROOT = Path(__file__).parents[2]
STUMBLES = """
import pytest
looked = set()

@pytest.mark.parametrize("n", range({stumbling}))
def test_stumbles(n):
    first = n not in looked
    looked.add(n)
    assert not first, f"missed a beat {{n}}"

def test_falls():
    assert {falls} is False

def test_stands():
    pass
"""


@pytest.mark.parametrize(
    ("stumbling", "falls", "code", "workers"),
    [
        (0, False, 0, "0"),
        (second_look.LIMIT, False, 0, "2"),
        (second_look.LIMIT + 1, False, 1, "0"),
        (second_look.LIMIT + 1, False, 1, "2"),
        (0, True, 1, "0"),
    ],
)
def test_second_looks_are_counted(tmp_path: Path, stumbling: int, falls: bool, code: int, workers: str) -> None:
    (tmp_path / "conftest.py").write_text("from tests.web.second_look import *  # noqa\n", "utf-8")
    (tmp_path / "test_them.py").write_text(STUMBLES.format(stumbling=stumbling, falls=falls), "utf-8")
    command = [sys.executable, "-m", "pytest", "-n", workers, "-p", "no:cacheprovider", "--rootdir", str(tmp_path), str(tmp_path)]
    run = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert run.returncode == code, run.stdout + run.stderr
    assert (f"{stumbling} passed at a second look" in run.stdout) == (stumbling > 0)
    assert run.stdout.count("missed a beat") >= stumbling
    assert ("1 failed" in run.stdout) == falls
