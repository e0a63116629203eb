"""The equilibrium of Novem, checked by a best response that shares nothing with the solver."""

from __future__ import annotations

import time
from functools import cache
from itertools import pairwise, product

import numpy as np
import pytest

import ludotheque
from ludotheque.bots import LEVELS, make_bot
from ludotheque.bots.advice import review
from ludotheque.games.novem import rules
from ludotheque.games.novem.bots.player import HABITS, blend, habit
from ludotheque.games.novem.solve import chances
from ludotheque.games.novem.solve import solution as solved
from ludotheque.games.novem.solve.kernels import chances as contest
from ludotheque.games.novem.solve.kernels import solution as solver
from ludotheque.games.novem.solve.response import best_response, exploitability

FULL_BOARD = (2,) * 9


@pytest.fixture(scope="module")
def fast():
    """The solution with compiled kernels."""
    return solved.Solution(solved.solution().tables, solved.compiled())


@pytest.fixture(scope="module")
def mixes(fast):
    @cache
    def asked(tiles, attacker):
        position = fast.points(solved.UPPER, tiles, attacker)
        return position.rows, position.columns

    return asked


def test_a_best_response_gains_nothing_on_any_board(mixes):
    values = solved.solution().tables["points"]
    for responder in (0, 1):
        assert np.abs(best_response(mixes, responder) - values).max() <= 1e-9


def test_each_level_is_harder_to_exploit_than_the_one_below(mixes):
    def with_habit(share):
        def asked(tiles, attacker):
            rows, columns = mixes(tiles, attacker)
            return (
                blend(rows, habit(solved.UPPER, tiles, attacker == 0, True), share),
                blend(columns, habit(solved.UPPER, tiles, attacker == 1, False), share),
            )

        return asked

    gains = [sum(exploitability(with_habit(HABITS[level]))) / 4 for level in LEVELS]
    assert gains == sorted(gains, reverse=True)
    assert gains[0] > 5
    assert abs(gains[-1]) <= 1e-9


def test_the_points_are_solved_in_well_under_a_second():
    solved.solve_points()
    began = time.process_time()
    solved.solve_points()
    assert time.process_time() - began < 0.8


def test_every_layout_has_the_value_of_its_class():
    upright, across = (solved.solution().points(board, FULL_BOARD, 0).value for board in (solved.UPPER, _across(solved.UPPER)))
    for packed in rules.LAYOUTS:
        board = rules.unpacked(packed)
        value = solved.solution().points(board, FULL_BOARD, 0).value
        assert value == pytest.approx(across if solved.alignment_of(tuple(board)).turned else upright, abs=1e-12)
    assert across == pytest.approx(-solved.solution().points(solved.UPPER, FULL_BOARD, 1).value)


