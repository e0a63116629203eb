"""Bots that answer, answer late, cheat, die, or never answer."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import msgspec

from ludotheque.bots.player import moves_of
from ludotheque.games import game as find_game
from ludotheque.rules.core import Move
from tests.weather.checker import Checker
from tests.weather.world import World


class Thinkers:
    """The thinkers of one server. They play at random."""

    def __init__(self, world: World, checker: Checker, name: str) -> None:
        self.world, self.checker, self.chance = world, checker, world.stream(f"thinkers of {name}")

    async def choose(
        self, game_slug: str, seat: int, level: str, seed: int, views: Sequence[bytes], *, table: str = "", **_: Any
    ) -> Move:
        """The move of a bot, if all goes well."""
        sky, chance = self.world.sky, self.chance
        self.checker.asked(game_slug, seat, views, (table, seat, len(views) - 1) if table else None)
        await asyncio.sleep(chance.uniform(0.1, 4.0) if chance.random() < sky.thinkers_are_slow else chance.uniform(0.001, 0.05))
        if chance.random() < sky.thinkers_hang:
            await asyncio.get_running_loop().create_future()
        if chance.random() < sky.thinkers_die:
            raise RuntimeError("a worker died")
        game = find_game(game_slug)
        if chance.random() < sky.thinkers_cheat:
            return chance.choice(game.rules.MOVES)
        view = msgspec.json.decode(views[-1], type=vars(game.rules)["View"])
        return chance.choice(moves_of(game, view) or list(game.rules.MOVES))

    async def offhand(self, game_slug: str, seat: int, level: str, seed: int, views: Sequence[bytes]) -> Move:
        """What comes to mind when all went wrong: sometimes nothing."""
        if self.chance.random() < self.world.sky.thinkers_die:
            raise RuntimeError("nothing comes to mind")
        game = find_game(game_slug)
        return self.chance.choice(moves_of(game, msgspec.json.decode(views[-1], type=vars(game.rules)["View"])))
