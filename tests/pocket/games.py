"""Games among bots, told so exactly that two machines can be compared. It runs natively and inside a page's Python alike."""

from __future__ import annotations

import sys
from random import Random
from typing import Any

import msgspec

from ludotheque import records
from ludotheque.bots import LEVELS, make_bot
from ludotheque.bots.advice import hint, judgements
from ludotheque.bots.base import Budget
from ludotheque.games import game as find_game
from ludotheque.rules.core import View
from ludotheque.rules.game import Game

Json = Any
BEFORE = 5
"""Moves that have been made when elephant's pace is taken."""


def whole(slug: str, number: int, playouts: int) -> Json:
    """The record of one game to its end: variant, players and who plays which level go with its number."""
    return _record(_played(find_game(slug), number, Budget(playouts=playouts))[0])


def advised(slug: str, number: int, playouts: int) -> list[Json]:
    """A hint somewhere in the same game, and one seat's review of it, with everything that is said in them."""
    game, budget = find_game(slug), Budget(playouts=playouts)
    play, views = _played(game, number, budget)
    seat = number % play.players
    seen = views[seat][: 1 + Random(number).randrange(len(views[seat]))]
    while seen and seen[-1].to_act != seat:
        seen.pop()
    hints = [hint(game, seat, seen, budget)] if seen else []
    told: list[Json] = msgspec.to_builtins([*hints, *judgements(play.record(), seat, budget)])
    return told


def _played(game: Game, number: int, budget: Budget) -> tuple[Any, list[list[View]]]:
    variants = list(game.variants())
    players, options = variants[number % len(variants)]
    levels = [LEVELS[(number // len(variants) + number + seat * (1 + number % 3)) % len(LEVELS)] for seat in range(players)]
    play = game.new(players=players, seed=number, **options)
    bots = [make_bot(game, seat, level, number + seat, budget) for seat, level in enumerate(levels)]
    views: list[list[View]] = [[] for _ in bots]
    while play.to_act >= 0:
        for seat, bot in enumerate(bots):
            views[seat].append(play.view(seat))
            bot.see(views[seat][-1])
        seat = play.to_act
        play.play(bots[seat].choose(views[seat][-1], play.legal()))
    return play, views


def _record(play: Any) -> Json:
    record = play.record()
    records.replay(record)
    return msgspec.to_builtins(record)


def think(slug: str, playouts: int) -> Json:
    """Elephant's move a few moves into a game of the most players, where there is something to choose."""
    game = find_game(slug)
    players, options = list(game.variants())[-1]
    play = game.new(players=players, seed=3, **options)
    views: list[list[View]] = [[] for _ in range(players)]
    while len(play.entries) < BEFORE or len(play.legal()) < 2:
        for seat, seen in enumerate(views):
            seen.append(play.view(seat))
        play.play(play.legal()[0])
    seat = play.to_act
    bot = make_bot(game, seat, LEVELS[-1], 1, Budget(playouts=playouts))
    for view in (*views[seat], play.view(seat)):
        bot.see(view)
    return bot.choose(play.view(seat), play.legal()).to_json()


def loaded() -> list[str]:
    """Every module of Python itself that is there by now."""
    return sorted(name for name, module in sys.modules.items() if _path(module).startswith("/lib/"))


def trouble(module: str) -> str:
    """What is said when a module cannot be imported."""
    try:
        __import__(module)
    except ImportError as error:
        return str(error)
    return ""


def _path(module: Any) -> str:
    return str(getattr(module, "__file__", None) or "")


def open_house() -> bool:
    """Have everything there that a house in a page and its thinking worker need."""
    import ludotheque.pocket.page
    from ludotheque.pocket import thinking

    return bool(ludotheque.pocket.page.open_house and thinking.mind({}))
