"""How elephant looks ahead at Tableaux: what it weighs and has learned, what it knows of piles, and what others show of hands."""

from __future__ import annotations

from collections import Counter

import pytest

import ludotheque
from ludotheque.bots import Budget, make_bot
from ludotheque.games.tableaux import rules
from ludotheque.games.tableaux.bots import tree, trials
from ludotheque.games.tableaux.bots.kernels import hunches, values
from ludotheque.games.tableaux.bots.kernels.hunches import COLUMNS
from ludotheque.games.tableaux.bots.kernels.policy import NOTES
from ludotheque.games.tableaux.bots.sight import Tricks, written
from ludotheque.games.tableaux.bots.signs import Signs
from ludotheque.games.tableaux.imagine import NUMBERS, Known
from ludotheque.lab.bouts import bout, make_entrant
from ludotheque.rules import kernel
from ludotheque.rules.arrays import ints, reals
from ludotheque.rules.dice import new_dice
from ludotheque.rules.state import from_record, to_record
from ludotheque.testing import random_positions
from tests.games.tableaux.test_bots import OTHERS, table


@pytest.fixture(scope="module")
def game():
    return ludotheque.game("tableaux")


def judgement(game, state, weights):
    """The features of seat 0, and the chance of every side."""
    kernels = game.compiled
    bound = {"rules": kernels.rules, "engine": kernels.engine}
    policy = f"{game.package}.bots.kernels.policy"
    bound["policy"] = kernel.compiled(policy, label=f"{game.package}/{policy}", **bound)
    compiled = kernel.compiled(values.__name__, label=f"{game.package}/tree", **bound)
    states, notes, features, stands = kernels.states(), ints(NOTES), reals(values.FEATURES), reals(6)
    to_record(state, rules.State, states[0])
    given = reals(values.WEIGHTS)
    given[:] = weights
    compiled.judge(states[0], notes, given, features, stands)
    compiled.look_at(states[0], notes, 0, features)
    return features.tolist(), stands[: rules.apart(state)].tolist()


def test_what_is_seen_of_a_seat(game):
    state = table(
        game,
        ["red-star green-star", "red-moon"],
        ["yellow-star blue-star purple-heart purple-drop", OTHERS],
        rules.TURN,
    )
    features, _ = judgement(game, state, [0.0] * values.WEIGHTS)
    told = {at for at, feature in enumerate(features) if feature}
    two_by_shape_and_two_in_hand, two_purple, lone_shapes = values.TWO + 3 + 2, values.BEST + 2, values.BEST + 5 + 1
    assert told == {
        values.BARE,
        values.GAIN,
        values.IN_HAND,
        values.TO_ACT,
        two_by_shape_and_two_in_hand,
        two_purple,
        lone_shapes,
    }


@pytest.mark.parametrize(("players", "teams"), [(2, 0), (4, 0), (6, 3)])
def test_chances_are_shared_out_and_points_count(game, players, teams):
    hands = [OTHERS, "green-drop blue-cross red-circle yellow-square", *[""] * (players - 2)]
    state = table(game, ["red-moon", "blue-star", *[""] * (players - 2)], hands, rules.TURN, teams=teams)
    weights = tree.weights(players, teams)
    _, before = judgement(game, state, weights)
    sides = teams or players
    for member in range(0, players, sides):
        state.points[member] += 2
    _, after = judgement(game, state, weights)
    assert sum(after) == pytest.approx(1)
    assert after[0] > before[0] + 0.02
    assert all(now < then for now, then in zip(after[1:], before[1:], strict=True))


def test_a_game_that_is_over_is_won_by_most_points(game):
    state = table(game, ["red-moon", "blue-star"], ["", ""], rules.TURN)
    state.points[:2], state.ended = [5, 4], rules.OWN_END
    assert judgement(game, state, tree.weights(2, 0))[1][0] > 0.99


def test_points_count_early_and_late_by_what_was_learned(game):
    for players, options in game.variants():
        weights = tree.weights(players, options["teams"])
        assert len(weights) == values.WEIGHTS
        whole = weights[values.POINTS] + weights[values.FEATURES + values.POINTS]
        assert whole > 0 < weights[values.POINTS]


