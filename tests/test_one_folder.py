"""One game, one folder: outside the folders of a game and the registry, no source names it."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from ludotheque.games import HOUSE

ROOT = Path(__file__).parent.parent
REGISTRY = "src/ludotheque/games/__init__.py"
FOLDERS = ("src/ludotheque/games/{slug}/", "web/src/boards/{slug}/", "tests/games/{slug}/")
BINARY = (".png", ".jpg", ".woff2", ".ico")


def sources() -> list[str]:
    """Every file of the package, of the pages and of what binds them that git knows or would know."""
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "src", "web/src", "web/scripts", "Makefile", "pyproject.toml"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if listed.returncode:
        pytest.skip("this is not a clone")
    return [name for name in listed.stdout.splitlines() if not name.endswith(BINARY) and (ROOT / name).is_file()]


@pytest.mark.parametrize("slug", HOUSE)
def test_no_other_file_names_it(slug: str):
    folders = tuple(folder.format(slug=other) for other in HOUSE for folder in FOLDERS)  # a French word may be a slug elsewhere
    named = re.compile(rf"\b{slug}(?![a-z])|{slug.capitalize()}(?![a-z])", re.ASCII)
    found = [
        f"{name}:{number}: {line.strip()[:120]}"
        for name in sources()
        if not name.startswith(folders) and name != REGISTRY
        for number, line in enumerate((ROOT / name).read_text("utf-8").splitlines(), 1)
        if named.search(line)
    ]
    assert found == [], "a game is named outside its folders:\n" + "\n".join(found)


def test_the_registry_names_each_once():
    text = (ROOT / REGISTRY).read_text("utf-8")
    assert [text.count(f'"{slug}"') for slug in HOUSE] == [1] * len(HOUSE)
