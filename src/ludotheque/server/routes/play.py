"""Routes about play: log, legal moves, hints, records, replays, reviews, lessons."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

import msgspec
from litestar import MediaType, Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody

from ludotheque.bots.advice import Hint, Review
from ludotheque.rules.core import Fault, Json
from ludotheque.rules.story import Story
from ludotheque.server import lessons
from ludotheque.server.routes.access import AnyRequest, costly, guest_of, hall_of, key_of, visit
from ludotheque.server.routes.bodies import (
    Fairness,
    LegalMove,
    LegalMoves,
    Lesson,
    LessonAnswer,
    LessonForm,
    LogPage,
    RecordForm,
    Replay,
)
from ludotheque.server.routes.house import known_language
from ludotheque.server.routes.tables import AT
from ludotheque.tables import fairness, hosting
from ludotheque.tables.denied import Denied
from ludotheque.tables.live import LiveTable, hints_allowed
from ludotheque.tables.model import Guest
from ludotheque.texts import Words

PAGE = 500
T = TypeVar("T")


def _raw(data: bytes | object) -> Response[Any]:
    body = data if isinstance(data, bytes) else msgspec.json.encode(data)
    return Response(body, media_type=MediaType.JSON)


@get(AT + "/log")
async def log(request: AnyRequest, table_id: FromPath[str], since: FromQuery[int] = 0) -> LogPage:
    """The log as everybody may read it now."""
    live, _ = await visit(request, table_id)
    first = min(max(since, 0), live.seq)
    return LogPage(first, live.log(hall_of(request).house.moment(), first, first + PAGE), live.seq)


@get(AT + "/legal")
async def legal(request: AnyRequest, table_id: FromPath[str], language: FromQuery[str] = "fr") -> LegalMoves:
    """What I may do now, in words; nothing while it is not my turn."""
    live, key = await visit(request, table_id)
    mine = hosting.seats_of(live.stored, key.guest.id, key.seat) if key is not None else []
    if live.to_act not in mine or live.play is None:
        return LegalMoves(live.seq, None, [])
    words = Words(known_language(language), live.play.game, [seat.name for seat in live.stored.seats])
    clauses = live.play.game.rules.MOVE_CLAUSES
    moves = [LegalMove(move.to_json(), words.move(move), clauses[move.type]) for move in live.legal()]
    return LegalMoves(live.seq, live.to_act, moves)


@post(AT + "/hint", status_code=200)
async def hint(request: AnyRequest, table_id: FromPath[str]) -> Response[Hint]:
    """What elephant would do with what my seat knows; everybody is told that I asked."""
    hall, guest = hall_of(request), await guest_of(request)
    live = await hall.house.table(table_id, fresh=True)
    seat, mine = live.to_act, hosting.own_seats(live.stored, guest)
    if not hints_allowed(live.stored):
        raise Denied("hints_off", "forbidden")
    if seat is None or seat not in mine:
        raise Denied("not_your_turn", "conflict", "any.3", turn=-1 if seat is None else seat)
    views = list(live.seen(seat))
    costly(request, guest)
    found = await hall.thinkers.hint(live.stored.game, seat, views, table=table_id, payer=hall.mark_of(request.scope))
    await hall.house.notice(table_id, "hint", seat=seat)
    return _raw(found)


async def _over(request: AnyRequest, table_id: str) -> LiveTable:
    """A table whose record is open: the game is over."""
    live, _ = await visit(request, table_id)
    if live.play is None or live.stored.outcome is None:
        raise Denied("not_over", "conflict", "any.2")
    return live


@get(AT + "/record")
async def record(request: AnyRequest, table_id: FromPath[str]) -> Json:
    """The record, when the game is over."""
    return (await _over(request, table_id)).record()


@get(AT + "/replay")
async def replay(
    request: AnyRequest, table_id: FromPath[str], seat: FromQuery[int | None] = None, all: FromQuery[bool] = False
) -> Response[Replay]:
    """The game again, when it is over: as a seat saw it, as spectators did, or with all entries."""
    live = await _over(request, table_id)
    costly(request, await _maybe_guest(request))
    return _raw(await hall_of(request).workroom.replay(live.record(), _checked(live.stored.players, seat), entries=all))


@get(AT + "/story")
async def story(request: AnyRequest, table_id: FromPath[str]) -> Response[Story]:
    """Who did what, when the game is over: as everybody at the table could see it."""
    live = await _over(request, table_id)
    assert live.stored.outcome is not None
    workroom = hall_of(request).workroom
    known = workroom.known_story(table_id)
    if known is None:
        costly(request, await _maybe_guest(request))
        known = await workroom.story(table_id, live.record(), live.stored.outcome)
    return _raw(known)


@get(AT + "/review")
async def review(request: AnyRequest, table_id: FromPath[str], seat: FromQuery[int] = 0) -> Response[Review]:
    """What each move of a seat cost, when the game is over."""
    hall, live = hall_of(request), await _over(request, table_id)
    costly(request, await _maybe_guest(request))
    checked = _checked(live.stored.players, seat)
    work = hall.thinkers.review(live.record(), checked, table=table_id, payer=hall.mark_of(request.scope))
    return _raw(await _while_awaited(request, work))


async def _while_awaited(request: AnyRequest, work: Coroutine[None, None, T]) -> T:
    """What some long work comes to; when whoever asked for it goes away, it is given up."""

    async def gone() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass

    done, left = asyncio.create_task(work), asyncio.create_task(gone())
    try:
        await asyncio.wait((done, left), return_when=asyncio.FIRST_COMPLETED)
        if not done.done():
            raise Denied("nobody_waits", "busy")
        return done.result()
    finally:
        done.cancel()
        left.cancel()


@get(AT + "/fairness")
async def fair(request: AnyRequest, table_id: FromPath[str]) -> Fairness:
    """The hash of the deal; the deal and its salt when the game is over."""
    live, _ = await visit(request, table_id)
    stored = live.stored
    if stored.deal is None or stored.salt is None:
        raise Denied("not_started")
    published = fairness.digest(stored.deal, stored.salt)
    return Fairness(published, stored.deal, stored.salt) if stored.outcome is not None else Fairness(published)


@get("/api/lessons/{slug:str}", sync_to_thread=False)
def lesson(slug: FromPath[str]) -> Response[Lesson]:
    """The fixed record from which one learns by playing."""
    return _raw(lessons.lesson(hosting.find_game(slug)))


@post("/api/lessons/{slug:str}", status_code=200, sync_to_thread=False)
def try_in_lesson(slug: FromPath[str], data: JSONBody[LessonForm]) -> LessonAnswer:
    """The referee's answer to a move tried in the lesson."""
    return lessons.answer(hosting.find_game(slug), data.at, data.move)


@post("/api/records", status_code=200)
async def look_at_record(request: AnyRequest, data: JSONBody[RecordForm]) -> Response[Replay]:
    """A record file to look at. All of it may be known, since who has the file knows it."""
    costly(request, await _maybe_guest(request))
    found: Json = data.record
    moves = found.get("moves")
    if isinstance(moves, list) and len(moves) > 5000:
        raise Denied("too_large", "form")
    try:
        return _raw(await hall_of(request).workroom.replay(found, data.seat, entries=True))
    except Fault as fault:
        raise Denied(fault.code, "form", fault.clause, **fault.details) from None


async def _maybe_guest(request: AnyRequest) -> Guest | None:
    key = await key_of(request)
    return None if key is None else key.guest


def _checked(players: int, seat: int | None) -> int | None:
    if seat is not None and not 0 <= seat < players:
        raise Denied("no_such_seat", "form", seat=seat, players=players)
    return seat


ROUTES = [log, legal, hint, record, replay, story, review, fair, lesson, try_in_lesson, look_at_record]