def verdicts(game, state, known, explore=0.7, rounds=600):
    view = game.view(state, 0)
    bot = make_bot(game, 0, "elephant", 7, Budget(playouts=rounds))
    bot.see(view)
    bot.notebook.known = lambda view: known
    return {str(rules.MOVES[verdict.action]): verdict for verdict in bot.weigh(view, explore)}


def test_it_draws_the_card_that_it_knows_to_lie_on_top(game):
    """tableaux.13: who remembers the discards knows the pile that they became."""
    state = table(
        game,
        ["red-star green-star blue-star", "red-moon"],
        ["purple-heart orange-drop green-cross yellow-circle", OTHERS],
        rules.TURN,
        top="orange-cross",
    )
    rest = [card for card in state.pile[: state.in_pile] if card != NUMBERS["yellow-star"]]
    state.pile[: state.in_pile] = [NUMBERS["yellow-star"], *rest, NUMBERS["yellow-star"]]
    pile = {place: rules.CARDS[card] for place, card in enumerate(reversed(state.pile[: state.in_pile]))}
    blind, knowing = (verdicts(game, state, known) for known in (Known((), {}, {}), Known((), {}, pile)))
    assert next(iter(knowing)) == "draw from=pile"
    assert knowing["draw from=pile"].chance > blind["draw from=pile"].chance + 0.05


def test_advice_looks_at_every_move_as_often(game):
    state = table(
        game, ["red-moon blue-moon", "red-heart"], ["yellow-heart orange-circle green-square purple-drop yellow-moon", OTHERS]
    )
    found = verdicts(game, state, Known((), {}, {}), explore=1.4)
    assert len(found) == 6
    assert len({verdict.visits for verdict in found.values()}) == 1
    assert all(0 < verdict.noise < 0.2 for verdict in found.values())


def test_advice_finishes_a_tableau_as_elephant_does(game):
    """Also early in a game, where values alone would rather keep the card for the next turn."""
    hand = "yellow-star purple-heart orange-drop green-cross yellow-circle"
    state = table(game, ["red-star green-star blue-star", "red-moon"], [hand, OTHERS])
    assert next(iter(verdicts(game, state, Known((), {}, {})))) == "lay card=yellow-star on=0"
    found = verdicts(game, state, Known((), {}, {}), explore=1.4)
    assert len(found) == 6
    assert next(iter(found)) == "lay card=yellow-star on=0"


def test_a_full_tree_is_followed_on(game):
    hand = "yellow-heart orange-circle green-square purple-drop"
    state = table(game, ["red-moon blue-moon", "red-heart"], [hand, OTHERS], rules.TURN, top="yellow-moon")
    view, ready, small = game.view(state, 0), trials.ready(), tree.Trees()
    small.sit_down(view, Signs())
    small.tree = small.tree._replace(nodes=small.tree.nodes[:40])
    ready.see(written(view, Known((), {}, {}), Tricks().see(view)))
    found = small.weigh(ready.space, len(ready.likings()), Budget(playouts=200), 3)
    assert sum(verdict.visits for verdict in found) > 100  # the rest cannot change what is met most
    assert small.tree.tally[0] <= 40


def test_who_throws_a_shape_away_is_thought_to_hold_less_of_it(game):
    """And only who: the hand of the third seat is dealt as before."""
    play = game.new(3, seed=4)
    signs, threw = Signs(), []
    while len(threw) < 3:
        moves = {move.type: move for move in play.legal()}
        stars = [move for move in play.legal() if move.type == "discard" and play.to_act == 1 and "star" in str(move)]
        move = stars[0] if stars else moves.get("discard") or moves.get("draw") or next(iter(moves.values()))
        seat = play.to_act
        play.play(move)
        threw += [move] if seat == 1 and move.type == "discard" else []
        signs.see(play.view(0))
    shapes = Counter(str(move).rpartition("-")[2] for move in threw)
    shape = rules.SHAPES.index(shapes.most_common(1)[0][0])
    assert signs.leanings[1][6 + shape] < 0


