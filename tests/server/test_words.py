"""Every code that the server can say has words, in both languages."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import ludotheque.texts
from ludotheque.tables.model import REACTIONS

SOURCE = Path(__file__).parents[2] / "src" / "ludotheque"
WORDS = {
    language: {
        **json.loads((Path(str(ludotheque.texts.__file__)).parent / f"words.{language}.json").read_text("utf-8")),
        **json.loads((SOURCE / "server" / f"words.{language}.json").read_text("utf-8")),
    }
    for language in ("fr", "en")
}


def said(pattern: str) -> set[str]:
    files = [*(SOURCE / "server").glob("*.py"), *(SOURCE / "tables").glob("*.py")]
    return {code for file in files for code in re.findall(pattern, file.read_text("utf-8"))}


@pytest.mark.parametrize("language", ["fr", "en"])
def test_refusals_notices_and_farewells_have_words(language: str) -> None:
    words = WORDS[language]
    refusals = said(r'(?:Denied|Refusal|Problem)\(\s*"(\w+)"') | said(r'return (?:403|413|415|429), "(\w+)"')
    byes = said(r'(?:Bye|\.close)\("(\w+)"') | {"version", "hello", "token", "no_such_table"}
    notices = said(r'notice\(table_id, "(\w+)"') | {"joined", "left", "stand_in", "returned", "resigned"}
    refusals -= {"hello", "version"}  # said only as a farewell
    assert {code for code in refusals if f"refuse.{code}" not in words and f"fault.{code}" not in words} == set()
    assert {code for code in byes if f"bye.{code}" not in words} == set()
    assert {code for code in notices if f"notice.{code}" not in words} == set()
    assert {code for code in REACTIONS if f"reaction.{code}" not in words} == set()


def test_both_languages_have_the_same_codes_and_holes() -> None:
    french, english = (json.loads((SOURCE / "server" / f"words.{language}.json").read_text("utf-8")) for language in ("fr", "en"))
    assert list(french) == list(english)
    for code, text in french.items():
        assert sorted(re.findall(r"\{.*?\}", text)) == sorted(re.findall(r"\{.*?\}", english[code])), code
