"""`ludotheque new-game`: what it writes is whole, and passes every check and test at once."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ludotheque.cli import app
from ludotheque.games import HOUSE

ROOT = Path(__file__).parents[2]
SLUG = "abcdefghijklmnopqrstuvwx"
"""The longest slug that there is: no line of the skeleton may be too long with it."""
COMMAND = ("-m", "ludotheque")


def run(folder: Path, *words: str, python: Path | None = None) -> str:
    """Run Python in a folder, with the sources there; everything has to be in order."""
    path = os.pathsep.join(map(str, (python or folder / "src", folder)))
    done = subprocess.run(
        [sys.executable, *words], cwd=folder, capture_output=True, text=True, check=False, env={**os.environ, "PYTHONPATH": path}
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the house with a game more."""
    copy = tmp_path_factory.mktemp("house")
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for name in listed.stdout.splitlines():
        if (ROOT / name).is_file() and not name.startswith(("bench/", "docs/pictures/")):
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, copy / name)
    run(copy, *COMMAND, "new-game", SLUG)
    return copy


def test_the_registry_has_one_line_more_and_nothing_else_has_changed(house: Path):
    changed = []
    for path in house.rglob("*"):
        there = ROOT / path.relative_to(house)
        if (
            path.is_file()
            and "__pycache__" not in path.parts
            and SLUG not in str(path)
            and path.read_bytes() != there.read_bytes()
        ):
            changed.append(str(path.relative_to(house)))
    assert changed == ["src/ludotheque/games/__init__.py"]
    before = (ROOT / changed[0]).read_text("utf-8").splitlines()
    assert [line for line in (house / changed[0]).read_text("utf-8").splitlines() if line not in before] == [f'    "{SLUG}",']


def test_ruff_mypy_and_the_layers_have_nothing_to_say(house: Path):
    run(house, "-m", "ruff", "check", ".")
    run(house, "-m", "ruff", "format", "--check", ".")
    run(house, "-m", "mypy", "-p", f"ludotheque.games.{SLUG}")
    run(house, "-c", "from importlinter.cli import lint_imports_command; lint_imports_command()")


def test_its_tests_pass(house: Path):
    """Its own, and whatever the house asks of each of its games, as docs/adding-a-game.md names them."""
    run(house, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "tests", "--ignore=tests/web", "-k", SLUG)


def test_the_linters_of_the_pages_have_nothing_to_say(house: Path):
    modules = ROOT / "web" / "node_modules"
    if not (modules / "prettier").exists():
        pytest.skip("npm ci has not been run in web/")
    (house / "web" / "node_modules").symlink_to(modules)
    only = {"extends": "./tsconfig.json", "include": ["src/*.d.ts", f"src/boards/{SLUG}"]}  # and what it imports
    (house / "web" / "tsconfig.only.json").write_text(json.dumps(only), "utf-8")
    for check in (
        ["prettier", "--check", f"src/boards/{SLUG}"],
        ["eslint", f"src/boards/{SLUG}"],
        ["svelte-check", "--tsconfig", "./tsconfig.only.json", "--fail-on-warnings"],
    ):
        done = subprocess.run(
            [f"node_modules/.bin/{check[0]}", *check[1:]], cwd=house / "web", capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr


def test_a_package_of_ones_own_is_whole(tmp_path: Path):
    made = CliRunner().invoke(app, ["new-game", "shells", "--package", str(tmp_path / "shells")])
    assert made.exit_code == 0, made.output
    package = tmp_path / "shells"
    assert 'shells = "shells:GAME"' in (package / "pyproject.toml").read_text("utf-8")
    run(package, "-m", "ruff", "check", ".", python=ROOT / "src")
    run(package, "-m", "ruff", "format", "--check", ".", python=ROOT / "src")
    run(package, "-m", "pytest", "-p", "no:xdist", "-p", "no:cacheprovider", "-k", "not carriers", python=ROOT / "src")


@pytest.mark.parametrize(
    ("slug", "words"),
    [
        ("Chess", "'Chess' is not a slug: 2 to 24 lower-case letters (a to z) and digits, a letter first"),
        ("x", "'x' is not a slug"),
        ("tic-tac-toe", "'tic-tac-toe' is not a slug"),
        ("2048", "'2048' is not a slug"),
        ("any", "'any' cannot be a slug: the house needs the word itself"),
        ("lambda", "'lambda' cannot be a slug: Python needs the word itself"),
        (HOUSE[0], f"there is a game called '{HOUSE[0]}' already"),
    ],
)
def test_a_slug_that_cannot_be(tmp_path: Path, slug: str, words: str):
    done = CliRunner().invoke(app, ["new-game", slug, "--package", str(tmp_path / "new")])
    assert done.exit_code == 2
    assert done.stderr.startswith(words)
    assert not (tmp_path / "new").exists()


def test_nothing_is_written_over(tmp_path: Path):
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests/test_rules.py").write_text("mine", encoding="utf-8")
    done = CliRunner().invoke(app, ["new-game", "shells", "--package", str(tmp_path)])
    assert done.exit_code == 2
    assert "test_rules.py is there already; nothing was written" in done.stderr
    assert [path.name for path in tmp_path.rglob("*.py")] == ["test_rules.py"]


def test_elsewhere_than_in_the_house_it_says_what_to_do(tmp_path: Path):
    done = CliRunner().invoke(app, ["new-game", "shells", "--house", str(tmp_path)])
    assert done.exit_code == 2
    assert "is not a clone of the house" in done.stderr
    assert "--package FOLDER" in done.stderr