def test_deals_follow_what_speaks_for_cards(game):
    state = table(
        game, ["red-moon", "blue-star", "green-heart"], [OTHERS, "orange-drop orange-moon orange-star", "red-circle"], rules.TURN
    )
    view, ready, grown = game.view(state, 0), trials.ready(), tree.ready()
    ready.see(written(view, Known((), {}, {}), Tricks().see(view)))
    deal = kernel.compiled(hunches.__name__)
    counts = {}
    for lean in (0.0, -2.0):
        grown.tree.leanings[1, :] = [lean] + [0.0] * (COLUMNS - 1)  # red
        deal.reckon(ready.space, grown.tree.leanings, grown.tree.odds)
        reds = [0] * 3
        for number in range(400):
            ready.space.dice[0] = new_dice(3, number)[0]
            dealt = dealt_again(ready.space, deal, grown)
            for seat in (1, 2):
                reds[seat] += sum(name.startswith("red") for name in rules.hand_of(dealt, seat))
        counts[lean] = reds
    grown.tree.leanings[1, :] = [0.0] * COLUMNS
    assert counts[-2.0][1] < 0.4 * counts[0.0][1]
    assert counts[-2.0][2] > 0.7 * counts[0.0][2]


def test_likely_deals_look_the_same_to_the_seat(game):
    """Every deal has the view of the seat, and all the cards."""
    deal, grown = kernel.compiled(hunches.__name__), tree.ready()
    for players, options in list(game.variants())[::3]:
        for play in random_positions(game, players, options, 8, 5):
            seat = play.to_act
            if seat < 0 or rules.nothing_to_draw(play.state) or play.state.phase == rules.OPENING:
                continue
            view, at = play.view(seat), trials.ready()
            at.see(written(view, Known((), {}, {}), Tricks().see(view)))
            deal.reckon(at.space, grown.tree.leanings, grown.tree.odds)
            at.space.dice[0] = new_dice(3)[0]
            dealt = dealt_again(at.space, deal, grown)
            won = Counter(NUMBERS[card] for trick in view.tricks for card in trick.cards)
            assert rules.hand_of(dealt, seat) == view.hand
            assert tuple(dealt.held[:players]) == view.hands
            assert all(count + won[card] == rules.COPIES for card, count in enumerate(without_tricks(dealt)))


def dealt_again(space, deal, grown):
    """The game that a round starts from."""
    space.states[0] = space.worlds[0]
    deal.deal(space, grown.tree.odds, space.states[0])
    return from_record(space.states[0], rules.State)


def without_tricks(state):
    """How many of each card there are but for tricks, which nobody who deals looks at."""
    state.tricks_won = 0
    return rules.material(state)


def test_the_elephant_of_before_tries_moves_out(game):
    state = table(
        game, ["red-moon blue-moon", "red-heart"], ["yellow-heart orange-circle green-square purple-drop yellow-moon", OTHERS]
    )
    view, budget = game.view(state, 0), Budget(playouts=96)
    before, now = make_entrant(game, 0, "elephant-1", 7, budget), make_bot(game, 0, "elephant", 7, budget)
    ready = trials.ready()
    before._look(ready, view)
    tried = ready.weigh(ready.likings(), budget, 2 * 7 * 2, 7 + view.entries)
    assert {one.action: one.visits for one in before.weigh(view)} == {one.action: one.visits for one in tried}
    assert sum(one.visits for one in now.weigh(view)) <= 96


def test_elephant_beats_the_one_before(game, soak):
    """1,000 games are in docs/strength.md; a handful is enough to notice that it plays nonsense."""
    games, won = (100 if soak else 6), 0.0
    for number in range(games):
        names = ["elephant", "elephant-1"] if number % 2 else ["elephant-1", "elephant"]
        budgets = [Budget(playouts=60 if name == "elephant" else 24) for name in names]
        won += bout(game, game.options({}), names, 660 + number // 2, budgets).shares[names.index("elephant")]
    assert won >= (0.6 * games if soak else 0.5 * games)
