"""Opponents made to measure at tables: how strong one is for a guest in a box, from the last game that they played there."""

from __future__ import annotations

from collections.abc import Iterable

from ludotheque.measure import BEGINS, moved
from ludotheque.tables.model import StoredTable


def whose_measure(table: StoredTable) -> str | None:
    """The guest whom opponents of a table are measured by: the host, or, where that one has no seat, who sits first."""
    sitting = [seat.guest for seat in table.seats if seat.kind == "guest" and seat.guest is not None]
    return table.host if table.host in sitting else next(iter(sitting), None)


def strength_after(table: StoredTable) -> int | None:
    """How strong it is after a game that is over; None without such an opponent. Where neither won, or both, it stays."""
    guest = whose_measure(table)
    bot = next((number for number, seat in enumerate(table.seats) if seat.strength is not None), None)
    if table.outcome is None or bot is None or guest is None or table.carried is not None:  # who brings one could know its end
        return None
    me = next(number for number, seat in enumerate(table.seats) if seat.guest == guest)
    strength, winners = table.seats[bot].strength, table.outcome.winners
    assert strength is not None
    return strength if (me in winners) == (bot in winners) else moved(strength, beaten=me in winners)


def strength_for(finished: Iterable[StoredTable], game: str, guest: str) -> int:
    """How strong it is for a guest in a box, from their finished games, the latest first."""
    for table in finished:
        if table.game == game and whose_measure(table) == guest and (found := strength_after(table)) is not None:
            return found
    return BEGINS
