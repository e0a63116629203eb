"""The hall: what all routes and sockets of one server share."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from ludotheque.server.audience import Audience
from ludotheque.server.config import Config
from ludotheque.server.health import Health
from ludotheque.server.limits import Allowances, Counts, household
from ludotheque.server.metrics import Metrics
from ludotheque.server.replays import Workroom
from ludotheque.tables import guests
from ludotheque.tables.attendant import Attendant
from ludotheque.tables.house import House
from ludotheque.tables.store import Key

if TYPE_CHECKING:
    from ludotheque.bots.service.service import Status

COOKIE = "ludotheque"
TRIED = 5
"""So many cookies of our name are tried."""


class Hall:
    """One server."""

    def __init__(self, config: Config, house: House, thinkers: Any, workroom: Workroom | None = None) -> None:
        self.config, self.house, self.thinkers = config, house, thinkers
        self.metrics = Metrics()
        self.audience = Audience(house)
        self.attendant = Attendant(house, thinkers, self.metrics.thought)
        self.workroom = workroom or Workroom()
        self.allow = Allowances(config.limits)
        self.connections = Counts()
        self._secret = secrets.token_bytes(16)
        house.on_entries = self.metrics.entries
        self.health = Health()
        self.health.add("store", house.store.probe, vital=True)
        self.health.add("bus", house.bus.probe)
        if hasattr(thinkers, "probe"):
            self.health.add("bots", thinkers.probe)

    async def open(self) -> None:
        """Open the doors."""
        await self.house.open()
        await self.audience.open()
        await self.attendant.open()
        if hasattr(self.thinkers, "open"):
            await self.thinkers.open()

    async def close(self) -> None:
        """Close them, in the opposite order."""
        await self.health.close()
        await self.attendant.close()
        await self.audience.close()
        await self.house.close()
        self.workroom.close()
        if hasattr(self.thinkers, "close"):
            await self.thinkers.close()

    def prepare(self, game: str) -> None:
        """Somebody has opened this box."""
        if hasattr(self.thinkers, "prepare"):
            self.thinkers.prepare(game)

    def bots(self) -> Status | None:
        """How thinking goes, where there is a service for it."""
        return self.thinkers.status() if hasattr(self.thinkers, "status") else None

    def mark_of(self, address: str) -> str:
        """An address, so that it can be told from others and nobody can tell which it is; for as long as this server runs."""
        return hashlib.blake2b(address.encode(), digest_size=8, key=self._secret).hexdigest()

    @staticmethod
    def address_of(scope: Mapping[str, Any]) -> str:
        """The address of the other side as it is counted; Uvicorn has replaced it when a trusted proxy told another one."""
        client = scope.get("client")
        return household(str(client[0])) if client else "-"


def tokens_of(authorization: str, cookies: Iterable[str]) -> list[str]:
    """The secrets that came with a request, by these headers: a bot's bearer token, or a guest's cookie.

    Read by hand: on localhost, other programs' cookies come along, and what they hold must not hide ours. Should several bear our
    name, any of them may be the one.
    """
    if authorization.lower().startswith("bearer "):
        return [authorization[7:].strip()]
    pairs = [pair.partition("=") for line in cookies for pair in line.split(";")]
    return [value.strip().strip('"') for name, _, value in pairs if name.strip() == COOKIE][:TRIED]


async def key_among(house: House, tokens: Iterable[str]) -> Key | None:
    """The key that the first good one of these secrets is."""
    for token in tokens:
        if (key := await guests.recognise(house, token)) is not None:
            return key
    return None
