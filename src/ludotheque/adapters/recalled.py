"""Where a game of OpenSpiel is, and what everybody has seen of it: what a player with perfect memory knows."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from ludotheque.adapters import dealing
from ludotheque.adapters.layout import layout_of
from ludotheque.rules.core import CHANCE, SPECTATOR, Json
from ludotheque.rules.game import Game
from ludotheque.rules.state import BaseState, carrier, copy_state, flat

DIGEST = 32
"""Bytes of a digest."""


class Setup:
    """What stays the same during a game: the box, how many play, with which options; and how many observations are kept."""

    def __init__(self, game: Game, players: int, options: dict[str, bool | int], recall: int) -> None:
        if recall < 1:
            raise ValueError(f"recall is at least 1, the newest observation, not {recall}")
        self.game, self.players, self.options, self.recall = game, players, options, recall
        self.layout = layout_of(game, players, options)

    def __reduce__(self) -> Any:
        return _setup, (self.game.package, self.players, self.options, self.recall)


def _setup(package: str, players: int, options: dict[str, bool | int], recall: int) -> Setup:
    return Setup(Game(package), players, options, recall)


class Position:
    """Where a game is, and what each seat (and, last, a spectator) has seen of it so far."""

    def __init__(self, setup: Setup, record: Json | None) -> None:
        self.setup = setup
        self.throws: list[int] = []
        self.state: BaseState | None = None
        self.asked = 0
        watchers = setup.players + 1
        self.digests = [bytes(DIGEST)] * watchers
        self.seen: list[tuple[bytes, ...]] = [()] * watchers
        if record is None:
            self._deal()
        else:
            self._replay(record)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "state": None if self.state is None else flat(self.state)}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        if kept["state"] is not None:
            self.state = carrier(self.setup.game.rules.State)()
            for name, value in kept["state"].items():
                setattr(self.state, name, value)

    def __deepcopy__(self, _: object) -> Position:
        twin = object.__new__(Position)
        twin.__dict__.update(self.__dict__)
        twin.throws, twin.digests, twin.seen = list(self.throws), list(self.digests), list(self.seen)
        twin.state = None if self.state is None else copy_state(self.state)
        return twin

    def _replay(self, record: Json) -> None:
        """Begin after a record. It is the same past for every game that starts here, so nothing of it tells two of them apart."""
        game = self.setup.game
        self.state = game.blank(self.setup.players, self.setup.options)
        game.rules.lay_out(self.state, record["deal"])
        for entry in record["moves"]:
            value = game.chance(entry["chance"]) if "chance" in entry else game.move(entry["move"])
            game.engine.step(self.state, game.action(value))
        self._look(None, 0)

    def _deal(self) -> None:
        try:
            self.state = dealing.deal(self.setup.game, self.setup.players, self.setup.options, self.throws)
        except dealing.Asked as asked:
            self.asked = asked.bound
        else:
            self._look(None, 0)

    @property
    def to_act(self) -> int:
        """A seat, CHANCE or OVER."""
        if self.state is None:
            return CHANCE
        turn: int = self.setup.game.engine.to_act(self.state)
        return turn

    def apply(self, action: int) -> None:
        """A throw of the deal, a draw or a move."""
        if self.state is None:
            self.throws.append(action)
            self._deal()
            return
        who = self.to_act
        self.setup.game.engine.step(self.state, action)
        self._look(who, action)

    def _look(self, who: int | None, action: int) -> None:
        """Everybody sees what there is to see, and knows what they did themselves."""
        assert self.state is not None
        seats = (*range(self.setup.players), SPECTATOR)
        for watcher, view in enumerate(self.setup.game.views(self.state, seats).values()):
            shown = bytes(self.setup.layout.write(view))
            own = action.to_bytes(4) if who == watcher else b""
            self.digests[watcher] = sha256(self.digests[watcher] + own + shown).digest()
            self.seen[watcher] = (shown, *self.seen[watcher][: max(self.setup.recall - 1, 0)])

    def chances(self) -> list[tuple[int, float]]:
        """What may be thrown or drawn, and how likely it is."""
        if self.state is None:
            return [(outcome, 1 / self.asked) for outcome in range(self.asked)]
        weights = [0] * len(self.setup.game.rules.CHANCES)
        whole = self.setup.game.rules.chances(self.state, weights)
        return [(outcome, weight / whole) for outcome, weight in enumerate(weights) if weight]
