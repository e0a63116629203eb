"""The three agents of the examples learn, in less than their docs say: with fixed seeds they come out the same each time."""

from __future__ import annotations

from examples import learn_openspiel, learn_pettingzoo, learn_vector
from ludotheque.adapters import vector
from tests.familiar import CHANCY


def test_a_linear_agent_beats_chance_at_many_tables():
    env = vector.env(CHANCY, 128, players=2)
    assert abs(learn_vector.meets_chance(env, learn_vector.Agent(env), 100)) < 0.1
    assert learn_vector.meets_chance(env, learn_vector.learn(env, 150), 100) > 0.6


def test_a_table_of_values_beats_chance():
    env, nothing = learn_pettingzoo.learn(0)
    assert abs(learn_pettingzoo.meets_chance(env, nothing, 200)) < 0.25
    env, values = learn_pettingzoo.learn(300)
    assert learn_pettingzoo.meets_chance(env, values, 100) > 0.6


def test_their_learner_leaves_less_to_exploit():
    left = learn_openspiel.learn(learn_openspiel.endgame(), 60)
    assert left[0] > 0.2
    assert left[-1] < left[0] / 2
