"""The contract: the small values that pass between a game's rules and everything else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeAlias, TypedDict

import msgspec

from ludotheque.rules.dice import Dice
from ludotheque.rules.kernel import Numbers
from ludotheque.rules.state import BaseState

CHANCE, OVER = -1, -2
"""What `to_act` answers when no seat is to act."""

SPECTATOR = -1
"""The seat that sees the least."""

LIMIT = 5000
"""any.1: a game ends when its record holds this many entries."""

Scalar: TypeAlias = "int | str"
Json: TypeAlias = dict[str, Any]
"""An object in JSON, of which nothing is known yet."""
Turn: TypeAlias = int | Literal["chance", "over"]
"""Who is to act, as views say it."""
Options: TypeAlias = "Mapping[str, bool | int]"


@dataclass(frozen=True, slots=True, init=False)
class Value:
    """A move or a draw: named arguments, with a JSON form and a text form that a `Game` reads back."""

    args: tuple[tuple[str, Scalar], ...] = field(compare=False)
    _key: frozenset[tuple[str, Scalar]] = field(repr=False)
    """What equality and hash use: the items of the JSON form, in any order."""

    def __getitem__(self, name: str) -> Any:
        for key, value in self.args:
            if key == name:
                return value
        raise KeyError(name)

    def get(self, name: str) -> Any:
        """The argument of that name, or None."""
        return dict(self.args).get(name)

    def to_json(self) -> Json:
        """As it stands in a record."""
        return dict(self.args)


@dataclass(frozen=True, slots=True, init=False)
class Move(Value):
    """What a seat does: `Move("place", cylinder=2)`, in JSON `{"type": "place", "cylinder": 2}`."""

    type: str = field(compare=False)

    def __init__(self, type: str, **args: Scalar) -> None:
        object.__setattr__(self, "type", type)
        object.__setattr__(self, "args", tuple(args.items()))
        object.__setattr__(self, "_key", frozenset((("type", type), *self.args)))

    def to_json(self) -> Json:
        """As it stands in a record."""
        return {"type": self.type, **dict(self.args)}

    def __str__(self) -> str:
        return " ".join([self.type, *(f"{name}={value}" for name, value in self.args)])


@dataclass(frozen=True, slots=True, init=False)
class Chance(Value):
    """What was drawn: `Chance(pawn="red")`, in JSON `{"pawn": "red"}`; a record has it behind `"chance"`."""

    def __init__(self, **args: Scalar) -> None:
        object.__setattr__(self, "args", tuple(args.items()))
        object.__setattr__(self, "_key", frozenset(self.args))

    def __str__(self) -> str:
        return " ".join(f"{name}={value}" for name, value in self.args)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a move is not allowed: a code with words in the catalogues, and the clause that forbids it."""

    code: str
    clause: str
    args: Mapping[str, Scalar] = field(default_factory=dict)


class Refused(Exception):
    """A move was refused; the position is as it was before."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.code} [{refusal.clause}]")
        self.refusal = refusal


class Fault(Exception):
    """Something wrong in data from outside: a code with words, the clause or "record", and where it stands."""

    def __init__(self, code: str, clause: str = "record", **args: Scalar) -> None:
        super().__init__(f"{code} [{clause}] {args if args else ''}".rstrip())
        self.code, self.clause, self.details = code, clause, args
        self.where: Literal["deal", "move", "result"] = "deal"
        self.index = -1

    @property
    def refusal(self) -> Refusal:
        """The same reason as an answer to a seat."""
        return Refusal(self.code, self.clause, self.details)

    def at(self, where: Literal["deal", "move", "result"], index: int = -1) -> Fault:
        """The same fault, placed."""
        self.where, self.index = where, index
        return self


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: who won, with what scores, and by which clause."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    clause: str


@dataclass(frozen=True, slots=True)
class Option:
    """A choice the host makes before the game."""

    name: str
    values: tuple[bool, ...] | tuple[int, ...]
    default: bool | int
    clause: str = "record"
    """The clause that offers it."""


class Line(msgspec.Struct, frozen=True):
    """One line of the log: a code with words in the catalogues, and what fills them in."""

    code: str
    args: dict[str, int | str] = {}


class Event(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One thing that happened, as one seat saw it: who did what with which piece, from where to where.

    A place is a name that a board gives to a spot of its drawing, parts joined by dots: `square.12`, `round.1.0`, `bag`.
    """

    verb: str
    seat: int | None = None
    """Who did it; None: nobody at the table."""
    piece: str | None = None
    """Which piece, if this seat may know."""
    origin: str | None = None
    target: str | None = None
    gains: int | None = None
    """Whose the piece is now, if it was not before ..."""
    loses: int | None = None
    """... and whose it no longer is."""
    count: int = 0
    """A number that belongs to it: points, a value, an advance."""
    passing: bool = False
    """What it shows is hidden again after the time to look, or with the next entry (any.2)."""


class Told(msgspec.Struct, frozen=True):
    """What the log says of one entry: while it is the last action, and once what it showed is hidden again (any.2)."""

    now: Line
    later: Line


