"""A move without thinking: what a level's memory and the game's policy say, as ordinary Python, within milliseconds.

For a box whose machine code is not there yet, and for a bot that has no answer.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ludotheque.bots import LEVELS, make_bot
from ludotheque.bots.base import Bot, Budget
from ludotheque.bots.player import moves_of, usual_player
from ludotheque.games import game as find_game
from ludotheque.rules.core import Move, View


def make_player(slug: str, seat: int, level: str, seed: int, budget: Budget | None = None) -> Bot:
    """A bot by the name of its game."""
    return make_bot(find_game(slug), seat, level, seed, budget)


def read_views(slug: str, views: Sequence[bytes]) -> list[View]:
    """Views as they were sent to a seat."""
    decoder = msgspec.json.Decoder(find_game(slug).rules.View)
    return [decoder.decode(view) for view in views]


def offhand_move(bot: Bot, view: View, legal: Sequence[Move]) -> Move:
    """The first move that comes to a bot's mind; for one that is none of our levels, to an adult's who sees only this."""
    if len(legal) == 1:
        return legal[0]
    own = getattr(bot, "offhand", None)
    if own is None:
        assert view.seat is not None
        own = usual_player(find_game(view.game), view.seat, "adult", 0, None).offhand
    move: Move = own(view, legal)
    return move if move in legal else legal[0]


def offhand(slug: str, seat: int, level: str, seed: int, views: Sequence[bytes]) -> Move:
    """What a bot that was shown these views plays without thinking."""
    bot = make_player(slug, seat, level if level in LEVELS else "adult", seed)
    seen = read_views(slug, views)
    for view in seen:
        bot.see(view)
    return offhand_move(bot, seen[-1], moves_of(find_game(slug), seen[-1]))
