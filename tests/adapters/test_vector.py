"""Thousands of tables at once: each plays the game that the plain rules play, move by move."""

from __future__ import annotations

import numpy as np
import pytest
from examples.tictactoe import GAME as SMALL

from ludotheque.adapters import vector
from ludotheque.adapters.stakes import stakes
from ludotheque.rules.core import CHANCE, OVER, SPECTATOR
from ludotheque.rules.dice import new_dice
from ludotheque.rules.state import copy_state, from_record
from ludotheque.testing.plays import action_buffer
from tests.adapters.variants import every_variant, first_and_last
from tests.familiar import CHANCY, HANDS, QUICK
from tests.testing.guests import copy_of

SEED = 5


class Twin:
    """One game of the plain carrier, with the dice of its number."""

    def __init__(self, game, players, options, number):
        self.game, self.players, self.number = game, players, number
        self.blank, self.buffer = game.blank(players, options), action_buffer(game)
        self.deal()

    def deal(self):
        self.state, self.dice = copy_state(self.blank), new_dice(SEED, self.number)
        self.game.rules.deal(self.state, self.dice)

    def step(self, action, tables):
        """The rewards if it is over, else None."""
        engine = self.game.engine
        engine.step(self.state, action)
        while engine.to_act(self.state) == CHANCE:
            engine.step(self.state, engine.draw(self.state, self.buffer, self.dice))
        if engine.to_act(self.state) != OVER:
            return None
        won = stakes(self.game.outcome(self.state).winners, self.players)
        self.number += tables
        self.deal()
        return won

    def legal(self):
        return self.buffer[: self.game.rules.legal(self.state, self.buffer)]


def check_twins(env, twins, shown):
    for i, twin in enumerate(twins):
        seat = twin.game.engine.to_act(twin.state)
        assert shown.seats[i] == seat
        assert np.flatnonzero(shown.masks[i]).tolist() == twin.legal()
        assert shown.observations[i].tolist() == env.layout.write(twin.game.view(twin.state, seat))


@every_variant
def test_each_game_is_the_one_that_plain_rules_play(game, players, options, scaled):
    tables = 3
    env = vector.env(game.slug, tables, players, seed=SEED, **options)
    twins = [Twin(game, players, options, number) for number in range(tables)]
    shown = env.reset(SEED)
    check_twins(env, twins, shown)
    for _ in range(scaled(1000)):
        actions = env.random_actions().copy()
        shown = env.step(actions)
        ended = [twin.step(int(action), tables) for twin, action in zip(twins, actions, strict=True)]
        assert shown.over.tolist() == [won is not None for won in ended]
        assert shown.rewards.tolist() == np.array([won or [0.0] * players for won in ended], np.float32).tolist()
        check_twins(env, twins, shown)


@first_and_last
def test_two_states_that_look_alike_to_a_seat_give_the_same_arrays(game, players, options, scaled):
    env = vector.env(game.slug, 32, players, seed=SEED, **options)
    kernels, _ = vector.stepping(game)
    for step in range(scaled(200)):
        shown = env.step(env.random_actions())
        seat = step % players
        plain = [from_record(state, game.rules.State) for state in env._room.states]
        alike = game.compiled.states(len(plain))
        for i, state in enumerate(plain):
            vector.to_record(game.imagine(game.view(state, seat), dice=new_dice(step, i)), game.rules.State, alike[i])
        seen = np.zeros(shown.observations.size, np.uint8)
        kernels.observe_all(alike, np.full(len(plain), seat), seen, env.layout.width)
        assert (seen.reshape(shown.observations.shape) == env.observe(seat)).all()
        for i in np.flatnonzero(shown.seats == seat):
            buffer = action_buffer(game)
            legal = buffer[: game.rules.legal(from_record(alike[i], game.rules.State), buffer)]
            assert np.flatnonzero(shown.masks[i]).tolist() == legal


