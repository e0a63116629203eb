"""The learned judgement of Tonoo: chances of all seats are one, and it does not matter what colours and cylinders are called."""

from __future__ import annotations

from random import Random

import pytest

import ludotheque
from ludotheque.bots import Budget, lookahead
from ludotheque.bots.judgement import mind_of, parts_of, shape_of, thought_of
from ludotheque.bots.kernels.judgement import MOST_SEATS
from ludotheque.games.tonoo import rules
from ludotheque.games.tonoo.bots.kernels import features
from ludotheque.games.tonoo.bots.player import twins
from ludotheque.rules.arrays import reals
from ludotheque.rules.state import RUNNING, copy_state, to_record


@pytest.fixture(scope="module")
def game():
    return ludotheque.game("tonoo")


def positions(game, players, count, seed=1):
    """Positions at the beginning of a turn, from games played at random without carelessness."""
    for number in range(count):
        play = game.new(players, seed=seed + number)
        random = Random(number)
        most = random.randrange(10, 80)
        while play.to_act >= 0 and (play.state.entries < most or play.state.phase != rules.CHOOSING):
            moves = [move for move in play.legal() if not rules.careless(play.state, game.action(move))]
            play.play(random.choice(moves or play.legal()))
        if play.state.ended == RUNNING:
            yield play.state


def any_mind(seats):
    """One that has learned nothing: what is promised holds whatever the weights are."""
    random = Random(seats)
    return mind_of(features, seats, [random.gauss(0, 0.3) for _ in range(sum(shape_of(features, seats)))])


def judged(game, state):
    found, values = parts_of(game), reals(1, MOST_SEATS)
    into = game.compiled.states()
    to_record(state, rules.State, into[0])
    mind = any_mind(state.eliminated[: state.players].count(0))
    found.judgement.value(into[0], mind, thought_of(found.plain), values, 0)
    return values[0].tolist()[: state.players]


def renamed(state, colours, cylinders):
    """The same position with other names for colours and cylinders."""
    other = copy_state(state)
    kinds = [*colours, rules.JOKER]
    for kind, to in enumerate(kinds):
        other.bag[to] = state.bag[kind]
        for seat in range(state.players):
            other.owned[seat * rules.KINDS + to] = state.owned[seat * rules.KINDS + kind]
        for cylinder, there in enumerate(cylinders):
            other.inside[there * rules.KINDS + to] = state.inside[cylinder * rules.KINDS + kind]
    for cylinder, there in enumerate(cylinders):
        other.filled[there], other.cylinder_out[there] = state.filled[cylinder], state.cylinder_out[cylinder]
    return other


@pytest.mark.parametrize("players", rules.PLAYERS)
def test_chances_sum_to_one_and_names_do_not_matter(game, players):
    seen = 0
    for number, state in enumerate(positions(game, players, 24)):
        chances = judged(game, state)
        assert sum(chances) == pytest.approx(1)
        random = Random(number)
        other = renamed(state, random.sample(range(4), 4), random.sample(range(4), 4))
        assert judged(game, other) == pytest.approx(chances, abs=1e-9)
        seen += 1
    assert seen > 8


def test_seats_matter_only_by_the_order_of_play(game):
    """Everybody moved one seat on, the turn with them."""
    for state in positions(game, 3, 12):
        other = copy_state(state)
        for seat in range(3):
            there = (seat + 1) % 3
            for kind in range(rules.KINDS):
                other.owned[there * rules.KINDS + kind] = state.owned[seat * rules.KINDS + kind]
            other.owns[there], other.eliminated[there] = state.owns[seat], state.eliminated[seat]
        other.turn = (state.turn + 1) % 3
        chances = judged(game, state)
        assert judged(game, other) == pytest.approx([chances[2], chances[0], chances[1]])


def test_with_one_out_the_others_are_judged_like_a_game_of_their_own(game):
    three, two = game.blank(3, game.options({})), game.blank(2, game.options({}))
    for state in (three, two):
        rules.set_up(state, 0)
        rules.own(state, 0, 2, 1)
    three.eliminated[1] = 1
    first, out, last = judged(game, three)
    assert out == 0
    assert judged(game, two) == pytest.approx([first, last])


def test_looking_ahead_weighs_every_move_that_differs_and_leaves_the_position_alone(game):
    ready = lookahead.ready("tonoo")
    for state in positions(game, 2, 8):
        before = copy_state(state)
        found = ready.weigh(state, any_mind(2), Budget(playouts=40), 1, every=True)
        assert state == before
        assert [one.chance for one in found] == sorted((one.chance for one in found), reverse=True)
        assert all(0 <= one.chance <= 1 for one in found)
        buffer = [0] * len(rules.MOVES)
        count = rules.legal(state, buffer)
        told = {action for one in found for action in (one.action, *twins(state, one.action))}
        assert told == set(buffer[:count])
