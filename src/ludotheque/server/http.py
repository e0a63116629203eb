"""Routes over HTTP: what Litestar makes of a request for them, and of what they answer."""

from __future__ import annotations

import inspect
from typing import Any, get_args, get_origin

from litestar import HttpMethod, MediaType, Request, Response, route
from litestar.datastructures import Cookie
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery, JSONBody

from ludotheque.server.hall import COOKIE, Hall, tokens_of
from ludotheque.server.routes import squeeze
from ludotheque.server.routes.route import Asked, Encoded, Route, WithKey
from ludotheque.tables.identity import TOKEN_LIFE

AnyRequest = Request[Any, Any, Any]


def hall_of(request: AnyRequest) -> Hall:
    """The server that was asked."""
    hall: Hall = request.app.state.hall
    return hall


def accepted(request: AnyRequest) -> str:
    """The encodings that a browser accepts."""
    return request.headers.get("accept-encoding", "")


def handler(served: Route) -> HTTPRouteHandler:
    """A route for Litestar, which reads from the types of its parameters what it has to check, and describes it."""
    signature = inspect.signature(served.fn, eval_str=True)
    wanted = list(signature.parameters.values())
    told = [parameter for parameter in wanted if parameter.annotation is not Asked]

    async def handle(request: AnyRequest, **given: Any) -> Any:
        found = served.fn(*([_asked(request)] if len(told) < len(wanted) else []), **given)
        return _answer(request, await found if inspect.isawaitable(found) else found)

    first = inspect.Parameter("request", inspect.Parameter.KEYWORD_ONLY, annotation=AnyRequest)
    others = [_taken(parameter, served) for parameter in told]
    handle.__name__, handle.__doc__ = served.fn.__name__, served.fn.__doc__
    handle.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [first, *others], return_annotation=_returned(signature.return_annotation)
    )
    handle.__annotations__ = {one.name: one.annotation for one in (first, *others)} | {
        "return": _returned(signature.return_annotation)
    }
    return route(served.path, http_method=HttpMethod(served.method), status_code=served.status)(handle)


def _taken(parameter: inspect.Parameter, served: Route) -> inspect.Parameter:
    source: Any = FromPath if parameter.name in served.in_path else JSONBody if parameter.name == "data" else FromQuery
    return parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY, annotation=source[parameter.annotation])


def _returned(kind: Any) -> Any:
    """What the description of an answer says."""
    for one in get_args(kind) if get_origin(kind) not in (Encoded, WithKey) else (kind,):
        if get_origin(one) in (Encoded, WithKey):
            return Response[get_args(one)[0]]  # type: ignore[misc]
    return kind


def _asked(request: AnyRequest) -> Asked:
    async def gone() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass

    hall, headers = hall_of(request), request.headers
    tokens = tokens_of(headers.get("authorization", ""), headers.getall("cookie", []))
    return Asked(hall, hall.address_of(request.scope), tokens, gone)


def _answer(request: AnyRequest, found: Any) -> Any:
    if isinstance(found, Encoded):
        if found.lasting:
            return squeeze.answer(accepted(request), found.body)
        return Response(found.body, media_type=MediaType.JSON)
    if isinstance(found, WithKey):
        return Response(found.body, cookies=[_cookie(request, found.token)])
    return Response(found)


def _cookie(request: AnyRequest, token: str) -> Cookie:
    secure = request.scope.get("scheme") == "https"
    age = int(TOKEN_LIFE) if token else 0
    return Cookie(key=COOKIE, value=token, path="/", max_age=age, httponly=True, samesite="strict", secure=secure)
