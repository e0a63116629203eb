"""Routes about tables: make one, sit down, start, and what the host may do."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from ludotheque.levels import ADAPTIVE, Opponent
from ludotheque.measure import BEGINS
from ludotheque.rules.core import Json
from ludotheque.server.hall import Hall
from ludotheque.server.routes.access import (
    a_list_of,
    another_table,
    come_and_go,
    costly,
    guest_of,
    more_bots,
    visit,
)
from ludotheque.server.routes.bodies import (
    BotKey,
    CarryForm,
    CodeInfo,
    JoinForm,
    MuteForm,
    RemoveForm,
    SeatForm,
    SeatRef,
    SettingsForm,
    StandInForm,
    TableForm,
    TableList,
    TableRef,
)
from ludotheque.server.routes.route import Asked, get, post
from ludotheque.tables import carrying, guests, hosting
from ludotheque.tables.denied import Denied
from ludotheque.tables.draft import Draft
from ludotheque.tables.identity import NAME_LENGTH, clean
from ludotheque.tables.live import LiveTable
from ludotheque.tables.measures import strength_for
from ludotheque.tables.model import Guest, Seat, StoredTable, TableInfo
from ludotheque.tables.position import millis

AT = "/api/tables/{table_id:str}"


@get("/api/tables")
async def public_tables(request: Asked, game: str | None = None) -> TableList:
    """Listed tables that are open or under way."""
    hall = request.hall
    found = await hall.house.store.public_tables(game)
    a_list_of(request, len(found))
    return TableList([await hall.house.listed(listed) for listed in found])


@post("/api/tables", status=201)
async def make_table(request: Asked, data: TableForm) -> TableInfo:
    """A new table."""
    hall, guest = request.hall, await guest_of(request)
    seats = await _seats(request, guest, data.game, data.seats)
    table = hosting.lay(hosting.find_game(data.game), data.options, seats, data.first, data.settings)
    if data.start:
        table.host = guest.id
        hosting.start(table, guest, hall.house.dealer, hall.house.now())
    return (await _add(request, guest, table, data.public)).info()


@post("/api/records/tables", status=201)
async def carry_in(request: Asked, data: CarryForm) -> TableInfo:
    """A game that was begun elsewhere, to be played on here; one that is over is kept among mine."""
    hall, guest = request.hall, await guest_of(request)
    costly(request, guest)
    moves = data.record.get("moves")
    if isinstance(moves, list) and len(moves) > carrying.MOST:
        raise Denied("too_large", "form")
    await hall.workroom.check(data.record)
    sitting = await _seats(request, guest, str(data.record["game"]), data.seats)
    seats = [
        replace(seat, name=clean(form.name, NAME_LENGTH)) if seat.kind == "bot" else seat  # who it was, in a game that is over
        for seat, form in zip(sitting, data.seats, strict=True)
    ]
    live = await _add(request, guest, carrying.lay(data.record, seats, data.settings), data.public)
    return await _begin(request, live.stored.id) if data.start else live.info()


async def _seats(request: Asked, guest: Guest, game: str, forms: list[SeatForm]) -> list[Seat]:
    """Who sits at a new table."""
    seats = []
    for form in forms:
        if form.kind == "bot":
            seats.append(hosting.bot(form.level, await strength_here(request, guest, game, form.level)))
        else:
            seats.append(hosting.sit(guest, form.name, form.picture) if form.kind == "me" else Seat(kind="open"))
    another_table(request, guest, sum(seat.kind == "bot" for seat in seats))
    return seats


async def _add(request: Asked, guest: Guest, table: StoredTable, public: bool) -> LiveTable:
    """Put a new table up; who asks is its host."""
    hall = request.hall
    table.public, table.host, table.maker = public, guest.id, hall.mark_of(request.address)
    hall.prepare(table.game)
    return await hall.house.add(table)


@post(AT + "/carry")
async def carry_out(request: Asked, table_id: str) -> Json:
    """The record of a game, to play on elsewhere: of one that is over, or in which I am the only human."""
    hall, guest = request.hall, await guest_of(request)
    costly(request, guest)
    record = carrying.leave_with(await hall.house.table(table_id, fresh=True), guest)
    await hall.house.notice(table_id, "taken_along", guest)
    return record


async def strength_here(request: Asked, guest: Guest, game: str, level: Opponent) -> int:
    """How strong an opponent made to measure is for a guest in a box; nothing is looked up for any other."""
    if level != ADAPTIVE:
        return BEGINS
    return strength_for(await request.hall.house.store.finished_of(guest.id), game, guest.id)


@get(AT)
async def one_table(request: Asked, table_id: str) -> TableInfo:
    """A table."""
    live, _ = await visit(request, table_id)
    return live.info()


async def _change(
    request: Asked, table_id: str, how: Callable[[Draft, Guest], None], notice: str | None = None, **args: int | str
) -> TableInfo:
    """Change a table; what everybody is told of it is stored with it."""
    hall, guest = request.hall, await guest_of(request)
    told = notice is not None and may_be_told(hall, table_id, guest)

    def decide(draft: Draft) -> None:
        how(draft, guest)
        if notice is not None and told and hosting.may_speak(draft.stored, guest):
            draft.notice(hall.house.moment(), notice, guest, **args)

    live, _ = await hall.house.change(table_id, decide)
    return live.info()


def may_be_told(hall: Hall, table_id: str, guest: Guest) -> bool:
    """Whether one more notice that this guest causes reaches the table: names are chosen words, too."""
    return hall.allow.notices.take(guest.id) and hall.allow.table_notices.take(table_id)


@post(AT + "/join")
async def join(request: Asked, table_id: str, data: JoinForm) -> TableInfo:
    """Sit down."""
    come_and_go(request, await guest_of(request))
    return await _change(
        request, table_id, lambda draft, guest: hosting.join(draft.stored, guest, data.seat, data.name, data.picture), "joined"
    )


@post(AT + "/leave")
async def leave(request: Asked, table_id: str) -> TableInfo:
    """Get up."""
    return await _change(request, table_id, lambda draft, guest: hosting.leave(draft.stored, guest), "left")


@post(AT + "/seat-bot")
async def seat_bot(request: Asked, table_id: str, data: StandInForm) -> TableInfo:
    """A bot for an open seat."""
    guest = await guest_of(request)
    more_bots(request, guest)
    live = await request.hall.house.table(table_id)
    strength = await strength_here(request, guest, live.stored.game, data.level)
    return await _change(
        request, table_id, lambda draft, guest: hosting.seat_bot(draft.stored, guest, data.seat, data.level, strength)
    )


@post(AT + "/start")
async def start(request: Asked, table_id: str) -> TableInfo:
    """Deal and begin; or, if the game was brought here, go on with it."""
    return await _begin(request, table_id)


async def _begin(request: Asked, table_id: str) -> TableInfo:
    house = request.hall.house

    def how(draft: Draft, guest: Guest) -> None:
        if draft.stored.baggage is not None:
            carrying.go_on(draft, guest, house.moment(), house.draw)
        else:
            hosting.start(draft.stored, guest, house.dealer, house.now())

    return await _change(request, table_id, how)


@post(AT + "/rematch")
async def rematch(request: Asked, table_id: str) -> TableRef:
    """Play on with the same people, the next one starting. Asked twice, it is the same table."""
    hall, guest = request.hall, await guest_of(request)
    house, new_id = hall.house, hall.house.make_id()

    def decide(draft: Draft) -> str:
        again = hosting.rematch(draft.stored, guest, new_id, house.dealer, house.now())
        if again is not None:
            another_table(request, guest, sum(seat.kind == "bot" for seat in again.seats))
            again.maker = hall.mark_of(request.address)
            draft.new_tables.append(again)
        assert draft.stored.rematch is not None
        return draft.stored.rematch

    _, linked = await house.change(table_id, decide)
    return TableRef(linked)


@post(AT + "/stand-in")
async def stand_in(request: Asked, table_id: str, data: StandInForm) -> TableInfo:
    """A bot for a missing human."""
    more_bots(request, await guest_of(request))
    audience = request.hall.audience

    def how(draft: Draft, guest: Guest) -> None:
        away = 0 <= data.seat < draft.stored.players and audience.is_away(table_id, draft.stored.seats[data.seat].guest)
        hosting.stand_in(draft.stored, guest, data.seat, data.level, away=away)

    return await _change(request, table_id, how, "stand_in", seat=data.seat)


@post(AT + "/return")
async def take_back(request: Asked, table_id: str) -> TableInfo:
    """Take my seat back from the stand-in."""
    come_and_go(request, await guest_of(request))
    return await _change(request, table_id, lambda draft, guest: hosting.take_back(draft.stored, guest), "returned")


@post(AT + "/resign")
async def resign(request: Asked, table_id: str) -> TableInfo:
    """Give up."""

    def how(draft: Draft, guest: Guest) -> None:
        play = draft.play
        scores = tuple(play.game.rules.score(play.state, seat) for seat in range(play.players)) if play is not None else ()
        hosting.resign(draft.stored, guest, scores)

    return await _change(request, table_id, how, "resigned")


@post(AT + "/remove")
async def remove(request: Asked, table_id: str, data: RemoveForm) -> TableInfo:
    """Send somebody away."""
    return await _change(request, table_id, lambda draft, guest: hosting.remove(draft.stored, guest, data.guest))


@post(AT + "/mute")
async def mute(request: Asked, table_id: str, data: MuteForm) -> TableInfo:
    """Switch somebody's chat off or on."""
    return await _change(request, table_id, lambda draft, guest: hosting.mute(draft.stored, guest, data.guest, data.muted))


