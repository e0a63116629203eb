"""Goes of Bonbons with three and more seats, ready to be counted: kernels, arrays, and what was learned."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from types import ModuleType

from ludotheque.bots.judgement import KERNELS, learned_mind, thought_of
from ludotheque.bots.kernels.judgement import MOST_SEATS, Mind, Thought
from ludotheque.games import game as find_game
from ludotheque.games.bonbons.bots.counts import Table
from ludotheque.games.bonbons.bots.kernels import features as told
from ludotheque.games.bonbons.bots.kernels.counts import passed_on
from ludotheque.games.bonbons.bots.kernels.ends import BARRED, FOUND, NUMBERS, RESERVE, SEATS, STAMP, USED, Walk
from ludotheque.games.bonbons.bots.kernels.goes import SOME
from ludotheque.games.bonbons.rules import COVERING, SLUG
from ludotheque.rules import kernel
from ludotheque.rules.arrays import ints, reals

OWN = "ludotheque.games.bonbons.bots.kernels"
LABEL = "ludotheque.games.bonbons/judgement"
TABLE = 1 << 14
"""Room for positions that were met; it is emptied when it is half full."""
NOBODY = -1


def kernels() -> dict[str, ModuleType]:
    """Machine code for counting goes, by the names that kernels know it by."""
    bound = {"features": kernel.compiled(f"{OWN}.features", label=LABEL)}
    bound["judgement"] = kernel.compiled(f"{KERNELS}.judgement", label=LABEL, **bound)
    bound["ends"] = kernel.compiled(f"{OWN}.ends", label=LABEL, **bound)
    bound["goes"] = kernel.compiled(f"{OWN}.goes", label=LABEL, **bound)
    return bound


def new_walk(mind: Mind, thought: Thought, size: int) -> Walk:
    """Room for counting by a mind, with a table of that size."""
    made = Walk(
        mind=mind,
        thought=thought,
        numbers=ints(NUMBERS),
        found=reals(FOUND, MOST_SEATS),
        choices=ints(COVERING + 1, SOME),
        keys=ints(size),
        stamps=ints(size),
        values=reals(size, MOST_SEATS),
    )
    made.numbers[SEATS], made.numbers[BARRED], made.numbers[STAMP] = mind.places[0], NOBODY, 1
    return made


class Goes:
    """Kernels and arrays for counting goes with so many seats. Not for two threads at a time."""

    def __init__(self, mind: Mind) -> None:
        self._kernels = kernels()
        self._walk = new_walk(mind, thought_of(told), TABLE)

    def weigh(self, table: Table, choices: Sequence[int], waited: int | None = None) -> dict[int, float]:
        """What choices are worth to the seat to act; `waited` is a position in which it does not want to pass again."""
        walk, numbers = self._walk, self._walk.numbers
        if 2 * int(numbers[USED]) > TABLE or numbers[RESERVE] != table.reserve:
            self._kernels["ends"].forget(walk)
        numbers[RESERVE] = table.reserve
        numbers[BARRED] = NOBODY if waited is None else passed_on(waited, table.seen.seats)
        found = {}
        for choice in choices:
            self._kernels["goes"].weigh(walk, table.position, table.phase, table.what, choice, 0)
            found[choice] = float(walk.found[0, 0])
        return found


@cache
def ready(seats: int) -> Goes:
    """Goes of so many seats in this process, by what was learned."""
    mind = learned_mind(find_game(SLUG), told, seats)
    assert mind is not None
    return Goes(mind)
