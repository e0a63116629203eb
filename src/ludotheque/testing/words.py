"""What people read of a game: nothing without words, in both languages, and every clause proven by a test."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from ludotheque.rules.game import Game
from ludotheque.texts import LANGUAGES, Words, catalogue
from ludotheque.texts.clauses import rules_text

CODES = {"Refusal": "refuse", "Line": "log", "Fault": "fault", "Deed": "deed"}


def codes_in(path: Path) -> set[str]:
    """Every literal code of a refusal, a log line, a fault or a deed in a source file, as the key of its words."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in CODES:
            kind = CODES[getattr(node.func, "id", "")]
            named = [keyword.value for keyword in node.keywords if keyword.arg == "code"]
            codes = [code for value in (*node.args[:1], *named) for code in _literals(value)]
            found |= {f"{kind}.{code}" for code in codes}
            found |= {f"told.deed.{code}" for code in codes if kind == "deed"}
    return found


def _literals(node: ast.expr) -> list[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.IfExp):
        return _literals(node.body) + _literals(node.orelse)
    return []


def check_words(game: Game) -> None:
    """Every code, move and option of a game has its words in every language."""
    for language in LANGUAGES:
        file = game.folder / f"words.{language}.json"
        words = Words(language, game, [f"player {seat}" for seat in range(max(game.players))])
        wanted = {code: path.name for path in game.folder.glob("*.py") for code in codes_in(path)}
        for option in game.rules.OPTIONS:
            wanted |= {f"option.{option.name}": "OPTIONS", f"option.{option.name}.help": "OPTIONS"}
        for key, where in {"title": "every game", **wanted}.items():
            assert key in words, f"{file} lacks {key!r}, which {where} needs"
        for move in game.rules.MOVES:
            try:
                said = words.move(move)
            except KeyError as error:
                raise AssertionError(f"{file} lacks {error}, which the move {move} needs") from None
            assert "{" not in said, f"{file}: the words of {move} come out as {said!r}"


def check_catalogues(folder: Path) -> None:
    """All languages of a folder have the same words with the same holes."""
    first, *others = LANGUAGES
    words = catalogue(folder, first)
    for language in others:
        theirs, file = catalogue(folder, language), folder / f"words.{language}.json"
        lacking, more = sorted(words.keys() - theirs.keys()), sorted(theirs.keys() - words.keys())
        assert lacking + more == [], f"{file} lacks {lacking}, and words.{first}.json lacks {more}"
        for key in words:
            assert _holes(words[key]) == _holes(theirs[key]), f"{file}: {key!r} has other placeholders than in words.{first}.json"
            assert isinstance(words[key], str) == isinstance(theirs[key], str), f"{file}: {key!r} counts in one language only"


def _holes(text: str | Mapping[str, str]) -> set[str]:
    return set(re.findall(r"\{[^}]+\}", text if isinstance(text, str) else " ".join(text.values())))


def check_clauses(game: Game) -> None:
    """Clauses are numbered from 1, are the same in every language, and refer to clauses that exist."""
    texts = {language: rules_text(game, language) for language in LANGUAGES}
    ids = {language: [clause.id for clause in text.clauses] for language, text in texts.items()}
    for language, text in texts.items():
        file = game.folder / f"clauses.{language}.md"
        assert text.title, f"{file} has no title: `# Title`"
        assert text.introduction, f"{file} has no introduction below its title"
        own = [name for name in ids[language] if name.startswith(f"{game.slug}.")]
        wanted = [f"{game.slug}.{number}" for number in range(1, len(own) + 1)]
        assert own == wanted, f"{file}: the clauses are {', '.join(own)}; they are numbered from 1 on: `### {game.slug}.1 Title`"
        assert ids[language] == ids[LANGUAGES[0]], f"{file} has other clauses than clauses.{LANGUAGES[0]}.md"
        for clause, first in zip(text.clauses, texts[LANGUAGES[0]].clauses, strict=True):
            assert clause.title, f"{file}: {clause.id} has no title: `### {clause.id} Title`"
            assert clause.paragraphs, f"{file}: {clause.id} says nothing"
            ours = sum(paragraph.ours for paragraph in clause.paragraphs)
            theirs = sum(paragraph.ours for paragraph in first.paragraphs)
            assert ours == theirs, (
                f"{file}: {clause.id} has {ours} interpretations of ours, clauses.{LANGUAGES[0]}.md has {theirs}"
            )
            for name in _references(game, [paragraph.text for paragraph in clause.paragraphs]):
                assert name in ids[language], f"{file}: {clause.id} refers to {name}, which is not there"


def _references(game: Game, texts: list[str]) -> Iterator[str]:
    return (name for text in texts for name in re.findall(rf"\b(?:any|{game.slug})\.\d+\b", text))


def proven(folder: Path) -> Counter[str]:
    """How many test functions below a folder name each clause in `@rule(...)`."""
    found: Counter[str] = Counter()
    for path in folder.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
                found.update(_named_by(node))
    return found


def _named_by(node: ast.FunctionDef | ast.AsyncFunctionDef) -> list[str]:
    return [
        argument.value
        for decorator in node.decorator_list
        if isinstance(decorator, ast.Call) and getattr(decorator.func, "id", "") == "rule"
        for argument in decorator.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    ]


def check_proven(game: Game, folder: Path) -> None:
    """Every clause of a game is named by a test below a folder, and no test names one that there is not."""
    own = [clause.id for clause in rules_text(game, LANGUAGES[0]).clauses if clause.id.startswith(f"{game.slug}.")]
    tests = proven(folder)
    missing = [clause for clause in own if not tests[clause]]
    assert not missing, f'no test below {folder} proves {", ".join(missing)}: write one and put @rule("{missing[0]}") above it'
    unknown = [clause for clause in tests if clause.startswith(f"{game.slug}.") and clause not in own]
    assert not unknown, f"tests below {folder} name clauses that {game.slug} has not: {', '.join(unknown)}"
