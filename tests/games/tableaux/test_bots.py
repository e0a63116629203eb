"""How elephant plays Tableaux: worlds that may be, tableaux finished for oneself and for partners, nothing fed to the next."""

from __future__ import annotations

import pytest

import ludotheque
from ludotheque import records
from ludotheque.bots import Budget, make_bot
from ludotheque.bots.memory import Memory, Recall
from ludotheque.bots.player import notebook_of
from ludotheque.games.tableaux import rules
from ludotheque.games.tableaux.bots import trials
from ludotheque.games.tableaux.bots.kernels.policy import RATE
from ludotheque.games.tableaux.bots.kernels.trials import LOOSE, PILE
from ludotheque.games.tableaux.bots.notebook import Notebook
from ludotheque.games.tableaux.bots.sight import Tricks, written
from ludotheque.games.tableaux.imagine import NUMBERS, Unseen
from ludotheque.lab.bouts import Bout, bout
from ludotheque.lab.ladder import Pairing, tasks
from ludotheque.rules.core import LIMIT
from ludotheque.rules.dice import new_dice
from ludotheque.rules.state import from_record, to_record
from ludotheque.testing import random_positions
from tests.bots.reviews import told_in_a_review

SOME = Budget(playouts=1000)
FEW = Budget(playouts=24)


@pytest.fixture(scope="module")
def game():
    return ludotheque.game("tableaux")


def table(game, tableaux, hands, phase=rules.PLAY, top=None, **options):
    """Seat 0 is to act; cards that lie nowhere are in the pile."""
    state = game.blank(len(hands), game.options(options))
    state.phase, state.entries = phase, 40
    rest = [card for card in range(rules.KINDS) for _ in range(rules.COPIES)]
    for on, names in enumerate(tableaux):
        for place, name in enumerate(names.split()):
            (rules.begin if place == 0 else rules.add_to)(state, on, NUMBERS[name])
            rest.remove(NUMBERS[name])
    for seat, names in enumerate(hands):
        for name in names.split():
            rules.take_up(state, seat, NUMBERS[name])
            rest.remove(NUMBERS[name])
    if top is not None:
        state.discard[0], state.discarded = NUMBERS[top], 1
        rest.remove(NUMBERS[top])
    state.in_pile = len(rest)
    state.pile[: len(rest)] = rest
    return state


def elephants_move(game, state):
    view = game.view(state, 0)
    bot = make_bot(game, 0, "elephant", 7, SOME)
    bot.see(view)
    buffer = [0] * len(rules.MOVES)
    count = rules.legal(state, buffer)
    return str(bot.choose(view, [rules.MOVES[action] for action in buffer[:count]]))


OTHERS = "green-heart blue-moon red-drop yellow-cross"


def test_what_is_dealt_again_looks_the_same_to_the_seat(game):
    """Every world that a trial starts from has the view of the seat, and all the cards."""
    kernels = game.compiled
    states = kernels.states()
    for players, options in list(game.variants())[::2]:
        for play in random_positions(game, players, options, 12, 5):
            seat = play.to_act
            if seat < 0 or rules.nothing_to_draw(play.state):
                continue
            view = play.view(seat)
            world, unseen = game.imagine(view), Unseen(play.state, view)
            at = trials.ready()
            at.look([world], notebook_of(game, seat, Memory()).notes(view, None, world), unseen)
            to_record(world, rules.State, states[0])
            at.space.dice[0] = new_dice(3)[0]
            at._trials.deal_again(at.space, states[0])
            again = from_record(states[0], rules.State)
            assert game.view(again, seat) == view
            assert rules.material(again) == rules.material(play.state)


def test_it_finishes_a_tableau(game):
    state = table(
        game,
        ["red-star green-star blue-star", "red-moon"],
        ["yellow-star purple-heart orange-drop green-cross yellow-circle", OTHERS],
    )
    assert elephants_move(game, state) == "lay card=yellow-star on=0"


def test_it_takes_the_card_that_finishes_one(game):
    state = table(
        game,
        ["red-star green-star blue-star", "red-moon"],
        ["purple-heart orange-drop green-cross yellow-circle", OTHERS],
        rules.TURN,
        top="yellow-star",
    )
    assert elephants_move(game, state) == "draw from=discard"


def test_it_lays_a_whole_hand(game):
    state = table(game, ["red-moon", "blue-star"], ["red-star blue-star green-star purple-star", OTHERS], rules.TURN)
    assert elephants_move(game, state) == "lay_hand"


def test_it_finishes_a_partners_tableau(game):
    state = table(
        game,
        ["red-moon", "blue-circle", "red-star green-star blue-star", "purple-heart"],
        ["yellow-star purple-drop orange-square green-cross yellow-circle", OTHERS, OTHERS, ""],
        teams=2,
    )
    assert elephants_move(game, state) == "lay card=yellow-star on=2"


