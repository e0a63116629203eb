"""Why a move: what is said of it is true in every game that looks alike to the seat, and can be said in both languages."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from ludotheque import records
from ludotheque.bots import Budget, parts
from ludotheque.bots.advice import IDEAS, Coach, hint
from ludotheque.bots.foresight import Foresight
from ludotheque.games import GAMES
from ludotheque.lab.bouts import bout
from ludotheque.rules.dice import new_dice
from ludotheque.rules.state import copy_state
from ludotheque.texts import LANGUAGES, Words

SMALL = Budget(playouts=24)
SOME = Budget(playouts=60)
REASONED = [slug for slug, game in GAMES.items() if parts.module(game, "bots.reasons") is not None]
"""Games that bring reasons of their own."""
EVERY = 15
"""Every fifteenth decision is looked at: the others are much the same."""


def decisions(slug):
    """Decisions of a game between children: the coach of the seat to act, the game as it really is, and what the seat sees."""
    game = GAMES[slug]
    record = bout(game, game.options({}), ["child", "goldfish"], 3, [SMALL, SMALL]).record
    play = records.begin(record)
    coaches = [Coach(game, seat, SOME, 0) for seat in range(play.players)]
    for index, entry in enumerate(record["moves"][:120]):
        views = [play.view(seat) for seat in range(play.players)]
        for coach, view in zip(coaches, views, strict=True):
            coach.see(view)
        if "move" in entry and index % EVERY < 2:
            yield coaches[play.to_act], play, views[play.to_act]
        records.enter(play, entry, index)


def happens(game, seat, state, view, move):
    after = copy_state(state)
    game.engine.step(after, game.action(move))
    return [replace(event, passing=False) for event in game.happened(view, game.view(after, seat))]


def worlds(coach, play, view):
    """The game as it is, and others that agree with everything the seat was ever shown."""
    known, dice = coach.adviser.notebook.known(view), new_dice(9, view.entries)
    yield play.state
    for _ in range(6):
        world = coach.game.imagine(view, known, dice)
        assert coach.game.view(world, coach.seat) == view
        yield world


@pytest.mark.parametrize("slug", GAMES)
def test_what_is_foreseen_happens_in_every_game_that_looks_alike(slug):
    named = 0
    for coach, play, view in decisions(slug):
        foresight = Foresight(coach.game, coach.seat, coach.adviser.notebook, view)
        for move in play.legal()[:6]:
            course = foresight.course(move)
            for world in worlds(coach, play, view):
                told = happens(coach.game, coach.seat, world, view, move)
                left = Counter(told) + Counter(replace(event, piece=None, count=0) for event in told)
                assert not Counter(course.events) - left, (move, course.events, told)
                assert not course.sure or tuple(told) == course.events
            named += any(event.piece is not None for event in course.events)
    assert named or slug not in REASONED, "something is known beforehand, or what would its reasons be?"


@pytest.mark.parametrize("slug", GAMES)
def test_every_idea_has_a_reason_that_can_be_said_and_a_chance_with_its_margin(slug):
    codes = set()
    for coach, play, view in decisions(slug):
        given = coach.advise(view)
        assert 1 <= len(given.ideas) <= IDEAS
        assert given.ideas[0].move == given.moves[0].move
        assert len({str(idea.move) for idea in given.ideas}) == len(given.ideas)
        legal = [move.to_json() for move in play.legal()]
        for idea in given.ideas:
            assert idea.move in legal
            assert 0 <= idea.chance <= 1
            assert idea.margin == 0 or given.basis != "exact"
            codes.add(idea.why.code)
            for language in LANGUAGES:
                assert "{" not in Words(language, coach.game, ["Anna", "Malik"])(f"why.{idea.why.code}", idea.why.args)
        assert (given.tried == 0) == (given.basis == "exact")
        assert all(weighed.margin == 0 for weighed in given.moves) or given.basis != "exact"
    assert slug not in REASONED or codes - {"wins", "only", "alike", "better", "worse"}, "a reason in words of that box"


@pytest.mark.parametrize("slug", GAMES)
def test_a_hint_needs_nothing_but_the_views(slug):
    """Asked twice from the views alone, with nothing of the game at hand, it says the same."""
    game = GAMES[slug]
    play = game.new(2, seed=4)
    views = {seat: [play.view(seat)] for seat in range(2)}
    for _ in range(12):
        play.play(play.legal()[-1])
        for seat in range(2):
            views[seat].append(play.view(seat))
        if play.to_act < 0:
            return
    seat = play.to_act
    assert hint(game, seat, views[seat], SMALL) == hint(game, seat, list(views[seat]), SMALL)


def test_how_many_turns_ago_something_was_seen():
    """A turn is all that one does until another seat is to act; what chance does in between is part of it."""
    for slug in GAMES:
        for coach, _, view in decisions(slug):
            for idea in coach.advise(view).ideas:
                for shown in idea.seen:
                    since = [began for began in coach._began if began > shown.entry]
                    assert shown.turns == len(since)
                    assert shown.entry <= view.entries
