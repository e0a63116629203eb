"""Running a server: Uvicorn with small frames, no compression, and an end that does not wait for ever."""

from __future__ import annotations

import gc
import signal
import sys
from functools import partial

import uvicorn

from ludotheque.server.app import make_app
from ludotheque.server.config import Config
from ludotheque.server.hall import Hall
from ludotheque.server.websocket.pulse import Pulse
from ludotheque.server.websocket.socket import Socket

SWITCH = 0.0005
"""Seconds until a busy loop lets the writer's thread go on; with the usual 5 ms a commit waits for nothing."""


def run(config: Config) -> None:
    """Serve until told to stop."""
    made = server(config)
    # What is here now stays; looking through all of it again and again would only make people wait.
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)
    # Uvicorn closes the house and then raises the signal again: leaving by the door lets the worker processes be cleaned up.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    made.run()


def server(config: Config, hall: Hall | None = None) -> uvicorn.Server:
    """A server that is ready to run. Tests bring a hall of their own."""
    sys.setswitchinterval(SWITCH)
    return uvicorn.Server(
        uvicorn.Config(
            make_app(config, hall),
            host=config.listen,
            port=config.port,
            interface="asgi3",
            loop="uvloop",
            http="httptools",
            ws=partial(Socket, Pulse(), config.limits),  # type: ignore[arg-type]
            backlog=4096,
            server_header=False,
            access_log=False,
            log_level="warning",
            proxy_headers=bool(config.trusted_proxies),
            forwarded_allow_ips=list(config.trusted_proxies),
            timeout_graceful_shutdown=4,
            lifespan="on",
        )
    )
