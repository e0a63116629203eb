"""Who asks: the guest behind a request, and what their key opens."""

from __future__ import annotations

from typing import Any

from litestar import Request

from ludotheque.server.hall import Hall, token_of
from ludotheque.tables import guests
from ludotheque.tables.denied import Denied
from ludotheque.tables.model import Guest
from ludotheque.tables.store import Key

AnyRequest = Request[Any, Any, Any]


def hall_of(request: AnyRequest) -> Hall:
    """The server that was asked."""
    hall: Hall = request.app.state.hall
    return hall


async def key_of(request: AnyRequest) -> Key | None:
    """The key that came with a request."""
    token = token_of(request.headers)
    return await guests.recognise(hall_of(request).house, token) if token else None


async def guest_of(request: AnyRequest) -> Guest:
    """The guest who asks. A bot's key is not a guest: it opens its seat's socket and nothing else."""
    key = await key_of(request)
    if key is None:
        raise Denied("no_guest", "stranger")
    if key.table_id is not None:
        raise Denied("bot_key", "forbidden")
    return key.guest


async def key_for(request: AnyRequest, table_id: str) -> Key | None:
    """The key of one who may look at a table; a bot's key opens its own table only."""
    key = await key_of(request)
    if key is not None and key.table_id is not None and key.table_id != table_id:
        raise Denied("bot_key", "forbidden")
    return key


def costly(request: AnyRequest, guest: Guest | None) -> None:
    """What takes a worker's time is rationed."""
    hall = hall_of(request)
    enough = guest is None or hall.allow.costly.take(guest.id)
    if not enough or not hall.allow.address_costly.take(hall.address_of(request.scope)):
        raise Denied("rate", "rate")
