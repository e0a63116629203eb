"""What passes over HTTP: the bodies of requests and answers under `/api`. They change by the same rule as messages."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from ludotheque.bots.advice import Hint, Review
from ludotheque.levels import Opponent
from ludotheque.rules.core import Event, Json, Line, Outcome, View
from ludotheque.rules.facts import Facts
from ludotheque.tables.model import Guest, Pace, Settings, TableInfo
from ludotheque.tables.rivals import Rival

ShortText = Annotated[str, msgspec.Meta(max_length=80)]
Code = Annotated[str, msgspec.Meta(max_length=64)]

# The house -----------------------------------------------------------------------------------------------------------


class OptionInfo(msgspec.Struct, frozen=True):
    """A choice before the game; words under `option.<name>`."""

    name: str
    values: list[bool | int]
    default: bool | int


class GameInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A box on the shelf."""

    slug: str
    players: list[int]
    options: list[OptionInfo]
    titles: dict[str, str]
    lesson: bool
    studied: bool
    """Whether there are studies of it to show (`/api/studies/{slug}`)."""
    facts: Facts
    """What the box says about itself; all levels of bots that can be chosen are named here."""
    of_seats: list[str] = []
    """The lists in its views that have something for each seat: what a board that knows only types stands with the seats."""


class HouseInfo(msgspec.Struct, frozen=True, kw_only=True):
    """What the house offers."""

    version: str
    protocol: int
    games: list[GameInfo]
    levels: list[str]
    reactions: list[str]
    pictures: list[str]
    languages: list[str]
    warming: list[str] = []
    """Boxes whose bots are warming up: until they are ready they play by their policy, and there are no hints."""
    alone: bool = False
    """Nobody can come but those at this device: it is a house in a page."""
    patience: float = 1.0
    """How many times their usual time bots take here, since the device is slow."""
    name: str = ""
    """What it is called; by its address if it has no name."""
    pocket: int = 0
    """How many bytes a device keeps that takes the house along; 0: there is nothing to take."""
    public_origin: str = ""
    """The origin that the host has configured for invitations, or ""."""
    lan_origin: str = ""
    """The origin by which devices on the same network reach the house, for a page that was opened as localhost."""


class Texts(msgspec.Struct, frozen=True):
    """All words in one language: a code is looked up in the game first, then in common."""

    language: str
    common: Json
    games: dict[str, Json]


class Problem(msgspec.Struct, frozen=True):
    """Why a request was not carried out: words under `refuse.<code>`, or `fault.<code>` for data that is wrong."""

    code: str
    clause: str = "house"
    args: dict[str, int | str] = {}


# Guests --------------------------------------------------------------------------------------------------------------


class Me(msgspec.Struct, frozen=True):
    """Who I am; None for one who has no cookie yet."""

    guest: Guest | None


class GuestForm(msgspec.Struct, frozen=True):
    """A name and a picture of one's choice."""

    name: ShortText
    picture: ShortText = ""


class CodeForm(msgspec.Struct, frozen=True):
    """A code that somebody typed or scanned."""

    code: Code


class CodeInfo(msgspec.Struct, frozen=True):
    """A code to hand on, and until when it holds (milliseconds)."""

    code: str
    until: int


# Tables --------------------------------------------------------------------------------------------------------------


class SeatForm(msgspec.Struct, frozen=True):
    """Who shall sit there. `me` may stand at several seats (hot-seat), each with a name and a figure."""

    kind: Literal["open", "me", "bot"]
    level: Opponent = "adult"
    name: ShortText = ""
    picture: ShortText = ""


class TableForm(msgspec.Struct, frozen=True, kw_only=True):
    """A new table."""

    game: ShortText
    options: dict[str, bool | int] = {}
    seats: Annotated[list[SeatForm], msgspec.Meta(min_length=1, max_length=12)]
    public: bool = False
    settings: Settings = Settings()
    first: int | None = None
    """Who starts; None lets chance decide."""
    start: bool = False
    """Start at once, if no seat is open."""


class TableList(msgspec.Struct, frozen=True):
    """Tables, the latest first."""

    tables: list[TableInfo]


class MyGame(msgspec.Struct, frozen=True):
    """A table of mine."""

    table: TableInfo
    at: int
    """When something happened there last (milliseconds)."""
    put_away: bool


