"""Tonoo as a dataclass: the straightforward version that the plain carrier is measured against.

The bag, the cylinders and what a seat owns are lists of pawns. Clause ids are those of the rule sheet.
"""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, field
from enum import Enum

from bench.measure import Measure, main

LIMIT = 5000
GOAL = 4
CHANCE, OVER = -1, -2
RED, YELLOW, GREEN, BLUE, JOKER = PAWNS = range(5)
CYLINDERS = range(4)
DRAW = 4  # a turn: lift cylinder 0 to 3, or draw


class Phase(Enum):
    """What is asked for."""

    TURN = "turn"
    DRAWING = "drawing"  # chance gives a pawn to the seat
    PLACING = "placing"
    RETURNING = "returning"  # tonoo.7
    PENALTY = "penalty"  # tonoo.8: chance gives a pawn to an opponent
    OVER = "over"


def _full_bag() -> list[int]:
    return [RED, YELLOW, GREEN, BLUE] * 6 + [JOKER] * 3


@dataclass(slots=True)
class Tonoo:
    """A game, from its deal to its end."""

    players: int
    seat: int
    capacity: int = 6
    phase: Phase = Phase.TURN
    bag: list[int] = field(default_factory=_full_bag)
    cylinders: list[list[int]] = field(default_factory=lambda: [[] for _ in CYLINDERS])
    standing: list[int] = field(default_factory=lambda: list(CYLINDERS))
    owned: list[list[int]] = field(default_factory=list)
    in_play: list[bool] = field(default_factory=list)
    pawn: int | None = None  # drawn, not yet placed
    receivers: list[int] = field(default_factory=list)  # opponents who still take a pawn
    winners: list[int] = field(default_factory=list)
    entries: int = 0

    def __post_init__(self) -> None:
        self.owned = [[] for _ in range(self.players)]
        self.in_play = [True] * self.players

    def to_act(self) -> int:
        """The seat to move, CHANCE, or OVER."""
        if self.phase is Phase.OVER:
            return OVER
        if self.phase is Phase.DRAWING or self.phase is Phase.PENALTY:
            return CHANCE
        return self.seat

    def legal(self) -> list[int]:
        """The moves of the seat to act; for chance the pawns in the bag, each as likely as the others."""
        if self.phase is Phase.TURN:
            if self.bag and self._with_room():  # tonoo.4
                return [*self.standing, DRAW]
            return list(self.standing)
        if self.phase is Phase.PLACING:
            return self._with_room()
        if self.phase is Phase.RETURNING:
            return sorted(set(self.owned[self.seat]))
        return self.bag

    def play(self, move: int) -> None:
        """Play a legal move, or let chance give a pawn."""
        self.entries += 1
        if self.phase is Phase.TURN:
            if move == DRAW:
                self.phase = Phase.DRAWING
            else:
                self._lift(move)
        elif self.phase is Phase.DRAWING:
            self.bag.remove(move)
            self.pawn = move
            self.phase = Phase.PLACING
        elif self.phase is Phase.PLACING:  # tonoo.3
            assert self.pawn is not None
            self.cylinders[move].append(self.pawn)
            self.pawn = None
            self._next_turn()
        elif self.phase is Phase.RETURNING:  # tonoo.7
            self.owned[self.seat].remove(move)
            self.bag.append(move)
            self._next_turn()
        else:
            self._receive(move)
        if self.entries == LIMIT and self.phase is not Phase.OVER:  # any.1
            best = max(len(self.owned[seat]) for seat in self._seats_in_play())
            self._win([seat for seat in self._seats_in_play() if len(self.owned[seat]) == best])

    def _lift(self, cylinder: int) -> None:
        pawns = self.cylinders[cylinder]
        self.cylinders[cylinder] = []
        if not self.bag:  # tonoo.10
            self.standing.remove(cylinder)
        if not pawns:
            self._eliminate()
        elif len(set(pawns)) < len(pawns):
            self._keep_twins(pawns)
        else:
            self.bag += pawns
            if self.owned[self.seat]:
                self.phase = Phase.RETURNING
            else:  # tonoo.8
                seats = [(self.seat + i) % self.players for i in range(1, self.players)]
                self.receivers = [seat for seat in seats if self.in_play[seat]]
                self.phase = Phase.PENALTY

    def _eliminate(self) -> None:
        self.bag += self.owned[self.seat]  # tonoo.9
        self.owned[self.seat] = []
        self.in_play[self.seat] = False
        if sum(self.in_play) == 1:  # tonoo.13
            self._win(self._seats_in_play())
        else:
            self._next_turn()

    def _keep_twins(self, pawns: list[int]) -> None:
        owned = self.owned[self.seat]
        for colour in (RED, YELLOW, GREEN, BLUE):  # tonoo.6
            if colour not in owned and pawns.count(colour) >= 2:
                owned.append(colour)
                pawns.remove(colour)
        while JOKER in pawns:
            owned.append(JOKER)
            pawns.remove(JOKER)
        self.bag += pawns
        if len(owned) >= GOAL:  # tonoo.12
            self._win([self.seat])
        else:
            self._next_turn()

    def _receive(self, pawn: int) -> None:
        seat = self.receivers.pop(0)
        if pawn == JOKER or pawn not in self.owned[seat]:
            self.bag.remove(pawn)
            self.owned[seat].append(pawn)
        if len(self.owned[seat]) >= GOAL:  # tonoo.12
            self._win([seat])
        elif not self.receivers or not self.bag:  # tonoo.8
            self._next_turn()

    def _next_turn(self) -> None:
        self.phase = Phase.TURN
        self.seat = (self.seat + 1) % self.players  # tonoo.11
        while not self.in_play[self.seat]:
            self.seat = (self.seat + 1) % self.players

    def _with_room(self) -> list[int]:
        return [c for c in self.standing if len(self.cylinders[c]) < self.capacity]

    def _seats_in_play(self) -> list[int]:
        return [seat for seat in range(self.players) if self.in_play[seat]]

    def _win(self, winners: list[int]) -> None:
        self.winners = winners
        self.phase = Phase.OVER


def careful(game: Tonoo) -> list[int]:
    """The legal moves without lifting an empty cylinder, unless nothing else is legal."""
    legal = game.legal()
    if game.phase is not Phase.TURN:
        return legal
    return [move for move in legal if move == DRAW or game.cylinders[move]] or legal


def random_game(rng: random.Random, players: int = 3) -> tuple[Tonoo, int]:
    """A game played to its end with careful random moves, and how many of its entries were decisions."""
    game = Tonoo(players, seat=rng.randrange(players))
    decisions = 0
    while (seat := game.to_act()) != OVER:
        if seat != CHANCE:
            decisions += 1
        game.play(rng.choice(careful(game)))
    return game, decisions


def play_random_games(n: int, seed: int) -> tuple[int, int, float]:
    """Games, decisions, seconds."""
    rng = random.Random(seed)
    start = time.perf_counter()
    decisions = sum(random_game(rng)[1] for _ in range(n))
    return n, decisions, time.perf_counter() - start


def run(games: int, seed: int) -> Measure:
    """The same as a measure."""
    return Measure("tonoo, dataclass", *play_random_games(games, seed))


if __name__ == "__main__":
    main(run)
