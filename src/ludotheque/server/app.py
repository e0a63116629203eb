"""The application: routes, the socket, the guard at the door, and what happens when something is refused."""

from __future__ import annotations

import logging

from litestar import Litestar, Response
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.plugins import PluginProtocol
from litestar.plugins.core import MsgspecDIPlugin

from ludotheque import __version__
from ludotheque.bots.service import Busy, ThinkingService
from ludotheque.rules.core import Fault
from ludotheque.server.config import Config
from ludotheque.server.guard import App, Guard
from ludotheque.server.hall import Hall
from ludotheque.server.routes import guests, house, play, tables
from ludotheque.server.routes.access import AnyRequest, hall_of
from ludotheque.server.routes.bodies import Problem
from ludotheque.server.routes.pages import page
from ludotheque.tables.bus import make_bus
from ludotheque.tables.denied import Denied
from ludotheque.tables.house import House
from ludotheque.tables.store import Unavailable
from ludotheque.tables.store.place import make_folder
from ludotheque.tables.store.sql import SqlStore
from ludotheque.tables.store.upgrade import upgrade_apart

log = logging.getLogger("ludotheque.server")

STATUS = {"form": 400, "unknown": 404, "stranger": 401, "forbidden": 403, "conflict": 409, "rate": 429, "busy": 503}


def _denied(request: AnyRequest, denied: Denied) -> Response[Problem]:
    hall_of(request).metrics.refusals[denied.code] += 1
    return Response(Problem(denied.code, denied.clause, denied.args_), status_code=STATUS[denied.kind])


def _fault(_: AnyRequest, fault: Fault) -> Response[Problem]:
    return Response(Problem(fault.code, fault.clause, dict(fault.details)), status_code=400)


def _http(_: AnyRequest, error: HTTPException) -> Response[Problem]:
    code = {404: "no_such_page", 405: "no_such_page", 400: "bad_form", 413: "too_large"}.get(error.status_code, "bad_form")
    return Response(Problem(code), status_code=error.status_code)


def _busy(_: AnyRequest, error: Unavailable | Busy) -> Response[Problem]:
    return Response(Problem(error.code), status_code=503)


def _too_deep(_: AnyRequest, error: Exception) -> Response[Problem]:
    """Brackets within brackets, without end."""
    return Response(Problem("bad_form"), status_code=400)


def _broken(request: AnyRequest, error: Exception) -> Response[Problem]:
    """Our own mistake: the log has the details, the answer has none."""
    log.exception("%s %s", request.method, request.url.path, exc_info=error)
    return Response(Problem("broken"), status_code=500)


class _Litestar(Litestar):
    """Without plugins for structures that we do not use: importing Pydantic alone takes 5 MiB.

    There is no public way. `Litestar.__init__` calls this method after every `on_app_init` hook, and it imports the plugins
    for Pydantic wherever Pydantic is installed (Typer brings it), also when an application has brought its own. Should a later
    Litestar no longer ask for it, nothing breaks but `tests/server/test_lean.py`, and a server is that much larger.
    """

    @staticmethod
    def _get_default_plugins(plugins: list[PluginProtocol]) -> list[PluginProtocol]:
        return [*plugins, MsgspecDIPlugin()]


def make_hall(config: Config) -> Hall:
    """A server's parts, as configured."""
    if config.database is None:
        make_folder(config.data)
    store = SqlStore(config.store_url, upgrade_apart, patience=config.database_timeout, alone=True)
    return Hall(config, House(store, make_bus(config.bus), pace=config.pace), ThinkingService(config.bot_workers))


def make_app(config: Config, hall: Hall | None = None) -> App:
    """The whole application, for a hall that somebody else opens and closes (`run.py`). Tests bring one of their own."""
    hall = hall or make_hall(config)
    app = _Litestar(
        route_handlers=[*house.ROUTES, *guests.ROUTES, *tables.ROUTES, *play.ROUTES, page],
        state=State({"hall": hall}),
        exception_handlers={
            Denied: _denied,
            Fault: _fault,
            HTTPException: _http,
            Unavailable: _busy,
            Busy: _busy,
            RecursionError: _too_deep,
            Exception: _broken,
        },
        openapi_config=OpenAPIConfig(
            title="Ludothèque", version=__version__, path="/api/openapi", render_plugins=[JsonRenderPlugin()]
        ),
        logging_config=None,
        debug=False,
    )
    return Guard(app, hall)  # type: ignore[arg-type]
