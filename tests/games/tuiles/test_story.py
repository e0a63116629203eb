"""Announcements that held, and those that did not, are counted again in the log."""

from __future__ import annotations

from tests.stories import Retold, retold, told

HELD = ("moved", "home")


def test_deeds_are_what_the_log_says():
    games = retold("tuiles")
    for game in games:
        assert told(game.deed("wrong")) == game.most("stayed", least=2)
        assert told(game.deed("memory")) == longest_row(game)
        home, first = game.of("home")[:1], game.deed("first")
        assert [(line.entry, line.args["seat"], line.args["pawn"]) for line in home] == (
            [] if first is None else [(first.entry, first.seat, first.args["pawn"])]
        )
        hops = {line.entry: line.args["count"] for line in game.of(*HELD)}
        bounces = game.deed("bounces")
        assert bounces is None or 1 < int(bounces.args["count"]) < hops[bounces.entry]
        bold = game.deed("bold")
        assert bold is None or game.log[bold.entry - 1].code in HELD
    assert {"wrong", "memory", "first", "bold", "bounces"} <= {code for game in games for code in game.deeds}


def longest_row(game: Retold) -> tuple[int, int, int] | None:
    """tuiles.7: the first longest row of right announcements of one seat, from three on."""
    rows: dict[int, int] = {}
    best: tuple[int, int, int] | None = None
    for line in game.log:
        seat = line.args["seat"]
        rows[seat] = rows.get(seat, 0) + 1 if line.code in HELD else 0
        if rows[seat] > (2 if best is None else best[1]):
            best = seat, rows[seat], line.entry
    return best
