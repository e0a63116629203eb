"""Hauls, presents, pawns slipped in and empty cylinders are counted again in the log."""

from __future__ import annotations

from tests.stories import retold, told


def test_deeds_are_what_the_log_says():
    games = retold("tonoo")
    for game in games:
        assert told(game.deed("slipped")) == game.most("placed", least=2)
        assert told(game.deed("presents")) == game.most("took", least=1)
        empty = [(line.entry, line.args["seat"], line.args["cylinder"]) for line in game.of("lifted_eliminated")]
        assert [(deed.entry, deed.seat, deed.args["cylinder"]) for deed in game.deeds.get("empty", ())] == empty
        hauls = {line.entry: line.args["count"] for line in game.of("lifted_kept") if line.args["count"] > 1}
        haul = game.deed("haul")
        assert (haul is None) == (not hauls)
        if haul is not None:
            assert haul.args["count"] == hauls[haul.entry] == max(hauls.values())
        memory = game.deed("memory")
        if memory is not None:
            lift = game.log[memory.entry - 1]
            slipped = game.log[memory.entry - 1 - int(memory.args["count"])]
            assert (lift.code, lift.args["seat"]) == ("lifted_kept", memory.seat)
            assert (slipped.code, slipped.args["pawn"], slipped.args["cylinder"]) == (
                "placed",
                memory.piece,
                lift.args["cylinder"],
            )
    assert {"slipped", "presents", "empty", "memory", "worst", "survivor"} <= {code for game in games for code in game.deeds}
