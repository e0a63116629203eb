"""All that a game's tests need, ours or a guest's. `check_game(game)` is the battery; nothing here knows a game.

`suite` has the tests themselves as a class to inherit, and `plugin` the fixtures: these two need pytest, the rest does not.
"""

from ludotheque.testing.battery import (
    check_carriers_agree,
    check_declaration,
    check_game,
    check_moves,
    check_no_leaks,
    check_plays,
)
from ludotheque.testing.plays import count_positions, random_play, random_positions
from ludotheque.testing.scenario import clause, legal, refusal, rule, run, sees, start, waits

__all__ = [
    "check_carriers_agree",
    "check_declaration",
    "check_game",
    "check_moves",
    "check_no_leaks",
    "check_plays",
    "clause",
    "count_positions",
    "legal",
    "random_play",
    "random_positions",
    "refusal",
    "rule",
    "run",
    "sees",
    "start",
    "waits",
]
