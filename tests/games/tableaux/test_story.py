"""Tableaux won, given and found are counted again in the log."""

from __future__ import annotations

from tests.stories import retold, told

WON = ("completed", "completed_for", "laid_hand")


def test_deeds_are_what_the_log_says():
    games = retold("tableaux")
    for game in games:
        assert told(game.deed("tableaux")) == game.most(*WON, least=2)
        assert told(game.deed("finder")) == game.most("took", least=3)
        gifts = [(line.entry, line.args["seat"], line.args["on"]) for line in game.of("completed_for")]
        assert [(deed.entry, deed.seat, deed.args["on"]) for deed in game.deeds.get("gift", ())] == gifts
        hands = [(line.entry, line.args["seat"]) for line in game.of("laid_hand")]
        assert [(deed.entry, deed.seat) for deed in game.deeds.get("hand", ())] == hands
        first, rich = game.deed("first"), game.deed("rich")
        assert [line.entry for line in game.of(*WON)][:1] == ([] if first is None else [first.entry])
        points = [line.args["count"] for line in game.of(*WON)]
        assert max(points, default=0) == (rich.args["count"] if rich is not None else min(1, len(points)))
        for deed in game.deeds.get("find", ()):
            before = [line for line in game.log[: deed.entry - 1] if line.code in ("took", "drew", "drew_and_turned")]
            assert (before[-1].code, before[-1].args["seat"], before[-1].args["card"]) == ("took", deed.seat, deed.piece)
            assert game.log[deed.entry - 1].code in WON
    assert {"tableaux", "finder", "gift", "hand", "rich", "find", "first"} <= {code for game in games for code in game.deeds}
