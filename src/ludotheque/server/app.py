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
from ludotheque.bots.service import ThinkingService
from ludotheque.server.config import Config
from ludotheque.server.guard import App, Guard
from ludotheque.server.hall import Hall
from ludotheque.server.http import AnyRequest, hall_of, handler
from ludotheque.server.routes import guests, house, play, tables, upkeep
from ludotheque.server.routes.bodies import Problem
from ludotheque.server.routes.pages import page
from ludotheque.server.routes.pocket import pocket
from ludotheque.server.routes.problems import problem_of
from ludotheque.tables.bus import make_bus
from ludotheque.tables.denied import Denied
from ludotheque.tables.house import House
from ludotheque.tables.store.place import make_folder
from ludotheque.tables.store.sql import SqlStore
from ludotheque.tables.store.upgrade import upgrade_apart

log = logging.getLogger("ludotheque.server")

ROUTES = [*house.ROUTES, *guests.ROUTES, *tables.ROUTES, *play.ROUTES]


def _problem(request: AnyRequest, error: Exception) -> Response[Problem]:
    status, problem = problem_of(error)
    if isinstance(error, Denied):
        hall_of(request).metrics.refusals[error.code] += 1
    if problem.code == "broken":
        log.exception("%s %s", request.method, request.url.path, exc_info=error)
    return Response(problem, status_code=status)


def _http(_: AnyRequest, error: HTTPException) -> Response[Problem]:
    code = {404: "no_such_page", 405: "no_such_page", 400: "bad_form", 413: "too_large"}.get(error.status_code, "bad_form")
    return Response(Problem(code), status_code=error.status_code)


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
        route_handlers=[*map(handler, ROUTES), *upkeep.ROUTES, *([pocket] if config.pocket else []), page],
        state=State({"hall": hall}),
        exception_handlers={HTTPException: _http, Exception: _problem},
        openapi_config=OpenAPIConfig(
            title="Ludothèque", version=__version__, path="/api/openapi", render_plugins=[JsonRenderPlugin()]
        ),
        logging_config=None,
        debug=False,
    )
    return Guard(app, hall)  # type: ignore[arg-type]