class View(msgspec.Struct, frozen=True, kw_only=True):
    """What one seat may see at one moment. Each game adds what lies on its table."""

    game: str
    players: int
    options: dict[str, bool | int]
    seat: int | None
    """Who looks; None for a spectator."""
    entries: int
    to_act: Turn
    outcome: Outcome | None = None


AnyView: TypeAlias = View


class Common(TypedDict):
    """The part of a view that is the same in every game; `Game.view` fills it in."""

    game: str
    players: int
    options: dict[str, bool | int]
    seat: int | None
    entries: int
    to_act: Turn
    outcome: Outcome | None


class Rules(Protocol):
    """What a game's rules module provides. Functions marked (k) are kernels and run in both carriers.

    What is marked (d) may be left out: `rules/defaults.py` stands in for it.
    """

    SLUG: str
    PLAYERS: tuple[int, ...]
    OPTIONS: tuple[Option, ...]
    """(d) No options."""
    State: type[BaseState]
    View: type[AnyView]
    MOVES: tuple[Move, ...]
    CHANCES: tuple[Chance, ...]
    """(d) Nothing is drawn during play."""
    MOVE_CLAUSES: Mapping[str, str]
    """The clause that gives a type of move; a form with other arguments may have its own, as `type.argument.argument`."""

    def secret(self, options: Options) -> bool:
        """(d: True) Whether seats hold secrets from each other, so that two people at one screen need a curtain."""

    def fits(self, players: int, options: Options) -> None:
        """(d: all do) Raise a Fault for options that do not go together, or not with so many players."""

    def sides(self, players: int, options: Options) -> int:
        """(d: everybody) How many sides play against each other: seats so far apart win together."""

    def deal(self, state: Any, dice: Dice) -> None:
        """(k) Set up at random; the state is all zero except `players` and the options."""

    def lay_out(self, state: Any, deal: Json) -> None:
        """Set up from a recorded deal, or raise a Fault that says what is wrong with it."""

    def dealt(self, state: Any) -> Json:
        """The deal of a game that has just been set up, as a record holds it."""

    def name_deal(self, deal: Json, named: Json) -> tuple[Json, Json]:
        """(d: nothing) Put into a deal what the host named instead of chance; answer it, and what was named besides."""

    def to_act(self, state: Any) -> int:
        """(k) The seat to move, or CHANCE. Not asked when the game has ended."""

    def legal(self, state: Any, out: Numbers) -> int:
        """(k) Fill in the action numbers of the seat to act, ascending; answer how many."""

    def chances(self, state: Any, weights: Numbers) -> int:
        """(k, d: nothing is drawn) Fill in the integer weight of each outcome; answer their sum."""

    def apply(self, state: Any, action: int) -> None:
        """(k) Play a legal action (or, when CHANCE is to act, an outcome) in place; set `ended` at the game's own end."""

    def careless(self, state: Any, action: int) -> bool:
        """(k, d: none does) Whether this legal action throws the game away at once; careful random play avoids it."""

    def playing(self, state: Any, seat: int) -> bool:
        """(k, d: it is) Whether the seat is still in play."""

    def score(self, state: Any, seat: int) -> int:
        """(k) The seat's score so far."""

    def won(self, state: Any, seat: int) -> bool:
        """(k) Whether the seat is a winner, at the game's own end."""

    def material(self, state: Any) -> Any:
        """(d: nothing) All pieces, counted by kind wherever they lie: the battery wants the same after every entry."""

    def end_clause(self, state: Any) -> str:
        """The clause by which the game came to its own end."""

    def refuse(self, state: Any, value: Value) -> Refusal:
        """Why the seat to act may not play this move (or why this cannot be drawn)."""

    def view(self, state: Any, seat: int, common: Common) -> AnyView:
        """What a seat, or SPECTATOR, may see. The only way out of a state."""

    def eyes(self, state: Any, seat: int) -> int:
        """(d: its own) Seats, and SPECTATOR, that get the same number see the same: one view is made for all of them."""

    def tell(self, before: Any, value: Value, after: Any) -> Told:
        """What the log says of an entry, from what a spectator saw before and after it."""

    def reveals(self, before: Any, after: Any) -> bool:
        """(d: it has not) Whether a turn has ended with something on show that is hidden again: then a table lets all look.

        Answered from what a spectator saw before and after the entry.
        """


class Happenings(Protocol):
    """What a game's events module provides, if it has one: what happened between two moments, from a seat's views alone."""

    def happened(self, before: Any, after: Any) -> tuple[Event, ...]:
        """What a seat saw happen, in order, from what it saw before and after one entry."""

    def forget(self, view: Any) -> Any:
        """The view once it was looked at: without what is hidden again (any.2)."""


class Imagination(Protocol):
    """What a game's imagine module provides: games that look the same from a seat."""

    Known: type[Any]
    """What a player may know besides the view; `Known()` is nothing. A game in which there is nothing to know leaves it out."""

    def imagine(self, state: Any, view: Any, known: Any, dice: Dice) -> None:
        """Fill in a state at random so that it has this view and agrees with what is known besides.

        The state comes with what every view has: players, options, entries, whether the game has ended.
        """
