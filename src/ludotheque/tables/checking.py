"""Checking a whole store: every log is replayed, and whatever does not fit together is named. Nothing is repaired."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import NamedTuple

from ludotheque.tables.live import load
from ludotheque.tables.model import StoredTable
from ludotheque.tables.position import NO_TIME
from ludotheque.tables.store import Noted, Store, StoredMove
from ludotheque.tables.store.fitting import sitting

PAGE = 200


class Wrong(NamedTuple):
    """One thing that is wrong with one table: words under `check.<code>`."""

    code: str
    entry: int | str = ""


async def check_store(store: Store) -> AsyncIterator[tuple[str, list[Wrong]]]:
    """Every table of a store, one after the other, with what is wrong with it."""
    last = ""
    while page := await store.all_tables(last, PAGE):
        linked = [noted.table.rematch for noted in page if noted.table is not None and noted.table.rematch is not None]
        there = await store.versions(linked)
        for noted in page:
            log = await store.moves(noted.id)
            found = list(_wrong(noted, log))
            if noted.table is not None and noted.table.rematch is not None and noted.table.rematch not in there:
                found.append(Wrong("rematch", noted.table.rematch))
            yield noted.id, found
        last = page[-1].id


def _wrong(noted: Noted, log: list[StoredMove]) -> Iterator[Wrong]:
    table = noted.table
    if table is None:
        yield Wrong("row")
        return
    if noted.sitters != sitting(table) and table.status != "archived":
        yield Wrong("sitters")
    if table.deal is None:
        if log or table.status in ("playing", "over"):
            yield Wrong("no_deal")
        return
    if not table.salt and any(seat.guest for seat in table.seats):
        yield Wrong("no_salt")  # then nobody can check the hash that was shown
    live = load(table, log, NO_TIME)
    if live.trouble is not None:
        yield Wrong(live.trouble.code, live.trouble.entry)
        return
    assert live.play is not None
    yield from _wrong_end(table, live.play.outcome)
    if log and log[-1].turn not in (None, live.play.to_act):
        yield Wrong("turn", len(log) - 1)


def _wrong_end(table: StoredTable, found: object) -> Iterator[Wrong]:
    """The outcome is the one that the log leads to; but people may resign."""
    resigned = table.outcome is not None and table.outcome.clause == "resigned"
    if not resigned and table.outcome != found:
        yield Wrong("outcome")
    if table.status == "playing" and table.outcome is not None:
        yield Wrong("status")
