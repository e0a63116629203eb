"""Playing every box a little, so that whatever its bots compute with has been called once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ludotheque import records
from ludotheque.bots import LEVELS, make_bot
from ludotheque.bots.advice import hint, judgements
from ludotheque.bots.base import Budget
from ludotheque.games import game as find_game
from ludotheque.rules.core import Json, Move, View
from ludotheque.rules.game import Game

ENOUGH = 6
"""Moves of each level in each variant: the first ones need everything that later ones do."""


def play_everything(slugs: Iterable[str], budget: Budget = Budget(playouts=16)) -> None:  # noqa: B008 (it is frozen)
    """Every variant and level of these boxes, with hints and a look back."""
    for slug in slugs:
        game = find_game(slug)
        for players, options in game.variants():
            for level in LEVELS:
                for _ in moves(game, players, options, level, 3, budget, ENOUGH):
                    pass
        advise(game, budget)


def moves(
    game: Game, players: int, options: Json, level: str, seed: int, budget: Budget, most: int
) -> Iterator[tuple[View, Move]]:
    """The moves of a game among bots of one level, each with what its seat saw; as many as wanted."""
    play = game.new(players=players, seed=seed, **options)
    bots = [make_bot(game, seat, level, seed + seat, budget) for seat in range(players)]
    while play.to_act >= 0 and len(play.entries) < most:
        for seat, bot in enumerate(bots):
            bot.see(play.view(seat))
        seat = play.to_act
        view = play.view(seat)
        move = bots[seat].choose(view, play.legal())
        yield view, move
        play.play(move)


def advise(game: Game, budget: Budget) -> None:
    """A hint and a look back at the same few moves."""
    play = game.new(seed=5)
    views = []
    for _ in range(ENOUGH):
        if play.to_act < 0:
            break
        seat = play.to_act
        views = [play.view(seat)]
        play.play(play.legal()[0])
    if views and views[-1].seat is not None:
        hint(game, views[-1].seat, views, budget)
    record = play.record()
    records.replay(record)
    for _ in judgements(record, 0, budget):
        pass
