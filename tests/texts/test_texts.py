"""What people read: nothing without words, in both languages, and every clause proven."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import ludotheque
from ludotheque.games import GAMES, HOUSE
from ludotheque.rules.core import SPECTATOR, Event, Fault, Line, Refusal, Told
from ludotheque.rules.game import Game
from ludotheque.rules.play import Play
from ludotheque.testing import random_play
from ludotheque.texts import LANGUAGES, Words, preferred_language
from ludotheque.texts.clauses import rules_text
from tests import clause_coverage

SOURCE = Path(ludotheque.__file__).parent
CODES = {"Refusal": "refuse", "Line": "log", "Fault": "fault"}


def codes_in(path: Path) -> set[str]:
    """Every literal code of a refusal, a log line or a fault in a source file, as the key of its words."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in CODES and node.args:
            kind = CODES[getattr(node.func, "id", "")]
            found |= {f"{kind}.{code}" for code in _literals(node.args[0])}
    return found


def _literals(node: ast.expr) -> list[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.IfExp):
        return _literals(node.body) + _literals(node.orelse)
    return []


def keys(path: Path) -> dict[str, object]:
    words: dict[str, object] = json.loads(path.read_text("utf-8"))
    return words


@pytest.mark.parametrize("slug", HOUSE)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_of_a_game_has_its_words(slug: str, language: str):
    words = Words(language, GAMES[slug])
    for path in GAMES[slug].folder.glob("*.py"):
        for key in codes_in(path):
            assert key in words, f"{key} in {path.name} has no words in {language}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_of_the_house_has_its_words(language: str):
    words = Words(language)
    for path in SOURCE.joinpath("rules").glob("*.py"):
        for key in codes_in(path):
            if key != "fault.":
                assert key in words, f"{key} in {path.name} has no words in {language}"


@pytest.mark.parametrize("folder", [SOURCE / "texts", *(SOURCE / "games" / slug for slug in HOUSE)], ids=lambda p: p.name)
def test_both_languages_have_the_same_words_with_the_same_holes(folder: Path):
    french, english = keys(folder / "words.fr.json"), keys(folder / "words.en.json")
    assert french.keys() == english.keys()
    for key in french:
        holes = [
            set(re.findall(r"\{[^}]+\}", str(words[key]).replace("{'", "").replace("'}", ""))) for words in (french, english)
        ]
        assert holes[0] == holes[1], key
        assert isinstance(french[key], dict) == isinstance(english[key], dict), key


@pytest.mark.parametrize("slug", HOUSE)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_move_and_option_has_its_words(slug: str, language: str):
    game = GAMES[slug]
    words = Words(language, game, [f"player {seat}" for seat in range(6)])
    for move in game.rules.MOVES:
        assert "{" not in words.move(move)
    for option in game.rules.OPTIONS:
        assert words(f"option.{option.name}")
        assert words(f"option.{option.name}.help")
    assert words("title")


@pytest.mark.parametrize("slug", HOUSE)
def test_clauses_are_the_same_in_both_languages_and_interpretations_are_marked(slug: str):
    french, english = (rules_text(GAMES[slug], language) for language in ("fr", "en"))
    assert [clause.id for clause in french.clauses] == [clause.id for clause in english.clauses]
    numbers = [int(clause.id.split(".")[1]) for clause in english.clauses if clause.id.startswith(f"{slug}.")]
    assert numbers == list(range(1, len(numbers) + 1))
    for ours, theirs in zip(french.clauses, english.clauses, strict=True):
        assert ours.paragraphs, ours.id
        assert [p.ours for p in ours.paragraphs].count(True) == [p.ours for p in theirs.paragraphs].count(True), ours.id
        assert ours.title
        assert theirs.title
    assert french.introduction
    assert english.introduction


@pytest.mark.parametrize("slug", HOUSE)
@pytest.mark.parametrize("language", LANGUAGES)
def test_clauses_refer_to_clauses_that_exist(slug: str, language: str):
    text = rules_text(GAMES[slug], language)
    known = {clause.id for clause in text.clauses}
    for clause in text.clauses:
        for paragraph in clause.paragraphs:
            assert set(re.findall(r"\b[a-z]+\.\d+\b", paragraph.text)) <= known


def test_every_clause_is_proven_by_a_test():
    tests = clause_coverage.proven()
    assert [clause for clause in clause_coverage.all_clauses() if not tests[clause]] == []
    assert set(tests) <= set(clause_coverage.all_clauses())


def test_plurals_follow_the_language():
    french, english = Words("fr"), Words("en")
    assert french("replay.all_good", {"count": 0}).startswith("0 partie,")
    assert english("replay.all_good", {"count": 0}).startswith("0 records")
    assert english("replay.all_good", {"count": 1}).startswith("1 record,")


def test_seats_have_names_and_people_count_from_one():
    words = Words("en", GAMES["tonoo"], ["Anna"])
    assert words.line(Line("placed_one", {"seat": 0})) == "Anna put a pawn into a cylinder."
    assert words.seat(3) == "Player 4"
    assert words.refusal(Refusal("not_your_turn", "any.3", {"turn": 0})).endswith("Anna is to play.")


@pytest.mark.parametrize(("name", "said"), [("Anna", "d’Anna"), ("Élodie", "d’Élodie"), ("Malik", "de Malik")])
def test_french_elides_before_a_vowel(name: str, said: str):
    assert said in Words("fr", seats=[name])("play.turn", {"seat": 0})
    assert f"{name} to play" in Words("en", seats=[name])("play.turn", {"seat": 0})


def test_a_fault_of_a_refused_move_has_the_words_of_the_refusal():
    assert Words("en", GAMES["tonoo"]).fault(Fault("cylinder_full", "tonoo.4")) == "This cylinder is full. Choose another one."


@pytest.mark.parametrize("slug", HOUSE)
@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_happens_can_be_told_to_everybody(slug: str, language: str):
    """To the one who did it, to the one it was done to, to all others; no hole stays open, and "you" is nobody else."""
    game = GAMES[slug]
    words = Words(language, game, [f"Seat{seat}" for seat in range(6)])
    for told, seat, events in told_moments(game):
        piece = next((event.piece for event in events if event.piece is not None), None)
        for line, shown in ((told.now, piece), (told.later, None)):
            if line == told.now and shown != piece:
                continue  # what does not change later is not told again
            assert f"told.{line.code}" in words
            said = words.told(line, seat if seat >= 0 else None, shown)
            assert "{" not in said
            assert "  " not in said
            assert line.args.get("seat") != seat or f"Seat{seat}" not in said, said


def told_moments(game: Game) -> Iterator[tuple[Told, int, tuple[Event, ...]]]:
    """What is told of every entry of a random game in each variant, and what each seat saw of it."""
    for players, options in game.variants():
        whole = random_play(game, players, options, 5, careful=True, until=300)
        play = Play(game, players, options, whole.deal)
        seats = (*range(players), SPECTATOR)
        for told, (_, value) in zip(whole.told(), whole.entries, strict=True):
            before = [play.view(seat) for seat in seats]
            play.enter_action(game.action(value))
            for seat, seen in zip(seats, before, strict=True):
                yield told, seat, game.happened(seen, play.view(seat))


def test_a_language_that_we_do_not_speak():
    with pytest.raises(ValueError, match="de"):
        Words("de")


@pytest.mark.parametrize(("told", "spoken"), [("fr_FR.UTF-8", "fr"), ("en_GB", "en"), ("C", "en"), ("de_DE", "en")])
def test_the_language_follows_the_locale(told: str, spoken: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("LC_ALL", told)
    assert preferred_language() == spoken
