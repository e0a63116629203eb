"""What a move tells of a memory: how likely minds that forget so fast would have played it.

Somebody who forgets nothing looks over the shoulder of a seat. For every mind in question some of the facts are left out, as that
mind would have forgotten them, and the policy of the game says what comes to mind first with the rest. So a move is judged from
what the seat was shown, and from nothing else; what the agent is made of does not matter.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from random import Random
from typing import TypeAlias

import msgspec

from ludotheque import records
from ludotheque.bots.memory import PERFECT, Fact, Memory
from ludotheque.bots.player import notebook_of, policy_of
from ludotheque.rules.core import Json, Move, View
from ludotheque.rules.dice import new_dice
from ludotheque.rules.game import Game

TRIES = 16
"""How often facts are left out at random and the policy is asked."""
MOST = 60
"""Moves of one game that are looked at; of more, so many at even distances."""

Known: TypeAlias = frozenset[int]


class Mind(msgspec.Struct, frozen=True):
    """A memory: facts last `span` entries on average; of those seen `since` to `until` entries ago, a part is known."""

    span: float
    """-1: for ever."""
    since: int = 0
    until: int = 0
    part: float = 0.0

    def chance(self, lag: int, looks: int) -> float:
        """How likely a fact of that age is known that was looked at so often."""
        if self.since <= lag < self.until:
            return self.part
        if lag <= 1 or self.span < 0:
            return 1.0
        return math.exp(-(lag - 1) / (self.span * PERFECT.strengthens ** (looks - 1))) if self.span > 0 else 0.0


class Heard(msgspec.Struct, frozen=True):
    """One move: among how many it was chosen, and how likely each mind would have played it."""

    legal: int
    chances: tuple[float, ...]


def listen(record: Json, seat: int, minds: Sequence[Mind]) -> list[Heard]:
    """What the moves of a seat tell in a finished game; moves that tell nothing are left out."""
    play = records.begin(record)
    witness = Witness(play.game, seat)
    own = [index for index, entry in enumerate(record["moves"]) if isinstance(entry, dict) and entry.get("seat") == seat]
    chosen = set(own[:: -(-len(own) // MOST)]) if own else set()
    heard = []
    for index, entry in enumerate(record["moves"]):
        view = play.view(seat)
        witness.see(view)
        if index in chosen:
            found = witness.hear(view, play.legal(), play.game.move(entry["move"]), minds)
            heard += [] if found is None else [found]
        records.enter(play, entry, index)
    return heard


class Witness:
    """Beside one seat of one game."""

    def __init__(self, game: Game, seat: int) -> None:
        self.game, self.seat = game, seat
        self._notebook = notebook_of(game, seat, Memory())
        self._policy = policy_of(game)
        self._buffer = [0] * max(len(game.rules.MOVES), len(game.rules.CHANCES))

    def see(self, view: View) -> None:
        """Look at the table."""
        self._notebook.see(view)

    def hear(self, view: View, legal: Sequence[Move], move: Move, minds: Sequence[Mind]) -> Heard | None:
        """The seat plays a move, having seen this view; None if all minds would have played the same."""
        facts = list(self._notebook.memory.facts())
        if len(legal) < 2 or not facts:
            return None
        ages = [(view.entries - fact.seen, fact.times) for fact in facts]
        likely = [[mind.chance(*age) for age in ages] for mind in minds]
        action, luck = self.game.action(move), Random(view.entries)
        found, differ = [0.0] * len(minds), False
        for attempt in range(TRIES):
            drawn = [luck.random() for _ in facts]
            picked: dict[Known, frozenset[int]] = {}
            for number, chances in enumerate(likely):
                known = frozenset(at for at, chance in enumerate(chances) if drawn[at] < chance)
                if known not in picked:
                    picked[known] = self._pick(view, [facts[at] for at in known], attempt)
                alike = picked[known]
                found[number] += (action in alike) / len(alike)
            differ |= len(set(picked.values())) > 1
        if not differ:
            return None
        return Heard(len(legal), tuple((one + 1 / len(legal)) / (TRIES + 1) for one in found))

    def _pick(self, view: View, facts: Iterable[Fact], attempt: int) -> frozenset[int]:
        """What comes to mind first to somebody who knows these facts; moves that surely come to the same are one."""
        notebook, policy, dice = self._notebook, self._policy, new_dice(view.entries, attempt)
        whole = notebook.memory
        notebook.memory = Remembered(facts)
        try:
            known = notebook.known(view)
            state = self.game.imagine(view, known, dice)
            notes = notebook.notes(view, known, state)
        finally:
            notebook.memory = whole
        notes = [*notes, *[0] * (policy.NOTES - len(notes))]
        count = self.game.rules.legal(state, self._buffer)
        legal = self._buffer[:count]
        again = new_dice(view.entries, TRIES + attempt)  # the same for every mind, so that only what is known makes a difference
        chosen = policy.stands_for(state, notes, policy.pick(state, notes, self._buffer, count, again))
        return frozenset(action for action in legal if policy.stands_for(state, notes, action) == chosen)


class Remembered(Memory):
    """A memory of these facts, for good."""

    def __init__(self, facts: Iterable[Fact]) -> None:
        super().__init__()
        self._facts = {fact.place: fact for fact in facts}
