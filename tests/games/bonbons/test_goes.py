"""Bonbons with three and more: a table in counts, goes counted by them, and games that are learned from."""

from __future__ import annotations

import math
import random
from collections import Counter
from types import ModuleType

import pytest

import ludotheque
from ludotheque.bots import Budget, make_bot
from ludotheque.bots.advice import hint
from ludotheque.bots.memory import Memory
from ludotheque.games.bonbons.bots.counts import Table, read_table
from ludotheque.games.bonbons.bots.kernels import counts, ends, goes, selfplay
from ludotheque.games.bonbons.bots.kernels.ends import Walk
from ludotheque.games.bonbons.bots.notebook import Notebook
from ludotheque.games.bonbons.rules import START
from ludotheque.games.bonbons.solve.kernels import solution as solver
from ludotheque.games.bonbons.solve.solution import Solution, positions, solution
from ludotheque.rules import kernel
from ludotheque.rules.arrays import ints, numbers, reals
from ludotheque.rules.dice import new_dice

NOTHING = None  # no judgement is asked here


def plain(label: str) -> tuple[ModuleType, ModuleType, ModuleType]:
    """Ends, goes and games in counts as ordinary Python, of which parts can be exchanged."""
    ending = kernel.plain(ends.__name__, label=label)
    going = kernel.plain(goes.__name__, label=label, ends=ending)
    return ending, going, kernel.plain(selfplay.__name__, label=label, ends=ending, goes=going)


def walk(seats: int, reserve: int) -> Walk:
    told = numbers([seats, reserve, -1, 1, 0, *[0] * 6])
    return Walk(NOTHING, NOTHING, told, reals(ends.FOUND, 6), ints(7, goes.SOME), ints(16), ints(16), reals(16, 6))


# Two seats: what is solved -------------------------------------------------------------------------------------------


def counted(p: int) -> int:
    """A position of the solution in counts."""
    rows = [[p >> 9 * seat + 3 * sort & 7 for sort in range(3)] for seat in range(2)]
    found = sum(
        counts.one(sort, seat) * count
        for seat, row in enumerate(rows)
        for sort, count in zip((counts.A, counts.C, counts.U), row, strict=True)
    )
    alone, wrapped = p >> 18 & 63, solver.wrapped(p) != solver.NOBODY
    return found + alone * counts.E + solver.coins(p) * counts.COINS + wrapped * counts.WRAPPED


def solved(q: int, wrapper: int) -> int:
    """The other way round; who has five rounds is not told by counts."""
    p = (counts.squares_alone(q) << 18) + (counts.coins(q) << 24) + ((wrapper << 28) if counts.wrapped(q) else 0)
    for seat in range(2):
        row = counts.both(q, seat), counts.lone(q, seat), counts.unseen(q, seat)
        p += sum(count << 9 * seat + 3 * sort for sort, count in enumerate(row))
    return p


def by_the_solution(ending: ModuleType, solution: Solution, wrapper: int) -> None:
    """Let ends of a go be worth what the solution says; a wrapper that is found now is the mover's."""
    mine = wrapper or solver.MINE

    def end(w: Walk, q: int, out: int) -> None:
        there = solution.value(solved(counts.passed_on(q, 2), 3 - mine))
        w.found[out, 0], w.found[out, 1] = 1 - there, there

    def again(w: Walk, q: int, out: int) -> None:
        end(w, q, out)
        here = 1.0 if counts.to_find(q, 0) == 0 else max(solution.value(solved(q, mine)), float(w.found[out, 0]))
        w.found[out, 0], w.found[out, 1] = here, 1 - here

    vars(ending).update(end=end, again=again)


@pytest.mark.parametrize("quick", [False, True])
def test_a_go_of_two_is_worth_what_the_solution_says(quick: bool, soak: bool) -> None:
    """Nothing is shared with the solver but its values of where a go ends."""
    ending, going, _ = plain(f"solved {quick}")
    known, order = solution(quick), positions(quick)
    for at in random.Random(5).sample(range(len(order)), 5000 if soak else 150):
        p = int(order[at])
        by_the_solution(ending, known, solver.wrapped(p))
        w = walk(2, known.reserve)
        going.best_choice(w, counted(p), START, 0, 0)
        assert w.found[0, 0] == pytest.approx(known.value(p), abs=1e-9)
        assert w.found[0, 0] + w.found[0, 1] == pytest.approx(1)


