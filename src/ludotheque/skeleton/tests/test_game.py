"""What every game passes: the battery, the leaks of `leaks.py`, the playthrough, the words and the clauses."""

from __future__ import annotations

from ludotheque.rules.game import Game
from ludotheque.testing.suite import GameTests


class TestPebblebag(GameTests):
    """All of it, for Pebblebag."""

    game = Game("ludotheque.skeleton.game")
