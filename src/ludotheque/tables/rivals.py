"""What a guest's finished games come to: won and lost, against each opponent, in each box."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from ludotheque.levels import LevelName
from ludotheque.tables.hosting import seats_of
from ludotheque.tables.model import Seat, StoredTable

Whom = tuple[str, LevelName | None, str | None, str]
"""The box, and of an opponent: a bot's level, or a guest; and by which name somebody plays who shares one's own device."""


class Rival(msgspec.Struct, kw_only=True):
    """Games against one opponent in one box; those in which neither won, or both, count for nothing."""

    game: str
    level: LevelName | None = None
    """A bot of this level; None for a person."""
    name: str = ""
    picture: str = ""
    won: int = 0
    lost: int = 0


def rivals(finished: Iterable[StoredTable], guest: str) -> list[Rival]:
    """The record of a guest, from their finished games (the latest first: by whose names people are called)."""
    found: dict[Whom, Rival] = {}
    for table in finished:
        mine = seats_of(table, guest)
        if table.outcome is None or not mine or table.carried is not None:  # who brought it could see all of it
            continue
        me = mine[0]  # others at the same device sit under names of their own
        won = me in table.outcome.winners
        for number, seat in enumerate(table.seats):
            beaten = number in table.outcome.winners
            if number == me or seat.kind == "open" or won == beaten:
                continue
            rival = found.setdefault(_whom(table.game, seat, guest), _rival(table.game, seat))
            rival.won += won
            rival.lost += beaten
    return list(found.values())


def _whom(game: str, seat: Seat, guest: str) -> Whom:
    return game, seat.level, seat.guest, seat.name if seat.guest == guest else ""


def _rival(game: str, seat: Seat) -> Rival:
    if seat.kind == "bot":
        return Rival(game=game, level=seat.level)
    return Rival(game=game, name=seat.name, picture=seat.picture)
