"""Routes about the house itself: games, words, rules, health."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
from litestar import Litestar, MediaType, Response, get
from litestar.params import FromPath

import ludotheque.texts
from ludotheque import __version__
from ludotheque.games import all_games
from ludotheque.levels import LEVELS
from ludotheque.rules.core import Json
from ludotheque.rules.shapes import fields_of_seats
from ludotheque.server import lessons, protocol
from ludotheque.server.health import ANSWER_WITHIN, Report
from ludotheque.server.routes import squeeze
from ludotheque.server.routes.access import AnyRequest, hall_of
from ludotheque.server.routes.bodies import GameInfo, HouseInfo, OptionInfo, Texts
from ludotheque.tables.denied import Denied
from ludotheque.tables.hosting import find_game
from ludotheque.tables.model import PICTURES, REACTIONS
from ludotheque.texts import LANGUAGES, Words, catalogue
from ludotheque.texts.clauses import RulesText, rules_text

FOLDER = Path(__file__).parents[1]
COMMON = Path(str(ludotheque.texts.__file__)).parent


def known_language(language: str) -> str:
    """A language that we speak."""
    if language not in LANGUAGES:
        raise Denied("unknown_language", "unknown")
    return language


@get("/api/house", sync_to_thread=False)
def house_info(request: AnyRequest) -> HouseInfo:
    """What the house offers."""
    bots = hall_of(request).bots()
    return msgspec.structs.replace(_house(), warming=[] if bots is None else bots.warming)


@lru_cache(maxsize=1)
def _house() -> HouseInfo:
    boxes = []
    for slug, game in all_games().items():
        options = [OptionInfo(option.name, list(option.values), option.default) for option in game.rules.OPTIONS]
        titles = {language: Words(language, game)("title") for language in LANGUAGES}
        facts = msgspec.structs.replace(game.facts, levels=game.facts.levels or LEVELS)
        boxes.append(
            GameInfo(
                slug=slug,
                players=list(game.players),
                options=options,
                titles=titles,
                lesson=lessons.exists(game),
                facts=facts,
                of_seats=list(fields_of_seats(game)),
            )
        )
    return HouseInfo(
        version=__version__,
        protocol=protocol.VERSION,
        games=boxes,
        levels=list(LEVELS),
        reactions=list(REACTIONS),
        pictures=list(PICTURES),
        languages=list(LANGUAGES),
    )


@get("/api/texts/{language:str}", sync_to_thread=False)
def texts(request: AnyRequest, language: FromPath[str]) -> Response[Texts]:
    """All words in one language."""
    return _lasting(request, _texts(known_language(language)))


@lru_cache(maxsize=4)
def _texts(language: str) -> bytes:
    common: Json = {**catalogue(COMMON, language), **catalogue(FOLDER, language)}
    words = {slug: dict(catalogue(game.folder, language)) for slug, game in all_games().items()}
    return msgspec.json.encode(Texts(language, common, words))


@get("/api/rules/{slug:str}/{language:str}", sync_to_thread=False)
def rules(request: AnyRequest, slug: FromPath[str], language: FromPath[str]) -> Response[RulesText]:
    """The rules of a game, clause by clause."""
    return _lasting(request, msgspec.json.encode(rules_text(find_game(slug), known_language(language))))


def _lasting(request: AnyRequest, encoded: bytes) -> Response[Any]:
    return squeeze.answer(request, encoded)


@get("/health", media_type=MediaType.JSON)
async def health(request: AnyRequest) -> Response[Report]:
    """Whether this server can serve, and what is wrong: within a second, whatever hangs."""
    report = await hall_of(request).health.report()
    return Response(report, status_code=503 if report.status == "down" else 200)


@get("/metrics", media_type=MediaType.TEXT)
async def metrics(request: AnyRequest) -> Response[str]:
    """Counters for Prometheus: from this machine itself, or with the token."""
    hall = hall_of(request)
    token = hall.config.metrics_token
    if token is not None:
        allowed = secrets.compare_digest(request.headers.get("authorization", "").encode(), f"Bearer {token}".encode())
    else:
        client = request.scope.get("client")
        allowed = client is not None and client[0] in ("127.0.0.1", "::1") and not hall.config.trusted_proxies
    if not allowed:
        raise Denied("forbidden", "forbidden")
    tables = None
    with contextlib.suppress(Exception):
        async with asyncio.timeout(ANSWER_WITHIN):
            tables = await hall.house.store.count_tables()
    return Response(hall.metrics.text(tables, hall.bots()), media_type=MediaType.TEXT)


@get("/openapi.json", include_in_schema=False, sync_to_thread=False)
def openapi(request: AnyRequest) -> Response[Any]:
    """The description of everything under HTTP."""
    return squeeze.answer(request, _openapi(request.app))


@lru_cache(maxsize=1)
def _openapi(app: Litestar) -> bytes:
    return json.dumps(app.openapi_schema.to_schema(), default=str).encode()


ROUTES = [house_info, texts, rules, health, metrics, openapi]