class MyGames(msgspec.Struct, frozen=True):
    """My games, the latest first, those that I put away too; and my record against each opponent in each box."""

    games: list[MyGame]
    rivals: list[Rival]


class Measures(msgspec.Struct, frozen=True):
    """How strong the opponent made to measure is now, in half levels, by box; in any other it begins as a child."""

    measures: dict[str, int]


class PutAwayForm(msgspec.Struct, frozen=True):
    """Whether a table goes into the drawer, or comes out of it."""

    away: bool = True


class TableRef(msgspec.Struct, frozen=True):
    """Which table."""

    table: str


class JoinForm(msgspec.Struct, frozen=True):
    """Where to sit down; any open seat without a number."""

    seat: int | None = None
    name: ShortText = ""
    picture: ShortText = ""


class StandInForm(msgspec.Struct, frozen=True):
    """A bot for a missing human."""

    seat: int
    level: Opponent = "adult"


class SeatRef(msgspec.Struct, frozen=True):
    """Which seat."""

    seat: int


class RemoveForm(msgspec.Struct, frozen=True):
    """Whom the host sends away."""

    guest: ShortText


class MuteForm(msgspec.Struct, frozen=True):
    """Whose chat is not passed on."""

    guest: ShortText
    muted: bool = True


class SettingsForm(msgspec.Struct, frozen=True):
    """What the host may change at any time; None leaves it as it is."""

    chat: bool | None = None
    pace: Pace | None = None


class BotKey(msgspec.Struct, frozen=True):
    """A token with which a bot from outside takes this one seat."""

    token: str
    table: str
    seat: int


# Looking back, looking ahead -----------------------------------------------------------------------------------------


class LogPage(msgspec.Struct, frozen=True):
    """Lines of the log, as everybody may read them now."""

    first: int
    lines: list[Line]
    seq: int


class LegalMove(msgspec.Struct, frozen=True):
    """A move one may play now, in words."""

    move: Json
    label: str
    clause: str


class LegalMoves(msgspec.Struct, frozen=True):
    """What one may do now at a table, as a seat of one's own."""

    seq: int
    seat: int | None
    moves: list[LegalMove]


class ReplayMoment(msgspec.Struct, frozen=True, kw_only=True):
    """One moment of a replay: what was seen, and what led to it."""

    seq: int
    entry: Json | None = None
    """The record's entry that led here; None at the beginning, and as a seat when that seat was not shown it."""
    line: Line | None = None
    """What was told of that entry while it was the last one ..."""
    later: Line | None = None
    """... and once what it tells was hidden again; None: the same."""
    events: list[Event] = []
    """What happened with that entry, as whoever looks saw it."""
    view: View
    legal: list[Json] = []
    seats: list[View] = []
    """What every seat saw, when all may be known and seats see different things."""


class Replay(msgspec.Struct, frozen=True, kw_only=True):
    """A game that is over (or a record file), moment by moment."""

    game: str
    players: int
    seat: int | None
    names: list[str]
    frames: list[ReplayMoment]
    outcome: Outcome | None


class RecordForm(msgspec.Struct, frozen=True):
    """A record to look at: as a seat, or with None as spectators saw it."""

    record: Json
    seat: int | None = None


class CarryForm(msgspec.Struct, frozen=True, kw_only=True):
    """A game to play on here: its record, and who shall sit where."""

    record: Json
    seats: Annotated[list[SeatForm], msgspec.Meta(min_length=1, max_length=12)]
    public: bool = False
    settings: Settings = Settings()
    start: bool = False
    """Go on at once, if no seat is open."""


class Fairness(msgspec.Struct, frozen=True):
    """The published hash; the deal and its salt once the game is over."""

    sha256: str
    deal: Json | None = None
    salt: str | None = None


class LessonForm(msgspec.Struct, frozen=True):
    """A move tried at one step of the lesson."""

    at: int
    move: Json


class Lesson(msgspec.Struct, frozen=True):
    """The chapters of a lesson, moment by moment, as seat 0 sees them; one begins where there is no entry."""

    game: str
    seat: int
    frames: list[ReplayMoment]


class LessonAnswer(msgspec.Struct, frozen=True):
    """Whether the referee allows it, whether it is what the lesson means, and where the lesson goes on."""

    allowed: bool
    expected: bool
    next: int
    code: str = ""
    clause: str = ""
    args: dict[str, int | str] = {}


__all__ = ["Hint", "Review"]