def _across(board):
    return tuple(board[cell % 3 * 3 + cell // 3] for cell in range(9))


def test_chances_in_a_match_add_up_for_both_sides():
    """The same position with rows and columns changed over is worth one minus as much."""
    for attacker, ahead, first in product((0, 1), (-7, 0, 12), (None, 0, 1)):
        one = solved.solution().match(solved.UPPER, FULL_BOARD, attacker, ahead, first).value
        over = (
            solved.solution()
            .match(_across(solved.UPPER), FULL_BOARD, 1 - attacker, -ahead, None if first is None else 1 - first)
            .value
        )
        assert one + over == pytest.approx(1.0)


def test_a_lead_that_cannot_be_made_up_has_won():
    tiles = (0, 1, 0, 1, 0, 0, 0, 0, 1)
    left = sum(10 - solved.UPPER[cell] for cell in range(9) if tiles[cell])
    assert solved.solution().match(solved.UPPER, tiles, 1, left + 1, None).value == 1.0
    assert solved.solution().match(solved.UPPER, tiles, 0, -left - 1, None).value == 0.0


def test_two_positions_that_lean_on_each_other_are_solved_together():
    """Board 1219 tends to -0.0668 as games get longer, though a whole interval of values is fixed under one more round."""
    tiles = tuple(1219 // 3**cell % 3 for cell in range(9))
    values = [solved.solution().points(solved.UPPER, tiles, attacker).value for attacker in (0, 1)]
    x = y = 0.0
    rooms = np.zeros(3), np.zeros(3)
    payoffs = [np.array(solved.solution().points(solved.UPPER, tiles, attacker).payoff) for attacker in (0, 1)]
    empty = np.array(tiles).reshape(3, 3) == 0
    for _ in range(3000):
        y = solver.matrix_game(np.where(empty, x, payoffs[1]), *rooms)
        x = solver.matrix_game(np.where(empty, y, payoffs[0]), *rooms)
    assert values == pytest.approx([x, y], abs=1e-4)


def contests_of_the_last_game(boards, given=None, others=None):
    """What the contests come to on the first boards (those with few tiles), and what each position is worth."""
    table = np.asarray(solved.solution().tables["last"])
    ends = np.array([solved.decided()] * contest.CONTESTS)
    shape = solved.shapes()[solved.LAST]
    return chances.tables(shape, table, solved.decided(), ends, boards, mixes=(given, others)), table


def test_a_best_response_gains_nothing_in_the_match(soak):
    """In every position with few tiles, with any lead; with --soak in whole matches of one game and of two."""
    boards = 6000
    found, table = contests_of_the_last_game(boards)
    start, left = solved.shapes()[solved.LAST]
    reached = max(start[board] + 2 * (2 * left[board] + 1) for board in range(boards) if start[board] >= 0)
    for side, sign in ((0, 1), (1, -1)):  # the rows' chance: a best response brings elephant's rows down, its columns up
        gained = sign * (table[:reached] - found[contest.BEST + side, :reached])
        assert gained.max() <= 1e-6
        assert gained.min() >= -1e-9
    if soak:
        assert max(match.exploitability for match in chances.chances()) <= 1e-6


def test_who_is_behind_does_not_let_the_other_pass_for_ever():
    """The rows lead by one and would win if nothing more were taken; passing must end against every pair of lines."""
    tiles = (0, 2, 0, 1, 0, 2, 1, 0, 0)
    passed = []
    for attacker in (0, 1):
        columns = solved.solution().match(solved.UPPER, tiles, attacker, 1, None).columns
        passed.append([sum(columns[j] for j in range(3) if tiles[row * 3 + j] == 0) for row in range(3)])
    assert max(passed[0]) * max(passed[1]) < 1 - 1e-9


def test_the_chance_against_uniform_play_is_what_playing_on_comes_to(fast):
    found, _ = contests_of_the_last_game(SMALL + 1)

    def mean(tiles, attacker, ahead, worth):
        rows = fast.match(solved.UPPER, tiles, attacker, ahead, None).rows
        return np.dot(rows, worth.mean(axis=1))

    check_by_playing_on(found[contest.MIXED], mean)


@pytest.mark.parametrize("level", ["goldfish", "child", "adult"])
def test_a_best_response_to_a_level_is_what_playing_on_comes_to(level):
    """The level has the rows; the columns know how it mixes."""
    mixes = chances.mixes_of(level)
    found, _ = contests_of_the_last_game(SMALL + 1, mixes)

    def least(tiles, attacker, ahead, worth):
        board = sum(count * 3**cell for cell, count in enumerate(tiles))
        rows = mixes[board, attacker, 0]
        assert rows.sum() == pytest.approx(1)
        return min(rows @ worth)

    check_by_playing_on(found[contest.BEST], least)


def test_one_level_against_another_is_what_playing_on_comes_to():
    """An adult has the rows, a child the columns."""
    adult, child = chances.mixes_of("adult"), chances.mixes_of("child")
    found, _ = contests_of_the_last_game(SMALL + 1, adult, child)

    def mean(tiles, attacker, ahead, worth):
        board = sum(count * 3**cell for cell, count in enumerate(tiles))
        return adult[board, attacker, 0] @ worth @ child[board, attacker, 1]

    check_by_playing_on(found[contest.MIXED], mean)


@pytest.mark.parametrize(("level", "above"), list(pairwise(LEVELS)))
def test_each_level_wins_six_of_ten_single_games_against_the_one_below(level, above):
    """Counted exactly: the mean over both sides and first attackers. In a match of two games it wins more."""
    found, _ = contests_of_the_last_game(solver.BOARDS, chances.mixes_of(above), chances.mixes_of(level))
    start, reach = solved.shapes()[solved.LAST]
    whole = start[solved.FULL] + 2 * reach[solved.FULL]
    rows, columns = found[contest.MIXED, whole : whole + 2], found[contest.MIXED + 1, whole : whole + 2]
    assert (rows.sum() + (1 - columns).sum()) / 4 >= 0.6


SMALL = 1248
"""A board with six tiles."""


def check_by_playing_on(found, weigh):
    """By recursion over what may happen; passing is followed for as many rounds as make a difference."""
    start, left = solved.shapes()[solved.LAST]

    @cache
    def rows_win(tiles, ahead):
        """With either attacker."""
        lines, chances = np.array(tiles).reshape(3, 3), [1.0 if ahead > 0 else 0.0 if ahead < 0 else 0.5] * 2
        if 0 in lines.sum(axis=0) or 0 in lines.sum(axis=1):
            return chances
        worth = np.zeros((2, 3, 3))
        for attacker, (cell, upper) in product((0, 1), enumerate(solved.UPPER)):
            if tiles[cell]:
                tile = (0, 10 - upper, upper)[tiles[cell]]
                after = tuple(count - (at == cell) for at, count in enumerate(tiles))
                worth[attacker, cell // 3, cell % 3] = rows_win(after, ahead + (tile if attacker == 0 else -tile))[1 - attacker]
        before = None
        while before is None or max(abs(one - other) for one, other in zip(before, chances, strict=True)) > 1e-10:
            before = chances
            later = [worth[attacker] + (lines == 0) * before[1 - attacker] for attacker in (0, 1)]
            chances = [weigh(tiles, attacker, ahead, later[attacker]) for attacker in (0, 1)]
        return chances

    tiles = tuple(SMALL // 3**cell % 3 for cell in range(9))
    for ahead in (-4, 1, 6):
        at = start[SMALL] + 2 * (ahead + left[SMALL])
        assert found[at : at + 2] == pytest.approx(rows_win(tiles, ahead), abs=1e-6)


@pytest.mark.parametrize("show_totals", [False, True])
def test_elephant_counts_what_was_taken(show_totals):
    game = ludotheque.game("novem")
    play = game.new(2, seed=1, show_totals=show_totals)
    bots = [make_bot(game, seat, "elephant", seat) for seat in (0, 1)]
    while play.to_act >= 0:
        for seat, bot in enumerate(bots):
            bot.see(play.view(seat))
        seat = play.to_act
        lead = play.state.before[0] + play.state.points[0] - play.state.before[1] - play.state.points[1]
        assert bots[seat]._ahead(play.view(seat)) == lead
        play.play(bots[seat].choose(play.view(seat), play.legal()))


def test_a_review_is_exact():
    game = ludotheque.game("novem")
    play = game.new(2, seed=4)
    while play.to_act >= 0:
        play.play(play.legal()[len(play.entries) % 3])
    judged = review(play.record(), 0)
    assert len(judged.moves) == sum(who == 0 for who, _ in play.entries)
    assert all(move.cost >= 0 for move in judged.moves)
    assert judged.cost > 0.01
