"""How a server is set up. Every field is an option of `ludotheque serve` and an environment variable."""

from __future__ import annotations

import re
import socket
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from ludotheque.places import data_directory
from ludotheque.server.limits import Limits
from ludotheque.tables.store.trouble import PATIENCE

ALL_INTERFACES = ("0.0.0.0", "::")
"""Addresses to listen on for every network interface."""


@dataclass(frozen=True, slots=True)
class Config:
    """Everything that can be chosen about a server."""

    host: str = "127.0.0.1"
    port: int = 8000
    lan: bool = False
    name: str = ""
    """What the house is called on its pages; by its address if it has no name."""
    data: Path = field(default_factory=data_directory)
    database: str | None = None
    bus: str | None = None
    origins: tuple[str, ...] = ()
    """Further addresses under which pages may be opened, e.g. https://games.example.org; invitations lead to the first."""
    allow_hosts: tuple[str, ...] = ()
    """Further names by which the server may be called; `*` for any."""
    trusted_proxies: tuple[str, ...] = ()
    metrics_token: str | None = None
    limits: Limits = field(default_factory=Limits)
    bot_workers: int | None = None
    pace: float = 0.7
    database_timeout: float = PATIENCE
    """Seconds for which the store is waited for before a command is answered "busy"."""
    alone: bool = False
    """Whether nobody can come but those at this device: a house in a page."""
    pocket: Path | None = None
    """The folder of a pocket house to take along (`taking.py`)."""

    @property
    def store_url(self) -> str:
        """The address of the store: SQLite in the data directory unless another one is given."""
        return self.database or f"sqlite:///{self.data / 'house.sqlite3'}"

    @property
    def place(self) -> str:
        """Where the games are kept, as it may be shown: without a password."""
        return re.sub(r"(//[^:/@]*):[^@/]*@", r"\1:***@", self.database) if self.database else str(self.data)

    @property
    def listen(self) -> str:
        """The address to listen on."""
        return "0.0.0.0" if self.lan and self.host == "127.0.0.1" else self.host

    @property
    def public_origin(self) -> str:
        """The origin to hand out: the first of `origins` that does not name this machine only; "" if there is none."""
        return next((origin.rstrip("/") for origin in self.origins if not is_loopback(urlsplit(origin).hostname or "")), "")

    def lan_origin(self) -> str:
        """The origin by which devices on the same network reach the house, looked up at each call; "" if none can."""
        host = lan_address() if self.listen in ALL_INTERFACES else self.listen
        return "" if is_loopback(host) else self.origin_at(host)

    def origin_at(self, host: str) -> str:
        """The origin of the pages under a name or an address of this machine."""
        return f"http://{_bracketed(host)}" + ("" if self.port == 80 else f":{self.port}")

    def _hosts(self) -> set[str]:
        """The names of this machine, as far as it is open under them."""
        hosts = {"localhost", "127.0.0.1", "[::1]"}
        if self.host not in ALL_INTERFACES:
            hosts.add(_bracketed(self.host.lower()))
        if self.lan or self.host in ALL_INTERFACES:
            hosts |= {lan_address(), socket.gethostname().lower(), f"{socket.gethostname().lower()}.local"}
        return hosts

    def allowed_hosts(self) -> frozenset[str] | None:
        """The names by which we may be called, without ports; None for any. Others are told by a stranger's name server."""
        if "*" in self.allow_hosts:
            return None
        named = {urlsplit(origin).netloc.rpartition("@")[2] for origin in self.origins} | set(self.allow_hosts)
        return frozenset(self._hosts() | {without_port(name.lower()) for name in named})

    def allowed_origins(self) -> frozenset[str]:
        """The origins from which pages may talk to us: an exact list, compared as a whole."""
        hosts = self._hosts()
        found = {f"http://{host}:{self.port}" for host in hosts}
        if self.port == 80:
            found |= {f"http://{host}" for host in hosts}
        return frozenset(found | {origin.rstrip("/").lower() for origin in self.origins})


def without_port(host: str) -> str:
    """The name in a Host header; an address of IPv6 keeps its brackets."""
    if host.startswith("["):
        return host.partition("]")[0] + "]"
    return host.partition(":")[0].rstrip(".")


def is_loopback(host: str) -> bool:
    """Whether a host name or an address refers to this machine only."""
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return f".{host.lower()}".endswith(".localhost")


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def lan_address() -> str:
    """The address of this machine in the house. No packet is sent: the system only looks up its route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
