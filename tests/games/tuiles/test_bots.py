"""The race of De tuile en tuile: what the search finds, and how those who forget weigh an announcement."""

from __future__ import annotations

import pytest

import ludotheque
from ludotheque import records
from ludotheque.bots import Budget, make_bot
from ludotheque.bots.memory import Memory
from ludotheque.games.tuiles import rules
from ludotheque.games.tuiles.bots import race
from ludotheque.games.tuiles.bots.kernels import race as kernels
from ludotheque.games.tuiles.bots.kernels.race import STEPS, SURE, WIN
from ludotheque.lab.bouts import bout
from ludotheque.rules.state import copy_state, from_record
from tests.bots.reviews import told_in_a_review

ENOUGH = Budget(playouts=100_000)
SMALL = Budget(playouts=20)


@pytest.fixture(scope="module")
def game():
    return ludotheque.game("tuiles")


def position(game, steps, turn=0, **options):
    """A game in which the pawns of each seat are so far on their way."""
    state = game.new(len(steps), seed=3, **options).state
    state.turn = turn
    state.occupied[:] = [0] * len(state.occupied)
    for seat, own in enumerate(steps):
        for pawn, step in enumerate(own):
            state.step[seat * 3 + pawn] = min(step, rules.home(state))
            if step < rules.home(state):
                state.occupied[rules.place_of(state, seat, step)] = 1
    return state


def worth_by_playing_everything(state, own, depth, turns):
    """The value of a position by the rules themselves: no window, no table, no order."""
    buffer, found = [0] * 100, []
    count = rules.legal(state, buffer)
    for action in buffer[:count]:
        after = copy_state(state)
        rules.apply(after, action)
        if after.ended:
            found.append(WIN - turns if state.turn == own else turns - WIN)
        elif depth == 1:
            race.ready().set_up(after)
            board = from_record(race.ready().boards[0], kernels.Board)
            board.own = own
            found.append(kernels.judge(board, after.turn))
        else:
            found.append(worth_by_playing_everything(after, own, depth - 1, turns + 1))
    return max(found) if state.turn == own else min(found)


@pytest.mark.parametrize("seed", [1, 2])
def test_the_search_finds_what_playing_everything_finds(game, seed):
    """Three moves deep, with bounces and waiting moves, from the middle and from the end of a short game."""
    for steps in ([[0, 5, 9], [2, 6, 7]], [[24, 26, 27], [22, 25, 27]]):
        state = position(game, steps, stretch=6)
        state.tile[:24] = game.new(2, seed=seed, stretch=6).state.tile[:24]
        best = race.ready().weigh(state, ENOUGH, 3)[0]
        exact = worth_by_playing_everything(state, 0, 3, 0)
        assert best.worth == exact


def test_it_sees_a_win_and_takes_it(game):
    state = position(game, [[50, 51, 51], [40, 41, 42]])
    best = race.ready().weigh(state, ENOUGH, 9)[0]
    assert (best.move, best.worth) == (STEPS * 0 + 51, WIN)


@pytest.mark.parametrize("level", ["goldfish", "child", "adult"])
def test_everybody_takes_a_win_that_is_one_step_away(game, level):
    """Found in a review: a child stood before its home for fourteen turns and announced too much, until it had lost."""
    for steps in ([[51, 51, 50], [50, 51, 51]], [[50, 51, 51], [51, 50, 51]]):
        state = position(game, steps)
        view = game.view(state, 0)
        for seed in range(10):
            bot = make_bot(game, 0, level, seed)
            bot.see(view)
            buffer = [0] * 100
            count = rules.legal(state, buffer)
            move = bot.choose(view, [rules.MOVES[action] for action in buffer[:count]])
            after = copy_state(state)
            rules.apply(after, game.action(move))
            assert after.ended, (level, seed, move)


def test_it_sees_that_every_move_loses(game):
    assert race.ready().weigh(position(game, [[3, 4, 5], [50, 51, 51]]), ENOUGH, 9)[0].worth < -SURE


def test_a_loss_that_only_all_others_together_bring_about_is_not_believed(game):
    """Against one who is as far it is believed; with a third at the table it plays what was best before it was found."""
    behind, ahead = [18, 20, 22], [22, 27, 27]
    assert race.ready().weigh(position(game, [behind, ahead], stretch=6), ENOUGH, 9)[0].worth < -SURE
    among_three = position(game, [behind, ahead, [22, 23, 27]], stretch=6)
    best = race.ready().weigh(among_three, ENOUGH, 9)[0]
    assert -SURE < best.worth < 0
    assert best.positions > 1  # it has looked ahead


def test_it_leaves_the_position_as_it_was(game):
    state = position(game, [[3, 9, 20], [0, 12, 30]])
    race.ready().weigh(state, Budget(playouts=40), 40)
    assert race.ready().boards["step"][0].tolist() == state.step
    assert race.ready().boards["occupied"][0].tolist() == state.occupied


@pytest.mark.parametrize("expert", [False, True])
def test_nobody_waits_for_ever(game, expert):
    played = bout(game, game.options({"stretch": 6, "expert": expert}), ["elephant"] * 2, 4, [SMALL] * 2)
    failed = [play.view(0).last for play in records.steps(played.record)]
    assert sum(last is not None and not last.moved for last in failed) < len(failed) / 4


@pytest.mark.parametrize("expert", [False, True])
def test_who_forgot_a_value_plays_safe_and_who_knows_it_does_not(game, expert):
    """Pawn 0 stands on a six, and nearly all tiles that are not seen are low: without knowing, a six would fail too often."""
    play = game.new(2, seed=3, named={"first": 0}, expert=expert, stretch=6)
    state = play.state
    state.tile[:24] = [6] + [4] * 6 + [5] * 6 + [6] * 5 + [3] * 6
    state.step[0], state.occupied[48], state.occupied[0] = 3, 0, 1
    view = play.view(0)
    knows, forgot = (make_bot(game, 0, "elephant", 1, SMALL) for _ in range(2))
    knows.notebook.memory.note("0", "6", 0)
    forgot.notebook.memory = Memory()

    def chance(bot, advance):
        found = {verdict.action: verdict.chance for verdict in bot.weigh(view)}
        return max(found[game.action(move)] for move in play.legal() if (move["pawn"], move["advance"]) == (0, advance))

    assert chance(knows, 6) > chance(knows, 1)
    assert chance(forgot, 1) > chance(forgot, 6)
    assert chance(knows, 6) > chance(forgot, 6)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_elephant_wins_against_anything_at_random(game, players):
    for seat in range(players):
        names = ["elephant" if at == seat else "random" for at in range(players)]
        assert bout(game, game.options({"stretch": 6}), names, seat, [SMALL] * players).shares[seat] == 1


def test_what_was_seen_is_true():
    """Lift the pawn instead of what was played, and look."""
    for record, index, seen in told_in_a_review("tuiles"):
        play = records.replay(record, index)
        play.play(play.game.move({"type": "announce", "pawn": seen.args["pawn"], "advance": 6}), 0)
        assert play.view(0).last.tile == seen.args["value"]
