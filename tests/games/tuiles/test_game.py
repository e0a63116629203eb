"""What every game passes: the battery, the leaks of `leaks.py`, the playthrough, the words and the clauses."""

from __future__ import annotations

from ludotheque.games import game
from ludotheque.testing.suite import GameTests


class TestTuiles(GameTests):
    game = game("tuiles")
