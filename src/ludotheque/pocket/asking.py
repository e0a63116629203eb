"""Asking the house's routes without HTTP: the same addresses, bodies and answers, carried by messages within a browser."""

from __future__ import annotations

import inspect
import logging
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import parse_qsl, unquote

import msgspec

from ludotheque.server.routes.bodies import Problem
from ludotheque.server.routes.problems import problem_of
from ludotheque.server.routes.route import Asked, Encoded, Route, WithKey

log = logging.getLogger("ludotheque.pocket")


@dataclass(frozen=True, slots=True)
class Answer:
    """What is answered: a status, JSON, and the secret that is to be kept from now on (None: as before)."""

    status: int
    body: bytes
    token: str | None = None


class Desk:
    """Where all routes are asked."""

    def __init__(self, routes: Sequence[Route]) -> None:
        self._places = [Place(route) for route in routes]

    async def ask(self, request: Asked, method: str, target: str, body: bytes) -> Answer:
        """Find the route, and answer whatever happens."""
        path, _, query = target.partition("?")
        for place in self._places:
            if place.route.method == method and (found := place.pattern.fullmatch(path)):
                try:
                    given = dict(place.read(found.groupdict(), query, body))
                except (msgspec.MsgspecError, UnicodeDecodeError):
                    return encoded(400, Problem("bad_form"))
                return await place.answer(request, given)
        return encoded(404, Problem("no_such_page"))


class Place:
    """A route, and what it takes."""

    def __init__(self, route: Route) -> None:
        self.route = route
        self.pattern = re.compile(re.sub(r"{(\w+):str}", r"(?P<\1>[^/]+)", route.path))

    @cached_property
    def parameters(self) -> dict[str, Any]:
        """The parameters of the function and their types; reading types takes time, so only when it is asked for."""
        return {one.name: one.annotation for one in inspect.signature(self.route.fn, eval_str=True).parameters.values()}

    def read(self, named: dict[str, str], query: str, body: bytes) -> Iterator[tuple[str, Any]]:
        """What was given, as the types say."""
        asked = dict(parse_qsl(query))
        for name, kind in self.parameters.items():
            if name in named:
                yield name, unquote(named[name])
            elif name == "data":
                yield name, msgspec.json.decode(body, type=kind)
            elif name in asked:
                yield name, msgspec.convert(asked[name], kind, strict=False)

    async def answer(self, request: Asked, given: dict[str, Any]) -> Answer:
        """Ask the function."""
        try:
            found = self.route.fn(*([request] if Asked in self.parameters.values() else []), **given)
            if inspect.isawaitable(found):
                found = await found
        except Exception as error:
            status, problem = problem_of(error)
            if problem.code == "broken":
                log.exception("%s %s", self.route.method, self.route.path)
            return encoded(status, problem)
        if isinstance(found, Encoded):
            return Answer(self.route.status, found.body)
        if isinstance(found, WithKey):
            return encoded(self.route.status, found.body, found.token)
        return encoded(self.route.status, found)


def encoded(status: int, body: object, token: str | None = None) -> Answer:
    """An answer of something that JSON can hold."""
    return Answer(status, msgspec.json.encode(body), token)
