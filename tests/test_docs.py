"""The examples in the documents are true."""

from __future__ import annotations

import doctest
import importlib
import importlib.util
import json
import re
import textwrap
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import pytest
from typer.main import get_command
from typer.testing import CliRunner

import ludotheque
from ludotheque import games as registry
from ludotheque.cli import app, new_game
from ludotheque.games import HOUSE
from ludotheque.rules import defaults
from ludotheque.rules.facts import Facts
from ludotheque.testing import scenario

ROOT = Path(__file__).parent.parent
PAGES = [*sorted(ROOT.glob("*.md")), *sorted(ROOT.joinpath("docs").rglob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_come_out_as_written(page: Path):
    failed, _ = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert failed == 0


def test_the_example_in_the_package_comes_out_as_written():
    assert doctest.testmod(ludotheque).failed == 0


def test_every_command_is_in_the_readme():
    readme = (ROOT / "README.md").read_text("utf-8")
    for name in get_command(app).commands:  # type: ignore[attr-defined]
        assert f"ludotheque {name}" in readme, name


def test_every_make_target_is_explained():
    told = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    for name in re.findall(r"^([a-z-]+):.*##", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE):
        assert f"`make {name}`" in told, name


def test_the_version_is_the_same_everywhere():
    project = re.search(r'^version = "(.+)"$', (ROOT / "pyproject.toml").read_text("utf-8"), re.MULTILINE)
    citation = re.search(r"^version: (.+)$", (ROOT / "CITATION.cff").read_text("utf-8"), re.MULTILINE)
    assert project is not None
    assert citation is not None
    assert project[1] == citation[1] == ludotheque.__version__


def test_every_dependency_has_its_reason():
    reasons = (ROOT / "docs/dependencies.md").read_text("utf-8").lower()
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    for name in re.findall(r'^  "([A-Za-z0-9_-]+)(?:\[\w+\])?>=', project, re.MULTILINE):
        assert f"| {name.lower()} |" in reasons, name


HEADINGS = ["The game", "Material", "Options", "State", "Moves and records", "What each seat sees", "Interpretations", "Numbers"]


@pytest.mark.parametrize("slug", HOUSE)
def test_every_game_has_its_page_with_the_same_headings(slug: str):
    page = (ROOT / "docs/games" / f"{slug}.md").read_text("utf-8")
    assert re.findall(r"^## (.+)$", page, re.MULTILINE) == HEADINGS


@pytest.mark.parametrize("slug", HOUSE)
def test_the_page_of_a_game_says_what_the_box_says(slug: str):
    page = " ".join((ROOT / "docs/games" / f"{slug}.md").read_text("utf-8").split())
    facts, players = registry.GAMES[slug].facts, registry.GAMES[slug].players
    said = [f"{players[0]} to {players[-1]} players" if len(players) > 1 else f"{players[0]} players"]
    said += [f"from {facts.age} years"] * (facts.age is not None) + [f"about {facts.minutes} minutes"] * (
        facts.minutes is not None
    )
    assert [words for words in said if words.lower() not in page.lower()] == []


def anchors(page: Path) -> set[str]:
    """Where a link can lead in a page: its headings, as they are written in addresses."""
    headings = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_between_documents_lead_somewhere(page: Path):
    for target, place in re.findall(r"\]\(([^)#]*)(?:#([^)]*))?\)", page.read_text("utf-8")):
        if "://" not in target:
            there = page.parent / target if target else page
            assert there.exists(), target
            assert not place or place in anchors(there), (target, place)


# docs/architecture.md --------------------------------------------------------------------------------------------------

ARCHITECTURE = ROOT / "docs/architecture.md"


def tables_of_files() -> ModuleType:
    spec = importlib.util.spec_from_file_location("docs_files", ROOT / "docs/files.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_file_is_in_a_table_with_its_first_sentence():
    made = tables_of_files()
    assert made.page_with_tables() == ARCHITECTURE.read_text("utf-8"), "run: make files"
    silent = [line for line in made.tables().splitlines() if line.endswith(".py` |  |")]
    assert silent == [], "a file does not say what it is"


def test_every_module_of_the_package_is_there():
    text = tables_of_files().tables()
    package = ROOT / "src/ludotheque"
    for path in package.rglob("*.py"):
        inner = path.relative_to(package)
        if not re.match(r"games/\w+/|tables/store/migrations/versions/", str(inner)):
            folder = f"### `src/ludotheque/{inner.parent}/`".replace("/./", "/")
            section = text.partition(folder)[2].partition("### ")[0]
            assert f"| `{path.name}` |" in section, inner


def test_every_file_that_the_architecture_names_exists():
    prose = ARCHITECTURE.read_text("utf-8").partition(tables_of_files().START)[0]
    pictures = "".join(path.read_text("utf-8") for path in ROOT.joinpath("docs/pictures").glob("*.svg"))
    named = re.findall(r"`([\w./-]+/[\w./-]*)`", prose) + re.findall(r">((?:\w+/)+[\w.]*)[<,]", pictures)
    assert len(named) > 40
    for name in named:
        assert any((ROOT / base / name).exists() for base in ("", "src/ludotheque")), name


# docs/adding-a-game.md -------------------------------------------------------------------------------------------------

ADDING = (ROOT / "docs/adding-a-game.md").read_text("utf-8")


def test_the_facts_in_adding_a_game_are_facts():
    text = re.search(r"```json\n(.*?)\n```", ADDING, re.DOTALL)
    assert text is not None
    assert set(json.loads(text[1])) == set(Facts.__struct_fields__)
    msgspec.json.decode(text[1], type=Facts)


def test_adding_a_game_names_every_file_that_new_game_writes():
    skeleton = ROOT / "src/ludotheque/skeleton"
    for path in (*skeleton.joinpath("game").iterdir(), *skeleton.joinpath("tests").iterdir()):
        if path.is_file() and path.name != "__init__.py":
            assert f"`{path.name}`" in ADDING or f"/{path.name}`" in ADDING, path.name


def test_adding_a_game_names_what_may_be_left_out():
    core = (ROOT / "src/ludotheque/rules/core.py").read_text("utf-8")
    optional = set(re.findall(r"def (\w+)\(self[^\n]*\n\s+\"\"\"\((?:k, )?d[:)]", core))
    assert optional == {name for name in defaults.NAMES if name.islower()}


def test_a_scenario_in_adding_a_game_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The words of the page, in a game as `new-game` writes it."""
    code = re.search(r"  ```python\n(  @rule.*?)\n  ```", ADDING, re.DOTALL)
    assert code is not None
    monkeypatch.setattr(new_game, "all_games", dict)  # whoever follows the page has a game of that name
    done = CliRunner().invoke(app, ["new-game", "pebblerace", "--package", str(tmp_path)])
    assert done.exit_code == 0
    monkeypatch.syspath_prepend(tmp_path / "src")
    monkeypatch.setattr(registry, "GAMES", {"pebblerace": importlib.import_module("pebblerace").GAME})
    names: dict[str, Any] = dict(vars(scenario))
    exec(textwrap.dedent(code[1]), names)
    names["test_nobody_stops_with_an_empty_hand"]()


def test_the_slugs_that_adding_a_game_refuses_are_refused():
    for word in (*registry.TAKEN, "lambda", "x", "Chess", "a-b", "1st"):
        assert registry.wrong_slug(word) is not None
    assert all(f"`{word}`" in ADDING for word in registry.TAKEN)
