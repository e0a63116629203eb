"""A linear agent learns a memory game at hundreds of tables at once, in NumPy, and then meets chance.

    python examples/learn_vector.py [SLUG] [STEPS]

It plays all seats, sees what they see, and remembers in the simplest way: what was shown fades a little with every move. Moves
are drawn from a softmax of weights times indicators, and the weights follow the reward (REINFORCE).
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from ludotheque.adapters import vector

FADES, RATE, TABLES, LONGEST = 0.9, 0.5, 256, 40


class Agent:
    """Weights for every move, over what is seen and what is remembered."""

    def __init__(self, env: vector.VectorEnv) -> None:
        self.layout = env.layout
        self.weights = np.zeros((2 * env.layout.indicators, env.moves), np.float32)

    def features(self, shown: vector.Shown, memory: Any) -> Any:
        """What is seen, and what is still remembered; the memory of a game that is over is empty."""
        seen = self.layout.one_hot(shown.observations)
        memory[shown.over] = 0
        memory *= FADES
        memory += (1 - FADES) * seen
        return np.concatenate([seen, memory], axis=1)

    def shares(self, features: Any, masks: Any) -> Any:
        """How likely each move is."""
        strength = np.where(masks, features @ self.weights, -np.inf)
        strength = np.exp(strength - strength.max(axis=1, keepdims=True))
        return strength / strength.sum(axis=1, keepdims=True)


def draw(shares: Any, rng: np.random.Generator) -> Any:
    """One move for each table."""
    return (shares.cumsum(axis=1) > rng.random((len(shares), 1))).argmax(axis=1)


def learn(env: vector.VectorEnv, steps: int, seed: int = 0) -> Agent:
    """Play against oneself, and make moves that led to a win more likely, those that led to a loss less."""
    agent, rng = Agent(env), np.random.default_rng(seed)
    shown = env.reset(seed)
    memory = np.zeros((env.tables, env.layout.indicators), np.float32)
    past: list[tuple[Any, ...]] = []
    begun = np.zeros(env.tables, np.int64)  # the step with which the game of each table began
    for step in range(steps):
        features = agent.features(shown, memory)
        shares = agent.shares(features, shown.masks)
        actions = draw(shares, rng)
        past.append((features, shares, actions, shown.seats.copy(), step))
        past = past[-LONGEST:]
        shown = env.step(actions)
        tables = np.flatnonzero(shown.over)
        for features, shares, actions, seats, when in past:
            mine = tables[begun[tables] <= when]
            gain = shown.rewards[mine, seats[mine]] / env.tables
            slope = -shares[mine] * gain[:, None]
            slope[np.arange(len(mine)), actions[mine]] += gain
            agent.weights += RATE * features[mine].T @ slope
        begun[tables] = step + 1
    return agent


def meets_chance(env: vector.VectorEnv, agent: Agent, steps: int, seed: int = 1) -> float:
    """What the agent wins a game on seat 0, everybody else playing at random."""
    rng, shown = np.random.default_rng(seed), env.reset(seed)
    memory = np.zeros((env.tables, env.layout.indicators), np.float32)
    won, games = 0.0, 0
    for _ in range(steps):
        actions = draw(agent.shares(agent.features(shown, memory), shown.masks), rng)
        shown = env.step(np.where(shown.seats == 0, actions, env.random_actions()))
        won, games = won + float(shown.rewards[:, 0].sum()), games + int(shown.over.sum())
    return won / games


def main(slug: str = "tonoo", steps: str = "600") -> None:
    """Before and after."""
    env = vector.env(slug, TABLES, players=2)
    print(f"{slug}: knowing nothing {meets_chance(env, Agent(env), 300):+.2f} a game against chance")
    print(f"{slug}: after {steps} steps {meets_chance(env, learn(env, int(steps)), 300):+.2f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
