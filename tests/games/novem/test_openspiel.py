"""The solved game in OpenSpiel: what a best response gains there, by their code, is what it gains by ours."""

from __future__ import annotations

import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms.exploitability import exploitability

from ludotheque.adapters import openspiel
from ludotheque.adapters.stakes import stakes
from ludotheque.games import GAMES
from ludotheque.games.novem.rules import SIDE, tiles_left, unpacked
from ludotheque.games.novem.solve import solution as solved
from ludotheque.rules.core import LIMIT, OVER, Move
from ludotheque.rules.play import Play
from ludotheque.rules.state import copy_state

NOVEM = GAMES["novem"]
OPTIONS = NOVEM.options({"games": 1})
SMALL = "A1 A1 B2 B2 C3 C3 A2 A2 B3 B3 C1 C1 A3 B1 C2"
LARGER = "A1 A1 B2 B2 C3 C3 A2 A2 B3 B3 A3 B1 C2"
"""Crossings in the order in which the rounds met there; A1 is empty after two. Three tiles are left, or five."""
ROUNDS = 3


def endgame(taken: str) -> Play:
    """Few tiles are left, and so few entries until the record is full (any.1) that the whole tree can be walked."""
    deal = {"first": 0, "boards": [list(solved.UPPER)]}
    play = Play(NOVEM, 2, OPTIONS, deal)
    left = (LIMIT - 2 * ROUNDS) // 2 - len(taken.split())
    for row, column in (*taken.split(), *["A1"] * left):
        for _ in range(2):
            play.play(Move("lay", line=row if play.to_act == 0 else column))
    return play


def mixes(state):
    """What the solution plays: a share for each row and for each column."""
    tiles = [tiles_left(stack) for stack in state.stacks]
    attacker = 1 - state.turn if state.laid else state.turn
    found = solved.solution().match(unpacked(state.boards[0]), tiles, attacker, state.points[0] - state.points[1], None)
    return found.rows, found.columns


def even(state):
    """What nobody should play: every line alike."""
    return (1 / SIDE,) * SIDE, (1 / SIDE,) * SIDE


class Mixed(policy.Policy):
    """A pair of mixes as a policy of OpenSpiel."""

    def __init__(self, game, play):
        super().__init__(game, [0, 1])
        self.play = play

    def action_probabilities(self, state, player_id=None):
        seat = state.current_player()
        return {seat * SIDE + line: share for line, share in enumerate(self.play(state.position.state)[seat])}


def best(state, play, responder):
    """What the responder gets at best against the other's mix, by our rules alone: after each round all is open again."""
    if NOVEM.engine.to_act(state) == OVER:
        return stakes(NOVEM.outcome(state).winners, 2)[responder]
    shares = play(state)[1 - responder]

    def after(row, column):
        twin = copy_state(state)
        first, second = (row, SIDE + column) if twin.turn == 0 else (SIDE + column, row)
        NOVEM.engine.step(twin, first)
        NOVEM.engine.step(twin, second)
        return best(twin, play, responder)

    lines = range(SIDE)
    if responder == 0:
        return max(sum(shares[column] * after(row, column) for column in lines) for row in lines)
    return max(sum(shares[row] * after(row, column) for row in lines) for column in lines)


@pytest.fixture(scope="module", params=[SMALL, LARGER], ids=["small", "larger"])
def game(request):
    return openspiel.load("novem", start=endgame(request.param).record(), games=1)


@pytest.mark.parametrize("play", [mixes, even])
def test_their_exploitability_is_ours(game, play):
    state = game.new_initial_state().position.state
    assert state.entries == LIMIT - 2 * ROUNDS
    ours = (best(state, play, 0) + best(state, play, 1)) / 2
    assert exploitability(game, Mixed(game, play)) == pytest.approx(ours, abs=1e-9)


def test_the_solution_gives_next_to_nothing_away_and_even_mixes_do(game):
    """It is solved without an end to the record: with five tiles left, three rounds before that end, it is not quite exact."""
    assert exploitability(game, Mixed(game, mixes)) == pytest.approx(0, abs=0.01)
    assert exploitability(game, Mixed(game, even)) > 0.2


def test_the_solution_gives_nothing_away_in_the_small_one():
    small = openspiel.load("novem", start=endgame(SMALL).record(), games=1)
    assert exploitability(small, Mixed(small, mixes)) == pytest.approx(0, abs=1e-12)
