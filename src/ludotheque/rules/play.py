"""One play of a game: a state, the entries that led to it, and the guards that are the same in every game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from ludotheque.rules.core import (
    CHANCE,
    OVER,
    SPECTATOR,
    Chance,
    Fault,
    Json,
    Line,
    Move,
    Outcome,
    Refusal,
    Refused,
    Told,
    Value,
    View,
)
from ludotheque.rules.dice import Dice
from ludotheque.rules.state import BaseState, copy_state

if TYPE_CHECKING:
    from ludotheque.rules.core import Options
    from ludotheque.rules.game import Game

FORMAT = "ludotheque.record/1"

Entry = tuple[int, Value]
"""Who (a seat or CHANCE), and what."""


class Play:
    """A game under way, from its deal to its end.

    With dice, whatever chance has to settle is drawn at once after each move; without, `play` waits for `draw`.
    """

    def __init__(self, game: Game, players: int, options: Options, deal: Json, dice: Dice | None = None) -> None:
        self.game = game
        self.options = dict(options)
        self.deal = deal
        self.entries: list[Entry] = []
        self.state: BaseState = game.blank(players, options)
        game.rules.lay_out(self.state, deal)
        self._dice = dice
        self._buffer = [0] * max(len(game.rules.MOVES), len(game.rules.CHANCES), 1)

    # The position ----------------------------------------------------------------------------------------------------

    @property
    def players(self) -> int:
        """How many play."""
        return self.state.players

    @property
    def to_act(self) -> int:
        """The seat to move, CHANCE or OVER."""
        seat: int = self.game.engine.to_act(self.state)
        return seat

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, or None while it is under way."""
        return self.game.outcome(self.state)

    def view(self, seat: int = SPECTATOR) -> View:
        """What a seat may see now."""
        return self.game.view(self.state, seat)

    def views(self, seats: Iterable[int]) -> dict[int, View]:
        """What each of these seats may see now."""
        return self.game.views(self.state, seats)

    def legal(self) -> list[Move]:
        """The moves of the seat to act; none while chance is to act or when it is over."""
        return legal_moves(self.game, self.state, self._buffer)

    def chances(self) -> list[tuple[Chance, int]]:
        """What may be drawn now, with its integer weight."""
        if self.to_act != CHANCE:
            return []
        self.game.rules.chances(self.state, self._buffer)
        return [(chance, weight) for chance, weight in zip(self.game.rules.CHANCES, self._buffer, strict=False) if weight]

    def refusal(self, seat: int, move: Move) -> Refusal | None:
        """Why this seat may not play this move now, or None if it may."""
        return refusal_of(self.game, self.state, seat, move, self._buffer)

    # Playing on ------------------------------------------------------------------------------------------------------

    def play(self, move: Move, seat: int | None = None, *, settle: bool = True) -> None:
        """Play a move for the seat to act (or for `seat`, if it is that seat's turn), or raise Refused.

        Afterwards the dice settle what chance has to, unless `settle` is False and the caller does it step by step.
        """
        acting = self.to_act if seat is None else seat
        refusal = self.refusal(acting, move)
        if refusal is not None:
            raise Refused(refusal)
        self.enter(acting, move)
        while settle and self.settle_one():
            pass

    def settle_one(self) -> bool:
        """Let the dice settle one thing, if chance is to act and there are dice; answer whether they did."""
        if self._dice is None or self.to_act != CHANCE:
            return False
        self.enter_action(self.game.engine.draw(self.state, self._buffer, self._dice))
        return True

    def draw(self, chance: Chance) -> None:
        """Let chance settle on this outcome, or raise Refused."""
        if self.to_act == OVER:
            raise Refused(Refusal("over", "any.4"))
        if self.to_act != CHANCE:
            raise Refused(Refusal("nothing_to_draw", "any.3", {"turn": self.to_act}))
        try:
            self.game.action(chance)
        except Fault as fault:
            raise Refused(fault.refusal) from None
        if all(chance != possible for possible, _ in self.chances()):
            raise Refused(self.game.rules.refuse(self.state, chance))
        self.enter(CHANCE, chance)

    def enter(self, who: int, value: Value) -> None:
        """Play an entry, without asking whether it is legal."""
        self._step(who, self.game.action(value))

    def enter_action(self, action: int) -> None:
        """The same by its number, as kernels write it."""
        self._step(self.to_act, action)

    def _step(self, who: int, action: int) -> None:
        """Apply an action and store its value as the rules define it: a caller's arguments may have another order."""
        self.game.engine.step(self.state, action)
        self.entries.append((who, self.game.rules.CHANCES[action] if who == CHANCE else self.game.rules.MOVES[action]))

    def copy(self) -> Play:
        """An independent play in the same position."""
        twin = object.__new__(Play)
        twin.__dict__.update(self.__dict__)
        twin.entries = list(self.entries)
        twin.state = copy_state(self.state)
        twin._dice = None if self._dice is None else [self._dice[0]]
        return twin

    def from_the_beginning(self) -> Play:
        """The same game before its first entry, without dice."""
        return Play(self.game, self.players, self.options, self.deal)

    # What is kept ----------------------------------------------------------------------------------------------------

    def record(self) -> Json:
        """The record of this play, as plain JSON data."""
        kept: Json = {
            "format": FORMAT,
            "game": self.game.slug,
            "players": self.players,
            "options": dict(self.options),
            "deal": self.deal,
            "moves": [entry_to_json(who, value) for who, value in self.entries],
        }
        if (outcome := self.outcome) is not None:
            kept["result"] = {"winners": list(outcome.winners), "scores": list(outcome.scores)}
        return kept

    def log(self) -> list[Line]:
        """The log as everybody may read it now: the last action in full, the rest without what is hidden again (any.2)."""
        told = list(self.told())
        return [line.later for line in told[:-1]] + [line.now for line in told[-1:]]

    def told(self) -> Iterator[Told]:
        """What the log says of each entry, now and later, by playing the record again."""
        replica = self.from_the_beginning()
        before = replica.view()
        for who, value in self.entries:
            replica.enter(who, value)
            after = replica.view()
            yield self.game.rules.tell(before, value, after)
            before = after


def entry_to_json(who: int, value: Value) -> Json:
    """One entry as a record holds it."""
    if isinstance(value, Move):
        return {"seat": who, "move": value.to_json()}
    assert isinstance(value, Chance)
    return {"chance": value.to_json()}


def legal_moves(game: Game, state: BaseState, buffer: list[int]) -> list[Move]:
    """The moves of the seat to act in a state."""
    if game.engine.to_act(state) < 0:
        return []
    count = game.rules.legal(state, buffer)
    return [game.rules.MOVES[buffer[i]] for i in range(count)]


def out_of_turn(game: Game, state: BaseState, seat: int) -> Refusal | None:
    """Why a seat may not move at all, or None. The guards of all games stand here and nowhere else."""
    turn = game.engine.to_act(state)
    if turn == OVER:
        return Refusal("over", "any.4")
    if turn == CHANCE:
        return Refusal("chance_first", "any.3")
    if turn != seat:
        return Refusal("not_your_turn", "any.3", {"turn": turn})
    return None


def refusal_of(game: Game, state: BaseState, seat: int, move: Move, buffer: list[int]) -> Refusal | None:
    """Why a seat may not play a move in a state, or None."""
    if (early := out_of_turn(game, state, seat)) is not None:
        return early
    try:
        action = game.action(move)
    except Fault as fault:
        return fault.refusal
    count = game.rules.legal(state, buffer)
    if action in buffer[:count]:
        return None
    return game.rules.refuse(state, move)
