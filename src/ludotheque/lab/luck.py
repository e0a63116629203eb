"""How lucky each seat was in a game, by the game's learned judgement: wins less luck tell players apart with far fewer games.

Whatever chance did is compared with all that it might have done, judged after the best that the mover could make of it. On
average that is nothing, whoever plays and however wrong the judgement is: the mean of wins less luck is the same as that of wins,
and its spread is a fraction. The ladder tells it (`--less-luck`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from ludotheque import records
from ludotheque.bots.judgement import learned_mind, parts_of, thought_of
from ludotheque.bots.kernels.judgement import MOST_SEATS, Mind
from ludotheque.bots.kernels.turns import ACTION, FACTS, OUTCOME, WEIGHT
from ludotheque.games import game as find_game
from ludotheque.rules.arrays import ints, reals
from ludotheque.rules.core import Json
from ludotheque.rules.game import Game
from ludotheque.rules.state import BaseState, copy_state, to_record


class Fortune:
    """Kernels and arrays to judge what chance did in one game."""

    def __init__(self, game: Game) -> None:
        found = parts_of(game)
        if found is None:
            raise LookupError(f"nothing was learned of the turns of {game.slug}")
        self._game, self._parts, self._minds = game, found, dict[int, Mind | None]()
        self._thought, compiled, most = thought_of(found.plain), game.compiled, found.turns.MOST
        self._begun, self._after, self._facts = compiled.states(), compiled.states(most), ints(most, FACTS)
        self._values, self._buffer, self._dice = reals(most, MOST_SEATS), compiled.buffer(), compiled.dice()

    def lucks(self, state: BaseState, action: int, weights: Mapping[int, int]) -> dict[int, list[float]]:
        """What each thing that chance may do after an action is worth to each seat, less what they are worth on average.

        Nothing, where a turn does not tell them one by one.
        """
        told, found = self._outcomes(state, action)
        if told != weights:
            return {}
        together = sum(told.values())
        usual = [sum(told[one] * found[one][seat] for one in found) / together for seat in range(state.players)]
        return {one: [value - mean for value, mean in zip(found[one], usual, strict=True)] for one in found}

    def _outcomes(self, state: BaseState, action: int) -> tuple[dict[int, int], dict[int, list[float]]]:
        """The weight of everything that chance may do, and what the mover can make of it, by seat."""
        told: dict[int, int] = {}
        found: dict[int, list[float]] = {}
        mind, mover = self._mind(state), self._game.rules.to_act(state)
        if mind is None:
            return told, found
        to_record(state, self._game.rules.State, self._begun[0])
        end = self._parts.turns.expand(self._begun[0], self._after, self._facts, 0, self._buffer, self._dice)
        for at in range(end):
            if self._facts[at, ACTION] == action:
                self._parts.judgement.value(self._after[at], mind, self._thought, self._values, at)
                values, outcome = self._values[at].tolist()[: state.players], int(self._facts[at, OUTCOME])
                told[outcome] = int(self._facts[at, WEIGHT])
                if outcome not in found or values[mover] > found[outcome][mover]:
                    found[outcome] = values
        return told, found

    def _mind(self, state: BaseState) -> Mind | None:
        playing = sum(bool(self._parts.plain.playing(state, seat)) for seat in range(state.players))
        if playing not in self._minds:
            self._minds[playing] = learned_mind(self._game, self._parts.plain, playing)
        return self._minds[playing]


@cache
def fortune_of(slug: str) -> Fortune:
    """The fortune of a game in this process; nobody can tell it of a game whose turns were not learned (`LookupError`)."""
    return Fortune(find_game(slug))


def luck_of(record: Json) -> list[float]:
    """How lucky each seat was in a recorded game."""
    fortune, game = fortune_of(record["game"]), find_game(record["game"])
    total, begun, action = [0.0] * record["players"], None, -1
    for play, entry in zip(records.steps(record), record["moves"], strict=False):
        if "move" in entry:
            begun, action = copy_state(play.state), game.action(game.move(entry["move"]))
        elif begun is not None:
            outcomes = {game.rules.CHANCES.index(chance): weight for chance, weight in play.chances()}
            lucks = fortune.lucks(begun, action, outcomes)
            if lucks:
                drawn = game.rules.CHANCES.index(game.chance(entry["chance"]))
                total = [one + by for one, by in zip(total, lucks[drawn], strict=True)]
            begun = None
    return total
