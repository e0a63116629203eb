"""Routes about guests: who I am, on which devices, and how I leave."""

from __future__ import annotations

from ludotheque.rules.core import OVER
from ludotheque.server.routes.access import (
    a_code_tried,
    a_list_of,
    another_guest,
    come_and_go,
    costly,
    guest_of,
    key_of,
)
from ludotheque.server.routes.bodies import (
    CodeForm,
    CodeInfo,
    GuestForm,
    Me,
    Measures,
    MyGame,
    MyGames,
    PutAwayForm,
    TableList,
    TableRef,
)
from ludotheque.server.routes.route import Asked, WithKey, delete, get, post
from ludotheque.tables import guests
from ludotheque.tables.denied import Denied
from ludotheque.tables.live import table_info
from ludotheque.tables.measures import strength_for
from ludotheque.tables.model import Guest
from ludotheque.tables.position import millis
from ludotheque.tables.rivals import rivals
from ludotheque.tables.store.fitting import sitting

FINISHED = 100
"""So many finished games are listed; all of them count for the record."""


@get("/api/me")
async def me(request: Asked) -> Me:
    """Who I am."""
    key = await key_of(request)
    return Me(key.guest if key is not None and key.table_id is None else None)


@post("/api/me")
async def introduce(request: Asked, data: GuestForm) -> Me | WithKey[Me]:
    """Become a guest, or change name and picture."""
    hall = request.hall
    key = await key_of(request)
    if key is not None and key.table_id is not None:
        raise Denied("bot_key", "forbidden")
    if key is not None:
        come_and_go(request, key.guest)
        return Me(await guests.rename(hall.house, key.guest, data.name, data.picture))
    another_guest(request)
    guest, token = await guests.welcome(hall.house, data.name, data.picture)
    return WithKey(Me(guest), token)


@delete("/api/me")
async def forget_me(request: Asked) -> WithKey[Me]:
    """Delete me and what is mine."""
    guest = await guest_of(request)
    await guests.farewell(request.hall.house, guest)
    return WithKey(Me(None), "")


@post("/api/me/device")
async def device_code(request: Asked) -> CodeInfo:
    """A one-time code for another device of mine."""
    guest = await guest_of(request)
    costly(request, guest)
    code, until = await guests.device_code(request.hall.house, guest)
    return CodeInfo(code, millis(until))


@post("/api/device")
async def another_device(request: Asked, data: CodeForm) -> WithKey[Me]:
    """Make this device mine too."""
    hall = request.hall
    async with a_code_tried(request):
        token = await guests.another_device(hall.house, data.code)
    key = await guests.recognise(hall.house, token)
    found: Guest | None = None if key is None else key.guest
    return WithKey(Me(found), token)


@get("/api/me/tables")
async def my_tables(request: Asked) -> TableList:
    """The tables at which I sit, but for those that I put away."""
    hall, guest = request.hall, await guest_of(request)
    away = await hall.house.store.put_away_by(guest.id)
    mine = [found for found in await hall.house.store.tables_of(guest.id) if found.table.id not in away]
    a_list_of(request, len(mine))
    return TableList([await hall.house.listed(found) for found in mine])


@get("/api/me/games")
async def my_games(request: Asked) -> MyGames:
    """All my games, and how I fared."""
    hall, guest = request.hall, await guest_of(request)
    store = hall.house.store
    away, finished = await store.put_away_by(guest.id), await store.finished_of(guest.id)
    running = [found for found in await store.tables_of(guest.id) if found.table.outcome is None]
    a_list_of(request, len(finished) + len(running))
    games = [
        MyGame(await hall.house.listed(found), millis(max(found.at, found.table.changed)), found.table.id in away)
        for found in running
    ]
    over = [table for table in finished if table.outcome is not None]
    games += [MyGame(table_info(table, 0, OVER), millis(table.changed), table.id in away) for table in over[:FINISHED]]
    return MyGames(sorted(games, key=lambda game: -game.at), rivals(over, guest.id))


@get("/api/me/measures")
async def my_measures(request: Asked) -> Measures:
    """How strong the opponent made to measure is for me, in each box in which I have met it."""
    guest = await guest_of(request)
    finished = await request.hall.house.store.finished_of(guest.id)
    a_list_of(request, len(finished))
    met = {table.game for table in finished if any(seat.strength is not None for seat in table.seats)}
    return Measures({game: strength_for(finished, game, guest.id) for game in sorted(met)})


@post("/api/me/games/{table_id:str}")
async def put_away(request: Asked, table_id: str, data: PutAwayForm) -> TableRef:
    """Put a table of mine into the drawer, or take it out."""
    house, guest = request.hall.house, await guest_of(request)
    table = await house.store.table(table_id)
    if table is None or guest.id not in sitting(table).values():
        raise Denied("no_such_table", "unknown")
    await house.store.put_away(guest.id, table_id, data.away)
    return TableRef(table_id)


@post("/api/join")
async def join_by_code(request: Asked, data: CodeForm) -> TableRef:
    """The table to which an invitation code leads."""
    async with a_code_tried(request):
        return TableRef(await guests.invited(request.hall.house, data.code))


ROUTES = [me, introduce, forget_me, device_code, another_device, my_tables, my_games, my_measures, put_away, join_by_code]
