"""Bots that another distribution brings through the entry point group `ludotheque.bots`."""

from __future__ import annotations

import pytest

import ludotheque
from ludotheque import records
from ludotheque.bots import Budget, bot_names, make_bot, named_bots
from ludotheque.lab.bouts import bout, ladder_names
from tests.familiar import CHANCY, MEMORY

OUTSIDER = """
class First:
    '''Plays the first legal move.'''

    def __init__(self, game, seat, seed, budget):
        self.built_with = (game.slug, seat, seed, budget)
        self.views = []

    def see(self, view):
        self.views.append(view)

    def choose(self, view, legal):
        assert view == self.views[-1] and view.seat == self.built_with[1]
        return legal[0]
"""


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """Install a distribution that brings a bot under a name, and take it away again."""

    def install(name):
        (tmp_path / "outsider_bots.py").write_text(OUTSIDER)
        about = tmp_path / "outsider-1.0.dist-info"
        about.mkdir()
        (about / "METADATA").write_text("Metadata-Version: 2.1\nName: outsider\nVersion: 1.0\n")
        (about / "entry_points.txt").write_text(f"[ludotheque.bots]\n{name} = outsider_bots:First\n")
        monkeypatch.syspath_prepend(tmp_path)
        named_bots.cache_clear()

    yield install
    monkeypatch.undo()
    named_bots.cache_clear()


def test_a_bot_from_outside_is_built_with_a_game_a_seat_a_seed_and_a_budget(installed):
    assert "first" not in bot_names()
    installed("first")
    assert "first" in bot_names()
    assert "first" in ladder_names()
    bot = make_bot(CHANCY, 1, "first", 7, Budget(playouts=5))
    assert bot.built_with == (CHANCY, 1, 7, Budget(playouts=5))


def test_a_bot_from_outside_plays_from_the_views_of_its_seat(installed):
    installed("first")
    game = ludotheque.game(MEMORY)
    played = bout(game, game.options({}), ["elephant", "first"], 3, [Budget(playouts=20), None])
    records.check(played.record)
    assert [seat["name"] for seat in played.record["seats"]] == ["elephant", "first"]


@pytest.mark.parametrize("name", ["elephant", "random"])
def test_a_bot_from_outside_may_not_take_a_name_that_is_taken(installed, name):
    installed(name)
    with pytest.raises(ValueError, match=name):
        make_bot(CHANCY, 0, "random", 1)
