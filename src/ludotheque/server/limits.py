"""All limits of a server in one place, and what counts against them.

A house is open to everybody, and guests are free; so what matters counts by guest and by address. A class of thirty behind one
address fits into the defaults (`tests/server/test_class.py`). docs/hosting.md lists them.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from ipaddress import IPv6Address, ip_address

KEPT = 20_000
WINDOW = 600.0
"""Seconds in which what is counted "in ten minutes" comes back."""


@dataclass(frozen=True)
class Limits:
    """Every limit. `ludotheque serve --limit NAME=VALUE` sets one."""

    # Connections
    connections: int = 20_000
    """Open connections, all told; never more than the system has files for."""
    address_connections: int = 400
    """Open connections from one address."""
    address_knocks: int = 100
    """New connections a second from one address; eight times as many at once."""

    # One connection that speaks HTTP
    head_bytes: int = 32 * 1024
    """Bytes of a request before its body."""
    head_lines: int = 100
    """Lines of a request before its body."""
    head_within: float = 10.0
    """Seconds until a request has come, up to its body."""
    body_bytes: int = 64 * 1024
    """Bytes of a body."""
    record_bytes: int = 1024 * 1024
    """Bytes of a record that is sent to be looked at."""
    body_within: float = 30.0
    """Seconds until the body has come, too."""
    idle_within: float = 15.0
    """Seconds until the next request; then the connection is closed."""
    send_within: float = 20.0
    """Seconds until the other side has read something of what waits for it, over HTTP and WebSocket."""

    # One connection that speaks WebSocket
    message_bytes: int = 16 * 1024
    """Bytes of a message from a page."""
    fragments: int = 64
    """Parts of one message, empty ones too."""
    control_rate: float = 10.0
    """Pings and pongs a second."""
    control_burst: float = 100.0
    """Pings and pongs at once."""
    late_bytes: int = 16 * 1024
    """Bytes that are still read after the house has said good-bye."""
    unread_messages: int = 16
    """Messages that wait for the house; then it does not listen for a while."""
    waiting_bytes: int = 512 * 1024
    """Bytes that wait for a page which does not read; then it is let go, and may come back."""
    hello_within: float = 10.0
    """Seconds until a page has said hello."""
    nonsense: int = 50
    """Messages that cannot be read, or come too fast, from one page; then it is sent away."""

    # Requests and commands
    address_rate: float = 100.0
    """Requests a second from one address; six times as many at once."""
    guest_rate: float = 20.0
    """Commands a second from one guest at a table; three times as many at once."""
    address_commands: float = 300.0
    """Commands a second from one address; three times as many at once."""
    guest_costly: float = 0.5
    """Hints, reviews, replays, records and codes a second for one guest; twenty times as many at once."""
    address_costly: float = 3.0
    """The same for one address."""
    address_heavy: int = 20
    """Records, replays and reviews under way at once for one address, until all is read."""
    guest_chat: float = 1.0
    """Lines of chat and reactions a second from one guest; six times as many at once."""

    # In ten minutes
    address_guests: int = 120
    """New guests from one address."""
    address_codes: int = 30
    """Wrong codes tried from one address; right ones are not counted."""
    wrong_codes: int = 600
    """Wrong codes tried, all told; then only links lead to tables for a while."""
    guest_tables: int = 30
    """Tables that one guest makes."""
    address_tables: int = 120
    """Tables that one address makes."""
    guest_bots: int = 60
    """Seats that one guest gives to bots."""
    address_bots: int = 180
    """Seats that one address gives to bots."""
    guest_coming: int = 30
    """How often one guest sits down, or comes back to a seat."""
    guest_notices: int = 30
    """Notices (came, left, came back) that one guest causes; further ones are not told."""
    table_notices: int = 120
    """Notices at one table."""

    def __post_init__(self) -> None:
        for limit in fields(self):
            if not getattr(self, limit.name) > 0:
                raise ValueError(f"{limit.name}: a limit is a number above 0")

    def with_texts(self, texts: Iterable[str]) -> Limits:
        """These limits, some of them as written: `name=value`."""
        kinds: dict[str, type[int] | type[float]] = {limit.name: type(getattr(self, limit.name)) for limit in fields(self)}
        changes: dict[str, float] = {}
        for text in texts:
            name, _, value = text.partition("=")
            name = name.strip().replace("-", "_").lower()
            if name not in kinds:
                raise ValueError(f"{text}: there is no such limit; there are {', '.join(sorted(kinds))}")
            try:
                changes[name] = kinds[name](value)
            except ValueError:
                raise ValueError(f"{text}: a limit is written as name=number") from None
        return replace(self, **changes)  # type: ignore[arg-type]


def without_names() -> list[str]:
    """Options of `serve` that lift what is counted by guest and by address: for tests and benchmarks, where all come from one."""
    counted = [name for name in vars(Limits()) if name.startswith(("address_", "guest_"))]
    return [f"--limit={name}=1000000" for name in counted]


class Buckets:
    """One bucket per name, that fills up again with time; the longest unused ones are forgotten."""

    def __init__(self, rate: float, burst: float, now: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.burst, self._now = rate, burst, now
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    @classmethod
    def in_ten_minutes(cls, count: int) -> Buckets:
        """So many in ten minutes."""
        return cls(count / WINDOW, count)

    def take(self, name: str, cost: float = 1.0) -> bool:
        """Whether there is enough left, and then take it."""
        now = self._now()
        left, then = self._buckets.pop(name, (self.burst, now))
        left = min(self.burst, left + (now - then) * self.rate)
        enough = left >= cost
        self._buckets[name] = (left - cost if enough else left, now)
        if len(self._buckets) > KEPT:
            self._buckets.popitem(last=False)
        return enough

    def give_back(self, name: str, cost: float = 1.0) -> None:
        """What was taken is not counted after all."""
        left, then = self._buckets.get(name, (self.burst, self._now()))
        self._buckets[name] = (min(self.burst, left + cost), then)

    def fine(self, name: str, cost: float) -> None:
        """Take so much, whether it is there or not; but nobody owes more than a bucketful."""
        now = self._now()
        left, then = self._buckets.pop(name, (self.burst, now))
        left = min(self.burst, left + (now - then) * self.rate)
        self._buckets[name] = (max(-self.burst, left - cost), now)


class Allowances:
    """What every guest and every address has left."""

    def __init__(self, limits: Limits) -> None:
        self.knocks = Buckets(limits.address_knocks, limits.address_knocks * 8)
        self.requests = Buckets(limits.address_rate, limits.address_rate * 6)
        self.commands = Buckets(limits.guest_rate, limits.guest_rate * 3)
        self.address_commands = Buckets(limits.address_commands, limits.address_commands * 3)
        self.costly = Buckets(limits.guest_costly, limits.guest_costly * 20)
        self.address_costly = Buckets(limits.address_costly, limits.address_costly * 20)
        self.chatter = Buckets(limits.guest_chat, limits.guest_chat * 6)
        self.guests = Buckets.in_ten_minutes(limits.address_guests)
        self.codes = Buckets.in_ten_minutes(limits.address_codes)
        self.wrong_codes = Buckets.in_ten_minutes(limits.wrong_codes)
        self.tables = Buckets.in_ten_minutes(limits.guest_tables)
        self.address_tables = Buckets.in_ten_minutes(limits.address_tables)
        self.bots = Buckets.in_ten_minutes(limits.guest_bots)
        self.address_bots = Buckets.in_ten_minutes(limits.address_bots)
        self.coming = Buckets.in_ten_minutes(limits.guest_coming)
        self.notices = Buckets.in_ten_minutes(limits.guest_notices)
        self.table_notices = Buckets.in_ten_minutes(limits.table_notices)


class Counts:
    """How many of something there are under each name."""

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}

    def add(self, name: str, limit: int) -> bool:
        """Count one more, unless that would be too many."""
        count = self._counts.get(name, 0)
        if count >= limit:
            return False
        self._counts[name] = count + 1
        return True

    def drop(self, name: str) -> None:
        """Count one less."""
        count = self._counts.get(name, 0) - 1
        if count > 0:
            self._counts[name] = count
        else:
            self._counts.pop(name, None)


@lru_cache(maxsize=4096)
def household(address: str) -> str:
    """An address as it is counted: one line of IPv6 has 2^64 of them, so its first half counts."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return f"{IPv6Address(int(found) >> 64 << 64)}/64"
