"""Who plays in a study: a bot by its name, how much it thinks, and how long it remembers, written `NAME[@PLAYOUTS][~SPAN]`."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Protocol, cast

import msgspec

from ludotheque.bots import bot_names, make_bot
from ludotheque.bots.base import Bot, Budget
from ludotheque.bots.memory import Memory, Recall
from ludotheque.bots.notebook import Notebook
from ludotheque.bots.offhand import offhand_move
from ludotheque.levels import LEVELS
from ludotheque.rules.core import Move, View
from ludotheque.rules.game import Game

COMPILED = ("random", "careful")
"""Who plays whole games in kernels when nobody else sits at the table: uniformly at random, or so that nothing is thrown away."""
POLICY = "policy"
"""Plays what comes to mind first, from its views: the game's playout policy, with a perfect memory unless a span is said."""
PLAYOUTS = 200
"""How much a bot thinks unless it is said; by the playout, so that a seed gives the same games on every machine."""

_WRITTEN = re.compile(r"([a-z][a-z0-9_-]*)(?:@(\d+))?(?:~(\d+(?:\.\d+)?|inf))?")


class Entrant(msgspec.Struct, frozen=True):
    """One kind of player."""

    name: str
    playouts: int = PLAYOUTS
    span: float | None = None
    """The mean time a fact lasts, in entries of the record, without slips; None: as its level has it, -1: for ever."""

    def __str__(self) -> str:
        thought = f"@{self.playouts}" if self.playouts != PLAYOUTS else ""
        return f"{self.name}{thought}" + ("" if self.span is None else "~inf" if self.span < 0 else f"~{self.span:g}")


def known_names() -> tuple[str, ...]:
    """Every name an entrant may have."""
    return (*dict.fromkeys((*COMPILED, POLICY, *bot_names())),)


def read_entrant(text: str) -> Entrant:
    """The entrant that is written so; a ValueError says how one is written."""
    found = _WRITTEN.fullmatch(text.strip())
    if found is None or found[1] not in known_names():
        raise ValueError(f"{text!r}: a bot is NAME, NAME@PLAYOUTS or NAME~SPAN, with a name of {', '.join(known_names())}")
    if found[3] is not None and found[1] not in (POLICY, *LEVELS):
        raise ValueError(f"{text!r}: only {', '.join((POLICY, *LEVELS))} have a memory to set")
    playouts = int(found[2] or PLAYOUTS)
    if playouts < 1:
        raise ValueError(f"{text!r}: at least 1 playout")
    span = None if found[3] is None else -1.0 if found[3] == "inf" else float(found[3])
    if span == 0:
        raise ValueError(f"{text!r}: a span is more than 0 entries")
    return Entrant(found[1], playouts, span)


class Remembering(Bot, Protocol):
    """A bot with a memory that can be set, and asked."""

    notebook: Notebook


class _Offhand:
    """A player that never thinks."""

    def __init__(self, bot: Remembering) -> None:
        self._bot, self.notebook = bot, bot.notebook

    def see(self, view: View) -> None:
        """Look at the table."""
        self._bot.see(view)

    def choose(self, view: View, legal: Sequence[Move]) -> Move:
        """What comes to mind first; by machine code, where its game has some for it."""
        glance = getattr(self._bot, "glance", None)
        if glance is None or len(legal) == 1:
            return offhand_move(self._bot, view, legal)
        move: Move = glance(view, legal)
        return move


def seat_entrant(game: Game, seat: int, entrant: Entrant, seed: int) -> Bot:
    """The player that an entrant is at a seat."""
    name = {POLICY: LEVELS[-1], **dict.fromkeys(COMPILED, "random")}.get(entrant.name, entrant.name)
    bot = make_bot(game, seat, name, seed, Budget(playouts=entrant.playouts))
    if entrant.span is not None:
        recall = Recall(span=math.inf if entrant.span < 0 else entrant.span)
        cast(Remembering, bot).notebook.memory = Memory(recall, seed)
    return _Offhand(cast(Remembering, bot)) if entrant.name == POLICY else bot
