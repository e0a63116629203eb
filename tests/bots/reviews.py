"""Reviews to look at: what they say that a player had seen."""

from __future__ import annotations

from ludotheque.bots import Budget, advice
from ludotheque.games import GAMES
from ludotheque.lab.bouts import bout

SMALL = Budget(playouts=24)


def told_in_a_review(slug):
    """Everything that a review of a child's game says it had seen: the record, the move judged, and what was seen."""
    game = GAMES[slug]
    played = bout(game, game.options({}), ["child", "goldfish"], 3, [SMALL, SMALL]).record
    record = {**played, "moves": played["moves"][:120]}
    record.pop("result", None)
    told = [(record, judged.index, seen) for judged in advice.review(record, 0, SMALL).moves for seen in judged.seen]
    assert told
    return told
