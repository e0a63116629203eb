"""Games on their way between houses: a record becomes a table at which people play on, and a game leaves as a record.

The record of a game under way holds everything that is hidden. So a game leaves a house only with who plays all its humans,
and everybody is told at a table that its game was brought here: whoever brought it could see it all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ludotheque import records
from ludotheque.rules.core import CHANCE, OVER, Chance, Json, Value
from ludotheque.rules.play import Play
from ludotheque.tables import fairness, hosting
from ludotheque.tables.denied import Denied
from ludotheque.tables.draft import Draft, parse_entry
from ludotheque.tables.live import LiveTable
from ludotheque.tables.model import Baggage, Guest, Seat, Settings, StoredTable
from ludotheque.tables.position import Moment

MOST = 1500
"""Entries of a record that is played on; games are much shorter."""
SALT_LENGTH = 100


def lay(record: Json, seats: Sequence[Seat], settings: Settings) -> StoredTable:
    """A table for the game of a checked record, not stored yet. It goes on when everybody sits (`go_on`)."""
    play = records.begin(record)
    if len(seats) != play.players:
        raise Denied("wrong_seats", "form", players=play.players)
    table = hosting.lay(play.game, dict(play.options), list(seats), None, settings)
    table.carried = len(record["moves"])
    table.baggage = Baggage(deal=play.deal, moves=record["moves"], salt=_salt(record))
    return table


def _salt(record: Json) -> str:
    """The salt of the promise that was made before the first move, if it was kept."""
    promise = record.get("fairness")
    salt = promise.get("salt") if isinstance(promise, dict) else None
    if not isinstance(promise, dict) or not isinstance(salt, str) or len(salt) > SALT_LENGTH:
        return ""
    return salt if fairness.digest(record["deal"], salt) == promise.get("sha256") else ""


def go_on(draft: Draft, guest: Guest, moment: Moment, draw: Callable[[Play], Chance]) -> None:
    """Play the game up to where it was; it goes on from there, or is over."""
    table = draft.stored
    hosting.ready(table, guest)
    baggage, table.baggage = table.baggage, None
    assert baggage is not None
    hosting.begin(table, lambda *_: baggage.deal, moment.wall)
    table.salt = baggage.salt or table.salt
    draft.begin(moment)
    play = draft.play
    assert play is not None
    for entry in baggage.moves:
        _enter(draft, *parse_entry(play, entry), moment)
    while draft.turn == CHANCE:  # a record may end before what comes of its last move was drawn
        _enter(draft, CHANCE, draw(play), moment)
    if draft.turn == OVER:
        table.status, table.outcome = "over", play.outcome
    draft.notice(moment, "carried", guest, count=len(baggage.moves))


def _enter(draft: Draft, who: int, value: Value, moment: Moment) -> None:
    draft.enter(who, value, moment.wall, None, moment)
    draft.write_down(who, value, moment.wall, None)


def leave_with(live: LiveTable, guest: Guest) -> Json:
    """The record of a game for who wants to play on elsewhere: of one that is over, or in which nobody else is a human."""
    hosting.own_seats(live.stored, guest)
    if live.play is None:
        raise Denied("not_started")
    others = any(seat.kind == "guest" and seat.guest != guest.id for seat in live.stored.seats)
    if live.stored.outcome is None and others:
        raise Denied("others_play", "forbidden", "any.2")
    return live.record()
