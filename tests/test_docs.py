"""The examples in the documents are true."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest
from typer.main import get_command

import ludotheque
from ludotheque.cli import app
from ludotheque.games import HOUSE

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


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_between_documents_lead_somewhere(page: Path):
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), target