def test_who_errs_makes_a_choice_the_less_often_the_more_it_costs() -> None:
    ending, going, playing = plain("erring")
    known = solution(True)
    by_the_solution(ending, known, solver.NOBODY)
    w, dice = walk(2, known.reserve), new_dice(3)
    start = counts.one(counts.A, 0) + counts.one(counts.U, 0) * 3 + counts.one(counts.U, 1) * 4 + counts.NO_COINS * counts.COINS
    chances = {}
    for choice in w.choices[START, : going.choices(w, start, START, 0)].tolist():
        going.weigh(w, start, START, 0, choice, 0)
        chances[choice] = float(w.found[0, 0])
    weights = {choice: math.exp(selfplay.SHARPNESS * chance) for choice, chance in chances.items()}
    made = Counter(int(playing.err(w, start, START, 0, dice)) for _ in range(2000))
    assert max(chances.values()) - min(chances.values()) > 0.05
    for choice, weight in weights.items():
        assert made[choice] / 2000 == pytest.approx(weight / sum(weights.values()), abs=0.05)


# The referee ---------------------------------------------------------------------------------------------------------


def tables(players: int, quick: bool, seed: int, moves: int):
    """A game at random: every table as the seat to act knows it, the move it makes, and the table after that."""
    game = ludotheque.game("bonbons")
    play = game.new(players, seed=seed, quick=quick)
    notebook, dice, before = Notebook(0, Memory()), new_dice(seed), None
    for _ in range(moves):
        view = play.view(play.to_act) if play.to_act >= 0 else None
        if view is None:
            return
        notebook.see(view)
        table = read_table(view, notebook.known(view))
        if before is not None:
            yield *before, table
        move = game.rules.MOVES[game.engine.choose(play.state, [0] * 100, dice, False)]
        before = table, move
        play.play(move)


def outcomes(playing: ModuleType, table: Table, choice: int) -> set[tuple[int, int, int]]:
    """All that a choice may lead to in counts: position, phase, and what lies turned."""
    found, sides = set(), [1]

    def below(dice: object, count: int) -> int:
        sides[0] = count
        return number

    vars(playing)["below"] = below
    number = 0
    while number < sides[0]:
        under_way = numbers([table.position, table.phase, table.what])
        playing.happen(walk(table.seen.seats, table.reserve), under_way, choice, ints(1))
        position, phase, what = under_way.tolist()
        if phase == selfplay.PASSED:
            position, phase = counts.passed_on(position, table.seen.seats), START
        elif phase == selfplay.FOUND_PAIR:
            phase = START
        found.add((position, phase, what if phase in (1, 4, 5) else 0))
        number += 1
    return found


@pytest.mark.parametrize(("players", "quick"), [(3, False), (4, False), (5, True), (6, True), (6, False)])
def test_what_the_referee_does_is_what_counts_say_may_happen(players: int, quick: bool, soak: bool) -> None:
    _, _, playing = plain("outcomes")
    met = 0
    for seed in range(40 if soak else 3):
        for table, move, after in tables(players, quick, seed, 300):
            told = outcomes(playing, table, table.choice(move))
            assert (after.position, after.phase, after.what if after.phase in (1, 4, 5) else 0) in told
            met += 1
    assert met > 300


# At a table ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("quick", [False, True])
def test_elephants_come_to_an_end_and_do_not_wait_for_ever(players: int, quick: bool) -> None:
    game = ludotheque.game("bonbons")
    play = game.new(players, seed=2, quick=quick)
    bots = [make_bot(game, seat, "elephant", seat, Budget(playouts=10)) for seat in range(players)]
    while play.to_act >= 0:
        for seat, bot in enumerate(bots):
            bot.see(play.view(seat))
        play.play(bots[play.to_act].choose(play.view(play.to_act), play.legal()))
        assert len(play.entries) < 600
    assert play.outcome is not None
    assert len(play.outcome.winners) == 1


def test_a_hint_among_four_is_judged_and_the_same_for_unseen_tiles() -> None:
    game = ludotheque.game("bonbons")
    play = game.new(4, seed=5)
    given = hint(game, play.to_act, [play.view(play.to_act)], Budget(playouts=300))
    assert len(given.moves) == len(play.legal())
    assert given.basis == "positions"
    squares = {weighed.chance for weighed in given.moves if weighed.move["type"] == "turn_square"}
    assert len(squares) == 1
    assert 0.15 < squares.pop() < 0.4
