"""Loading (or compiling) what the bots of a game need, before somebody waits for it."""

from __future__ import annotations

from ludotheque.bots import make_bot
from ludotheque.bots.base import Budget
from ludotheque.games import game as find_game


def warm_up(slug: str) -> None:
    """Let elephant choose one move with a tiny budget, in a game that nobody plays."""
    game = find_game(slug)
    play = game.new(seed=0)
    seat = play.to_act
    if seat < 0:
        return
    bot = make_bot(game, seat, "elephant", 0, Budget(playouts=16))
    bot.see(play.view(seat))
    bot.choose(play.view(seat), play.legal())