def test_it_does_not_feed_the_next_player(game):
    """Two cards are of no use to anybody, the third is what the next one waits for."""
    state = table(
        game,
        ["red-moon blue-moon", "red-heart green-heart blue-heart"],
        ["yellow-heart orange-circle green-square purple-drop yellow-triangle", OTHERS],
    )
    assert elephants_move(game, state) != "discard card=yellow-heart"


def test_nobody_passes_the_same_cards_for_ever(game):
    played = bout(game, game.options({}), ["elephant"] * 2, 3, [FEW] * 2)
    assert len(played.record["moves"]) < LIMIT / 2


def test_elephant_beats_random_play_in_teams(game):
    won = 0.0
    for seed, seat in ((1, 0), (2, 1)):
        names = ["elephant" if at % 2 == seat else "random" for at in range(4)]
        won += sum(bout(game, game.options({"teams": 2}), names, seed, [FEW] * 4).shares[seat::2])
    assert won == pytest.approx(2)


def test_what_was_seen_is_true():
    for record, index, seen in told_in_a_review("tableaux"):
        state, number = records.replay(record, index).state, rules.CARDS.index(seen.args["card"])
        if seen.code == "next":
            assert state.pile[state.in_pile - 1] == number
        elif seen.code == "hand":
            start = seen.args["seat"] * rules.DEALT
            assert number in state.hands[start : start + state.held[seen.args["seat"]]]
        else:
            assert number in (state.pile[: state.in_pile] if seen.code == "pile" else state.discard[: state.discarded])


def test_partners_play_for_the_same_bot():
    planned = list(tasks("tableaux", {"teams": 3}, [("adult", "child")], 6, 6, 10, {}))
    assert [task.names.index("adult") for task in planned] == [0, 1, 2, 0, 1, 2]
    assert all(task.names[:3] == task.names[3:] and task.names.count("adult") == 2 for task in planned)
    assert [task.seed for task in planned] == [10, 10, 10, 11, 11, 11]
    pairing = Pairing("adult", "child", 6)
    pairing.count(Bout({}, (0.0, 0.5, 0.0, 0.0, 0.5, 0.0)), planned[1].seats)
    assert pairing.won == 1


@pytest.mark.parametrize(("players", "teams"), [(2, 0), (3, 0), (4, 2)])
def test_a_view_is_read_at_a_glance_as_it_is_card_by_card(game, players, teams):
    """What a kernel makes of a view and of beliefs, true and false, is what `imagine` does in Python."""
    ready, dice = trials.ready(), new_dice(3)
    compared = 0
    for seed in range(3):
        play = game.new(players, seed=seed, teams=teams)
        notebooks = [Notebook(seat, Memory(Recall(span=12, slips=0.3), seed)) for seat in range(players)]
        tricks = Tricks()
        while play.outcome is None and len(play.entries) < 400:
            for seat, notebook in enumerate(notebooks):
                notebook.see(play.view(seat))
            view, notebook = play.view(play.to_act), notebooks[play.to_act]
            if view.phase != "opening" and view.pile and len(play.entries) % 5 == 0:
                known = notebook.known(view)
                ready.see(written(view, known, tricks.see(view)))
                glance = told(ready.space), ready.likings()
                world = game.imagine(view, known, new_dice(seed))
                unseen = Unseen(world, view)
                unseen.believe(known)
                ready.look([world], notebook.notes(view, known, world), unseen)
                assert (told(ready.space), ready.likings()) == glance
                compared += 1
            play.enter_action(game.engine.choose(play.state, [0] * len(game.rules.MOVES), dice, False))
    assert compared > 100


def told(space):
    """What is known and what is to be dealt."""
    free = space.free.tolist()
    hands = [
        sorted(space.sure[seat * rules.DEALT : seat * rules.DEALT + space.sures[seat]].tolist())
        for seat in range(6)
        if free[seat]
    ]
    places = [space.places[which, : free[PILE + which]].tolist() for which in (0, 1)]
    return free, hands, places, space.loose[: free[LOOSE]].tolist(), space.world_notes[:RATE].tolist()


def test_a_glance_is_a_move_that_comes_to_mind_offhand(game):
    """Machine code and plain Python deal what is hidden each in its own way: what one plays the other plays for some deal."""
    glanced = 0
    for players, options in list(game.variants())[::3]:
        for play in random_positions(game, players, options, 40, 11):
            seat = play.to_act
            if seat < 0 or len(play.legal()) == 1:
                continue
            view, legal = play.view(seat), play.legal()
            bots = [make_bot(game, seat, "elephant", seed, FEW) for seed in range(12)]
            for bot in bots:
                bot.see(view)
            offhand = [str(bot.offhand(view, legal)) for bot in bots]
            glances = [str(bot.glance(view, legal)) for bot in bots]
            assert set(map(str, legal)) >= set(glances)
            if len(set(offhand)) == 1:  # it hardly hangs on the deal
                glanced += 1
                assert glances.count(offhand[0]) >= 8
    assert glanced > 20
