"""What the general tests of the pages have to know of one box; it stands in `tests/games/<slug>/browser.py`.

A box without that file is not played in a browser by the general tests: it has the generic board, which has tests of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from ludotheque.games import GAMES
from ludotheque.rules.core import Json, Value
from ludotheque.rules.play import Play

if TYPE_CHECKING:
    from tests.web.hands import Hand


@dataclass(frozen=True)
class Walk:
    """A table at which much happens in a short game."""

    players: int
    options: dict[str, bool | int] = field(default_factory=dict)
    lean: Callable[[Play, list[Value]], list[Value]] = lambda play, values: values
    """Towards what happens seldom by chance: among what can be entered now, what leads there."""


@dataclass(frozen=True, kw_only=True)
class Box:
    """One box in a browser."""

    touch: Callable[[Any, Play, int, Json], list[Any]]
    """What a seat touches on its page, one after the other, to make a move."""
    options: dict[str, bool | int] = field(default_factory=dict)
    """With which a game is short."""
    seats: Callable[[int], int] = lambda people: people + 1
    """How many play when so many people sit down: a bot joins them."""
    search: Callable[[int], Play] | None = None
    """Its own way of finding a short game for so many players."""
    walks: tuple[Walk, ...]
    """Tables whose games have between them everything that the box can tell."""
    out_of_turn: str
    """Something that can be touched when it is not one's turn."""
    chooses_early: bool = False
    """Whoever waits may already choose: then it is the one who has chosen who is refused."""
    forbidden: tuple[str, str, str] | None = None
    """On one's own turn: a phase, something to touch that is not allowed then, and the clause that says so."""
    on_show: str = ""
    """What the board draws only as long as it is on show; nothing when no turn ends with something that is hidden again."""
    shows: str = "view.last !== null"
    """Whether a view shows what is hidden again, in JavaScript."""
    language: str
    """In which its games are looked back at."""
    recalls: bool = True
    """Whether in its script something is shown and hidden again that a later move could rest on."""
    players: int
    """How many sit in its pictures, and how many moves are made before they are taken."""
    moves: int
    hand: Callable[[Hand], None]
    """How somebody who knows the deal makes any good move, for the pictures."""
    held: tuple[str, int]
    """What one plays with on a phone that is one's hand, and how wide each is at least, in pixels."""
    endless: bool = False
    """Against bots that play anything it takes hundreds of moves: for its pictures it is given up."""
    ground: str = ".board"
    """What everybody plays on: it has most of the room."""
    parts: str = ".chip"
    """What lies beside each other and beside the ground, apart from what is told and the sentence."""
    poses: dict[str, tuple[Callable[[Any], None], Callable[[Any], None]]] = field(default_factory=dict)
    """Other ways in which the board may lie on one's own turn: how one is taken, and left."""
    checks: tuple[Callable[[Any], None], ...] = ()
    """Tests of what only this board does; each is given `visitor`."""


BOXES = tuple(slug for slug in GAMES if find_spec(f"tests.games.{slug}.browser") is not None)


@cache
def box_of(slug: str) -> Box:
    """What `browser.py` of a box says."""
    found: Box = import_module(f"tests.games.{slug}.browser").BOX
    return found
