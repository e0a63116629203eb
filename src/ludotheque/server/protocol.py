"""What passes over a table's socket, as tagged unions (`docs/protocol.md`).

How this may change: a new field has a default, a new message type is ignored by those who do not know it, and a meaning
never changes. What breaks this rule gets a new VERSION, and a page of an older one is told to reload.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from ludotheque.rules.core import Event, Json, Line, View
from ludotheque.tables.model import Clock, Person, TableInfo, Talk

VERSION = 2

# From the page -------------------------------------------------------------------------------------------------------


class Hello(msgspec.Struct, frozen=True, tag="hello"):
    """The first message of a connection. `token` is for bots from outside; pages come with their cookie."""

    version: int
    since: int | None = None
    """The last seq this page has; log lines up to it are not sent again."""
    look_as: int | None = None
    """With which of one's own seats to begin; without it one's only seat, or as a spectator before a curtain (hot-seat)."""
    token: str | None = None


class PlayMove(msgspec.Struct, frozen=True, tag="move"):
    """A move for the seat to act, made when the record had `seq` entries. It never names the seat."""

    id: str
    seq: int
    move: Json


class LookAs(msgspec.Struct, frozen=True, tag="look_as"):
    """Look as another of one's own seats (hot-seat), or as a spectator (None)."""

    id: str
    seat: int | None


class Say(msgspec.Struct, frozen=True, tag="say"):
    """A line of chat."""

    id: str
    text: str


class React(msgspec.Struct, frozen=True, tag="react"):
    """A quick reaction, one of `House.reactions`."""

    id: str
    reaction: str


class Ping(msgspec.Struct, frozen=True, tag="ping"):
    """Are you there, and what time is it?"""

    id: str


class HaveSeen(msgspec.Struct, frozen=True, tag="seen"):
    """Everything up to `seq` was shown here, or the person went on. It has no id and gets no answer."""

    seq: int


Incoming: TypeAlias = Hello | PlayMove | LookAs | HaveSeen | Say | React | Ping

# To the page ---------------------------------------------------------------------------------------------------------


class Legal(msgspec.Struct, frozen=True):
    """A move that one may play now: its label is the words of `move.<type>` filled in with its arguments."""

    move: Json


class Welcome(msgspec.Struct, frozen=True, tag="welcome", kw_only=True):
    """Everything a page needs to begin, or to go on after a lost connection."""

    version: int
    me: str | None
    """One's own id as others see it; None for one who only watches."""
    table: TableInfo
    seq: int
    looks_as: int | None
    view: View | None
    """None before the start."""
    legal: list[Legal]
    first_line: int
    """The number of the first of `lines`; earlier ones can be fetched."""
    lines: list[Line]
    later: Line | None = None
    """What the last line will say once what it tells is hidden again (any.2); None: the same."""
    talk: list[Talk]
    present: list[Person]
    clock: Clock


class Seen(msgspec.Struct, frozen=True, tag="view", kw_only=True):
    """What one sees after an entry, after looking as another seat (then without lines), or when a game is first shown."""

    seq: int
    looks_as: int | None
    view: View
    legal: list[Legal]
    """For those who look as the seat to act; empty for all others."""
    line: Line | None = None
    """What the log says of entry `seq` - 1, while it is the last action ..."""
    later: Line | None = None
    """... and once what it tells is hidden again (any.2): after the time to look, or the next entry; None: the same."""
    events: list[Event] = []
    """What happened with that entry, as the seat one looks as saw it: boards show it, they do not guess."""
    lines: list[Line] | None = None
    """The log up to here, for a page that waited for the game: one that was brought here has begun elsewhere."""
    clock: Clock


class Forgotten(msgspec.Struct, frozen=True, tag="forgotten", kw_only=True):
    """The look at entry `seq` - 1 is over, and nothing has come after it: what is hidden again is gone (any.2)."""

    seq: int
    looks_as: int | None
    view: View
    line: Line
    """What the log says of that entry from now on."""


class Accepted(msgspec.Struct, frozen=True, tag="accepted"):
    """The command was carried out and is stored; for a move, `seq` is the number of its entry plus one."""

    id: str
    seq: int


class Declined(msgspec.Struct, frozen=True, tag="refused", kw_only=True):
    """The command was not carried out: words under `refuse.<code>`, and the position as it is."""

    id: str
    code: str
    clause: str
    args: dict[str, int | str] = {}
    seq: int
    view: View | None = None


class TableChanged(msgspec.Struct, frozen=True, tag="table"):
    """Seats, settings or status have changed."""

    table: TableInfo


class Present(msgspec.Struct, frozen=True, tag="presence"):
    """Who is looking at this table now."""

    present: list[Person]


class Said(msgspec.Struct, frozen=True, tag="talk"):
    """A line of chat, a reaction, or a notice of the house (`notice.<code>`)."""

    talk: Talk


class Pong(msgspec.Struct, frozen=True, tag="pong"):
    """I am here; the time in milliseconds."""

    id: str
    now: int


class Bye(msgspec.Struct, frozen=True, tag="bye"):
    """The connection ends: words under `bye.<code>`; with `retry`, coming back at once is right."""

    code: str
    retry: bool


Outgoing: TypeAlias = Welcome | Seen | Forgotten | Accepted | Declined | TableChanged | Present | Said | Pong | Bye
