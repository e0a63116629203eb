"""Routes for who keeps a house: health, counters, and the description of everything under HTTP."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from functools import lru_cache
from typing import Any

from litestar import Litestar, MediaType, Response, get

from ludotheque.server.health import ANSWER_WITHIN, Report
from ludotheque.server.http import AnyRequest, accepted, hall_of
from ludotheque.server.routes import squeeze
from ludotheque.tables.denied import Denied


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
    return squeeze.answer(accepted(request), _openapi(request.app))


@lru_cache(maxsize=1)
def _openapi(app: Litestar) -> bytes:
    return json.dumps(app.openapi_schema.to_schema(), default=str).encode()


ROUTES = [health, metrics, openapi]
