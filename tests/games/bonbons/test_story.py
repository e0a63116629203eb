"""Thefts, misses and rows of pairs are counted again in the log."""

from __future__ import annotations

from tests.stories import Retold, retold, told

PAIR, THEFT, MISS = ([f"{result}_{what}" for what in ("square", "round", "own")] for result in ("pair", "theft", "no_pair"))


def test_deeds_are_what_the_log_says():
    games = retold("bonbons")
    for game in games:
        thief = game.most(*THEFT, least=2)
        deed = game.deed("thefts")
        assert (None if deed is None else (deed.seat, deed.args["count"])) == (thief and thief[:2])
        last = [(line.args["seat"], line.args["owner"]) for line in game.of(*THEFT)][-1:] if thief is None else []
        assert [(deed.seat, deed.args["owner"]) for deed in game.deeds.get("theft", ())] == last
        assert told(game.deed("misses")) == with_wrappers(game).most(*MISS, least=3)
        assert told(game.deed("streak")) == longest_row(game)
        assert all(
            game.log[deed.entry - 1].code in PAIR + THEFT for code in ("memory", "luck") for deed in game.deeds.get(code, ())
        )
    assert {"thefts", "misses", "streak", "memory", "luck", "wrapper"} <= {code for game in games for code in game.deeds}


def longest_row(game: Retold) -> tuple[int, int, int] | None:
    """bonbons.10: the most pairs of one seat without a miss and without anybody else in between; the first such row."""
    best: tuple[int, int, int] | None = None
    seat, count = -1, 0
    for line in game.log:
        if line.args["seat"] != seat or line.code in MISS:
            seat, count = line.args["seat"], 0
        count += line.code in PAIR + THEFT
        if count > (1 if best is None else best[1]):
            best = seat, count, line.entry
    return best


def with_wrappers(game: Retold) -> Retold:
    """bonbons.19: an empty wrapper that is turned as a second tile matches nothing either, and ends the turn."""
    then = [*game.log[1:], None]
    missed = [
        line._replace(code=MISS[0]) if line.code == "wrapper_drew" and after and after.args["seat"] != line.args["seat"] else line
        for line, after in zip(game.log, then, strict=True)
    ]
    return game._replace(log=missed)
