"""Who knows how a level plays: it foresees what that level does, sees no more than anybody, and plays by the rules."""

from __future__ import annotations

import pytest

from ludotheque.bots import Budget, make_bot
from ludotheque.bots.player import moves_of
from ludotheque.games import GAMES
from ludotheque.lab.bouts import bout, deal_out, make_entrant, play_out
from ludotheque.rules.core import CHANCE, OVER
from ludotheque.rules.dice import new_dice
from tests.familiar import CHANCY, MEMORY, RACE

TINY = Budget(playouts=4)


@pytest.fixture(params=[MEMORY, CHANCY, RACE])
def open_game(request):
    """A game in which all see the same."""
    return GAMES[request.param]


def test_a_double_of_an_elephant_plays_what_the_elephant_plays():
    """Nothing is forgotten and nothing drawn in a race: it is foreseen move by move."""
    game, dice = GAMES[RACE], new_dice(3)
    play = deal_out(game, 2, game.options({}), dice)
    knows, elephant = make_entrant(game, 0, "response-elephant", 1, TINY), make_bot(game, 1, "elephant", 2, TINY)
    foreseen = []

    def before(play, views):
        if play.to_act == 1:
            foreseen.append(knows._doubles[0][1].choose(views[1], play.legal()))

    play_out(play, [knows, elephant], dice, before=before)
    played = [move for who, move in play.entries if who == 1]
    assert len(played) > 10
    assert foreseen == played


def test_doubles_are_shown_what_the_others_see(open_game):
    """So what they remember is what the others would, but for what each has forgotten."""
    dice = new_dice(5)
    play = deal_out(open_game, 2, open_game.options({}), dice)
    knows, other = make_entrant(open_game, 0, "response-adult", 1, TINY), make_bot(open_game, 1, "adult", 2, TINY)

    def before(play, views):
        for doubles in knows._doubles:
            mine, theirs = (list(bot.notebook.memory.facts()) for bot in (doubles[1], other))
            assert [(fact.place, fact.what, fact.seen) for fact in mine] == [
                (fact.place, fact.what, fact.seen) for fact in theirs
            ]

    play_out(play, [knows, other], dice, before=before)
    assert len({bot[1].seed for bot in knows._doubles}) == len(knows._doubles) > 1


def test_playing_on_leaves_no_trace(open_game):
    """What is tried out is neither remembered nor played: asked twice, it answers the same."""
    play = open_game.new(2, seed=4)
    knows = make_entrant(open_game, play.to_act, "response-child", 7, TINY)
    view = play.view(play.to_act)
    knows.see(view)
    assert knows.choose(view, moves_of(open_game, view)) == knows.choose(view, moves_of(open_game, view))


def opening(game, entries=30):
    """How a game begins among two, the first of whom knows the other."""
    dice, buffer = new_dice(11), [0] * 1000
    play = deal_out(game, 2, game.options({}), dice)
    bots = [make_entrant(game, seat, name, seat, TINY) for seat, name in enumerate(("response-goldfish", "goldfish"))]
    while play.to_act != OVER and len(play.entries) < entries:
        for bot, view in zip(bots, play.views(range(2)).values(), strict=True):
            bot.see(view)
        if play.to_act == CHANCE:
            play.draw(game.rules.CHANCES[game.engine.draw(play.state, buffer, dice)])
        else:
            play.play(bots[play.to_act].choose(play.view(play.to_act), play.legal()))
    return play.entries


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_it_plays_every_box_and_the_same_for_the_same_seed(slug):
    entries = opening(GAMES[slug])
    assert len(entries) > 10
    assert opening(GAMES[slug]) == entries


def test_it_plays_a_game_to_its_end():
    game = GAMES[RACE]
    assert sum(bout(game, game.options({}), ["response-goldfish", "goldfish"], 11, [TINY, TINY]).shares) == 1
