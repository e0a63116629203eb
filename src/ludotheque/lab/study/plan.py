"""The plan of a study: which tables are played, by whom, and in which order the work is done."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Literal, NamedTuple

import msgspec

from ludotheque.games import game as find_game
from ludotheque.lab.study.entrants import COMPILED, Entrant
from ludotheque.levels import LEVELS
from ludotheque.rules.game import Game

Purpose = Literal["play", "level", "thought", "memory", "compare"]
"""What a cell is for: how it plays, a rung of the ladder, a doubling of thought, a span of memory, two tables side by side."""


class Work(NamedTuple):
    """Consecutive deals of one cell, played in one go."""

    cell: int
    start: int
    """The number of the first deal."""
    deals: int


RANDOM_DEALS, BOT_DEALS = 5000, 5
"""Deals of a chunk, each played twice: about a second of work for one core."""
DOUBLINGS = (25, 50, 100, 200)
SPANS = (4.0, 8.0, 16.0, 32.0, 64.0, 128.0)


class Table(msgspec.Struct, frozen=True):
    """A game, its variant, and who sits down."""

    game: str
    players: int
    options: dict[str, bool | int]
    bots: tuple[Entrant, ...]
    """One for each seat of the first play of a deal; in the second play everybody sits one seat further on."""

    @property
    def mixed(self) -> bool:
        """Whether there are different players, the first of whom is looked at."""
        return len(set(self.bots)) > 1

    @property
    def compiled(self) -> bool:
        """Whether the whole game is played in a kernel."""
        return not self.mixed and self.bots[0].name in COMPILED

    @property
    def sides(self) -> int:
        """How many play against each other."""
        return find_game(self.game).rules.sides(self.players, self.options)


class Cell(msgspec.Struct, frozen=True):
    """Tables that play the same deals."""

    tables: tuple[Table, ...]
    deals: int
    """Deals of one chunk. The last chunk of a study may have fewer."""
    chunks: int = 1
    """Chunks of one round."""
    purpose: Purpose = "play"


class Plan(msgspec.Struct, frozen=True):
    """What determines the results. The number of deals is not part of it: a study can be extended."""

    cells: tuple[Cell, ...]
    seed: int = 0

    def rounds(self, count: int) -> tuple[int, ...]:
        """Deals of every cell in so many rounds."""
        return tuple(count * cell.deals * cell.chunks for cell in self.cells)

    def work(self, done: Sequence[int], wanted: Sequence[int]) -> Iterator[Work]:
        """Yield what is left between two numbers of deals per cell, in the order in which a file holds it.

        The next chunk belongs to the cell that has finished the smallest part of its rounds. Chunks end at multiples of their
        size, so the order depends on `done` and `wanted` alone, not on where a study was stopped before.
        """
        reached = list(done)
        while behind := [at for at, deals in enumerate(reached) if deals < wanted[at]]:
            at = min(behind, key=lambda at: Fraction(reached[at], self.cells[at].deals * self.cells[at].chunks))
            size, start = self.cells[at].deals, reached[at]
            reached[at] = min(start + size - start % size, wanted[at])
            yield Work(at, start, reached[at] - start)


def variants(
    game: Game, players: Sequence[int], given: Mapping[str, Sequence[bool | int]]
) -> Iterator[tuple[int, dict[str, bool | int]]]:
    """Every number of players with every choice of the values given; what is not given has its default."""
    for count, values in product(players, product(*given.values())):
        options = game.options(dict(zip(given, values, strict=True)))
        game.blank(count, options)
        yield count, options


def play_cells(
    game: Game, chosen: Sequence[tuple[int, dict[str, bool | int]]], bots: Sequence[Sequence[Entrant]], share: int
) -> list[Cell]:
    """A cell for each variant and each company: one entrant for all seats, or one for each."""
    cells = []
    for (players, options), company in product(chosen, bots):
        if len(company) not in (1, players):
            raise ValueError(f"{'+'.join(map(str, company))}: one bot for all seats or one for each of {players}")
        seated = tuple(company) if len(company) == players else (company[0],) * players
        cells.append(cell_of(Table(game.slug, players, options, seated), share=share))
    return cells


def cell_of(*tables: Table, share: int = 1, purpose: Purpose = "play") -> Cell:
    """A cell with chunks of a size that suits who plays."""
    quick = all(table.compiled for table in tables)
    return Cell(tables, RANDOM_DEALS if quick else BOT_DEALS, 1 if quick else share, purpose)


def duel(table: Table, first: Entrant, others: Entrant) -> Table:
    """One against others of one kind, or a team against the other teams."""
    sides = table.sides
    seated = tuple(first if seat % sides == 0 else others for seat in range(table.players))
    return msgspec.structs.replace(table, bots=seated)


def skill_cells(table: Table, share: int) -> list[Cell]:
    """Each level against the one below it, and elephant against itself with half the thought."""
    rungs = [(Entrant(above), Entrant(below)) for below, above in zip(("random", *LEVELS[:-1]), LEVELS, strict=True)]
    thoughts = [(Entrant(LEVELS[-1], 2 * count), Entrant(LEVELS[-1], count)) for count in DOUBLINGS]
    return [
        *(cell_of(duel(table, *pair), share=share, purpose="level") for pair in rungs),
        *(cell_of(duel(table, *pair), share=share, purpose="thought") for pair in thoughts),
    ]


def memory_cells(table: Table, share: int) -> list[Cell]:
    """Elephant with a memory that lasts so long against one that forgets nothing."""
    best = LEVELS[-1]
    return [
        cell_of(duel(table, Entrant(best, span=span), Entrant(best, span=-1.0)), share=share, purpose="memory") for span in SPANS
    ]
