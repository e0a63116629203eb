from __future__ import annotations

from math import log2

import pytest

from ludotheque.tables import fairness, identity


def test_tokens_and_codes_cannot_be_guessed() -> None:
    assert len({identity.new_token() for _ in range(100)}) == 100
    assert len(identity.new_token()) * 6 >= 128
    assert identity.CODE_LENGTH * log2(32) >= 40
    assert identity.read_code(" abc-de fghjk ") == "ABCDEFGHJK"


def test_an_invitation_is_five_letters_that_cannot_be_confused() -> None:
    made = [identity.new_invitation() for _ in range(400)]
    assert {len(code) for code in made} == {5}
    assert len(set(made)) > 390
    letters = set("".join(made))
    assert letters == set(identity.INVITATION_LETTERS)
    assert letters.isdisjoint("IOQU01AE"), "no letter that looks like another one or like a figure, and no words"
    assert len(letters) ** 5 >= 3_000_000
    assert identity.read_code(" bcdf-g ") == "BCDFG"


def test_a_table_can_be_named_on_the_command_line() -> None:
    assert not any(identity.new_id().startswith("-") for _ in range(2000))


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("Léa", "Léa"),
        ("  a \n\t b  ", "a b"),
        ("a\u202eb\u2066c\u200bd\x00e\x1bf", "abcdef"),
        ("Z" + "\u0301" * 30, "\u0179\u0301\u0301"),
        ("x" * 100, "x" * 24),
        ("\u200d", ""),
        ("👩\u200d🚀", "👩\u200d🚀"),
    ],
)
def test_a_name_says_only_what_it_seems_to_say(given: str, kept: str) -> None:
    assert identity.clean(given, 24) == kept


def test_the_hash_of_a_deal_is_the_one_of_the_record_format() -> None:
    # printf '{"deal":{"first":0},"salt":"00"}' | sha256sum
    assert fairness.digest({"first": 0}, "00") == "b6ee678aa8d3e22af1b695766266bdc87bff6f6d489578cf9ca32657f315661a"
