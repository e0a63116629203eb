"""How elephant plays Tonoo: it lifts what is ripe, and thinks of everybody who comes before its next turn."""

from __future__ import annotations

import pytest

import ludotheque
from ludotheque.bots import Budget, make_bot
from ludotheque.bots.memory import Memory
from ludotheque.games.tonoo import rules
from ludotheque.games.tonoo.bots import trials
from ludotheque.games.tonoo.bots.kernels import policy
from ludotheque.lab.bouts import bout
from ludotheque.rules.state import from_record

SOME = Budget(playouts=400)
LETTERS = "RYGBj"


@pytest.fixture(scope="module")
def game():
    return ludotheque.game("tonoo")


def table(game, cylinders, owned, drawn=None):
    """Seat 0 is to act; pawns that lie nowhere are in the bag. Pawns by letter: RYGB and j for a joker."""
    state = game.blank(len(owned), game.options({}))
    rules.set_up(state, 0)
    state.entries = 40
    for cylinder, pawns in enumerate(cylinders):
        for pawn in map(LETTERS.index, pawns):
            rules.put_back(state, pawn, -1)
            state.inside[cylinder * rules.KINDS + pawn] += 1
            state.filled[cylinder] += 1
    for seat, pawns in enumerate(owned):
        for pawn in map(LETTERS.index, pawns):
            rules.own(state, seat, pawn, 1)
    if drawn is not None:
        rules.apply(state, rules.DRAW)
        rules.apply(state, LETTERS.index(drawn))
    return state


def elephants_move(game, state, cylinders):
    """Elephant has seen the pawns go in."""
    bot = make_bot(game, 0, "elephant", 7, SOME)
    bot.notebook.memory = Memory()
    for cylinder, pawns in enumerate(cylinders):
        for serial, pawn in enumerate(pawns):
            place = f"{cylinder}/{serial}"
            bot.notebook.placed[cylinder].append(place)
            bot.notebook.memory.note(place, rules.PAWNS[LETTERS.index(pawn)], 1 + serial)
    view = game.view(state, 0)
    buffer = [0] * len(rules.MOVES)
    count = rules.legal(state, buffer)
    return str(bot.choose(view, [rules.MOVES[action] for action in buffer[:count]]))


def test_it_lifts_what_wins(game):
    cylinders = ["RR", "YB", "GG", ""]
    assert elephants_move(game, table(game, cylinders, ["RYB", "R"]), cylinders) == "lift cylinder=2"


def test_it_keeps_a_winning_pawn_from_whoever_comes_next(game):
    """It would gain nothing itself by that lift, but the next one would win with it."""
    cylinders = ["RR", "Y", "B", ""]
    assert elephants_move(game, table(game, cylinders, ["RY", "YGB"]), cylinders) == "lift cylinder=0"


def test_what_is_ripe_counts_for_the_first_who_has_a_use_for_it(game):
    """Seats 0 and 1 own red already, and seat 2 comes before seat 3."""
    calm, ripe = (table(game, [red, "Y", "G", ""], ["R", "R", "", ""]) for red in ("RB", "RR"))

    def better(seat):
        return policy.worth(ripe, [0, 1], seat) / policy.worth(calm, [0, 1], seat)

    assert [better(seat) > 1 for seat in range(4)] == [False, False, True, False]


def test_elephant_wins_nearly_always_against_two_at_random(game):
    """Not always: who lifts in vain and owns nothing lets the others take pawns (tonoo.8)."""
    won = 0.0
    for seed in range(12):
        names = ["elephant" if at == seed % 3 else "random" for at in range(3)]
        won += bout(game, game.options({}), names, seed, [Budget(playouts=60)] * 3).shares[seed % 3]
    assert won >= 9  # 4 would be its share


def test_trials_leave_the_position_as_it_was(game):
    """The policy puts pawns into cylinders to see what would come of it, and takes them out again."""
    at = trials.ready()
    state = table(game, ["RYGB", "RYG", "RYGBj", "RYGB"], ["RB", "B", "B"])
    at.weigh(state, [rules.DRAW], Budget(playouts=300), 0, 1, every=True)
    after = from_record(at.room.states[0], rules.State)
    assert rules.material(after) == list(rules.IN_THE_BOX)
    assert sum(after.filled) == sum(after.inside) == sum(state.filled) + 1
