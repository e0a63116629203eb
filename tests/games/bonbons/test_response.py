"""A best response, counted by a program that shares nothing with the solver but how positions are numbered, gains nothing."""

from __future__ import annotations

import numpy as np
import pytest

from ludotheque.games.bonbons.solve.kernels import response as responding
from ludotheque.games.bonbons.solve.kernels import solution as solver
from ludotheque.games.bonbons.solve.response import best_response
from ludotheque.games.bonbons.solve.solution import Solution, positions, reserve_of, solution, start_of

VARIANTS = [pytest.param(True, id="quick"), pytest.param(False, id="standard", marks=pytest.mark.soak)]


@pytest.mark.parametrize("quick", VARIANTS)
def test_nobody_gains_anything_against_the_solution_in_any_position(quick: bool):
    """What the solution says is what either side can make sure of: so it is the value."""
    found, value = best_response(solution(quick), waits_once=False), solution(quick).value(start_of(quick))
    assert found.gain < 1e-9
    assert found.begins == pytest.approx(value, abs=1e-9)
    assert found.follows == pytest.approx(1 - value, abs=1e-9)


@pytest.mark.parametrize("quick", VARIANTS)
def test_not_to_bore_anybody_costs_elephant_next_to_nothing(quick: bool):
    found, value = best_response(solution(quick), waits_once=True), solution(quick).value(start_of(quick))
    assert 0 < found.follows - (1 - value) < 2e-4
    assert found.begins - value < 2e-4
    assert found.gain < 0.026


def test_a_best_response_finds_what_is_wrong_with_other_values():
    wrong = solution(True).values + np.random.default_rng(1).normal(0, 0.01, solver.SIZE)
    assert best_response(Solution(True, wrong), waits_once=False).begins > solution(True).value(start_of(True)) + 0.005


def test_counts_are_laid_out_and_numbered_as_the_solver_numbers_them():
    table = np.zeros(responding.COUNTS, np.int64)
    for quick in (True, False):
        for p in map(int, positions(quick)[:: 997 if quick else 9973]):
            responding.lay_out(table, p, reserve_of(quick))
            assert responding.numbered(table, responding.ACTS) == p
            assert responding.numbered(table, responding.WAITS) == solver.turned_round(p)
            assert responding.place_of(p) == solver.number(p)
            assert responding.unseen_squares(table) == solver.unseen_squares(p, reserve_of(quick))
