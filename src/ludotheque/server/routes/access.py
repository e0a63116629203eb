"""Who asks: the guest behind a request, and what their key opens."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from ludotheque.server.hall import key_among
from ludotheque.server.routes.route import Asked
from ludotheque.tables import hosting
from ludotheque.tables.denied import Denied, not_a_guest
from ludotheque.tables.live import LiveTable
from ludotheque.tables.model import Guest
from ludotheque.tables.store import Key

LISTED = 8
"""So many tables of a list take about as long as a request without one."""


async def key_of(request: Asked) -> Key | None:
    """The key that came with a request."""
    return await key_among(request.hall.house, request.tokens)


async def guest_of(request: Asked) -> Guest:
    """The guest who asks. A bot's key is not a guest: it opens its seat's socket and nothing else."""
    key = await key_of(request)
    if key is None:
        raise not_a_guest()
    if key.table_id is not None:
        raise Denied("bot_key", "forbidden")
    return key.guest


async def key_for(request: Asked, table_id: str) -> Key | None:
    """The key of one who may look at a table; a bot's key opens its own table only."""
    key = await key_of(request)
    if key is not None and key.table_id is not None and key.table_id != table_id:
        raise Denied("bot_key", "forbidden")
    return key


async def visit(request: Asked, table_id: str) -> tuple[LiveTable, Key | None]:
    """A table, for one who may look at it, and their key."""
    key = await key_for(request, table_id)
    live = await request.hall.house.table(table_id, fresh=True)
    hosting.may_look(live.stored, None if key is None else key.guest.id)
    return live, key


# How much of something anybody may have -----------------------------------------------------------------------------------


def costly(request: Asked, guest: Guest | None) -> None:
    """What takes a worker's time is rationed."""
    allow, address = request.hall.allow, request.address
    if not ((guest is None or allow.costly.take(guest.id)) and allow.address_costly.take(address)):
        raise Denied("rate", "rate")


def a_list_of(request: Asked, tables: int) -> None:
    """A list takes time by its length, so it counts as that many requests; who asks for long ones all the time waits."""
    request.hall.allow.requests.fine(request.address, tables / LISTED)


def another_guest(request: Asked) -> None:
    """Guests are free, so an address has only so many of them."""
    if not request.hall.allow.guests.take(request.address):
        raise Denied("too_many_guests", "rate")


@asynccontextmanager
async def a_code_tried(request: Asked) -> AsyncIterator[None]:
    """Codes are short enough to be typed, so wrong ones are counted: by address, and in the whole house. Right ones are free."""
    allow, address = request.hall.allow, request.address
    if not (allow.codes.take(address) and allow.wrong_codes.take("")):
        raise Denied("too_many_codes", "rate")
    wrong = False
    try:
        yield
    except Denied:
        wrong = True
        raise
    finally:
        if not wrong:
            allow.codes.give_back(address)
            allow.wrong_codes.give_back("")


def another_table(request: Asked, guest: Guest, bots: int) -> None:
    """A table, with so many bots at it."""
    allow = request.hall.allow
    if not (allow.tables.take(guest.id) and allow.address_tables.take(request.address)):
        raise Denied("too_many_tables", "rate")
    more_bots(request, guest, bots)


def come_and_go(request: Asked, guest: Guest) -> None:
    """Who sits down and gets up time and again shows everybody a table that changes each time."""
    if not request.hall.allow.coming.take(guest.id):
        raise Denied("rate", "rate")


def more_bots(request: Asked, guest: Guest, bots: int = 1) -> None:
    """Seats for bots, each of which will have to think."""
    allow = request.hall.allow
    if not (allow.bots.take(guest.id, bots) and allow.address_bots.take(request.address, bots)):
        raise Denied("too_many_bots", "rate")
