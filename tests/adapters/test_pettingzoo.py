"""PettingZoo's own tests over every box, number of players and choice of options, and what they do not ask."""

from __future__ import annotations

import pickle
import subprocess
import sys

import numpy as np
import pytest
from pettingzoo.test import api_test, performance_benchmark, seed_test

from ludotheque.adapters import pettingzoo
from ludotheque.games import GAMES
from ludotheque.rules.core import Fault, Refused
from tests.adapters.variants import every_variant, first_and_last
from tests.familiar import HANDS, MEMORY, QUICK


@every_variant
def test_their_api_test_and_seed_test_pass(game, players, options, scaled):
    api_test(pettingzoo.env(game.slug, players, **options), num_cycles=scaled(1000))
    seed_test(lambda: pettingzoo.env(game.slug, players, **options), num_cycles=scaled(100))


@every_variant
def test_their_performance_benchmark_passes(game, players, options, monkeypatch):
    clock = iter(range(10**9))  # it plays for five seconds, and looks at the clock after each round of the table
    monkeypatch.setattr("time.time", lambda: next(clock) / 20)
    performance_benchmark(pettingzoo.env(game.slug, players, **options))


@first_and_last
def test_a_seat_is_shown_its_view_and_what_is_legal(game, players, options):
    env = pettingzoo.env(game.slug, players, **options)
    env.reset(seed=3)
    for agent in env.agent_iter(60):
        observation, _, over, _, info = env.last()
        if over:
            break
        assert env.layout.decode(observation) == env.play.view(env.possible_agents.index(agent))
        legal = [game.rules.MOVES[action] for action in np.flatnonzero(info["action_mask"])]
        assert legal == env.play.legal()
        env.step(env.action_space(agent).sample())


@first_and_last
def test_the_winners_share_what_all_have_put_in(game, players, options):
    env = pettingzoo.env(game.slug, players, **options)
    env.reset(seed=8)
    while not any(env.terminations.values()):
        env.step(env.action_space(env.agent_selection).sample())
    winners = env.play.outcome.winners
    assert sum(env.rewards.values()) == pytest.approx(0)
    assert {agent for agent, reward in env.rewards.items() if reward >= 0} == {f"seat_{seat}" for seat in winners}
    assert all(env.terminations.values())


def test_a_move_that_is_not_legal_is_refused_with_its_reason():
    env = pettingzoo.env(QUICK)
    env.reset(seed=1)
    before = env.observe(env.agent_selection)
    wrong = int(np.flatnonzero(env.infos[env.agent_selection]["action_mask"] == 0)[0])
    with pytest.raises(Refused) as refused:
        env.step(wrong)
    assert "action_mask" in refused.value.__notes__[0]
    assert (env.observe(env.agent_selection) == before).all()
    with pytest.raises(ValueError, match="an action is a number from 0 to"):
        env.step(99999)


def test_without_a_game_nothing_can_be_done():
    env = pettingzoo.env(QUICK)
    with pytest.raises(RuntimeError, match="call reset"):
        env.step(0)
    with pytest.raises(RuntimeError, match="call reset"):
        env.observe("seat_0")


def test_what_does_not_fit_is_said():
    with pytest.raises(LookupError, match="no game called"):
        pettingzoo.env("clouds")
    with pytest.raises(Fault):
        pettingzoo.env(QUICK, players=7)
    with pytest.raises(Fault):
        pettingzoo.env(QUICK, clouds=True)
    with pytest.raises(ValueError, match="render_mode"):
        pettingzoo.env(QUICK, render_mode="oil")


def test_it_renders_what_a_spectator_sees_as_text(capsys):
    env = pettingzoo.env(HANDS, render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    assert "hand: null" in text
    assert "phase:" in text
    pettingzoo.env(HANDS, render_mode="human").reset(seed=1)
    assert capsys.readouterr().out.rstrip("\n") == text


def test_games_after_a_seed_are_the_same_games():
    def games():
        env = pettingzoo.env(MEMORY)
        env.reset(seed=7)
        first = env.play.deal
        env.reset()
        return first, env.play.deal

    assert games() == games()
    assert games()[0] != games()[1]


def test_it_can_be_sent_to_another_process():
    env = pettingzoo.env(QUICK)
    twin = pickle.loads(pickle.dumps(env))
    for one in (env, twin):
        one.reset(seed=4)
    assert env.observe("seat_0").tolist() == twin.observe("seat_0").tolist()


def test_a_missing_extra_says_what_to_install():
    code = (
        "import sys; sys.modules['pettingzoo'] = None\n"
        "try:\n    from ludotheque.adapters import pettingzoo\nexcept ModuleNotFoundError as error:\n    print(error)"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert 'pip install "ludotheque[research]"' in said


def test_every_box_is_there():
    assert {pettingzoo.env(slug).metadata["name"] for slug in GAMES} == {f"ludotheque_{slug}_v0" for slug in GAMES}
