"""Routes about play: log, legal moves, hints, records, replays, reviews, lessons."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import TypeVar

import msgspec

from ludotheque.bots.advice import Hint, Review
from ludotheque.rules.core import Fault, Json
from ludotheque.rules.story import Story
from ludotheque.server import lessons
from ludotheque.server.routes.access import costly, guest_of, key_of, visit
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
from ludotheque.server.routes.route import Asked, Encoded, get, post
from ludotheque.server.routes.tables import AT
from ludotheque.tables import fairness, hosting
from ludotheque.tables.denied import Denied
from ludotheque.tables.live import LiveTable, hints_allowed
from ludotheque.tables.model import Guest
from ludotheque.texts import Words

PAGE = 500
T = TypeVar("T")


@get(AT + "/log")
async def log(request: Asked, table_id: str, since: int = 0) -> LogPage:
    """The log as everybody may read it now."""
    live, _ = await visit(request, table_id)
    first = min(max(since, 0), live.seq)
    return LogPage(first, live.log(request.hall.house.moment(), first, first + PAGE), live.seq)


@get(AT + "/legal")
async def legal(request: Asked, table_id: str, language: str = "fr") -> LegalMoves:
    """What I may do now, in words; nothing while it is not my turn."""
    live, key = await visit(request, table_id)
    mine = hosting.seats_of(live.stored, key.guest.id, key.seat) if key is not None else []
    if live.to_act not in mine or live.play is None:
        return LegalMoves(live.seq, None, [])
    words = Words(known_language(language), live.play.game, [seat.name for seat in live.stored.seats])
    clauses = live.play.game.rules.MOVE_CLAUSES
    moves = [LegalMove(move.to_json(), words.move(move), clauses[move.type]) for move in live.legal()]
    return LegalMoves(live.seq, live.to_act, moves)


@post(AT + "/hint")
async def hint(request: Asked, table_id: str) -> Encoded[Hint]:
    """What elephant would do with what my seat knows; everybody is told that I asked."""
    hall, guest = request.hall, await guest_of(request)
    live = await hall.house.table(table_id, fresh=True)
    seat, mine = live.to_act, hosting.own_seats(live.stored, guest)
    if not hints_allowed(live.stored):
        raise Denied("hints_off", "forbidden")
    if seat is None or seat not in mine:
        raise Denied("not_your_turn", "conflict", "any.3", turn=-1 if seat is None else seat)
    views = list(live.seen(seat))
    costly(request, guest)
    found = await hall.thinkers.hint(live.stored.game, seat, views, table=table_id, payer=hall.mark_of(request.address))
    await hall.house.notice(table_id, "hint", seat=seat)
    return Encoded(found)


async def _over(request: Asked, table_id: str) -> LiveTable:
    """A table whose record is open: the game is over."""
    live, _ = await visit(request, table_id)
    if live.play is None or live.stored.outcome is None:
        raise Denied("not_over", "conflict", "any.2")
    return live


@get(AT + "/record")
async def record(request: Asked, table_id: str) -> Json:
    """The record, when the game is over."""
    return (await _over(request, table_id)).record()


@get(AT + "/replay")
async def replay(request: Asked, table_id: str, seat: int | None = None, all: bool = False) -> Encoded[Replay]:
    """The game again, when it is over: as a seat saw it, as spectators did, or with all entries."""
    live = await _over(request, table_id)
    costly(request, await _maybe_guest(request))
    return Encoded(await request.hall.workroom.replay(live.record(), _checked(live.stored.players, seat), entries=all))


@get(AT + "/story")
async def story(request: Asked, table_id: str) -> Encoded[Story]:
    """Who did what, when the game is over: as everybody at the table could see it."""
    live = await _over(request, table_id)
    assert live.stored.outcome is not None
    workroom = request.hall.workroom
    known = workroom.known_story(table_id)
    if known is None:
        costly(request, await _maybe_guest(request))
        known = await workroom.story(table_id, live.record(), live.stored.outcome)
    return Encoded(known)


@get(AT + "/review")
async def review(request: Asked, table_id: str, seat: int = 0) -> Encoded[Review]:
    """What each move of a seat cost, when the game is over."""
    hall, live = request.hall, await _over(request, table_id)
    costly(request, await _maybe_guest(request))
    checked = _checked(live.stored.players, seat)
    work = hall.thinkers.review(live.record(), checked, table=table_id, payer=hall.mark_of(request.address))
    return Encoded(await _while_awaited(request, work))


async def _while_awaited(request: Asked, work: Coroutine[None, None, T]) -> T:
    """What some long work comes to; when whoever asked for it goes away, it is given up."""
    done, left = asyncio.create_task(work), asyncio.ensure_future(request.gone())
    try:
        await asyncio.wait((done, left), return_when=asyncio.FIRST_COMPLETED)
        if not done.done():
            raise Denied("nobody_waits", "busy")
        return done.result()
    finally:
        done.cancel()
        left.cancel()


@get(AT + "/fairness")
async def fair(request: Asked, table_id: str) -> Fairness:
    """The hash of the deal; the deal and its salt when the game is over."""
    live, _ = await visit(request, table_id)
    stored = live.stored
    if stored.deal is None or stored.salt is None:
        raise Denied("not_started")
    published = fairness.digest(stored.deal, stored.salt)
    return Fairness(published, stored.deal, stored.salt) if stored.outcome is not None else Fairness(published)


@get("/api/lessons/{slug:str}")
def lesson(slug: str) -> Encoded[Lesson]:
    """The fixed record from which one learns by playing."""
    return Encoded(msgspec.json.encode(lessons.lesson(hosting.find_game(slug))))


@post("/api/lessons/{slug:str}")
def try_in_lesson(slug: str, data: LessonForm) -> LessonAnswer:
    """The referee's answer to a move tried in the lesson."""
    return lessons.answer(hosting.find_game(slug), data.at, data.move)


@post("/api/records")
async def look_at_record(request: Asked, data: RecordForm) -> Encoded[Replay]:
    """A record file to look at. All of it may be known, since who has the file knows it."""
    costly(request, await _maybe_guest(request))
    found: Json = data.record
    moves = found.get("moves")
    if isinstance(moves, list) and len(moves) > 5000:
        raise Denied("too_large", "form")
    try:
        return Encoded(await request.hall.workroom.replay(found, data.seat, entries=True))
    except Fault as fault:
        raise Denied(fault.code, "form", fault.clause, **fault.details) from None


async def _maybe_guest(request: Asked) -> Guest | None:
    key = await key_of(request)
    return None if key is None else key.guest


def _checked(players: int, seat: int | None) -> int | None:
    if seat is not None and not 0 <= seat < players:
        raise Denied("no_such_seat", "form", seat=seat, players=players)
    return seat


ROUTES = [log, legal, hint, record, replay, story, review, fair, lesson, try_in_lesson, look_at_record]
