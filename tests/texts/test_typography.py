"""Texts are printed as a publisher of their language would; a command mends them, and nobody does it by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ludotheque.texts.typography import NO_BREAK, THIN, language_of, main, mend, mend_file, text_files, texts_in

ROOT = Path(__file__).parents[2]
FOLDERS = ("src", "web/src", "examples", "tests/web/stalls")
FILES = [path for folder in FOLDERS for path in text_files(ROOT / folder)]


def test_the_texts_are_found():
    found = {path.relative_to(ROOT).as_posix() for path in FILES}
    assert {"src/ludotheque/texts/any.fr.md", "src/ludotheque/server/words.en.json", "web/src/texts/fr.json"} <= found
    assert len(found) > 60
    assert f"--write {' '.join(FOLDERS)}" in (ROOT / "Makefile").read_text("utf-8"), "`make words` mends what is checked here"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_text_is_as_it_is_printed(path: Path):
    language = language_of(path)
    printed = [(key, text, mend(text, language)) for key, text in texts_in(path)]
    wrong = [f"{key}: {text!r} is printed {right!r}" for key, text, right in printed if text != right]
    assert wrong == [], "`make words` mends this"
    assert mend_file(path.read_text("utf-8"), path) == path.read_text("utf-8")


FRENCH = [
    ("Regardez : ici", f"Regardez{NO_BREAK}: ici"),
    (f"Regardez{THIN}: ici", f"Regardez{NO_BREAK}: ici"),
    ("Regardez: ici", f"Regardez{NO_BREAK}: ici"),
    ("Bravo ! Encore ?", f"Bravo{THIN}! Encore{THIN}?"),
    ("Bravo!", f"Bravo{THIN}!"),
    ("Quoi ?!", f"Quoi{THIN}?!"),
    ("un ; deux", f"un{THIN}; deux"),
    ("l'hôte", "l’hôte"),
    ("dire « oui »", f"dire «{NO_BREAK}oui{NO_BREAK}»"),
    ('dire "oui"', f"dire «{NO_BREAK}oui{NO_BREAK}»"),
    ("«?»", f"«{NO_BREAK}?{NO_BREAK}»"),
    ("Attendez ...", "Attendez…"),
    ("deux  mots ", "deux mots"),
    ("95 % et 30 s", f"95{NO_BREAK}% et 30{NO_BREAK}s"),
    ("{count} min", f"{{count}}{NO_BREAK}min"),
    ("12000 parties", f"12{THIN}000 parties"),
    ("A vous, Etoile !", f"À vous, Étoile{THIN}!"),
    ("un coeur, ex aequo", "un cœur, ex æquo"),
    ("trois - deux", "trois – deux"),
    ("Est\u2011ce lui", "Est-ce lui"),
]
ENGLISH = [
    ("it's the players' turn", "it’s the players’ turn"),
    ("say 'yes' now", "say ‘yes’ now"),
    ('say "yes"', "say “yes”"),
    ("say « yes »", "say “yes”"),
    ("Look : there !", "Look: there!"),
    ("Wait ...", "Wait…"),
    ("95 %", "95%"),
    ("12000 games", "12,000 games"),
    ("three — two", "three – two"),
]
LEFT = [
    ("fr", '`pip install "a"`'),
    ("fr", "{seat:seat} s’arrête"),
    ("fr", "A est sur le 4, à 10:30, sur http://localhost:8000"),
    ("fr", "(? règles, l journal)"),
    ("fr", f"{NO_BREAK}: "),
    ("fr", "… et vous"),
    ("en", "{row:number}, «»: the last"),
    ("en", "--port and en 5000"),
    ("en", ": "),
]


@pytest.mark.parametrize(("text", "printed"), FRENCH)
def test_french_is_mended(text: str, printed: str):
    assert mend(text, "fr") == printed
    assert mend(printed, "fr") == printed


@pytest.mark.parametrize(("text", "printed"), ENGLISH)
def test_english_is_mended(text: str, printed: str):
    assert mend(text, "en") == printed
    assert mend(printed, "en") == printed


@pytest.mark.parametrize(("language", "text"), LEFT)
def test_what_is_right_or_no_prose_is_left_as_it_is(language: str, text: str):
    assert mend(text, language) == text


def test_the_command_names_faults_and_mends_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    words, page = tmp_path / "words.fr.json", tmp_path / "clauses.fr.md"
    words.write_text('{\n  "a:\'b": "l\'un : {a:b}",\n  "c": { "one": "\\"un\\"", "other": "deux" }\n}\n', encoding="utf-8")
    page.write_text("# Titre\n\n### a.1 Qui ?\n> Lui ; toi.\n", encoding="utf-8")
    assert main([str(tmp_path)]) == 1
    told = capsys.readouterr().out
    assert f"{words}:2" in told
    assert f"{page}:3" in told
    assert "l'un" in words.read_text("utf-8")
    assert main(["--write", str(tmp_path)]) == 0
    assert main([str(tmp_path)]) == 0
    assert json.loads(words.read_text("utf-8")) == {
        "a:'b": f"l’un{NO_BREAK}: {{a:b}}",
        "c": {"one": f"«{NO_BREAK}un{NO_BREAK}»", "other": "deux"},
    }
    assert page.read_text("utf-8") == f"# Titre\n\n### a.1 Qui{THIN}?\n> Lui{THIN}; toi.\n"


def test_a_folder_that_is_not_there_and_a_file_without_a_language(tmp_path: Path):
    with pytest.raises(SystemExit):
        main([str(tmp_path / "nowhere")])
    with pytest.raises(ValueError, match=r"name it like words\.fr\.json"):
        language_of(tmp_path / "words.json")
