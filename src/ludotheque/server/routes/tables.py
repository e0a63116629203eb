"""Routes about tables: make one, sit down, start, and what the host may do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from litestar import get, post
from litestar.params import FromPath, FromQuery, JSONBody

from ludotheque.server.routes.access import AnyRequest, another_table, costly, guest_of, hall_of, key_for, more_bots
from ludotheque.server.routes.bodies import (
    BotKey,
    CodeInfo,
    JoinForm,
    MuteForm,
    RemoveForm,
    SeatRef,
    SettingsForm,
    StandInForm,
    TableForm,
    TableList,
    TableRef,
)
from ludotheque.server.routes.guests import _brief
from ludotheque.tables import guests, hosting
from ludotheque.tables.live import LiveTable, millis
from ludotheque.tables.model import Guest, Seat, StoredTable, TableInfo

AT = "/api/tables/{table_id:str}"


@get("/api/tables")
async def public_tables(request: AnyRequest, game: FromQuery[str | None] = None) -> TableList:
    """Listed tables that are open or under way."""
    hall = hall_of(request)
    found = await hall.house.store.public_tables(game)
    return TableList([_brief(hall, listed.table).info() for listed in found])


@post("/api/tables", status_code=201)
async def make_table(request: AnyRequest, data: JSONBody[TableForm]) -> TableInfo:
    """A new table."""
    hall, guest = hall_of(request), await guest_of(request)
    seats = []
    for form in data.seats:
        if form.kind == "bot":
            seats.append(hosting.bot(form.level))
        else:
            seats.append(hosting.sit(guest, form.name) if form.kind == "me" else Seat(kind="open"))
    another_table(request, guest, sum(seat.kind == "bot" for seat in seats))
    table = hosting.lay(hosting.find_game(data.game), data.options, seats, data.first, data.settings)
    table.public, table.host, table.maker = data.public, guest.id, hall.mark_of(request.scope)
    if data.start:
        hosting.start(table, guest, hall.house.dealer, hall.house.now())
    return (await hall.house.add(table)).info()


@get(AT)
async def one_table(request: AnyRequest, table_id: FromPath[str]) -> TableInfo:
    """A table."""
    await key_for(request, table_id)
    live = await hall_of(request).house.table(table_id, fresh=True)
    async with live.lock:
        return live.info()


async def _change(
    request: AnyRequest,
    table_id: str,
    how: Callable[[StoredTable, Guest, LiveTable], Any],
    notice: str | None = None,
    **args: int | str,
) -> TableInfo:
    hall, guest = hall_of(request), await guest_of(request)
    live, _ = await hall.house.change(table_id, lambda table, found: how(table, guest, found))
    if notice is not None and hall.allow.notices.take(guest.id):
        await hall.house.notice(table_id, notice, name=guest.name, **args)
    return live.info()


@post(AT + "/join", status_code=200)
async def join(request: AnyRequest, table_id: FromPath[str], data: JSONBody[JoinForm]) -> TableInfo:
    """Sit down."""
    return await _change(request, table_id, lambda table, guest, _: hosting.join(table, guest, data.seat, data.name), "joined")


@post(AT + "/leave", status_code=200)
async def leave(request: AnyRequest, table_id: FromPath[str]) -> TableInfo:
    """Get up."""
    return await _change(request, table_id, lambda table, guest, _: hosting.leave(table, guest), "left")


@post(AT + "/seat-bot", status_code=200)
async def seat_bot(request: AnyRequest, table_id: FromPath[str], data: JSONBody[StandInForm]) -> TableInfo:
    """A bot for an open seat."""
    more_bots(request, await guest_of(request))
    return await _change(request, table_id, lambda table, guest, _: hosting.seat_bot(table, guest, data.seat, data.level))


@post(AT + "/start", status_code=200)
async def start(request: AnyRequest, table_id: FromPath[str]) -> TableInfo:
    """Deal and begin."""
    house = hall_of(request).house
    return await _change(request, table_id, lambda table, guest, _: hosting.start(table, guest, house.dealer, house.now()))


@post(AT + "/rematch", status_code=200)
async def rematch(request: AnyRequest, table_id: FromPath[str]) -> TableRef:
    """Play on with the same people, the next one starting. Asked twice, it is the same table."""
    hall, guest = hall_of(request), await guest_of(request)
    live = await hall.house.table(table_id, fresh=True)
    hosting.own_seats(live.stored, guest)
    if live.stored.rematch is None:
        again = hosting.rematch(live.stored, guest)
        another_table(request, guest, sum(seat.kind == "bot" for seat in again.seats))
        again.id, again.maker = hall.house.make_id(), hall.mark_of(request.scope)

        def link(table: StoredTable, _: LiveTable) -> None:
            if table.rematch is None:
                table.rematch = again.id

        live, _ = await hall.house.change(table_id, link)
        if live.stored.rematch == again.id:
            hosting.begin(again, hall.house.dealer, hall.house.now())
            await hall.house.add(again)
    assert live.stored.rematch is not None
    return TableRef(live.stored.rematch)


@post(AT + "/stand-in", status_code=200)
async def stand_in(request: AnyRequest, table_id: FromPath[str], data: JSONBody[StandInForm]) -> TableInfo:
    """A bot for a missing human."""
    more_bots(request, await guest_of(request))
    how = lambda table, guest, _: hosting.stand_in(table, guest, data.seat, data.level)  # noqa: E731
    return await _change(request, table_id, how, "stand_in", seat=data.seat)


@post(AT + "/return", status_code=200)
async def take_back(request: AnyRequest, table_id: FromPath[str]) -> TableInfo:
    """Take my seat back from the stand-in."""
    return await _change(request, table_id, lambda table, guest, _: hosting.take_back(table, guest), "returned")


@post(AT + "/resign", status_code=200)
async def resign(request: AnyRequest, table_id: FromPath[str]) -> TableInfo:
    """Give up."""

    def how(table: StoredTable, guest: Guest, live: LiveTable) -> None:
        scores = tuple(live.play.game.rules.score(live.play.state, seat) for seat in range(table.players)) if live.play else ()
        hosting.resign(table, guest, scores)

    return await _change(request, table_id, how, "resigned")


@post(AT + "/remove", status_code=200)
async def remove(request: AnyRequest, table_id: FromPath[str], data: JSONBody[RemoveForm]) -> TableInfo:
    """Send somebody away."""
    return await _change(request, table_id, lambda table, guest, _: hosting.remove(table, guest, data.guest))


@post(AT + "/mute", status_code=200)
async def mute(request: AnyRequest, table_id: FromPath[str], data: JSONBody[MuteForm]) -> TableInfo:
    """Switch somebody's chat off or on."""
    return await _change(request, table_id, lambda table, guest, _: hosting.mute(table, guest, data.guest, data.muted))


