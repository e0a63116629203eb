"""One thing has one name: docs/glossary.md says which, and no text uses another."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from ludotheque.texts import LANGUAGES
from ludotheque.texts.typography import language_of, text_files, texts_in

ROOT = Path(__file__).parents[2]
GLOSSARY = (ROOT / "docs" / "glossary.md").read_text("utf-8")
FILES = [path for folder in ("src", "web/src", "examples") for path in text_files(ROOT / folder)]
EVERYWHERE = "everywhere"
PLURAL = {"fr": "[sx]?", "en": "(?:e?s)?"}


class Name(NamedTuple):
    """A row of the glossary in one language."""

    thing: str
    folders: tuple[str, ...]
    ours: str
    rivals: tuple[str, ...]

    def is_about(self, path: Path) -> bool:
        return self.folders == (EVERYWHERE,) or not set(self.folders).isdisjoint(path.parts)


class Exceptional(NamedTuple):
    """Where a rival is the right word."""

    rival: str
    file: str
    key: str
    why: str


def rows(header: str) -> list[list[str]]:
    """The cells of the table below a header, row by row."""
    _, found, below = GLOSSARY.partition(f"| {header} |\n")
    assert found, f"docs/glossary.md has no table with the header {header}"
    lines = below.split("\n\n")[0].strip().split("\n")[1:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def split(cell: str) -> tuple[str, ...]:
    return tuple(filter(None, (part.strip() for part in cell.split(","))))


TABLE = rows("thing | where | français | jamais | English | never")
NAMES = {
    "fr": [Name(row[0], split(row[1]), row[2], split(row[3])) for row in TABLE],
    "en": [Name(row[0], split(row[1]), row[4], split(row[5])) for row in TABLE],
}
EXCEPTIONS = [Exceptional(*row) for row in rows("name | file | text | why")]


def pattern(name: str, language: str) -> re.Pattern[str]:
    """A name wherever it stands as words of its own, in the plural too, or with any ending where there is an asterisk."""
    words = [re.escape(word[:-1]) + r"\w*" if word.endswith("*") else re.escape(word) + PLURAL[language] for word in name.split()]
    return re.compile(r"(?<!\w)" + r"\s+".join(words) + r"(?!\w)", re.IGNORECASE)


def prose(text: str) -> str:
    """A text without its placeholders, and without what is typed into a shell or names a clause."""
    return re.sub(r"`[^`]*`|\{[^{}]*\}|\b[a-z]+\.\d+\b", "", text)


def rivals_in(path: Path, text: str) -> Iterator[tuple[Name, str]]:
    """Every name in a text that another one should stand for."""
    language = language_of(path)
    for name in NAMES[language]:
        if name.is_about(path):
            for rival in name.rivals:
                if pattern(rival, language).search(prose(text)):
                    yield name, rival


def excepted(path: Path, key: str, rival: str) -> Exceptional | None:
    """The exception of the glossary for this text, if there is one."""
    for exception in EXCEPTIONS:
        if exception.rival == rival and exception.key == key and path.as_posix().endswith(f"/{exception.file}"):
            return exception
    return None


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_text_uses_another_name(path: Path):
    wrong = [
        f"{key}: {rival!r} in {text!r}; we say {name.ours!r} for {name.thing}"
        for key, text in texts_in(path)
        for name, rival in rivals_in(path, text)
        if excepted(path, key, rival) is None
    ]
    assert wrong == [], "\n".join(wrong)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_name_of_ours_is_used(language: str):
    unused = []
    for name in NAMES[language]:
        about = [path for path in FILES if language_of(path) == language and name.is_about(path)]
        assert about, f"{name.thing}: there is no folder {name.folders}"
        said = " ".join(prose(text) for path in about for _, text in texts_in(path))
        if not pattern(name.ours, language).search(said):
            unused.append(name.ours)
    assert unused == []


def test_every_exception_is_needed_and_has_a_reason():
    needed = {excepted(path, key, rival) for path in FILES for key, text in texts_in(path) for _, rival in rivals_in(path, text)}
    assert [exception for exception in EXCEPTIONS if exception not in needed] == []
    assert all(exception.why for exception in EXCEPTIONS)


@pytest.mark.parametrize(
    ("file", "text", "rivals"),
    [
        ("texts/fr.json", "Demandez un indice.", ["indice"]),
        ("texts/fr.json", "Plus d’Indices ici", ["indice"]),
        ("texts/fr.json", "une place indicée, {indice}, `indice`", []),
        ("texts/en.json", "They have given up.", ["given up"]),
        ("texts/en.json", "Refreshing the page", ["refresh*"]),
        ("texts/en.json", "a hint, and multiple seats", []),
    ],
)
def test_a_planted_text_is_found(file: str, text: str, rivals: list[str]):
    assert [rival for _, rival in rivals_in(ROOT / "web/src" / file, text)] == rivals


def test_a_name_of_one_folder_is_free_elsewhere():
    name = next(name for name in NAMES["fr"] if name.folders != (EVERYWHERE,))
    here, elsewhere = (ROOT / folder / "words.fr.json" for folder in (name.folders[0], "elsewhere"))
    assert (name, name.rivals[0]) in list(rivals_in(here, f"Voici : {name.rivals[0]}."))
    assert name not in [found for found, _ in rivals_in(elsewhere, f"Voici : {name.rivals[0]}.")]
