"""Bonbons for two is solved: proven against the real referee, move by move and tile by tile."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest

from ludotheque.bots import make_bot
from ludotheque.bots.advice import hint, review
from ludotheque.bots.memory import PERFECT, Memory
from ludotheque.games import game
from ludotheque.games.bonbons.bots.notebook import Notebook
from ludotheque.games.bonbons.imagine import Known
from ludotheque.games.bonbons.rules import COIN, PICTURES, WRAPPER, round_place
from ludotheque.games.bonbons.seen import View
from ludotheque.games.bonbons.solve.kernels import solution as solver
from ludotheque.games.bonbons.solve.reading import Judge, Table, read_table
from ludotheque.games.bonbons.solve.solution import positions, reserve_of, solution, start_of
from ludotheque.rules import kernel
from ludotheque.rules.core import Move
from ludotheque.rules.dice import new_dice
from ludotheque.rules.play import Play

BONBONS = game("bonbons")
VARIANTS = pytest.mark.parametrize("quick", [True, False], ids=["quick", "standard"])


@VARIANTS
def test_no_turn_is_better_than_the_value_of_any_position(quick: bool):
    """The optimality equation in every position, passing included."""
    worst = kernel.compiled(solver.__name__).worst_gap(solution(quick).values, reserve_of(quick), positions(quick))
    assert worst < 1e-12


@VARIANTS
def test_every_position_is_solved_and_a_chance(quick: bool):
    values = np.array([solution(quick).value(int(p)) for p in positions(quick)[:: 97 if quick else 997]])
    assert values.min() >= 0.0
    assert values.max() <= 1.0


@VARIANTS
def test_who_starts_is_a_little_behind(quick: bool):
    assert 0.49 < solution(quick).value(start_of(quick)) < 0.5


# Against the referee -------------------------------------------------------------------------------------------------


def watched(quick: bool, seed: int) -> Iterator[tuple[Play, Known]]:
    """A game of two in which people turn what they like and often what they know; and what was seen so far."""
    dice = random.Random(seed)
    play = BONBONS.new(2, seed=seed, quick=quick)
    notebook = Notebook(0, Memory(PERFECT, 0))
    judge = Judge(solution(quick))
    while play.outcome is None and len(play.entries) < 400:
        view = shown(play)
        notebook.see(view)
        known = notebook.known(view)
        yield play, known
        table = read_table(view, known)
        by_worth = sorted(play.legal(), key=lambda move: judge.worth(table, move))
        play.play(by_worth[-1] if dice.random() < 0.4 else dice.choice(by_worth))


def shown(play: Play) -> View:
    view = play.view(play.to_act)
    assert isinstance(view, View)
    return view


def node(judge: Judge, table: Table, legal: list[Move]) -> float:
    """What a decision is worth: its best move."""
    return max(judge.worth(table, move) for move in legal)


@VARIANTS
def test_each_move_is_worth_what_it_leads_to_whatever_is_hidden(quick: bool, soak: bool):
    """At decisions of the real referee, every legal move with every tile that could lie there comes to what is said."""
    judge, checked, seed = Judge(solution(quick)), 0, 0
    while checked < (20_000 if soak else 200):
        seed += 1
        for play, known in watched(quick, seed):
            if random.Random(len(play.entries) + seed).random() < 0.15:
                check_decision(judge, play, known)
                checked += 1


def check_decision(judge: Judge, play: Play, known: Known) -> None:
    view = shown(play)
    table = read_table(view, known)
    if view.phase == "start":
        value = solver.kept(judge.values, solver.NO_LIMIT, table.position)
        best = max(value, solver.end(judge.values, solver.NO_LIMIT, table.position)) if view.may_stop else value
        assert node(judge, table, play.legal()) == pytest.approx(best, abs=1e-12)
    for move in {table.kind(move): move for move in play.legal()}.values():
        outcomes = [after(judge, view, known, move, found) for found in what_may_lie(view, table, known, move)]
        assert sum(outcomes) / len(outcomes) == pytest.approx(judge.worth(table, move), abs=1e-12), (move, view)


def what_may_lie(view: View, table: Table, known: Known, move: Move) -> list[str | None]:
    """Every picture that the tile to be turned could have, as often as it could; [None] when that is known or none is turned."""
    sweets = [name for name in PICTURES[:COIN] if name.split("-")[0] not in view.removed]
    up = {tile.picture for tile in view.grid if tile.state == "up"}
    if move.type == "turn_square" and move["cell"] not in table.squares:
        coins = 0 if view.options["quick"] or any(tile.state == "gone" for tile in view.grid) else 3
        bag = [*sweets, *["coin"] * coins, PICTURES[WRAPPER]]
        for seen in (*up, *table.squares.values()):
            bag.remove(str(seen))
        return list(bag)
    if move.type == "turn_round" and (move["seat"], move["slot"]) not in table.rounds:
        seen_rounds = {*table.rounds.values(), *(tile.picture for row in view.rounds for tile in row if tile.state == "up")}
        return [name for name in sweets if name not in seen_rounds]
    return [None]


def after(judge: Judge, view: View, known: Known, move: Move, lies: str | None) -> float:
    """What a move comes to on the real referee when a certain tile lies there."""
    squares, rounds = dict(known.squares), list(known.rounds)
    if lies is not None and move.type == "turn_square":
        squares[move["cell"]] = lies
    elif lies is not None:
        rounds.append((move["seat"], move["slot"], lies))
    state = BONBONS.imagine(view, Known(squares, tuple(rounds)), new_dice(1))
    seat = state.turn  # type: ignore[attr-defined]
    if lies is not None:
        place = move["cell"] if move.type == "turn_square" else round_place(move["seat"], move["slot"])
        assert PICTURES[state.tiles[place]] == lies  # type: ignore[attr-defined]
    BONBONS.engine.step(state, BONBONS.action(move))
    outcome = BONBONS.outcome(state)
    if outcome is not None:
        return 1.0 if outcome.winners == (seat,) else 0.0
    turn = state.turn  # type: ignore[attr-defined]
    seen = BONBONS.view(state, turn)
    assert isinstance(seen, View)
    notebook = Notebook(0, Memory(PERFECT, 0))
    for cell, picture in known.squares.items():
        notebook.memory.note(str(cell), picture, 0, [])
    for owner, slot, picture in known.rounds:
        notebook.memory.note(str(round_place(owner, slot)), picture, 0, [])
    notebook.see(seen)
    buffer = [0] * len(BONBONS.rules.MOVES)
    legal = [BONBONS.rules.MOVES[buffer[i]] for i in range(BONBONS.rules.legal(state, buffer))]
    value = node(judge, read_table(seen, notebook.known(seen)), legal)
    return value if turn == seat else 1.0 - value


# Played --------------------------------------------------------------------------------------------------------------


@VARIANTS
def test_games_between_elephants_come_out_as_the_value_says(quick: bool, soak: bool):
    """The value lies in the interval of so many games (99.9 %)."""
    games = 20_000 if soak else 60
    won = sum(played_out(quick, seed) for seed in range(games))
    assert abs(won / games - solution(quick).value(start_of(quick))) < 3.29 * (0.25 / games) ** 0.5, (won, games)


def played_out(quick: bool, seed: int) -> float:
    play = BONBONS.new(2, seed=seed, quick=quick, named={"first": 0})
    elephants = [make_bot(BONBONS, seat, "elephant", seed * 2 + seat) for seat in (0, 1)]
    while play.outcome is None:
        for seat, elephant in enumerate(elephants):
            elephant.see(play.view(seat))
        play.play(elephants[play.to_act].choose(play.view(play.to_act), play.legal()))
    return (0 in play.outcome.winners) / len(play.outcome.winners)


def test_two_elephants_do_not_wait_for_each_other_for_ever():
    for seed in range(20):
        play = BONBONS.new(2, seed=seed, quick=True)
        elephants = [make_bot(BONBONS, seat, "elephant", seat) for seat in (0, 1)]
        began: list[tuple[int, int]] = []
        while play.outcome is None:
            view = shown(play)
            elephant = elephants[play.to_act]
            for seat, other in enumerate(elephants):
                other.see(play.view(seat))
            if view.phase == "start":
                began.append((play.to_act, elephant._table(view).position))  # type: ignore[attr-defined]
                assert began.count(began[-1]) <= 2
            play.play(elephant.choose(view, play.legal()))
        assert len(play.entries) < 1000


# Told ----------------------------------------------------------------------------------------------------------------


def test_a_review_is_exact_and_says_when_nothing_better_could_be_known():
    """Each choice of a game in which many were bad ones: its cost is what the solution says, and none of it is estimated."""
    judge, costs, last = Judge(solution(True)), {}, None
    for play, known in watched(True, 3):
        table, last = read_table(shown(play), known), play
        costs[len(play.entries)] = {move: node(judge, table, play.legal()) - judge.worth(table, move) for move in play.legal()}
    assert last is not None
    judged = [one for seat in (0, 1) for one in review(last.record(), seat).moves]
    for one in judged:
        cost = costs[one.index][BONBONS.move(one.move)]
        assert one.cost == pytest.approx(cost, abs=1e-11)
        assert one.none_better == (not one.forced and cost < 1e-12)
        assert one.forced or (one.basis, one.margin) == ("exact", 0.0)
    assert {one.none_better for one in judged} == {True, False}


def test_a_hint_is_exact():
    play = BONBONS.new(2, seed=7, quick=True)
    given = hint(BONBONS, play.to_act, [play.view(play.to_act)])
    assert given.basis == "exact"
    assert given.ideas[0].chance == pytest.approx(solution(True).value(start_of(True)), abs=1e-12)
    assert {one.margin for one in (*given.moves, *given.ideas)} == {0.0}
