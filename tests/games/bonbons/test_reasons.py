"""Why a tile is worth turning: true, and nothing that a player was not shown."""

from __future__ import annotations

import ludotheque
from ludotheque import records
from tests.bots.hints import hint_in, played, told_the_same, why

GAME = ludotheque.game("bonbons")


def dealt(players=2):
    """Seat 0 begins; its first round is the red lollipop, and so is square 1."""
    play = GAME.new(players, seed=3, named={"first": 0})
    deal = play.deal
    deal = {**deal, "squares": swapped(deal["squares"], 0, deal["squares"].index("lollipop-red"))}
    rounds, reserve = [list(row) for row in deal["rounds"]], list(deal["reserve"])
    for row in (*rounds, reserve):
        if "lollipop-red" in row:
            at = row.index("lollipop-red")
            row[at], rounds[0][0] = rounds[0][0], row[at]
    return records.begin({**play.record(), "deal": {**deal, "rounds": rounds, "reserve": reserve}})


def swapped(tiles, one, other):
    changed = list(tiles)
    changed[one], changed[other] = changed[other], changed[one]
    return changed


def test_the_twin_was_seen_and_when():
    """What the other turned lies open until one's own turn begins: that is just now. Later it is turns ago."""
    seen = ("turn_square cell=0", "turn_round seat=1 slot=0")
    record = played(dealt(), *seen, "turn_round seat=0 slot=0")
    assert why(record, "turn_square cell=0") == ("theft", {"picture": "lollipop-red", "count": 0})
    way = hint_in(record).ideas[0].way
    assert [(event.verb, event.target) for event in way] == [("turn", "square.0"), ("theft", "round.0.0")]
    assert way[0].piece == "lollipop-red"
    between = ("turn_square cell=1", "stop", "turn_square cell=2", "stop", "turn_square cell=3", "stop")
    record = played(dealt(), *seen, *between, "turn_round seat=0 slot=0")
    assert why(record, "turn_square cell=0") == ("pair", {"picture": "lollipop-red", "count": 2})


def test_of_a_tile_that_nobody_has_seen_nothing_is_said_but_that():
    given = hint_in(dealt().record())
    assert given.ideas[0].why.code == "unseen_square"
    assert [event.piece for event in given.ideas[0].way] == [None]
    assert given.basis == "exact"


def test_how_likely_an_unseen_square_is_the_twin():
    record = played(dealt(), "turn_round seat=0 slot=0")
    code, args = why(record, next(f"turn_square cell={idea.move['cell']}" for idea in hint_in(record).ideas))
    assert (code, args) == ("one_of", {"picture": "lollipop-red", "count": 36})


def test_games_that_differ_where_nobody_looked_get_the_same_hint():
    moves = ("turn_square cell=0", "turn_round seat=1 slot=0", "turn_square cell=7", "stop", "turn_round seat=0 slot=0")
    for players in (2, 3):
        play = dealt(players)
        record = played(play, *moves)
        twin = {**record, "deal": {**record["deal"], "squares": swapped(record["deal"]["squares"], 20, 30)}}
        assert told_the_same(record, twin)
