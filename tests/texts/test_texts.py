"""What people read: nothing without words, in both languages, and every clause proven."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import ludotheque
from ludotheque.games import GAMES, HOUSE
from ludotheque.rules.core import SPECTATOR, Event, Fault, Line, Refusal, Told
from ludotheque.rules.game import Game
from ludotheque.rules.play import Play
from ludotheque.testing import random_play
from ludotheque.testing.words import check_catalogues, codes_in, proven
from ludotheque.texts import LANGUAGES, Words, preferred_language
from tests import clause_coverage
from tests.familiar import CHANCY, HANDS

SOURCE = Path(ludotheque.__file__).parent


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_of_the_house_has_its_words(language: str):
    words = Words(language)
    for path in SOURCE.joinpath("rules").glob("*.py"):
        for key in codes_in(path):
            if key != "fault.":
                assert key in words, f"{key} in {path.name} has no words in {language}"


def test_the_common_words_are_the_same_in_all_languages():
    check_catalogues(SOURCE / "texts")


def test_every_clause_is_proven_by_a_test():
    """Those of a game by tests of its own; this is for the clauses that hold in every game."""
    tests = proven(clause_coverage.TESTS)
    assert [clause for clause in clause_coverage.all_clauses() if not tests[clause]] == []
    assert set(tests) <= set(clause_coverage.all_clauses())


def test_plurals_follow_the_language():
    french, english = Words("fr"), Words("en")
    assert french("replay.all_good", {"count": 0}).startswith("0 partie,")
    assert english("replay.all_good", {"count": 0}).startswith("0 records")
    assert english("replay.all_good", {"count": 1}).startswith("1 record,")


def test_none_may_have_words_of_its_own():
    words = Words("fr", GAMES[CHANCY], ["Anna"])
    told = [words("told.lifted_one_kept", {"seat": 0, "count": count}) for count in (0, 1, 2)]
    assert told == [f"Anna a soulevé un cylindre {end}." for end in ("sans rien garder", "et garde 1 pion", "et garde 2 pions")]


def test_a_move_is_told_to_whose_own_things_it_is_done():
    words = Words("en", GAMES[HANDS], ["Anna", "Ben"])
    move = next(move for move in GAMES[HANDS].rules.MOVES if move.type == "lay" and dict(move.args)["on"] == 0)
    assert words.move(move, 0).startswith("Lay on your tableau")
    assert words.move(move, 1) == words.move(move)
    assert words.move(move).startswith("Lay on the tableau of Anna")


def test_seats_have_names_and_people_count_from_one():
    words = Words("en", GAMES[CHANCY], ["Anna"])
    assert words.line(Line("placed_one", {"seat": 0})) == "Anna put a pawn into a cylinder."
    assert words.seat(3) == "Player 4"
    assert words.refusal(Refusal("not_your_turn", "any.3", {"turn": 0})).endswith("Anna is to play.")


@pytest.mark.parametrize(("name", "said"), [("Anna", "d’Anna"), ("Élodie", "d’Élodie"), ("Malik", "de Malik")])
def test_french_elides_before_a_vowel(name: str, said: str):
    assert said in Words("fr", seats=[name])("play.turn", {"seat": 0})
    assert f"{name} to play" in Words("en", seats=[name])("play.turn", {"seat": 0})


def test_a_fault_of_a_refused_move_has_the_words_of_the_refusal():
    assert Words("en", GAMES[CHANCY]).fault(Fault("cylinder_full", f"{CHANCY}.4")) == "This cylinder is full. Choose another one."


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
            logged = words.line(line, seat if seat >= 0 else None)
            assert seat not in doer_and_owners(line) or f"Seat{seat}" not in logged, logged
            said = words.told(line, seat if seat >= 0 else None, shown)
            assert "{" not in said
            assert "  " not in said
            assert line.args.get("seat") != seat or f"Seat{seat}" not in said, said


def doer_and_owners(line: Line) -> list[int | str | None]:
    return [line.args.get(name) for name in ("seat", "owner", "on")]


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


@pytest.mark.parametrize(
    ("value", "form", "english", "french"),
    [
        (0.4973868671, ".9f", "0.497386867", "0,497386867"),
        (-1234.5, "+,.1f", "−1,234.5", "−1\u202f234,5"),
        (0.463, ".1%", "46.3%", "46,3\u00a0%"),
        (-0.00001, "+.2f", "0.00", "0,00"),
        (5.6e-17, ".1e", "5.6e-17", "5,6e-17"),
        (0.0, ".1e", "0.0e+00", "0,0e+00"),
    ],
)
def test_numbers_are_written_as_the_language_does(value: float, form: str, english: str, french: str):
    assert (Words("en").number(value, form), Words("fr").number(value, form)) == (english, french)