@post(AT + "/settings")
async def settings(request: Asked, table_id: str, data: SettingsForm) -> TableInfo:
    """Switch the chat off or on, or set another pace."""
    changes = {name: value for name, value in msgspec.structs.asdict(data).items() if value is not None}
    return await _change(request, table_id, lambda draft, guest: hosting.change_settings(draft.stored, guest, changes))


@post(AT + "/invitation")
async def invitation(request: Asked, table_id: str) -> CodeInfo:
    """A code that leads here."""
    hall, guest = request.hall, await guest_of(request)
    live = await hall.house.table(table_id)
    if guest.id != live.stored.host:
        hosting.own_seats(live.stored, guest)
    costly(request, guest)
    code, until = await guests.invitation(hall.house, table_id)
    return CodeInfo(code, millis(until))


@post(AT + "/bot-key")
async def bot_key(request: Asked, table_id: str, data: SeatRef) -> BotKey:
    """A token for a bot from outside."""
    hall, guest = request.hall, await guest_of(request)
    costly(request, guest)
    token = await guests.bot_key(hall.house, guest, table_id, data.seat)
    await hall.audience.revoke(table_id, data.seat)
    return BotKey(token, table_id, data.seat)


ROUTES = [
    public_tables,
    make_table,
    carry_in,
    carry_out,
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