def test_what_is_left_standing_is_what_is_there():
    """Numbers that stay from one step to the next are right all the same, also when a table is dealt anew."""
    env = vector.env(HANDS, 32, seed=SEED)
    assert env.layout.kept.stop > env.layout.kept.start
    ended = 0
    for step in range(2400):
        shown = env.step(env.random_actions())
        ended += int(shown.over.sum())
        if step % 20 == 0 or shown.over.any():
            for seat in range(env.players):
                own = shown.seats == seat
                assert (shown.observations[own] == env.observe(seat)[own]).all()
    assert ended > 16


@pytest.mark.parametrize("slug", [CHANCY, HANDS])
def test_threads_change_nothing(slug):
    many = [vector.env(slug, 37, threads=threads, seed=SEED) for threads in (1, 2, 5)]
    for _ in range(200):
        shown = [env.step(env.random_actions()) for env in many]
        for other in shown[1:]:
            assert all((one == two).all() for one, two in zip(shown[0], other, strict=True))
    for env in many:
        env.close()


def test_a_seed_gives_the_same_games_again():
    env = vector.env(HANDS, 8, seed=SEED)

    def some():
        env.reset(SEED)
        return [env.step(env.random_actions()).observations.tolist() for _ in range(50)]

    assert some() == some()
    assert env.reset(SEED).observations.tolist() != env.reset(SEED + 1).observations.tolist()


def test_random_actions_are_legal_and_all_as_likely():
    env = vector.env(QUICK, 3000, seed=SEED)
    counts = np.bincount(env.random_actions(), minlength=env.moves)
    both = counts[:3] + counts[3:]  # rows or columns, whoever attacks first
    assert abs(both - 1000).max() < 5 * np.sqrt(3000 * 2 / 9)
    assert env._shown.masks[np.arange(3000), env.random_actions()].all()


def test_an_illegal_action_changes_nothing_and_says_why():
    env = vector.env(QUICK, 4, seed=SEED)
    before = [array.copy() for array in env.reset(SEED)]
    actions = env.random_actions().copy()
    actions[2] = (actions[2] + 3) % 6
    with pytest.raises(ValueError, match=r"table 2: action \d .* is not legal: (rows|columns)_only .* nothing was played"):
        env.step(actions)
    assert all((one == two).all() for one, two in zip(before, env._shown, strict=True))
    for wrong in (-1, 6, 10**9):
        actions[1] = wrong
        with pytest.raises(ValueError, match=f"table 1: an action is a number from 0 to 5, not {wrong}"):
            env.step(actions)


@pytest.mark.parametrize("actions", [[0, 0], np.zeros((4, 1), int), [0.0] * 4, [True] * 4])
def test_actions_are_one_whole_number_for_each_table(actions):
    with pytest.raises(ValueError, match="one whole number for each of 4 tables"):
        vector.env(QUICK, 4).step(actions)


def test_no_tables_or_no_threads_are_too_few():
    with pytest.raises(ValueError, match="at least one table and one thread"):
        vector.env(QUICK, 0)
    with pytest.raises(ValueError, match="at least one table and one thread"):
        vector.env(QUICK, 4, threads=0)


def test_a_spectator_can_look_too():
    env = vector.env(HANDS, 2, seed=SEED)
    seen = env.observe(SPECTATOR)
    assert [env.layout.decode(row).seat for row in seen] == [None, None]


def test_a_guest_without_a_kernel_is_observed_through_its_views(tmp_path, monkeypatch):
    guest = copy_of(tmp_path, "unwritten", monkeypatch)
    (guest.folder / "arrays.py").unlink()
    slow, fast = vector.env(guest, 5, seed=SEED), vector.env(SMALL, 5, seed=SEED)
    for _ in range(40):
        one, two = slow.step(slow.random_actions()), fast.step(fast.random_actions())
        assert all((a == b).all() for a, b in zip(one, two, strict=True))
    assert (slow.observe(0) == fast.observe(0)).all()
