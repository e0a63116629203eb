"""One game among bots: every seat is shown its own view after each entry, and nothing else (the ladder's cheat excepted)."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from ludotheque.bots import bot_names, make_bot, parts
from ludotheque.bots.base import Bot, Budget
from ludotheque.bots.levels import Level
from ludotheque.bots.memory import PERFECT
from ludotheque.bots.player import Player
from ludotheque.lab.cheat import Cheat
from ludotheque.lab.response import PREFIX, Response, response_names
from ludotheque.rules.core import CHANCE, OVER, Json, Options, View
from ludotheque.rules.dice import Dice, new_dice
from ludotheque.rules.game import Game
from ludotheque.rules.play import Play

EARLIER = ("elephant-1",)
"""Elephants of before, so that new ones can be compared with them: `elephant-1` searches, and knows no solution that came
later. A game whose elephant has changed keeps the one before in `bots/earlier.py` (`EARLIER`: by name, how it is made);
in any other it is today's."""
LADDER_ONLY = ("plain", "cheat", *EARLIER, *response_names())
"""Bots that no table offers: `plain` searches with uniform playouts and nothing of a game's own but its notebook;
`cheat` sees the whole state; those of before; and those that know how a level plays."""
PLAIN = Level(PERFECT, playouts=1_000_000, seconds=0.24, policy=False)


def ladder_names() -> tuple[str, ...]:
    """Every name a ladder takes."""
    return (*bot_names(), *LADDER_ONLY)


def make_entrant(game: Game, seat: int, name: str, seed: int, budget: Budget | None) -> Bot:
    """A bot of the ladder."""
    if name == "plain":
        return Player(game, seat, PLAIN, seed, budget)
    if name == "cheat":
        return Cheat(game, seat, seed, budget)
    if name in response_names():
        return Response(game, seat, name.removeprefix(PREFIX), seed, budget)
    if name in EARLIER:
        own = parts.module(game, "bots.earlier")
        if own is not None and name in own.EARLIER:
            made: Bot = own.EARLIER[name](game, seat, seed, budget)
            return made
        name = name.partition("-")[0]
    return make_bot(game, seat, name, seed, budget)


@dataclass(frozen=True, slots=True)
class Bout:
    """What came of one game."""

    record: Json
    shares: tuple[float, ...]
    """The win of each seat, a shared one in parts."""
    slowest: tuple[float, ...] = field(default=())
    """The thinking time of each seat that 95 % of its moves stayed below."""


def bout(game: Game, options: Options, names: Sequence[str], seed: int, budgets: Sequence[Budget | None]) -> Bout:
    """Play one game; the seed gives the deal and the draws, and together with the seat each bot's own seed."""
    players = len(names)
    dice = new_dice(seed)
    play = deal_out(game, players, options, dice)
    bots = [make_entrant(game, seat, name, seed * 8 + seat, budgets[seat]) for seat, name in enumerate(names)]
    spent = play_out(play, bots, dice)
    outcome = play.outcome
    assert outcome is not None
    shares = tuple(1 / len(outcome.winners) if seat in outcome.winners else 0.0 for seat in range(players))
    record = {**play.record(), "seats": [{"name": name, "kind": "bot"} for name in names]}
    return Bout(record, shares, tuple(sorted(times)[int(0.95 * len(times))] if times else 0.0 for times in spent))


def deal_out(game: Game, players: int, options: Options, dice: Dice) -> Play:
    """A play that these dice deal; its draws wait for `play_out`."""
    state = game.blank(players, options)
    game.rules.deal(state, dice)
    return Play(game, players, options, game.rules.dealt(state))


def play_out(
    play: Play,
    bots: Sequence[Bot],
    dice: Dice,
    *,
    before: Callable[[Play, Sequence[View]], None] | None = None,
    after: Callable[[Play], None] | None = None,
) -> list[list[float]]:
    """Let bots play a game to its end; answer the thinking time of every move of each seat.

    `before` (with what every seat sees) and `after` are told of each entry.
    """
    game = play.game
    spent: list[list[float]] = [[] for _ in bots]
    buffer = [0] * max(len(game.rules.MOVES), len(game.rules.CHANCES))
    while True:
        views = list(play.views(range(len(bots))).values())
        for bot, view in zip(bots, views, strict=True):
            bot.see(view)
        turn = play.to_act
        if turn == OVER:
            return spent
        if before is not None:
            before(play, views)
        if turn == CHANCE:
            play.draw(game.rules.CHANCES[game.engine.draw(play.state, buffer, dice)])
        else:
            bot = bots[turn]
            if isinstance(bot, Cheat):
                bot.peek(play.state)
            began = time.perf_counter()
            move = bot.choose(views[turn], play.legal())
            spent[turn].append(time.perf_counter() - began)
            play.play(move, turn)
        if after is not None:
            after(play)