@post(AT + "/settings", status_code=200)
async def settings(request: AnyRequest, table_id: FromPath[str], data: JSONBody[SettingsForm]) -> TableInfo:
    """Switch the chat off or on."""
    return await _change(request, table_id, lambda table, guest, _: hosting.change_settings(table, guest, data.chat))


@post(AT + "/invitation", status_code=200)
async def invitation(request: AnyRequest, table_id: FromPath[str]) -> CodeInfo:
    """A code that leads here."""
    hall, guest = hall_of(request), await guest_of(request)
    live = await hall.house.table(table_id)
    if guest.id != live.stored.host:
        hosting.own_seats(live.stored, guest)
    costly(request, guest)
    code, until = await guests.invitation(hall.house, table_id)
    return CodeInfo(code, millis(until))


@post(AT + "/bot-key", status_code=200)
async def bot_key(request: AnyRequest, table_id: FromPath[str], data: JSONBody[SeatRef]) -> BotKey:
    """A token for a bot from outside."""
    hall, guest = hall_of(request), await guest_of(request)
    costly(request, guest)
    return BotKey(await guests.bot_key(hall.house, guest, table_id, data.seat), table_id, data.seat)


ROUTES = [
    public_tables,
    make_table,
    one_table,
    join,
    leave,
    seat_bot,
    start,
    rematch,
    stand_in,
    take_back,
    resign,
    remove,
    mute,
    settings,
    invitation,
    bot_key,
]
