"""What happened, told as data: from a seat's views alone, and nothing of it remains once it was looked at."""

from __future__ import annotations

import json
from collections.abc import Iterator

import msgspec
import pytest

from ludotheque.games import HOUSE, game
from ludotheque.rules.core import SPECTATOR, Event, View
from ludotheque.rules.dice import new_dice
from ludotheque.rules.game import Game
from ludotheque.rules.play import Play
from ludotheque.testing import random_play, random_positions


def moments(played: Game, games: int = 1, until: int = 150) -> Iterator[tuple[int, View, View]]:
    """Every seat's views before and after every entry of some random games."""
    for players, options in played.variants():
        for seed in range(games):
            whole = random_play(played, players, options, seed, careful=True, until=until)
            play = Play(played, players, options, whole.deal)
            for _, value in whole.entries:
                seats = (*range(players), SPECTATOR)
                before = [play.view(seat) for seat in seats]
                play.enter_action(played.action(value))
                for seat, seen in zip(seats, before, strict=True):
                    yield seat, seen, play.view(seat)


SEAT = "(for a draw that nobody asked for, who is next to act)"


@pytest.mark.parametrize("slug", HOUSE)
def test_every_entry_is_told_by_an_actor_and_a_verb(slug: str):
    for _, before, after in moments(game(slug)):
        events = game(slug).happened(before, after)
        assert events, f"nothing happened between {before} and {after}"
        assert any(event.seat is not None for event in events), f"nobody did it: one needs a `seat` {SEAT}: {events}"
        assert msgspec.json.decode(msgspec.json.encode(events), type=tuple[Event, ...]) == events


@pytest.mark.parametrize("slug", HOUSE)
def test_what_one_gains_another_or_the_table_has_lost(slug: str):
    """A piece that changes hands has a place it came from and one where it is now."""
    for _, before, after in moments(game(slug)):
        for event in game(slug).happened(before, after):
            if event.gains is not None:
                assert event.origin is not None, f"where did it come from? {event}"
                assert event.target is not None, f"where is it now? {event}"
                assert event.gains != event.loses, event


@pytest.mark.parametrize("slug", HOUSE)
def test_a_piece_is_named_only_to_those_who_see_it(slug: str):
    for _, before, after in moments(game(slug)):
        seen = {text for view in (before, after) for text in strings(msgspec.to_builtins(view))}
        for event in game(slug).happened(before, after):
            if event.piece is not None and not event.piece.startswith("pawn."):  # which pawn moved, all see
                assert event.piece in seen, f"this view does not show {event.piece}: {event}"


def strings(data: object) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for value in data.values():
            yield from strings(value)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from strings(value)


@pytest.mark.parametrize("slug", HOUSE)
def test_what_was_looked_at_is_forgotten_whole(slug: str):
    """A game imagined from what is left looks the same once that, too, was looked at: nothing else remains."""
    played = game(slug)
    for players, options in played.variants():
        for play in random_positions(played, players, options, 40, seed=3):
            for seat in (*range(players), SPECTATOR):
                left = played.forget(play.view(seat))
                assert played.forget(left) == left
                other = played.imagine(left, None, new_dice(1))
                assert json_of(played.forget(played.view(other, seat))) == json_of(left)


def json_of(view: View) -> object:
    return json.loads(msgspec.json.encode(view))


def test_whatever_is_revealed_for_a_while_is_forgotten():
    revealed = set()
    for slug in HOUSE:
        for seat, before, after in moments(game(slug)):
            if seat == SPECTATOR and game(slug).reveals(before, after):
                revealed.add(slug)
                assert game(slug).forget(after) != after
    assert revealed, "no random game has shown anything"
