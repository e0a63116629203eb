"""Looking ahead in one game by its learned judgement, ready to be asked: turn by turn deeper, until the budget is spent."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import cache

from ludotheque.bots.base import Budget
from ludotheque.bots.judgement import KERNELS, learned_mind, parts_of, thought_of
from ludotheque.bots.kernels.judgement import MOST_SEATS, Mind
from ludotheque.bots.kernels.lookahead import DEEPEST, DROPPED, Ahead
from ludotheque.bots.kernels.turns import ACTION, FACTS
from ludotheque.bots.verdict import Verdict
from ludotheque.games import game as find_game
from ludotheque.rules import kernel
from ludotheque.rules.arrays import ints, reals
from ludotheque.rules.dice import seed_dice
from ludotheque.rules.game import Game
from ludotheque.rules.state import BaseState, to_record

POSITIONS = 25
"""A playout of a budget stands for so many positions."""
MARGIN = 0.05
"""What looks worse than something else by more is not followed."""
ROOT_MARGIN = 0.12
"""The same for the moves that are to be chosen from."""
ENOUGH = 100
"""After so many positions one knows how fast it goes. Who was kept waiting by others in between is not taken for slow at once."""


class Lookahead:
    """Kernels and arrays for looking ahead in one game. Not for two threads at a time."""

    def __init__(self, game: Game) -> None:
        found = parts_of(game)
        assert found is not None
        self._game, self._parts = game, found
        self._ahead = kernel.compiled(f"{KERNELS}.lookahead", label=found.label, **found.bound)
        self._folding = found.bound["folding"]
        self._thought = thought_of(found.plain)
        self._minds: dict[int, Mind | None] = {}
        compiled, room = game.compiled, (DEEPEST + 1) * found.turns.MOST
        self.space = Ahead(
            roots=compiled.states(),
            after=compiled.states(room),
            facts=ints(room, FACTS),
            values=reals(room, MOST_SEATS),
            levels=ints(DEEPEST + 1, 3),
            sums=reals(MOST_SEATS),
            best=reals(DEEPEST + 1, MOST_SEATS),
            buffer=compiled.buffer(),
            dice=compiled.dice(),
            judged=ints(1),
        )
        self._pace = 200_000.0  # positions a second, corrected as it goes

    def mind(self, seats: int) -> Mind | None:
        """What was learned for so many seats in play."""
        if seats not in self._minds:
            self._minds[seats] = learned_mind(self._game, self._parts.plain, seats)
        return self._minds[seats]

    def weigh(self, world: BaseState, mind: Mind, budget: Budget, seed: int, every: bool = False) -> list[Verdict]:
        """What the moves are worth to the seat to act; those that come to the same as another are not among them. Best first."""
        began, space = time.perf_counter(), self.space
        to_record(world, self._game.rules.State, space.roots[0])
        seed_dice(space.dice, seed, 0)
        count = int(self._ahead.begin(space, mind, self._thought))
        mover, players = int(space.levels[0, 0]), world.players
        found, before = self._chances(count, mover, players), {}
        depth, most = 1, POSITIONS * (budget.playouts or 1 << 40)
        while depth <= DEEPEST and len(found) > 1:
            kept = [space.values[at].tolist() for at in range(count)]
            if not every and self._ahead.prune(space, 0, players, ROOT_MARGIN) == 1:
                break
            limit = most
            if budget.seconds is not None:
                left = budget.seconds - (time.perf_counter() - began)
                limit = min(most, int(space.judged[0]) + int(left * self._pace))
            done, start, then = False, int(space.judged[0]), time.perf_counter()
            done = self._ahead.deepen(space, mind, self._thought, depth, MARGIN, limit)
            judged = int(space.judged[0]) - start
            if judged > ENOUGH:
                self._pace = max(judged / max(time.perf_counter() - then, 1e-6), 0.8 * self._pace)
            for at in range(count):
                if not done or space.values[at, mover] == DROPPED:
                    space.values[at] = kept[at]
            if not done:
                break
            before, found = found, self._chances(count, mover, players)
            depth += 1
        visits = max(int(space.judged[0]) // len(found), 1)
        moved = {action: abs(chance - before.get(action, chance)) for action, chance in found.items()}
        verdicts = [Verdict(action, chance, visits, noise=moved[action]) for action, chance in found.items()]
        return sorted(verdicts, key=lambda verdict: (-verdict.chance, verdict.action))

    def _chances(self, count: int, mover: int, players: int) -> dict[int, float]:
        """What each move comes to by the values that were found so far."""
        space, found, at = self.space, {}, 0
        actions: Sequence[int] = [int(space.facts[one, ACTION]) for one in range(count)]
        while at < count:
            begun = at
            while at < count and actions[at] == actions[begun]:
                at += 1
            self._folding.fold(space.facts, space.values, begun, at, mover, players, space.sums, space.best, 0)
            found[actions[begun]] = float(space.best[0, mover])
        return found


@cache
def ready(slug: str) -> Lookahead:
    """The lookahead of a game in this process."""
    return Lookahead(find_game(slug))
