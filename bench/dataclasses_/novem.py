"""Novem as a dataclass: the straightforward version that the plain carrier is measured against.

Lines are 0, 1, 2: rows for seat 0, columns for seat 1. Clause ids are those of the rule sheet.
"""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, field
from itertools import permutations

from bench.measure import Measure, main

LIMIT = 5000
OVER = -1
LINES = [0, 1, 2]


def _is_layout(level: tuple[int, ...]) -> bool:
    rows = (level[i : i + 3] for i in (0, 3, 6))
    columns = (level[i::3] for i in (0, 1, 2))
    return all(sum(line) == 15 for line in (*rows, *columns))


LAYOUTS = [level for level in permutations(range(1, 10)) if _is_layout(level)]  # novem.2


@dataclass(slots=True)
class Novem:
    """A match, from its deal to its end."""

    first: int
    boards: list[tuple[int, ...]]
    game: int = 0
    attacker: int = 0
    laid: int | None = None  # the attacker's line, until the defender lays
    tiles: list[int] = field(default_factory=list)  # left on each crossing
    scores: list[int] = field(default_factory=lambda: [0, 0])
    entries: int = 0
    over: bool = False

    def __post_init__(self) -> None:
        self._set_up()

    def _set_up(self) -> None:
        self.attacker = (self.first + self.game) % 2  # novem.11
        self.tiles = [2] * 9

    def to_act(self) -> int:
        """The seat to lay a marker, or OVER."""
        if self.over:
            return OVER
        return self.attacker if self.laid is None else 1 - self.attacker

    def legal(self) -> list[int]:
        """Markers always return to the hand: any line."""
        return LINES

    def play(self, line: int) -> None:
        """Lay a marker; the second one reveals both."""
        self.entries += 1
        if self.laid is None:  # novem.5
            self.laid = line
        else:
            self._reveal(self.laid, line)
            self.laid = None
        if self.entries == LIMIT:  # any.1
            self.over = True

    def _reveal(self, attack: int, defence: int) -> None:
        row, column = (attack, defence) if self.attacker == 0 else (defence, attack)
        cell = 3 * row + column
        tiles = self.tiles
        if tiles[cell]:  # novem.6, novem.7
            upper = self.boards[self.game][cell]
            self.scores[self.attacker] += upper if tiles[cell] == 2 else 10 - upper
            tiles[cell] -= 1
            if not any(tiles[3 * row : 3 * row + 3]) or not any(tiles[column::3]):  # novem.9
                self._end_game()
                return
        self.attacker = 1 - self.attacker  # novem.8

    def _end_game(self) -> None:
        self.game += 1
        if self.game == len(self.boards):
            self.over = True
        else:
            self._set_up()

    def winners(self) -> list[int]:
        """Those with the highest total."""
        best = max(self.scores)  # novem.10
        return [seat for seat, score in enumerate(self.scores) if score == best]


def random_match(rng: random.Random) -> Novem:
    """A match of two games, played to its end with uniformly random moves."""
    match = Novem(rng.randrange(2), [rng.choice(LAYOUTS) for _ in range(2)])
    while match.to_act() != OVER:
        match.play(rng.choice(match.legal()))
    return match


def play_random_games(n: int, seed: int) -> tuple[int, int, float]:
    """Games, decisions, seconds."""
    rng = random.Random(seed)
    start = time.perf_counter()
    decisions = sum(random_match(rng).entries for _ in range(n))
    return n, decisions, time.perf_counter() - start


def run(games: int, seed: int) -> Measure:
    """The same as a measure."""
    return Measure("novem, dataclass", *play_random_games(games, seed))


if __name__ == "__main__":
    main(run)
