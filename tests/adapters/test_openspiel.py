"""OpenSpiel's own tests over every box, number of players and choice of options, and what they do not ask."""

from __future__ import annotations

import itertools
import random
import subprocess
import sys

import pyspiel
import pytest
from examples.tictactoe import GAME as SMALL
from open_spiel.python.observation import make_observation

from ludotheque.adapters import dealing, openspiel
from ludotheque.games import GAMES
from ludotheque.rules.core import CHANCE, Fault
from ludotheque.rules.dice import below, new_dice
from ludotheque.testing.plays import random_play
from tests.adapters.variants import every_variant, first_and_last
from tests.familiar import HANDS, MEMORY, QUICK


def dealt(game, rng):
    """A state after a random deal."""
    state = game.new_initial_state()
    while state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(outcomes, weights)[0])
    return state


@every_variant
def test_their_random_simulation_passes_with_serialisation(game, players, options, soak):
    pyspiel.random_sim_test(openspiel.load(game.slug, players, **options), 10 if soak else 1, True, False)


@first_and_last
def test_a_deal_is_a_row_of_throws_and_makes_the_state_that_dice_would(game, players, options):
    dice, thrown = new_dice(9), []

    class Noting(dealing.AskingDice):
        def comes_out(self, bound):
            thrown.append(below(dice, bound))
            return thrown[-1]

    state, other = game.blank(players, options), game.blank(players, options)
    game.rules.deal(state, Noting([]))
    game.rules.deal(other, new_dice(9))
    assert state == other
    assert dealing.deal(game, players, options, thrown) == other
    with pytest.raises(dealing.Asked):
        dealing.deal(game, players, options, thrown[:-1])


def test_the_throws_of_a_shuffle_reach_every_order_equally():
    game = openspiel.load(QUICK, games=1)
    boards = []
    first = game.new_initial_state()
    for who, _ in first.chance_outcomes():
        for layout, share in first.child(who).chance_outcomes():
            assert share == pytest.approx(1 / 72)
            boards.append(str(first.child(who).child(layout)))
    assert len(set(boards)) == 2 * 72


@first_and_last
def test_an_observation_is_the_encoding_of_the_view(game, players, options):
    loaded, rng = openspiel.load(game.slug, players, **options), random.Random(4)
    state = dealt(loaded, rng)
    spectator = make_observation(
        loaded, pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    )
    for _ in range(30):
        for seat in range(players):
            view = game.view(state.position.state, seat)
            assert loaded.setup.layout.decode(bytes.fromhex(state.observation_string(seat))).to_act == view.to_act
            assert state.observation_tensor(seat) == loaded.setup.layout.write(view)
        assert spectator.string_from(state, 0) == bytes(loaded.setup.layout.write(game.view(state.position.state, -1))).hex()
        if state.is_terminal():
            break
        state.apply_action(rng.choice(state.legal_actions()))  # those of chance are its outcomes


def test_an_information_state_tells_apart_what_was_seen_and_no_more():
    """Which marker lies hidden is known to who laid it, until both are revealed."""
    game = openspiel.load(QUICK, games=1)
    state = dealt(game, random.Random(1))
    attacker = state.current_player()
    one, other = (state.child(action) for action in state.legal_actions()[:2])
    assert one.information_state_string(attacker) != other.information_state_string(attacker)
    assert one.information_state_string(1 - attacker) == other.information_state_string(1 - attacker)
    assert one.information_state_tensor(1 - attacker) == other.information_state_tensor(1 - attacker)
    lines = one.legal_actions()
    after, later = one.child(lines[0]), other.child(lines[0])
    assert after.information_state_string(1 - attacker) != later.information_state_string(1 - attacker)


def test_what_is_hidden_again_stays_in_the_information_state_only():
    """Two ways to the same view: two tiles turned in one order or the other, and both lie face down again."""
    game = openspiel.load(MEMORY)
    root = dealt(game, random.Random(3))
    stop = [str(move) for move in GAMES[MEMORY].rules.MOVES].index("stop")
    ends = []
    for first, second in ((0, 1), (1, 0)):
        state = root
        for action in (first, stop, second, stop, 2, stop):
            state = state.child(action)
        ends.append(state)
    one, other = ends
    assert one.observation_string(0) == other.observation_string(0)
    assert one.information_state_string(0) != other.information_state_string(0)


def test_a_game_can_start_after_a_record():
    house = GAMES[HANDS]
    play = random_play(house, 3, house.options(), 5, until=20)
    game = openspiel.load(HANDS, 3, start=play.record())
    state = game.new_initial_state()
    assert state.position.state == play.state
    assert state.current_player() == play.to_act
    pyspiel.random_sim_test(game, 1, True, False)


def test_draws_have_the_weights_of_the_rules():
    for slug, house in GAMES.items():
        if not house.rules.CHANCES:
            continue
        state = dealt(openspiel.load(slug), random.Random(3))
        while state.position.to_act != CHANCE:
            state.apply_action(state.legal_actions()[0])
        weights = [0] * len(house.rules.CHANCES)
        whole = house.rules.chances(state.position.state, weights)
        assert dict(state.chance_outcomes()) == {i: pytest.approx(w / whole) for i, w in enumerate(weights) if w}


def test_what_does_not_fit_is_said():
    with pytest.raises(Fault):
        openspiel.load(QUICK, clouds=True)
    with pytest.raises(LookupError, match="no game called"):
        openspiel.load("clouds")
    with pytest.raises(ValueError, match="recall is at least 1"):
        openspiel.load(QUICK, recall=0)
    loaded = openspiel.load(QUICK)
    with pytest.raises(ValueError, match="nobody sees what all seats see"):
        make_observation(
            loaded, pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS)
        )


def test_a_process_that_registered_them_ends_well():
    code = "from ludotheque.adapters import openspiel; print(len(openspiel.register()), len(openspiel.register()))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == [str(len(GAMES))] * 2


def test_a_guest_plays_there_too():
    bounds = dealing.bounds(SMALL, 2, {})
    assert bounds == [2]
    assert {dealing.deal(SMALL, 2, {}, [who]).first for who in range(2)} == {0, 1}
    assert len(list(itertools.product(*map(range, bounds)))) == 2
