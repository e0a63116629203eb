"""pgx's tic-tac-toe as an environment to learn in: a batch that is stepped, observed, masked and dealt anew for ever.

The whole loop of random moves is one compiled function, which is more than a learner outside of JAX can have; what is observed is
summed, so that it is not optimised away. The process keeps to one core, as in `pgx_tictactoe`.
"""

from __future__ import annotations

import time

import jax
import jax.numpy as jnp
import pgx
from pgx.experimental import auto_reset

from bench.measure import Measure, main
from bench.peers.pgx_tictactoe import BATCH, choose  # before JAX counts the cores

STEPS = 200
"""In one call."""


def run(steps: int, seed: int) -> Measure:
    """At least so many steps, each a decision."""
    env = pgx.make("tic_tac_toe")
    step = jax.vmap(auto_reset(env.step, env.init))
    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(seed), BATCH))

    @jax.jit
    def play(state, key):  # type: ignore[no-untyped-def]
        def turn(_, carried):  # type: ignore[no-untyped-def]
            state, key, games, seen = carried
            key, choice_key, step_key = jax.random.split(key, 3)
            state = step(state, choose(choice_key, state.legal_action_mask), jax.random.split(step_key, BATCH))
            return state, key, games + jnp.sum(state.terminated), seen + jnp.sum(state.observation) + jnp.sum(state.rewards)

        return jax.lax.fori_loop(0, STEPS, turn, (state, key, jnp.int32(0), jnp.float32(0)))

    key = jax.random.key(seed + 1)
    state, key, _, _ = jax.block_until_ready(play(state, key))  # compiled before the clock starts
    calls, games = -(-steps // (BATCH * STEPS)), 0
    start = time.process_time()
    for _ in range(calls):
        state, key, ended, _ = jax.block_until_ready(play(state, key))
        games += int(ended)
    seconds = time.process_time() - start
    return Measure("pgx tic_tac_toe, stepped", games, calls * BATCH * STEPS, seconds)


if __name__ == "__main__":
    main(run)
