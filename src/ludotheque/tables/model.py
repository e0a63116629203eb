"""What a table is made of, as others may see it and as it is stored."""

from __future__ import annotations

from typing import Literal

import msgspec

from ludotheque.levels import LevelName
from ludotheque.rules.core import Json, Outcome, Turn

REACTIONS = ("bravo", "oops", "laugh", "think", "hurry", "wow", "thanks", "sorry")
PICTURES = (
    *("granny", "grandpa", "captain", "gardener", "diver", "pigtails", "cap", "chef"),
    *("cat", "dog", "rabbit", "owl", "hedgehog", "fox", "rooster", "frog"),
)
"""The figures that guests choose from; pages have a drawing of each."""
Status = Literal["open", "playing", "over", "frozen", "archived"]
"""Frozen: its log does not lead anywhere with this version (see Trouble); it can only be exported."""


Pace = Literal["calm", "normal", "brisk"]
PACES: dict[Pace, float] = {"calm": 1.6, "normal": 1.0, "brisk": 0.5}
"""How long a bot takes, as a multiple of the house's own pace."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What the host settles besides the game's own options."""

    look: float = 3.0
    """Seconds during which nobody moves after a reveal that ends a turn."""
    timer: float | None = None
    """Seconds for a turn; None for no limit."""
    hints: bool | None = None
    """None: allowed if a single human plays."""
    chat: bool = True
    pace: Pace = "normal"
    """How fast things happen: bots wait by it, and pages show by it."""


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """One seat, as everybody may see it."""

    kind: Literal["open", "guest", "bot"]
    guest: str | None = None
    name: str = ""
    picture: str = ""
    level: LevelName | None = None
    """The level of a bot that sits here."""
    strength: int | None = None
    """Of a bot made to measure: how strong it is now, in half levels (`ludotheque.measure`)."""
    stand_in: LevelName | None = None
    """The level of the bot that plays for a missing human."""
    resigned: bool = False
    late: int = 0
    """How many turns in a row the timer has played."""


class Trouble(msgspec.Struct, frozen=True):
    """Why a table is frozen: its box is not here, its log has a hole, or an entry breaks these rules."""

    code: Literal["unknown_game", "hole", "unreplayable"]
    entry: int


class TableInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A table, as everybody at it may see it."""

    id: str
    game: str
    players: int
    options: dict[str, bool | int]
    status: Status
    public: bool
    host: str
    seats: list[Seat]
    settings: Settings
    hints: bool
    """Whether hints are allowed, all told."""
    secret: bool = True
    """Whether seats hold secrets from each other under these options: two at one screen then need a curtain."""
    muted: list[str] = []
    seq: int
    to_act: Turn | None
    outcome: Outcome | None = None
    """Also there when all but one have resigned; then its clause is `resigned`."""
    sha256: str | None = None
    """Of the deal and its salt, from the start on."""
    rematch: str | None = None
    """The table at which the same people play on."""
    measure: int | None = None
    """How strong an opponent made to measure is after this game, once it is over."""
    created: int
    changed: int
    trouble: Trouble | None = None
    """Why it is frozen."""
    carried: int | None = None
    """With so many entries its game was brought here as a record, by somebody who could see all of it; None: it began here."""


class Clock(msgspec.Struct, frozen=True):
    """Server time in milliseconds, and until when what lasts."""

    now: int
    look_until: int | None = None
    turn_until: int | None = None


class Person(msgspec.Struct, frozen=True):
    """Somebody who is looking; seats is empty for a spectator."""

    guest: str
    name: str
    picture: str
    seats: list[int]


class Talk(msgspec.Struct, frozen=True, kw_only=True):
    """A line of chat (text), a reaction (code) or a notice of the house (code and args)."""

    n: int
    at: int
    kind: Literal["chat", "reaction", "notice"]
    guest: str | None = None
    name: str = ""
    text: str = ""
    code: str = ""
    args: dict[str, int | str] = {}


class Guest(msgspec.Struct, frozen=True):
    """A guest of the house."""

    id: str
    name: str
    picture: str


def notice(code: str, whose: Guest | None = None, **args: int | str) -> Talk:
    """A notice for a table. With `whose` it names that guest, belongs to them like their chat, and is deleted with them."""
    if whose is None:
        return Talk(n=0, at=0, kind="notice", code=code, args=args)
    return Talk(n=0, at=0, kind="notice", guest=whose.id, code=code, args={"name": whose.name, **args})


class Baggage(msgspec.Struct, frozen=True):
    """A game that was brought to a table as a record and waits for everybody to sit down. All of it is secret."""

    deal: Json
    moves: list[Json]
    salt: str = ""
    """Of the promise that was made of its deal; a new one is made where there is none."""


class StoredTable(msgspec.Struct, kw_only=True):
    """A table as the store keeps it. `deal`, `salt`, `seeds` and `baggage` are secrets; nothing here is sent as it is."""

    id: str
    game: str
    players: int
    options: dict[str, bool | int]
    first: int | None = None
    deal: Json | None = None
    salt: str | None = None
    seeds: list[int] = []
    status: Status = "open"
    public: bool = False
    host: str = ""
    seats: list[Seat] = []
    settings: Settings = Settings()
    muted: list[str] = []
    banned: list[str] = []
    outcome: Outcome | None = None
    rematch: str | None = None
    maker: str = ""
    """The address from which it was made, hashed with a secret: bots think in turn, address by address."""
    created: float = 0.0
    changed: float = 0.0
    carried: int | None = None
    """With so many entries its game was brought here as a record; None: it began here."""
    baggage: Baggage | None = None
    version: int = 0
    """Grows with every change of this row; who changes an older one re-reads."""
