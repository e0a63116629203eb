"""Bots of every level in every variant: legal moves only, the same ones for the same seed, from views and nothing else."""

from __future__ import annotations

import asyncio
import itertools

import msgspec
import pytest

from ludotheque import records
from ludotheque.bots import LEVELS, Budget, bot_names, make_bot, parts, search
from ludotheque.bots.levels import level_of
from ludotheque.bots.player import moves_of
from ludotheque.bots.service import ThinkingService
from ludotheque.bots.warm import warm_up
from ludotheque.games import GAMES
from ludotheque.lab.bouts import bout, make_entrant

TINY = Budget(playouts=6)
SMALL = Budget(playouts=48)


@pytest.fixture(params=sorted(GAMES))
def game(request):
    return GAMES[request.param]


PARTS = 5
"""The many games are played in so many tests, so that several processes can share them."""


def some_variants(game, count, part):
    """One part of so many games, all variants and player counts in turn; the number of each game is its seed."""
    variants = list(game.variants())
    return [(seed, variants[seed % len(variants)]) for seed in range(part, count, PARTS)]


def decisions(record, seat):
    """The views of a seat up to each of its decisions, and the move that was played."""
    views = []
    play = records.begin(record)
    for index, entry in enumerate(record["moves"]):
        views.append(play.view(seat))
        if entry.get("seat") == seat:
            yield list(views), play.game.move(entry["move"])
        records.enter(play, entry, index)


@pytest.mark.parametrize("part", range(PARTS))
def test_goldfish_never_plays_an_illegal_move(game, part, soak):
    """Over every variant; four playouts a move, since it is not strength that counts. Without --soak 50 of them."""
    for seed, (players, options) in some_variants(game, 10_000 if soak else 50, part):
        played = bout(game, options, ["goldfish"] * players, seed, [Budget(playouts=4)] * players)
        assert sum(played.shares) == pytest.approx(1)


@pytest.mark.parametrize("part", range(PARTS))
def test_elephant_never_plays_an_illegal_move(game, part, soak):
    """Over every variant; twelve playouts a move."""
    for seed, (players, options) in some_variants(game, 1_000 if soak else 30, part):
        played = bout(game, options, ["elephant"] * players, seed, [Budget(playouts=12)] * players)
        records.check(played.record)


def test_each_level_remembers_no_less_and_thinks_no_less_than_the_one_below(game):
    levels = [level_of(game, name) for name in LEVELS]
    for below, above in itertools.pairwise(levels):
        assert below.recall.span <= above.recall.span
        assert below.playouts <= above.playouts


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_is_determined_by_its_seed_and_its_views(game, level):
    """Played live, then again by new bots that are handed the seat's past views at once: taking over a seat mid-game."""
    played = bout(game, game.options({}), [level, "random"], 5, [SMALL, None])
    for views, move in list(decisions(played.record, 0))[-6:]:
        again = make_entrant(game, 0, level, 5 * 8, SMALL)
        for view in views:
            again.see(view)
        assert again.choose(views[-1], moves_of(game, views[-1])) == move


def test_a_bot_fed_from_a_log_of_json_views_in_another_process_plays_the_same_moves(game):
    played = bout(game, game.options({}), ["adult", "child"], 9, [SMALL, SMALL])
    every = list(decisions(played.record, 0))
    some_decisions = every[:: max(len(every) // 12, 1)]
    assert len(some_decisions) >= 3

    async def replayed():
        warm_up(game.slug)
        service = ThinkingService(1)
        try:
            found = []
            for views, _ in some_decisions:
                log = [msgspec.json.encode(view) for view in views]
                found.append(await service.choose(game.slug, 0, "adult", 9 * 8, log, budget=SMALL))
            return found
        finally:
            await service.close()

    assert asyncio.run(replayed()) == [move for _, move in some_decisions]


def test_the_legal_moves_follow_from_a_view(game):
    play = game.new(seed=8)
    for _ in range(40):
        if play.to_act < 0:
            break
        assert moves_of(game, play.view(play.to_act)) == play.legal()
        play.play(play.legal()[len(play.entries) % len(play.legal())])


def test_a_game_that_brings_nothing_for_bots_is_played_all_the_same(game, monkeypatch):
    monkeypatch.setattr(parts, "module_name", lambda game, part: None)
    monkeypatch.setattr(search, "ready", search.ready.__wrapped__)  # a new one, made without the game's own parts
    play = game.new(2, seed=2)
    seat = play.to_act
    bot = make_bot(game, seat, "adult", 1, SMALL)
    bot.see(play.view(seat))
    assert bot.choose(play.view(seat), play.legal()) in play.legal()


def bluffs(game):
    """Whether one has to mix there: who always played the same would be found out."""
    return make_bot(game, 0, "child", 1).basis(game.new(2, seed=1).view(0)) == "exact"


@pytest.mark.parametrize("slug", [slug for slug, game in sorted(GAMES.items()) if not bluffs(game)])
@pytest.mark.parametrize("level", ["goldfish", "child", "adult"])
def test_everybody_plays_what_they_think_best(slug, level):
    game = GAMES[slug]
    play = game.new(2, seed=4)
    bots = [make_bot(game, seat, level, 5, TINY) for seat in range(2)]
    for _ in range(12):
        if play.to_act < 0:
            break
        for bot in bots:
            bot.see(play.view(bot.seat))
        bot, view = bots[play.to_act], play.view(play.to_act)
        best = bot.weigh(view)[0]
        move = bot.choose(view, play.legal())
        assert game.action(move) in (best.action, *best.twins)
        play.play(move)


def test_uniform_playouts_play_every_game_whatever_its_own_notes(game):
    play = game.new(2, seed=3)
    seat = play.to_act
    plain = make_entrant(game, seat, "plain", 1, TINY)
    plain.see(play.view(seat))
    assert plain.choose(play.view(seat), play.legal()) in play.legal()


def test_the_ladders_own_bots_are_not_offered_at_a_table(game):
    assert set(LEVELS) < set(bot_names())
    for name in ("cheat", "plain"):
        assert name not in bot_names()
        with pytest.raises(LookupError):
            make_bot(game, 0, name, 1)
