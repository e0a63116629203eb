"""The hall: what all routes and sockets of one server share."""

from __future__ import annotations

from collections.abc import Mapping
from http.cookies import CookieError, SimpleCookie
from typing import Any

from litestar.datastructures import Headers

from ludotheque.server.audience import Audience
from ludotheque.server.config import Config
from ludotheque.server.limits import Allowances, Counts, household
from ludotheque.server.metrics import Metrics
from ludotheque.server.replays import Workroom
from ludotheque.tables.attendant import Attendant
from ludotheque.tables.house import House

COOKIE = "ludotheque"


class Hall:
    """One server."""

    def __init__(self, config: Config, house: House, thinkers: Any) -> None:
        self.config, self.house, self.thinkers = config, house, thinkers
        self.metrics = Metrics()
        self.audience = Audience(house)
        self.attendant = Attendant(house, thinkers, self.metrics.thought)
        self.workroom = Workroom()
        self.allow = Allowances(config.limits)
        self.connections = Counts()
        house.on_entries = self.metrics.entries

    async def open(self) -> None:
        """Open the doors."""
        await self.house.open()
        await self.audience.open()
        await self.attendant.open()

    async def close(self) -> None:
        """Close them, in the opposite order."""
        await self.attendant.close()
        await self.audience.close()
        await self.house.close()
        self.workroom.close()
        if hasattr(self.thinkers, "close"):
            self.thinkers.close()

    @staticmethod
    def address_of(scope: Mapping[str, Any]) -> str:
        """The address of the other side as it is counted; Uvicorn has replaced it when a trusted proxy told another one."""
        client = scope.get("client")
        return household(str(client[0])) if client else "-"


def token_of(headers: Headers) -> str | None:
    """The secret that came with a request: a bot's bearer token, or a guest's cookie."""
    given = headers.get("authorization", "")
    if given.lower().startswith("bearer "):
        return given[7:].strip()
    try:
        cookie = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return None
    return None if cookie is None else cookie.value
