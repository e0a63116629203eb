"""Games among bots, told so exactly that two machines can be compared. It runs natively and inside a page's Python alike."""

from __future__ import annotations

import time
from typing import Any

from ludotheque.bots import LEVELS, make_bot
from ludotheque.bots.advice import hint, judgements
from ludotheque.bots.base import Budget
from ludotheque.games import game as find_game
from ludotheque.rules.game import Game


def told(slug: str, variants: list[int], levels: list[str], playouts: int, most: int) -> dict[str, Any]:
    """Some variants of a box, by their numbers: moves of bots of these levels, then a hint and a review."""
    game, budget = find_game(slug), Budget(playouts=playouts)
    chosen = list(game.variants())
    found: dict[str, Any] = {"moves": [], "chances": []}
    for number in variants:
        players, options = chosen[number % len(chosen)]
        for level in levels:
            record = _played(game, players, options, level, 11 + number, budget, most)
            found["moves"].append(record["moves"])
    found["chances"] = _advised(game, record, budget)
    return found


def _played(game: Game, players: int, options: Any, level: str, seed: int, budget: Budget, most: int) -> Any:
    play = game.new(players=players, seed=seed, **options)
    bots = [make_bot(game, seat, level, seed + seat, budget) for seat in range(players)]
    while play.to_act >= 0 and len(play.entries) < most:
        for seat, bot in enumerate(bots):
            bot.see(play.view(seat))
        seat = play.to_act
        play.play(bots[seat].choose(play.view(seat), play.legal()))
    return play.record()


def _advised(game: Game, record: Any, budget: Budget) -> list[float]:
    play = game.new(seed=5)
    while play.to_act < 0:
        play.play(play.legal()[0])
    views = [play.view(play.to_act)]
    chances = [move.chance for move in hint(game, play.to_act, views, budget).moves]
    for judged in judgements(record, 0, budget):
        chances += [judged.chance, judged.best_chance, judged.margin]
    return chances


def pace(slug: str, playouts: int) -> float:
    """Seconds that elephant thinks about the first move of a box, with everything ready."""
    game = find_game(slug)
    players, options = list(game.variants())[-1]
    for budget in (Budget(playouts=16), Budget(playouts=playouts)):
        play = game.new(players=players, seed=3, **options)
        bot = make_bot(game, play.to_act, LEVELS[-1], 1, budget)
        view = play.view(play.to_act)
        bot.see(view)
        began = time.perf_counter()
        bot.choose(view, play.legal())
    return time.perf_counter() - began
