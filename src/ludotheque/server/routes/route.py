"""What a route is, whoever carries requests to it: Litestar (`http.py`), or a page that has the house beside it.

A route is a function with a method and an address. What it takes follows from the names of its parameters: the request first,
if it wants it; then what stands in braces in the address, `data` for the body, and anything else from the query. Only what it
returns may say more than the body of an answer: that it is encoded already, or which key the browser shall have from now on.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

from ludotheque.server.hall import Hall

T = TypeVar("T")
Method = Literal["GET", "POST", "DELETE"]


async def _for_ever() -> None:
    """Whoever asks waits for the answer."""
    await asyncio.get_running_loop().create_future()


@dataclass(frozen=True, slots=True)
class Asked:
    """What is known of a request besides what it asks for."""

    hall: Hall
    address: str
    """The other side as it is counted."""
    tokens: list[str]
    """The secrets that came along."""
    gone: Callable[[], Awaitable[None]] = _for_ever
    """Done when whoever asked has gone away."""


@dataclass(frozen=True, slots=True)
class Encoded(Generic[T]):
    """A body that is JSON already."""

    body: bytes
    lasting: bool = False
    """The same for everybody as long as this house runs: worth compressing."""


@dataclass(frozen=True, slots=True)
class WithKey(Generic[T]):
    """A body, and the secret that the browser keeps from now on; an empty one takes it away."""

    body: T
    token: str


@dataclass(frozen=True, slots=True)
class Route:
    """A function that answers requests."""

    method: Method
    path: str
    """As Litestar writes it: `/api/tables/{table_id:str}`."""
    fn: Callable[..., Any]
    status: int

    @property
    def in_path(self) -> list[str]:
        """The parameters that stand in the address."""
        return re.findall(r"{(\w+):", self.path)


def get(path: str) -> Callable[[Callable[..., Any]], Route]:
    """A route that only reads."""
    return lambda fn: Route("GET", path, fn, 200)


def post(path: str, status: int = 200) -> Callable[[Callable[..., Any]], Route]:
    """A route that changes something, or takes a body."""
    return lambda fn: Route("POST", path, fn, status)


def delete(path: str) -> Callable[[Callable[..., Any]], Route]:
    """A route that takes something away."""
    return lambda fn: Route("DELETE", path, fn, 200)
