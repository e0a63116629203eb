"""Catches, parries and feints are looked up again in the log."""

from __future__ import annotations

from tests.stories import retold


def test_deeds_are_what_the_log_says():
    games = retold("novem")
    for game in games:
        tiles = {line.entry: line.args["tile"] for line in game.of("took", "took_last")}
        takers = {line.entry: line.args["seat"] for line in game.of("took", "took_last")}
        catch, parry, feints = map(game.deed, ("catch", "parry", "feints"))
        assert (catch is None) == (max(tiles.values(), default=0) < 8)
        if catch is not None:
            assert catch.args["tile"] == tiles[catch.entry] == max(tiles.values())
            assert catch.seat == takers[catch.entry]
        assert (parry is None) == (min(tiles.values(), default=9) > 2)
        if parry is not None:
            assert parry.args["tile"] == tiles[parry.entry] == min(tiles.values())
            assert parry.seat == 1 - takers[parry.entry] == 1 - int(parry.args["owner"])
        fooled = game.most("found_nothing", least=1)
        assert (feints is None) == (fooled is None)
        if feints is not None and fooled is not None:
            assert (1 - feints.seat, feints.args["count"], feints.entry) == fooled
    assert {"catch", "parry", "feints", "game"} <= {code for game in games for code in game.deeds}


def test_of_two_games_the_one_that_was_won_by_more_is_told():
    for game in retold("novem"):
        ends = game.of("took_last")
        by = [abs(line.args["rows"] - line.args["columns"]) for line in ends]
        deed = game.deed("game")
        assert (deed is None) == (len(ends) < 2 or not any(by))
        if deed is not None:
            assert int(deed.args["most"]) - int(deed.args["least"]) == max(by)
            assert deed.entry == ends[by.index(max(by))].entry
