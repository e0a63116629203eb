"""What a game's rules leave out is there all the same, in both carriers."""

from __future__ import annotations

import re
from types import ModuleType, SimpleNamespace

import pytest
from examples.tictactoe import GAME

from ludotheque.games import GAMES, HOUSE
from ludotheque.rules import defaults


def test_the_smallest_game_writes_none_of_them():
    text = (GAME.folder / "rules.py").read_text("utf-8")
    assert [name for name in defaults.NAMES if name != "secret" and re.search(rf"^(def )?{name}\b", text, re.MULTILINE)] == []
    for name in defaults.NAMES:
        assert hasattr(GAME.rules, name), name


def test_kernels_among_them_are_compiled_where_the_rules_are():
    for name in ("chances", "careless", "playing"):
        assert hasattr(getattr(GAME.compiled.rules, name), "py_func"), name
        assert not hasattr(getattr(GAME.rules, name), "py_func"), name


@pytest.mark.parametrize("slug", HOUSE)
def test_no_game_of_the_house_repeats_a_default(slug: str):
    """What comes to the same as the default is not worth a reader's time; what differs stays the game's own."""
    for name in defaults.NAMES:
        own, usual = getattr(GAMES[slug].rules, name), getattr(defaults, name)
        if callable(own) and own is not usual and name != "secret":  # a secret is worth saying aloud
            assert own.__code__.co_code != usual.__code__.co_code or own.__code__.co_consts[1:] != usual.__code__.co_consts[1:]


def test_what_the_rules_say_themselves_is_left_alone():
    rules = ModuleType("rules_of_a_guest")
    rules.reveals = lambda before, after: True  # type: ignore[attr-defined]
    completed = defaults.complete(rules, defaults)
    assert completed.reveals(None, None) is True
    assert completed.material(None) == ()


def test_a_game_that_does_not_say_never_lets_anybody_wait():
    before, after = SimpleNamespace(to_act=0), SimpleNamespace(to_act=1)
    assert GAME.reveals(before, after) is False  # type: ignore[arg-type]


def test_a_game_that_does_not_say_is_taken_to_hold_secrets():
    assert defaults.secret({}) is True
    assert GAME.secret({}) is False
